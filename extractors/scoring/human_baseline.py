"""Compute what a phenomenon costs systems beyond human translations, by the same measure.

A difference between a set and its controls by a metric that sees a reference also tells how freely people translate
such sentences: a human translation that is scored against another one shows most of it
(lab/measurements/human_baseline.py).
So with two human references or more, each is scored against each other one as if it were a system, and systems are
scored against one reference at a time. `beyond` is the mean over systems and references of set minus controls, less
the same of people. All are weighted sums of one contrast on the same segments: their influences add up, and what
systems and people share falls out of the error. Scores that are brought (MQM, ESA, COMETKiwi) are used in the same
way, where human translations have scores among the systems'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from extractors.core.arrays import Float64
from extractors.core.errors import InputError
from extractors.extract.matches import MatchedControls
from extractors.formats.statistics import AgainstOne, Numbers
from extractors.scoring.control_pool import ControlPool
from extractors.scoring.corrections import finite
from extractors.scoring.documents import ALONE, SegmentClusters
from extractors.scoring.metrics import Metric, create_metric
from extractors.scoring.set_scores import signature_of_effect
from extractors.scoring.statistics.contrasts import Contrast, contrast

SYSTEMS, HUMANS, BEYOND = "systems", "humans", "beyond"
"""The differences of a phenomenon: of systems by all references, of people and beyond these by one at a time."""

Row = dict[str, Any]


@dataclass(frozen=True)
class HumanBaseline:
    """Pairs of a translation and the human reference it is scored against, by one metric.

    Attributes:
        rows: (N, P, k) statistics of the corpus's segments.
        by_system: (P, K) weights of the pairs in the mean over references of each system.
        of_people: (P,) those in the mean over people and references.
        people: whose translations are scored.
        signature: of the metric with one reference.
    """

    made: Metric
    rows: Numbers
    by_system: Float64
    of_people: Float64
    people: tuple[str, ...]
    signature: str

    @classmethod
    def of(cls, references: Sequence[AgainstOne], options: Mapping[str, Any]) -> HumanBaseline | None:
        """Build the baseline from the scores against each reference; return None if no human translation was scored.

        Raises:
            InputError: the references have different systems.
        """
        if not any(against.humans for against in references):
            return None
        systems = [translation.system for translation in references[0].systems]
        if any([translation.system for translation in against.systems] != systems for against in references):
            raise InputError("the references do not have the same systems", remedy="score all systems again")
        pairs = [translation for against in references for translation in (*against.systems, *against.humans)]
        metric = pairs[0].metric
        system_numbers, is_human = np.zeros((2, len(pairs)), dtype=np.int64)
        start = 0
        for against in references:
            human = start + len(systems)
            system_numbers[start:human] = np.arange(len(systems))
            is_human[human : human + len(against.humans)] = 1
            start = human + len(against.humans)
        # Each system is scored once against each reference, and its pairs weigh the same; human pairs weigh 0.
        by_system = (system_numbers[:, None] == np.arange(len(systems))) * (1 - is_human[:, None]) / len(references)
        return cls(
            made=create_metric(metric, options),
            rows=np.stack([translation.rows for translation in pairs], axis=1),
            by_system=by_system.astype(np.float64),
            of_people=is_human / is_human.sum(),
            people=tuple(sorted({translation.system for against in references for translation in against.humans})),
            signature=pairs[0].signature,
        )

    def contrast(self, matches: MatchedControls, pool: ControlPool) -> Contrast | None:
        """Compare each pair on a set with its controls, (P,); return None where no segment has controls."""
        return contrast(self.rows, matches, self.made.score, pool.sums(self.rows, matches))

    def weights(self) -> Float64:
        """Return (P, 2) the weights of the pairs in HUMANS and in BEYOND."""
        return np.stack([self.of_people, self.by_system.mean(axis=1) - self.of_people], axis=1)

    def measured(self, matches: MatchedControls | None, pool: ControlPool | None, clusters: SegmentClusters) -> Row:
        """Return the measured columns of FINDINGS for a set; {} if it has no controls or a pair has no score."""
        contrast = None if matches is None or pool is None else self.contrast(matches, pool)
        if contrast is None or not contrast.scored.all():
            return {}
        estimate = contrast.of_systems(self.weights()).estimate(clusters.numbers)
        row: Row = {}
        for column, name in enumerate((HUMANS, BEYOND)):
            row[name] = finite(estimate.value[column])
        beyond_of_systems = contrast.value @ (self.by_system - self.of_people[:, None])
        return row | {
            "low": finite(estimate.low[-1]),
            "high": finite(estimate.high[-1]),
            "signature": f"{signature_of_effect(self.signature, clusters)}|humans:{len(self.people)}",
            "standard_error": finite(estimate.standard_error[-1]),
            "skewness": float(np.broadcast_to(estimate.skewness, 2)[-1]),
            "units": estimate.n,
            "p": finite(estimate.p_value[-1]),
            "below": int((beyond_of_systems < 0).sum()),
        }


def measured_finding(
    effect: Row,
    sees: str,
    baseline: HumanBaseline | None = None,
    matches: MatchedControls | None = None,
    pool: ControlPool | None = None,
    clusters: SegmentClusters = ALONE,
) -> Row:
    """Return the columns of FINDINGS that say what a set costs the systems, and how much of that is beyond people.

    A metric that sees no reference and scored no human translation needs no baseline: the whole cost counts as BEYOND.
    A metric that sees a reference and has no baseline is about the text, and gets no p.

    Args:
        effect: the row of EFFECTS by the primary metric.
        sees: what that metric sees besides translations, `source` or `reference`.
        matches: the controls of the set; None for an empty set.
    """
    systems = {SYSTEMS: effect["difference"], "below": effect["below"]}
    systems |= {end: effect[f"difference_{end}"] for end in ("low", "high")}
    if baseline is None and sees == "source":
        own = {name: effect[name] for name in ("standard_error", "skewness", "units", "p")}
        return systems | {BEYOND: effect["difference"]} | own
    return systems if baseline is None else systems | baseline.measured(matches, pool, clusters)
