"""The links of a whole bitext as one sorted array of numbers, so that sets of them are quickly joined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from challenge_sets_lab.training.aligner import eflomal_links
from challenge_sets_lab.training.aligner.bitext import TrainingBitext

Packed = npt.NDArray[np.int64]
"""Links of all pairs, sorted, each at most once: pair << 32 | source position << 16 | target position."""

Numbers = npt.NDArray[np.int64]


def pack(links: Iterable[Iterable[tuple[int, int]]]) -> Packed:
    """Pack the links of each pair, in the order of the pairs, into one sorted array."""
    numbers = [k << 32 | i << 16 | j for k, alignment in enumerate(links) for i, j in alignment]
    return np.unique(np.array(numbers, np.int64))


def unpack(packed: Packed) -> tuple[Numbers, Numbers, Numbers]:
    """Return the pair, source position and target position of each link."""
    return packed >> 32, packed >> 16 & 0xFFFF, packed & 0xFFFF


def agreed(forward: Packed, reverse: Packed) -> Packed:
    """Return the links that both directions have."""
    return np.intersect1d(forward, reverse, assume_unique=True)


def relabelled(forward: Packed, reverse: Packed, encoder: Packed) -> Packed:
    """Return the links that both directions have, or one direction and the encoder.

    Links of the encoder alone are left out, since it could only confirm itself.
    """
    either = np.union1d(forward, reverse)
    return np.union1d(agreed(forward, reverse), np.intersect1d(either, encoder, assume_unique=True))


def of_words_to_subwords(links: Packed, source: Sequence[Numbers], target: Sequence[Numbers]) -> Packed:
    """Expand links between words to links between all their subwords.

    Args:
        source, target: for each pair, how many subwords each word has.
    """
    pairs, i, j = unpack(links)
    (rows, first_row), (columns, first_column) = _subwords(source, pairs, i), _subwords(target, pairs, j)
    many = rows * columns
    link = np.repeat(np.arange(len(links)), many)
    # The number of each product of a link, counted from 0: its row and column in the link's block.
    within = np.arange(len(link)) - np.repeat(np.cumsum(many) - many, many)
    width = np.maximum(columns[link], 1)
    x, y = first_row[link] + within // width, first_column[link] + within % width
    packed: Packed = np.sort(pairs[link] << 32 | x << 16 | y)
    return packed


def _subwords(counts: Sequence[Numbers], pairs: Numbers, words: Numbers) -> tuple[Numbers, Numbers]:
    """Return how many subwords each given word has, and the position of its first one.

    Args:
        counts: for each pair, how many subwords each word has.
        pairs, words: (n,) each, the pair of each word, and its place there.
    """
    lengths = np.array([len(of_pair) for of_pair in counts], np.int64)
    place = (np.cumsum(lengths) - lengths)[pairs] + words
    first = np.concatenate([np.cumsum(of_pair) - of_pair for of_pair in counts])
    return np.concatenate(counts)[place], first[place]


def by_eflomal(bitext: TrainingBitext, *, iterations: float) -> tuple[Packed, Packed]:
    """Align a bitext with eflomal, and return the packed links forward and reverse.

    eflomal takes no seed, so the links differ a little from run to run.
    """
    forward, reverse = eflomal_links.run(bitext.source, bitext.target, iterations=iterations)
    return pack(forward), pack(reverse)
