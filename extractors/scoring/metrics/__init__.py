"""Metrics: statistics of each segment once, then a score for any collection of segments.

One metric a file; names are file names. Because scores come from sums of rows, every challenge set,
control sample and bootstrap sample costs one addition of rows and not one more run of the metric.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from extractors.core import registry

if TYPE_CHECKING:
    from extractors.core.arrays import Float64

ReferenceCount = int | Literal["var"]
"""How many references each segment has; `var`, as in sacreBLEU, where some have fewer."""


class Metric(ABC):
    """A corpus-level metric with additive sufficient statistics.

    A metric's constructor takes keyword-only, typed options, all with defaults.
    """

    #: What stands before the signature where a score is printed, as in sacreBLEU: `BLEU`, `chrF2++`.
    label: str
    higher_is_better: bool = True
    #: The lowest and the highest possible score.
    bounds: tuple[float, float] = (-inf, inf)
    #: What its scores are given by, besides the translation.
    sees: Literal["source", "reference"] = "reference"

    @property
    def difference_bounds(self) -> tuple[float, float]:
        """Return the lowest and the highest possible difference between two scores."""
        least, most = self.bounds
        return least - most, most - least

    @abstractmethod
    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Float64:
        """Compute the (n, k) sufficient statistics of n segments.

        Args:
            hypotheses: n segments.
            references: R reference translations of n segments each; R >= 1. Empty ones of a segment that has another
                are missing, as sacreBLEU's None.
        """

    def statistics_of_outputs(
        self, outputs: Sequence[Sequence[str]], references: Sequence[Sequence[str]]
    ) -> list[Float64]:
        """Compute `statistics` of several outputs."""
        return [self.statistics(texts, references) for texts in outputs]

    def statistics_of_groups(
        self,
        outputs: Mapping[str, Sequence[str]],
        references: Mapping[str, Sequence[str]],
        groups: Sequence[Sequence[str]],
    ) -> list[dict[str, Float64]]:
        """Compute `statistics` of several systems against several groups of references.

        Args:
            outputs, references: n segments of each, by name.
            groups: the names of the references of each group.

        Returns:
            Of each group, the statistics by system.
        """
        found = (
            self.statistics_of_outputs([*outputs.values()], [references[name] for name in group]) for group in groups
        )
        return [dict(zip(outputs, of_group, strict=True)) for of_group in found]

    @abstractmethod
    def score(self, totals: Float64) -> Float64:
        """Score sums of rows of `statistics`: (..., k) gives (...). A sum over no segments has the score NaN."""

    @abstractmethod
    def signature(self, references: ReferenceCount) -> str:
        """Return a signature in sacreBLEU's manner for a number of references: `nrefs:2|case:mixed|...`."""


def create_metric(name: str, options: Mapping[str, Any]) -> Metric:
    """Make the metric of that name with options; refuse an unknown name or option and suggest the nearest.

    With the option `segment_scores` the metric is the mean of scores that the user brings.
    """
    if options.get("segment_scores"):
        from extractors.scoring.metrics._segment_scores import SegmentScores

        return SegmentScores(name=name, higher_is_better=options["higher_is_better"], sees=options["sees"])
    return registry.create(sys.modules[__name__], Metric, name, options)


def check_metrics(metrics: Mapping[str, Mapping[str, Any]]) -> None:
    """Refuse options that a metric does not have, and values beyond their bounds; pass over unknown names.

    Make no metric, as that may load a model.
    """
    package = sys.modules[__name__]
    for name in set(metrics) & set(registry.names(package)):
        registry.check_options(registry.load(package, Metric, name), name, metrics[name])


def metric_of_segments(name: str, options: Mapping[str, Any]) -> Metric:
    """Make a metric that scores single segments: BLEU works as in sacreBLEU's sentence_bleu."""
    return create_metric(name, {**options, "effective_order": True} if name == "bleu" else options)


def metric_signature(metric: str, options: Mapping[str, Any], *, references: ReferenceCount) -> str:
    """Return the name and signature of a metric for a number of references, as sacreBLEU prints them."""
    created = create_metric(metric, options)
    return f"{created.label}|{created.signature(references)}"


def count_references(references: Sequence[Sequence[str]]) -> ReferenceCount:
    """Count the references that each segment has, out of R; `var` where segments differ."""
    from extractors.scoring.metrics._options import missing_references

    of_segments = set((~missing_references(references)).sum(axis=0).tolist()) or {len(references)}
    return of_segments.pop() if len(of_segments) == 1 else "var"
