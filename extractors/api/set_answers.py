"""Answers of single test sets on a phenomenon: computed from effects, collected, and pooled into `OverTestSets`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from extractors.api.many_test_sets import OverTestSets
from extractors.api.words_of_evaluation import words_over_test_sets
from extractors.core.arrays import Float64, Ids
from extractors.formats.over_test_sets import OVER_TEST_SETS
from extractors.scoring.atlas_effects import AtlasEffect, LoadedCorpus, SharedTexts
from extractors.scoring.statistics.contrasts import error_of_clusters, influence_on_corpus
from extractors.scoring.test_set_pooling import SetAnswer, pooled_answers
from extractors.words.systems_at_words import Evidence, Key

Row = dict[str, Any]


@dataclass(kw_only=True)
class AskedOfSets:
    """The answers of the test sets as they come in."""

    texts: SharedTexts = field(default_factory=SharedTexts)
    answers: dict[str, dict[str, list[SetAnswer]]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    scores: list[Row] = field(default_factory=list)
    words: dict[str, dict[Key, Evidence] | str] = field(default_factory=dict)

    def add(self, question: str, phenomenon: str, answer: SetAnswer) -> None:
        self.answers.setdefault(question, {}).setdefault(phenomenon, []).append(answer)

    def result(
        self,
        pair: str,
        names: Mapping[str, str],
        metric: str,
        alpha: float,
        phenomena: Sequence[str] | None = None,
    ) -> OverTestSets:
        """Pool the answers; `phenomena` is the family of tests, if it is named."""
        rows: list[Row] = []
        for question, by_phenomenon in self.answers.items():
            asked = {name: of for name, of in by_phenomenon.items() if phenomena is None or name in phenomena}
            pooled = pooled_answers(asked, alpha=alpha)
            empty = dict.fromkeys(column.name for column in OVER_TEST_SETS.columns)
            about = {"question": question, "metric": self.scores[0]["metric"]}
            rows += [
                empty | about | {"phenomenon": name, "label": self.labels[name]} | row for name, row in pooled.items()
            ]
        answers = [
            {"question": question, "phenomenon": phenomenon, **vars(answer)}
            for question, by_phenomenon in self.answers.items()
            for phenomenon, set_answers in by_phenomenon.items()
            for answer in set_answers
        ]
        at_words, no_words = (
            words_over_test_sets(self.words, names["old"], names["new"], alpha, phenomena) if self.words else (None, "")
        )
        return OverTestSets(
            pair=pair,
            names=names,
            metric=metric,
            rows=rows,
            answers=answers,
            scores=self.scores,
            alpha=alpha,
            at_words=at_words,
            no_words=no_words,
        )


def weighted(effect: AtlasEffect, weights_of: Mapping[str, float]) -> SetAnswer:
    """Return the weighted sum of the effects of systems; systems without a weight do not count."""
    weights = np.array([weights_of.get(system, 0.0) for system in effect.systems])
    error = error_of_clusters((effect.influences @ weights)[:, None], effect.units)
    return _answer(effect.corpus.name, effect.n, effect.units, float(effect.differences @ weights), error)


def on_set(corpus: LoadedCorpus, ids: Ids, *, old: str, new: str) -> SetAnswer:
    """Return how much better the newer system scores on a set than the older, with the error over clusters."""
    (block,) = corpus.scorer.blocks
    after, before = block.systems.index(new), block.systems.index(old)
    sign = 1.0 if block.made.higher_is_better else -1.0
    rows = block.rows[ids]
    scores = block.made.score(rows.sum(axis=0, dtype=np.float64))
    influence = influence_on_corpus(rows, block.made.score) / len(ids)
    numbers, places_of = np.unique(corpus.clusters[ids], return_inverse=True)
    sums = np.bincount(places_of, weights=influence[:, after] - influence[:, before])
    error = error_of_clusters(sums.astype(np.float64)[:, None], len(numbers))
    return _answer(corpus.corpus.name, len(ids), len(numbers), sign * float(scores[after] - scores[before]), error)


def _answer(name: str, n: int, units: int, value: float, error: Float64) -> SetAnswer:
    return SetAnswer(test_set=name.partition(":")[0], n=n, units=units, value=value, standard_error=float(error[0]))
