"""The labels that the network may give a word, as lists; the number of a label is its place.

Features are said one by one (`Case`, `Number`, ...), not as whole bundles: a bundle never seen in
training can then be right, and a treebank that leaves a feature out of some words need not teach
that they have none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from extractors.core.arrays import Int64

FEATURE = "feature_"
"""Before the name of a feature, the network's head that says it."""
NONE = "_"
"""No value: an empty tag, a word without the feature."""


@dataclass(frozen=True)
class Labels:
    """The inventories of a parser.

    Attributes:
        upos, deprel, lemma_rule: the labels of each kind.
        features: (feature, its values) pairs; the first value is always `_`, none.
    """

    upos: tuple[str, ...]
    deprel: tuple[str, ...]
    lemma_rule: tuple[str, ...]
    features: tuple[tuple[str, tuple[str, ...]], ...]

    def check(self) -> None:
        """Refuse labels that CoNLL-U cannot hold: a tab or line feed would break the row of a word.

        Raises:
            ValueError: a label is empty or has white space; a lemma rule may have blanks.
        """
        values = [value for name, values in self.features for value in (name, *values)]
        for label in (*self.upos, *self.deprel, *values):
            if not label or any(map(str.isspace, label)):
                raise ValueError(f"the label {label!r} is empty or has white space")
        for rule in self.lemma_rule:
            if not rule.replace(" ", "_").isprintable():
                raise ValueError(f"the lemma rule {rule!r} has a character that is not printable")

    def own(self, has: Mapping[str, Any]) -> tuple[Labels, dict[str, Int64]]:
        """Select the labels that a treebank has, and find their places among all.

        Args:
            has: by `upos`, `deprel` and `lemma_rule` the numbers of its labels, and under `features` those of the
                values by feature.

        Returns:
            The part, and by head of the network (`upos`, `deprel`, `lemma_rule`, features by name) the (n,) numbers of
            its labels among all.

        Raises:
            KeyError, IndexError: they are not numbers of labels.
        """

        def part(name: str) -> tuple[str, ...]:
            return tuple(getattr(self, name)[k] for k in has[name])

        numbers = {name: np.array(has[name], dtype=np.int64) for name in ("upos", "deprel", "lemma_rule")}
        features = []
        start = 0
        for name, values in self.features:
            # The first value is `_`: with no other the feature is never there.
            if len(has["features"].get(name, ())) > 1:
                own = has["features"][name]
                features.append((name, tuple(values[k] for k in own)))
                # The network scores the values of all features in one row, feature by feature.
                numbers[name] = np.array(own, dtype=np.int64) + start
            start += len(values)
        return Labels(part("upos"), part("deprel"), part("lemma_rule"), tuple(features)), numbers

    def bundle(self, values: tuple[int, ...]) -> str:
        """Format the values of the features, one number each, as FEATS in UD's order."""
        pairs = [
            f"{name}={labels[value]}" for (name, labels), value in zip(self.features, values, strict=True) if value
        ]
        return "|".join(sorted(pairs, key=str.lower)) or NONE
