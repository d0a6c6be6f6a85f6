"""Bundles of systems: those whose outputs one job reads, and one job computes the segment statistics of.

Starting a job takes some 0.7 s of CPU time, which is more than the work on a small output. So the systems of a small
corpus share jobs, and those of a large one have a job each. A bundle depends on the config and on the source's size
alone: neither another number of cores nor a result that is there makes another one of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from extractors.config.corpus import CorpusConfig
from extractors.inputs.places import Place
from extractors.inputs.reading import files_of

WORK = 1_500_000
"""Bytes of text in a job: some 10,000 segments, of which BLEU, chrF and RIBES take five seconds."""
TEST_SET = 150_000
"""Bytes that the source of a library is taken to have: a test set has a thousand segments or two."""


@dataclass(frozen=True)
class Bundle:
    """Systems of a corpus that share a job.

    Attributes:
        number: from 1, within the corpus.
    """

    corpus: str
    number: int
    systems: tuple[str, ...]


def bundles_of(corpus: CorpusConfig) -> list[Bundle]:
    """The bundles of a corpus's systems, in the order of the config.

    A system whose output the run makes is by itself: the others need not wait for it.
    """
    given = [system for system in corpus.systems if system not in corpus.translations]
    made = [(system,) for system in corpus.systems if system in corpus.translations]
    groups = [*groups_of(given, source_size(corpus.source)), *made]
    return [Bundle(corpus.name, number, group) for number, group in enumerate(groups, 1)]


def groups_of(systems: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """Systems in groups of as many as make up the work of a job, one at least; all of a size, the last one or smaller.

    Args:
        size: bytes of an output.
    """
    most = max(1, WORK // max(1, size))
    groups = math.ceil(len(systems) / most)
    together = math.ceil(len(systems) / max(1, groups))
    return [tuple(systems[start : start + together]) for start in range(0, len(systems), max(1, together))]


def source_size(source: Place) -> int:
    """The bytes of a source's files; a guess for that of a library, and for a file that is missing."""
    sizes = [Path(file).stat().st_size for file in files_of(source) if Path(file).is_file()]
    return sum(sizes) if sizes else TEST_SET
