"""Outputs and their scores on a whole corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from extractors.api.frames import NamedTables
from extractors.core.errors import check_known
from extractors.report.corpus_table import corpus_table
from extractors.scoring.corpus_evaluation import CorpusEvaluation

if TYPE_CHECKING:
    import pandas as pd


class Scored(NamedTables):
    """Outputs and their scores; each table is computed when it is asked for. `print` shows the findings."""

    def __init__(self, evaluation: CorpusEvaluation) -> None:
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
        return ["corpus_scores"]

    def table(self, name: str) -> pa.Table:
        """Return a table as Arrow; `challenge-sets list tables` explains its columns.

        Raises:
            InputError: no such table, an output cannot be read or has another number of segments.
        """
        check_known("table", [name], self.names)
        return self.evaluation.corpus_scores

    @property
    def corpus_scores(self) -> pd.DataFrame:
        """Each system on the whole corpus, by each metric."""
        return self.frame("corpus_scores")

    def text(self) -> str:
        """Return the scores of the whole corpus as `challenge-sets score` prints them."""
        return f"{corpus_table(self.evaluation.corpus_scores.to_pylist(), self.evaluation.options)}\n"
