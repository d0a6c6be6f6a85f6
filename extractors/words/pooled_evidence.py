"""Evidence at the words of several runs put together, as if their corpora were one.

Hits are compared with control words of their own run, and documents of two runs are never one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from extractors.words.systems_at_words import Evidence


@dataclass(frozen=True, kw_only=True)
class RunEvidence:
    """The evidence of one run.

    Attributes:
        evidence: by phenomenon; columns of values are `systems`.
        clusters: how many numbers of clusters the run has.
    """

    evidence: Mapping[str, Evidence]
    systems: Sequence[str]
    clusters: int


def pooled_evidence(runs: Sequence[RunEvidence], systems: Sequence[str]) -> dict[str, Evidence]:
    """Return the evidence of each phenomenon over all runs that have some, with values of these systems alone.

    Args:
        systems: the columns of values, in this order; every run has them.
    """
    parts: dict[str, list[Evidence]] = {}
    first = 0
    for run in runs:
        columns = [list(run.systems).index(system) for system in systems]
        for name, one in run.evidence.items():
            before = parts.setdefault(name, [])
            strata = int(before[-1].stratum.max(initial=-1)) + 1 if before else 0
            before.append(
                replace(
                    one,
                    stratum=one.stratum + strata,
                    cluster=one.cluster + first,
                    values=one.values[:, columns],
                )
            )
        first += run.clusters
    return {name: _joined(of) for name, of in parts.items()}


def _joined(parts: Sequence[Evidence]) -> Evidence:
    return Evidence(
        is_hit=np.concatenate([part.is_hit for part in parts]),
        stratum=np.concatenate([part.stratum for part in parts]),
        cluster=np.concatenate([part.cluster for part in parts]),
        distance=np.concatenate([part.distance for part in parts]),
        values=np.concatenate([part.values for part in parts]),
        is_order=parts[0].is_order,
    )
