"""Pool the evidence of several runs or test sets: hits keep their own control words, and clusters stay apart."""

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
    by_key: dict[Key, list[Evidence]] = {}
    first = 0
    for evidence in parts:
        for key, part in evidence.items():
            earlier = by_key.setdefault(key, [])
            # Each part numbers strata and clusters from 0: equal numbers of two parts must not become one.
            strata = 1 + max((int(other.stratum.max(initial=-1)) for other in earlier), default=-1)
            earlier.append(replace(part, stratum=part.stratum + strata, cluster=part.cluster + first))
        first += 1 + max((int(part.cluster.max(initial=-1)) for part in evidence.values()), default=-1)
    return {key: _joined(of) for key, of in by_key.items()}


def _joined(parts: Sequence[Evidence]) -> Evidence:
    by_entry: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in BY_ENTRY}
    return replace(parts[0], **by_entry)
