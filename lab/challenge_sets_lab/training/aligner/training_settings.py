"""The settings of the recipe. Imports nothing heavy: the command line shows the defaults."""

from dataclasses import dataclass

from extractors.core.errors import InputError

FEWEST_SUBWORDS = 100
"""A smaller vocabulary than this holds little more than letters."""


@dataclass(frozen=True, slots=True)
class AlignerTraining:
    """How to train an encoder; the defaults are those of the shipped one.

    Attributes:
        vocabulary: the most subwords, both languages together.
        longest: pairs with more words on a side are left out.
        width, inner, heads, layers: the sizes of the BERT.
        epochs_static, epochs: passes over the bitext, for the static embeddings and for each of the two
            rounds with layers.
        rate_static, rate_first, rate_second: the highest learning rates of Adam; each rises for `warm_up`
            steps and falls linearly to 0.
        batch_subwords: the most subwords of both sides in a batch, padding counted.
        temperature: cosines are divided by this before the softmax.
        dropout: of embeddings, attention and what each layer adds.
        relabel_layer: the hidden state whose links relabel, 0 for the embeddings.
        iterations: of eflomal, as a multiple of its own number.
        half: bfloat16 within the layers, faster where the processor has instructions for it.
        seed: of everything random but eflomal, which takes none.
    """

    vocabulary: int = 16_000
    longest: int = 100
    width: int = 256
    inner: int = 512
    heads: int = 4
    layers: int = 2
    epochs_static: int = 4
    epochs: int = 2
    rate_static: float = 3e-3
    rate_first: float = 5e-4
    rate_second: float = 7e-4
    batch_subwords: int = 6000
    warm_up: int = 100
    temperature: float = 0.07
    dropout: float = 0.1
    relabel_layer: int = 2
    iterations: float = 1.0
    half: bool = False
    seed: int = 1

    def __post_init__(self) -> None:
        for name, value, least in (
            ("vocabulary", self.vocabulary, FEWEST_SUBWORDS),
            ("epochs-static", self.epochs_static, 1),
            ("epochs", self.epochs, 1),
            ("seed", self.seed, 0),
        ):
            if value < least:
                raise InputError(f"--{name} {value} is too small", remedy=f"give {least} or more")
