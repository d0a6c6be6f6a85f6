"""Evidence of several runs or test sets put together: hits keep the control words of their own, clusters are apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from extractors.words.systems_at_words import Evidence, Key

BY_ENTRY = ("is_hit", "stratum", "cluster", "distance", "values")
"""What Evidence has for each hit and each control word."""


def pooled_evidence(parts: Sequence[Mapping[Key, Evidence]]) -> dict[Key, Evidence]:
    """Return the evidence of each phenomenon and question over all parts that have some.

    Args:
        parts: of each run or test set, by phenomenon; columns of values are the same systems in all.
    """
    known: dict[Key, list[Evidence]] = {}
    first = 0
    for evidence in parts:
        for key, one in evidence.items():
            before = known.setdefault(key, [])
            # Each part numbers strata and clusters from 0: equal numbers of two parts must not become one.
            strata = 1 + max((int(other.stratum.max(initial=-1)) for other in before), default=-1)
            before.append(replace(one, stratum=one.stratum + strata, cluster=one.cluster + first))
        first += 1 + max((int(one.cluster.max(initial=-1)) for one in evidence.values()), default=-1)
    return {key: _joined(of) for key, of in known.items()}


def _joined(of: Sequence[Evidence]) -> Evidence:
    by_entry: dict[str, Any] = {name: np.concatenate([getattr(one, name) for one in of]) for name in BY_ENTRY}
    return replace(of[0], **by_entry)
