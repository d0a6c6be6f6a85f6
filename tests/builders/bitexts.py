"""A made-up language pair: each word has one translation, and neighbours change places."""

import random
from pathlib import Path

from challenge_sets_lab.training.aligner.bitext import Texts
from challenge_sets_lab.training.aligner.training_settings import AlignerTraining

SYLLABLES = ("ba", "do", "ki", "lu", "me", "po", "ra", "su", "te", "wi")
WORDS = [first + second for first in SYLLABLES for second in SYLLABLES][:40]
GLOSSES = {word: f"{word[2:]}n{word[:2]}x" for word in WORDS}

TINY = AlignerTraining(
    vocabulary=200,
    width=16,
    inner=32,
    heads=2,
    epochs_static=2,
    epochs=2,
    batch_subwords=400,
    warm_up=3,
    iterations=0.05,
)
"""Enough to go through all steps, not to learn anything."""


def make_pair(draw: random.Random) -> tuple[list[str], list[str], list[tuple[int, int]]]:
    """Source words, target words, links."""
    source = draw.sample(WORDS, draw.randint(3, 9))
    order = list(range(len(source)))
    for k in range(0, len(order) - 1, 2):
        if draw.random() < 0.5:
            order[k], order[k + 1] = order[k + 1], order[k]
    return source, [GLOSSES[source[k]] for k in order], sorted((k, place) for place, k in enumerate(order))


def make_texts(count: int, *, seed: int = 1) -> Texts:
    draw = random.Random(seed)
    pairs = [make_pair(draw) for _ in range(count)]
    return [(" ".join(source), " ".join(target)) for source, target, _ in pairs]


def write_texts(texts: Texts, folder: Path) -> tuple[Path, Path]:
    paths = folder / "bitext.de", folder / "bitext.en"
    for path, side in zip(paths, zip(*texts, strict=True), strict=True):
        path.write_text("".join(f"{line}\n" for line in side), encoding="utf-8")
    return paths
