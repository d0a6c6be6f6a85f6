"""Outputs and their scores on challenge sets."""

from __future__ import annotations

import pyarrow as pa

from extractors.api.scored import Scored
from extractors.api.standings import standings, standings_text
from extractors.core.errors import check_known
from extractors.report.terminal_findings import finding_table
from extractors.scoring.evaluation import Evaluation

TABLES = {
    "findings": "findings",
    "effects": "effects",
    "scores": "scores",
    "paper_scores": "paper",
    "departures": "departures",
    "system_comparisons": "comparisons",
    "system_ranks": "ranks",
}
"""The tables of sets, with their names in `Conclusions`."""


class ScoredSets(Scored):
    """Outputs and their scores on the whole corpus and on sets."""

    def __init__(self, evaluation: Evaluation) -> None:
        super().__init__(evaluation)
        self._on_sets = evaluation

    @property
    def names(self) -> list[str]:
        """The tables that can be asked for."""
        names = [*super().names, *TABLES]
        return names if self._on_sets.baseline is None else [*names, "standings"]

    def table(self, name: str) -> pa.Table:
        """Return a table as Arrow; `challenge-sets list tables` explains its columns.

        Raises:
            InputError: no such table, an output cannot be read or has another number of segments.
        """
        check_known("table", [name], self.names)
        if name == "standings" and self._on_sets.baseline is not None:
            return standings(self._on_sets, self._on_sets.baseline)
        return getattr(self._on_sets.conclusions, TABLES[name]) if name in TABLES else super().table(name)

    def text(self) -> str:
        """Return scores of the whole corpus, findings and any standings as `challenge-sets score` prints them."""
        corpus = self.evaluation.corpus_scores.to_pylist()
        findings = self.table("findings").to_pylist()
        text = f"{super().text()}{finding_table(findings, corpus, alpha=self.evaluation.settings.alpha)}\n"
        if "standings" in self.names:
            text += standings_text(self.table("standings"), self._on_sets)
        return text
