"""The labels that the network may give a word, as lists; the number of a label is its place.

Features are said one by one (`Case`, `Number`, ...), not as whole bundles: a bundle never seen in
training can then be right, and a treebank that leaves a feature out of some words need not teach
that they have none.
"""

from dataclasses import dataclass

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

    def bundle(self, values: tuple[int, ...]) -> str:
        """The FEATS column from one value a feature, in UD's order."""
        pairs = [
            f"{name}={labels[value]}" for (name, labels), value in zip(self.features, values, strict=True) if value
        ]
        return "|".join(sorted(pairs, key=str.lower)) or NONE
