"""Score outputs on a corpus and its challenge sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from extractors.api.datasets import Dataset, Scoring, SetFiles, Text, Texts, corpus_evaluation
from extractors.api.scored import Scored


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
        metrics: the metrics to compute (default: as in the published set, or those of a config).
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
    texts = {} if outputs is None else outputs
    if isinstance(dataset, SetFiles) and not dataset.sets:
        return Scored(corpus_evaluation(dataset, texts, how))
    # Here, since texts without sets need none of it: it takes several times as long to import.
    from extractors.api.outputs_and_sets import evaluation_of
    from extractors.api.scored_sets import ScoredSets

    return ScoredSets(evaluation_of(dataset, texts, returned=returned, how=how))
