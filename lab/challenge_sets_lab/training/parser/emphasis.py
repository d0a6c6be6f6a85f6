"""Sentences that are worth more passes: those with a hit of a phenomenon in their gold trees.

A parser trained on text as it comes prefers common constructions. One that only one sentence in a hundred has is
missed more often than it is found where it is not. If the parser sees it more often, it finds it more often, at the
price of some precision.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from extractors.core.errors import InputError
from extractors.extract.detect import detect
from extractors.formats.treebank import Treebank
from extractors.phenomena import catalogue
from extractors.phenomena.catalogue import Phenomenon

Emphasis = Sequence[tuple[Phenomenon, int]]
"""Phenomena, and how often more the sentences with one of their hits are gone through."""

SPEC = re.compile(r"(?P<name>[^*]+)\*(?P<times>[1-9]\d*)")


def read(texts: Sequence[str], file: Path, *, language: str) -> Emphasis:
    """`["particle_verb*2"]` with the phenomena of a file."""
    if not texts:
        return []
    known = catalogue.load(file)
    times = {}
    for text in texts:
        match = SPEC.fullmatch(text)
        if match is None:
            raise InputError(
                f"{text!r} does not say how often", remedy="write PHENOMENON*TIMES, as preposition_stranding*3"
            )
        times[match["name"]] = int(match["times"])
    chosen = catalogue.select(known, list(times), language, path=file)
    return [(phenomenon, times[phenomenon.id]) for phenomenon in chosen]


def repetitions(treebank: Treebank, emphasis: Emphasis, *, language: str) -> npt.NDArray[np.int64]:
    """How often more each sentence of a treebank is to be gone through: the largest number of its phenomena.

    Returns:
        (S,) 0 for a sentence without a hit.
    """
    wanted: Mapping[str, int] = {phenomenon.id: number for phenomenon, number in emphasis}
    times = np.zeros(len(treebank.sentence_start) - 1, dtype=np.int64)
    hits = pa.concat_tables(detect([treebank], [phenomenon for phenomenon, _ in emphasis], language=language))
    segments, sentences = np.unique(treebank.segment, return_index=True)
    first_word = dict(zip(segments.tolist(), treebank.sentence_start[sentences].tolist(), strict=True))
    for segment, name, head in zip(
        *(hits.column(column).to_pylist() for column in ("segment_id", "phenomenon", "head_word")), strict=True
    ):
        sentence = treebank.sentence[first_word[segment] + head]
        times[sentence] = max(times[sentence], wanted[name])
    return times
