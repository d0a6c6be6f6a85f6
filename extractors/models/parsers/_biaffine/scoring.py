"""What a network of the parser is asked and what it answers, whichever library computes it.

`array_network` computes with NumPy, on a processor; `network` with PyTorch, to be trained or to run on a GPU.
Both have the same weights by the same names (`Dimensions.arrays`).
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol, TypeVar

from extractors.core.arrays import Float32, Int64
from extractors.models.parsers._biaffine.words import SegmentBatch

WORDS_AT_ONCE = 128
"""Words whose relations are scored at once, so that the intermediate result stays in the processor's cache."""

Arrays = Mapping[str, Float32]
"""The weights of a network by name."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Widths and rates. Rates of dropout matter in training only."""

    form: int = 100
    affix: int = 128
    ngram: int = 64
    shape: int = 16
    style: int = 16
    hidden: int = 200
    layers: int = 3
    tag: int = 128
    arc: int = 200
    relation: int = 64
    dropout: float = 0.33
    unknown: float = 0.15

    def settings(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dimensions:
    """All that the shapes of a network's weights depend on.

    Attributes:
        sizes: widths.
        forms, shapes, affix_rows, ngram_rows: rows of the tables (forms and shapes without the unknown).
        tags: the number of labels of each head that tags words.
        relations: the number of relations.
        styles: the number of treebanks it is trained on (Stymne et al. 2018, treebank embeddings).
    """

    sizes: Sizes
    forms: int
    shapes: int
    affix_rows: int
    ngram_rows: int
    tags: dict[str, int]
    relations: int
    styles: int

    @property
    def width(self) -> int:
        """Of what the first layer reads: the vector of a word and of the treebank."""
        sizes = self.sizes
        return sizes.form + sizes.shape + sizes.affix + sizes.ngram + sizes.style

    def arrays(self) -> dict[str, tuple[int, ...]]:
        """The shape of each array of weights, by name."""
        sizes = self.sizes
        hidden, top = sizes.hidden, 2 * sizes.hidden
        shapes: dict[str, tuple[int, ...]] = {
            "form.weight": (self.forms + 1, sizes.form),
            "shape.weight": (self.shapes + 1, sizes.shape),
            "affix.weight": (self.affix_rows, sizes.affix),
            "ngram.weight": (self.ngram_rows, sizes.ngram),
            "style.weight": (self.styles, sizes.style),
            "root": (top,),
            "arc": (sizes.arc + 1, sizes.arc),
            "relation": (self.relations, sizes.relation + 1, sizes.relation + 1),
        }
        for layer in range(sizes.layers):
            for direction in ("forwards", "backwards"):
                name = f"layers.{layer}.{direction}"
                shapes[f"{name}.weight_ih_l0"] = (4 * hidden, top if layer else self.width)
                shapes[f"{name}.weight_hh_l0"] = (4 * hidden, hidden)
                shapes[f"{name}.bias_ih_l0"] = shapes[f"{name}.bias_hh_l0"] = (4 * hidden,)
        linear = {
            "tag_hidden": (sizes.tag, top),
            "starts": (1, sizes.tag),
            "arc_dependent": (sizes.arc, top),
            "arc_head": (sizes.arc, top),
            "relation_dependent": (sizes.relation, top),
            "relation_head": (sizes.relation, top),
            **{f"tags.{name}": (labels, sizes.tag) for name, labels in self.tags.items()},
        }
        for name, shape in linear.items():
            shapes[f"{name}.weight"], shapes[f"{name}.bias"] = shape, shape[:1]
        return shapes

    def check(self, arrays: Arrays) -> None:
        """Refuse weights of other names or shapes. Raises ValueError: naming one that differs."""
        expected = self.arrays()
        if differing := sorted(expected.keys() ^ arrays.keys()):
            raise ValueError(f"weights are missing or not expected: {', '.join(differing[:3])}")
        for name, shape in expected.items():
            if arrays[name].shape != shape:
                raise ValueError(f"{name} has the shape {arrays[name].shape}, not {shape}")


@dataclass(frozen=True, slots=True)
class Scores:
    """A network's scores for B segments, the longest of L words, of N words in all, one segment after another.

    Attributes:
        tags: by head (`upos`, `feature_Case`, ...), (N, labels) scores.
        starts: (N,) logit that a sentence begins at the word.
        arcs: (B, L, L + 1) scores of heads, the root first. Padding has any scores.
        relations: from (N,) heads, 1-based in the segment, 0 for the root, to (N, relations) scores.
    """

    tags: dict[str, Float32]
    starts: Float32
    arcs: Float32
    relations: Callable[[Int64], Float32]


class Scorer(Protocol):
    """A network that scores."""

    @property
    def sizes(self) -> Sizes: ...

    def arrays(self) -> Arrays:
        """Its weights."""

    def score(self, batch: SegmentBatch) -> Scores:
        """The scores of a batch, annotated in the style of the first treebank."""


Kind = TypeVar("Kind", bound=Scorer)
