"""How two outputs differ, beside references and by themselves: segments, n-grams of words, rare words, long sources.

What people know from compare-mt (Neubig et al., "compare-mt: A Tool for Holistic Comparison of Language Generation
Systems", NAACL 2019 demonstrations, https://aclanthology.org/N19-4007/). Words are cut by one rule in all languages:
runs of letters and digits, each Chinese or Japanese character, and each other sign. Nothing here is tested.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from extractors.core.arrays import Float64
from extractors.formats.statistics import Statistics
from extractors.formats.thresholds import FEWEST_SHOWN
from extractors.scoring.metrics import Metric, metric_of_segments

WORD = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+|[^\w\s]|_")
LONGEST = 4
"""Words of the longest n-grams."""
SHOWN = 10
"""N-grams of each side, and segments, that are shown."""
FREQUENCIES = (1, 2, 5, 10, 100, 1000)
LENGTHS = (1, 10, 20, 30, 40, 60)
"""Where the classes begin: occurrences of a word in a reference, and words of a source."""

Row = dict[str, Any]
Words = list[str]


def words_of(text: str) -> Words:
    """Return the words of a text in lower case."""
    return WORD.findall(text.lower())


@dataclass(frozen=True, kw_only=True)
class OutputDifferences:
    """An older and a newer output of n segments.

    Attributes:
        source: (n,) texts; empty ones where they are not known.
        references: R of n texts each.
        old, new: (n,) texts.
    """

    source: Sequence[str]
    references: Sequence[Sequence[str]]
    old: Sequence[str]
    new: Sequence[str]

    @cached_property
    def gains(self) -> Float64:
        """(n,) chrF of the newer output minus that of the older one, segment by segment; 0 without references."""
        if not self.references:
            return np.zeros(len(self.old))
        metric = metric_of_segments("chrf", {})
        scores = [metric.score(metric.statistics(texts, self.references)) for texts in (self.old, self.new)]
        return np.nan_to_num(scores[1]) - np.nan_to_num(scores[0])

    def segments(self) -> list[int]:
        """Return the segments with the largest gains and losses of chrF, SHOWN at most, the largest first."""
        # Gains that differ in the last bits alone keep the order of the segments.
        order = np.lexsort([np.arange(len(self.gains)), -np.abs(np.round(self.gains, 6))])
        return [int(number) for number in order[:SHOWN] if self.gains[number]]

    @cached_property
    def _words(self) -> tuple[list[Words], list[Words], list[list[Words]]]:
        old, new, *references = ([words_of(text) for text in texts] for texts in (self.old, self.new, *self.references))
        return old, new, references

    def matched_ngrams(self) -> dict[str, list[Row]]:
        """Return the n-grams of references that one output has more often than the other: of `old` and of `new`.

        A segment's n-gram counts as often as the output and that reference that has it most often both have it.
        """
        old, new, references = self._words
        matched: tuple[Counter[tuple[str, ...]], Counter[tuple[str, ...]]] = Counter(), Counter()
        for number in range(len(old)):
            in_references: Counter[tuple[str, ...]] = Counter()
            for reference in references:
                in_references |= ngrams(reference[number])
            for counter, text in zip(matched, (old[number], new[number]), strict=True):
                counter.update(ngrams(text) & in_references)
        return telling_ngrams(*matched)

    def own_ngrams(self) -> dict[str, list[Row]]:
        """Return the n-grams that one output has more often than the other, whatever references have."""
        old, new, _ = self._words
        counters: tuple[Counter[tuple[str, ...]], Counter[tuple[str, ...]]] = Counter(), Counter()
        for counter, texts in zip(counters, (old, new), strict=True):
            for text in texts:
                counter.update(ngrams(text))
        return telling_ngrams(*counters)

    def by_frequency(self) -> list[Row]:
        """Return, by how often a reference has a word, the shares of its occurrences that the outputs have."""
        old, new, references = self._words
        totals = np.zeros((3, len(FREQUENCIES)), dtype=np.int64)
        for reference in references:
            counts = Counter(word for text in reference for word in text)
            for wanted, before, after in zip(reference, map(Counter, old), map(Counter, new), strict=True):
                for word, count in Counter(wanted).items():
                    class_number = int(np.searchsorted(FREQUENCIES, counts[word], side="right")) - 1
                    totals[:, class_number] += (count, min(count, before[word]), min(count, after[word]))
        return [
            {"class": name, "n": int(n), "old": float(before / n), "new": float(after / n)}
            for name, (n, before, after) in zip(class_names(FREQUENCIES), totals.T, strict=True)
            if n
        ]

    def by_length(self, old: Statistics, new: Statistics, metric: Metric) -> list[Row]:
        """Return the scores of the segments by the words of their sources; of the first reference without sources.

        Classes of fewer than FEWEST_SHOWN segments are left out.

        Args:
            old, new: statistics under the metric.
        """
        if not self.has_source and not self.references:
            return []
        measured = self.source if self.has_source else self.references[0]
        lengths = np.array([len(words_of(text)) for text in measured])
        class_numbers = np.searchsorted(LENGTHS, lengths, side="right") - 1
        rows = []
        for class_number, name in enumerate(class_names(LENGTHS)):
            chosen = class_numbers == class_number
            if chosen.sum() < FEWEST_SHOWN:
                continue
            sums = np.stack([statistics.rows[chosen].sum(axis=0, dtype=np.float64) for statistics in (old, new)])
            before, after = metric.score(sums).tolist()
            rows.append({"class": name, "n": int(chosen.sum()), "old": before, "new": after})
        return rows

    @property
    def has_source(self) -> bool:
        """Whether the source is known."""
        return any(self.source)


def ngrams(words: Words) -> Counter[tuple[str, ...]]:
    """Count the n-grams of words, from one word to LONGEST; leave out n-grams without a letter or digit."""
    every = (
        tuple(words[start : start + order])
        for order in range(1, LONGEST + 1)
        for start in range(len(words) - order + 1)
    )
    return Counter(ngram for ngram in every if any(word[0].isalnum() for word in ngram))


def telling_ngrams(old: Counter[tuple[str, ...]], new: Counter[tuple[str, ...]]) -> dict[str, list[Row]]:
    """Return the n-grams whose share of both counts is most one-sided, each count raised by one as compare-mt does.

    One that stands in a longer one with the same counts is left out.
    """
    sides = {}
    for side, (more, less) in {"old": (old, new), "new": (new, old)}.items():
        gained = [ngram for ngram, count in more.items() if count > less[ngram]]
        gained.sort(key=lambda ngram: (-(more[ngram] + 1) / (more[ngram] + less[ngram] + 2), -len(ngram), ngram))
        sides[side] = [
            {"ngram": " ".join(ngram), "old": old[ngram], "new": new[ngram]} for ngram in _longest(gained, old, new)
        ]
    return sides


def _longest(
    ordered: Iterable[tuple[str, ...]], old: Counter[tuple[str, ...]], new: Counter[tuple[str, ...]]
) -> list[tuple[str, ...]]:
    """Return the first SHOWN n-grams, leaving out any that stands in one kept with the same counts."""
    kept: list[tuple[str, ...]] = []
    for ngram in ordered:
        # Blanks at both ends, so that `a b` is not found in `ba b`.
        text = f" {' '.join(ngram)} "
        counts = old[ngram], new[ngram]
        if not any(text in f" {' '.join(other)} " and counts == (old[other], new[other]) for other in kept):
            kept.append(ngram)
        if len(kept) == SHOWN:
            break
    return kept


def class_names(begins: Sequence[int]) -> list[str]:
    """Return the names of classes of whole numbers: `1`, `2-4`, `1000 or more`."""
    ends = [nxt - 1 for nxt in begins[1:]]
    names = [str(first) if first == last else f"{first}-{last}" for first, last in zip(begins, ends, strict=False)]
    return [*names, f"{begins[-1]} or more"]
