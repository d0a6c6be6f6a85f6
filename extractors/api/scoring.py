"""Score outputs on challenge sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from extractors.api.frames import NamedTables
from extractors.api.outputs_and_sets import Dataset, Scoring, Text, Texts, evaluation_of
from extractors.api.standings import standings, standings_text
from extractors.core.errors import check_known
from extractors.report import terminal_summary
from extractors.score.evaluation import Evaluation

if TYPE_CHECKING:
    import pandas as pd


class Scored(NamedTables):
    """Outputs and their scores; each table is computed when it is asked for. `print` shows the findings."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation

    def __repr__(self) -> str:
        return (
            f"Scored: {', '.join([*self.evaluation.outputs, *self.evaluation.texts])}; tables {', '.join(self.names)}"
        )

    def __str__(self) -> str:
        return self.text()

    @property
    def names(self) -> list[str]:
        """The tables that can be asked for."""
        if self.evaluation.sets is None:
            return ["corpus_scores"]
        trends = ["distance_trends"] * (self.evaluation.distances is not None)
        return ["corpus_scores", *TABLES, *trends, *["standings"] * (self.evaluation.baseline is not None)]

    def table(self, name: str) -> pa.Table:
        """A table as Arrow; docs/formats.md explains its columns.

        Raises:
            InputError: no such table, an output cannot be read or has another number of segments.
        """
        check_known("table", [name], self.names)
        if name == "corpus_scores":
            return self.evaluation.corpus_scores
        if name == "distance_trends":
            return self.evaluation.trends
        if name == "standings" and self.evaluation.baseline is not None:
            return standings(self.evaluation, self.evaluation.baseline)
        return getattr(self.evaluation.conclusions, TABLES[name])

    @property
    def corpus_scores(self) -> pd.DataFrame:
        """Each system on the whole corpus, by each metric."""
        return self.frame("corpus_scores")

    def text(self) -> str:
        """The scores of the whole corpus, the findings and the places, as `challenge-sets score` prints them."""
        corpus = self.evaluation.corpus_scores.to_pylist()
        text = f"{terminal_summary.corpus_table(corpus)}\n"
        if self.evaluation.sets is not None:
            findings = self.table("findings").to_pylist()
            text += f"{terminal_summary.finding_table(findings, corpus, alpha=self.evaluation.settings.alpha)}\n"
        if "standings" in self.names:
            text += standings_text(self.table("standings"), self.evaluation)
        return text


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


def score(
    dataset: Dataset,
    outputs: Texts | None = None,
    *,
    returned: str | None = None,
    metrics: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    segment_scores: Mapping[str, Text] | None = None,
    metric: str | None = None,
    statistics: Mapping[str, Any] | None = None,
    changed: bool = False,
    check_languages: bool = True,
    trends: bool = False,
) -> Scored:
    """Score outputs on a corpus and its challenge sets.

    Args:
        dataset: the name of a ready-made set (wmt24:en-de), a published folder, OWNER/NAME of the Hugging Face hub
            (with @REVISION if you like), `ReadyMade` or `SetFiles`.
        outputs: a file with a segment a line, or by system such files or lists of segments.
        returned: what came back of a published set as a test suite, `FORMAT:PATH#PAIR:SUITE`, instead of outputs.
        metrics: those to compute (default: those of the published set, or bleu, chrf and ribes).
        options: of metrics and of scores that are brought: `{"bleu.tokenize": "intl"}`.
        segment_scores: by name, tables of scores that are there already, a column a system.
        metric: the primary metric, by which phenomena are tested (default: that of the set, or chrf).
        statistics: settings of the tests that replace those of the set (docs/statistics.md): `{"resamples": 100}`.
        changed: score although files of a published set were changed; the signatures say so.
        check_languages: refuse an output that is clearly in another language than the set's, or that is its source.
        trends: have the table of trends by distance, too.

    Raises:
        InputError: something is missing or does not go together, or the set cannot be used.
    """
    how = Scoring(
        metrics=metrics,
        options=options or {},
        segment_scores=segment_scores or {},
        metric=metric,
        statistics=statistics or {},
        changed=changed,
        check_languages=check_languages,
        trends=trends,
    )
    return Scored(evaluation_of(dataset, {} if outputs is None else outputs, returned=returned, how=how))
