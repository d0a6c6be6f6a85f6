"""Score outputs on challenge sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from extractors.api.datasets import Dataset, Scoring, SetFiles, Text, Texts, corpus_evaluation
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
        return f"{corpus_table(self.evaluation.corpus_scores.to_pylist())}\n"


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
) -> Scored:
    """Score outputs on a corpus and its challenge sets.

    Args:
        dataset: the name of a ready-made set (wmt24:en-de), a published folder, OWNER/NAME of the Hugging Face hub
            (with @REVISION if you like), `ReadyMade` or `SetFiles`.
        outputs: a file with a segment a line, or by system such files or lists of segments.
        returned: what came back of a published set as a test suite, `FORMAT:PATH#PAIR:SUITE`, instead of outputs.
        metrics: the metrics to compute (default: as in the published set, or bleu, chrf and ribes).
        options: of metrics and of scores that are brought: `{"bleu.tokenize": "intl"}`.
        segment_scores: by name, tables of scores that are there already, a column a system.
        metric: the primary metric, by which phenomena are tested (default: as in the set, or chrf).
        statistics: settings of the tests that replace the set's own (docs/statistics.md): `{"resamples": 100}`.
        changed: score although files of a published set were changed; the signatures say so.
        check_languages: refuse an output that is clearly in another language than the set's, or that is its source.

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
    )
    found = {} if outputs is None else outputs
    if isinstance(dataset, SetFiles) and not dataset.sets:
        return Scored(corpus_evaluation(dataset, found, how))
    # Here, since texts without sets need none of it: it takes several times as long to import.
    from extractors.api.outputs_and_sets import evaluation_of
    from extractors.api.scored_sets import ScoredSets

    return ScoredSets(evaluation_of(dataset, found, returned=returned, how=how))
