"""The labels that the network may give a word, as lists; the number of a label is its place.

Features are said one by one (`Case`, `Number`, ...), not as whole bundles: a bundle never seen in
training can then be right, and a treebank that leaves a feature out of some words need not teach
that they have none.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

FEATURE = "feature_"
"""Before the name of a feature, the network's head that says it."""
NONE = "_"
"""No value: an empty tag, a word without the feature."""


@dataclass(frozen=True)
class Labels:
    """The inventories of a parser.

    Attributes:
        upos, xpos, deprel, lemma_rule: the labels of each kind.
        features: (feature, its values) pairs; the first value is always `_`, none.
    """

    upos: tuple[str, ...]
    xpos: tuple[str, ...]
    deprel: tuple[str, ...]
    lemma_rule: tuple[str, ...]
    features: tuple[tuple[str, tuple[str, ...]], ...]

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The number of labels of each head of the network that tags words."""
        sizes = {"upos": len(self.upos), "xpos": len(self.xpos), "lemma_rule": len(self.lemma_rule)}
        return {name: size for name, size in sizes.items() if size} | {
            f"{FEATURE}{name}": len(values) for name, values in self.features
        }

    def bundle(self, values: tuple[int, ...]) -> str:
        """The FEATS column from one value a feature, in UD's order."""
        pairs = [
            f"{name}={labels[value]}" for (name, labels), value in zip(self.features, values, strict=True) if value
        ]
        return "|".join(sorted(pairs, key=str.lower)) or NONE


def frequent(values: Iterable[str], minimum: int) -> tuple[str, ...]:
    """The distinct values that occur at least `minimum` times, sorted; `_` is none of them."""
    counts = Counter(values)
    return tuple(sorted(value for value, count in counts.items() if count >= minimum and value != NONE))
