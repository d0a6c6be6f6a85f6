"""What each treebank has of the parser's labels."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from extractors.core.arrays import Int64
from extractors.models.parsers._multilingual.labels import Labels


@dataclass(frozen=True)
class OwnLabels:
    """The labels of a treebank: their own inventories, and where these stand among those of all treebanks.

    Attributes:
        labels: the inventories.
        places: by head of the network (`upos`, `deprel`, `lemma_rule`, features by name), (n,) numbers among all.
    """

    labels: Labels
    places: dict[str, Int64]


def own_labels(whole: Labels, has: Mapping[str, Any]) -> OwnLabels:
    """The part of the inventories that a treebank has.

    Args:
        has: by `upos`, `deprel` and `lemma_rule` the numbers of its labels, and under `features` those of the values by
            feature.

    Raises:
        KeyError, IndexError: they are not numbers of labels.
    """

    def part(name: str) -> tuple[str, ...]:
        return tuple(getattr(whole, name)[k] for k in has[name])

    places = {name: np.array(has[name], dtype=np.int64) for name in ("upos", "deprel", "lemma_rule")}
    features = []
    start = 0
    for name, values in whole.features:
        if len(has["features"].get(name, ())) > 1:
            own = has["features"][name]
            features.append((name, tuple(values[k] for k in own)))
            places[name] = np.array(own, dtype=np.int64) + start
        start += len(values)
    labels = Labels(part("upos"), part("deprel"), part("lemma_rule"), tuple(features))
    return OwnLabels(labels, places)
