"""How many of a run's hits are right: of each phenomenon one number, read by a person or measured on treebanks.

Where a person read LEAST_FOUND of its hits or more in news, that number decides, as it does on what is run
(extractors.phenomena.trust): a gold tree may annotate a construction in another way. docs/lab/read-hits.md has both.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.phenomena import hits_read, parser_quality
from extractors.phenomena.detection import decides

if TYPE_CHECKING:
    from extractors.formats.origin import Origin

READING, TREEBANKS = "reading", "treebanks"
"""What a precision was found by."""


@dataclass(frozen=True)
class Precision:
    """The share of a phenomenon's detected hits that are right.

    Attributes:
        value: the share, 0 to 1.
        hits: how many hits it is of.
        by: READING or TREEBANKS.
    """

    value: float
    hits: float
    by: str

    @property
    def standard_error(self) -> float:
        """Of the share, by Agresti and Coull (The American Statistician 1998): two right and two wrong hits more."""
        more = self.hits + 4
        share = (self.value * self.hits + 2) / more
        return math.sqrt(share * (1 - share) / more)

    @property
    def text(self) -> str:
        """In words: `86 % of 44 hits read in news`, `65 % of 65 hits on treebanks`."""
        where = "read in news" if self.by == READING else "on treebanks"
        return f"{100 * self.value:.0f} % of {self.hits:g} hits {where}"


def of_run(
    origin: Origin | None, definitions: Mapping[str, str | None], file: str | Path | None = None
) -> dict[str, Precision]:
    """The precision of each phenomenon's hits in a run, as far as it is known.

    Of read hits it is right / (right + wrong): what is unsure counts for neither side.

    Arguments and errors are those of `parser_quality.of_run`.
    """
    parser = None if origin is None else parser_quality.of_parser(origin.parser, file)
    if origin is None or parser is None:
        return {}
    measured = parser_quality.of_run(origin, definitions, file)
    precisions = {
        name: Precision(figures.counts.precision, figures.counts.found, TREEBANKS)
        for name, figures in (measured.phenomena.items() if measured else ())
        if figures.gold >= parser_quality.FEWEST and figures.counts.precision
    }
    for name, read in hits_read.of_run(origin, parser.language, definitions).items():
        if decides(read):
            precisions.pop(name, None)
            if read.right:
                judged = read.right + read.wrong
                precisions[name] = Precision(read.right / judged, judged, READING)
    return precisions
