"""Which phenomena a run looks for: those that its parser finds well enough, as far as that was measured.

A phenomenon is left out, unless the config names it, if its measured precision is too low, or if the parser was
measured and never gives what its requests need. Where a person read enough hits in running text, these decide, and not
those of treebanks: a gold tree may annotate a construction in another way. Where the config asks for a precision, each
phenomenon gets the confidence from which on its hits have it, as measured on treebanks.
"""

import math
from collections.abc import Sequence

from extractors.core.errors import InputError
from extractors.phenomena import hits_read
from extractors.phenomena.catalogue import Phenomenon, definitions_checksum
from extractors.phenomena.detection import (
    IMPRECISE,
    LEAST_FOUND,
    NEVER_SHOWN,
    NOT_MEASURED,
    UNREACHED,
    Detection,
    Known,
    LeftOut,
    Threshold,
    decides,
)
from extractors.phenomena.hits_read import Read
from extractors.phenomena.parser_quality import Figures, Quality

LEAST_PRECISION = 0.7
"""The share of right hits below which a phenomenon is left out."""
QUANTILE = 0.8416212335729143
"""The 80 % quantile of the normal distribution: in four of five cases the precision is above the lower bound."""


def choose(
    chosen: Sequence[Phenomenon],
    quality: Quality | None,
    language: str,
    *,
    every: bool = False,
    minimum_precision: float = 0.0,
) -> tuple[list[Phenomenon], Detection]:
    """The phenomena to run, of those that the language has, and what is known of them and the others.

    What is found from the alignment rests on no parse, and stays.

    Args:
        every: whether those that are found too imprecisely are run too, as where a config names its phenomena.
        minimum_precision: the share of hits that shall be right; 0 for any.

    Raises:
        InputError: a precision is asked for, and the parser was not measured, or no phenomenon has it; the figures are
            of another language.
    """
    if quality is None:
        if minimum_precision and any(p.measure is None for p in chosen):
            raise InputError(
                f"a minimum precision of {minimum_precision:g} is asked for, and nothing is known of how well"
                " this parser finds the phenomena",
                remedy="measure it: challenge-sets lab quality --gold TREEBANK, give the file: `parse:"
                " {quality: FILE}`",
            )
        return list(chosen), Detection()
    if quality.language != language:
        raise InputError(
            f"how well phenomena are found was measured on {quality.language!r}, and the text is in {language!r}",
            path=quality.path,
            remedy="give the language of the parser, or the figures of another one",
        )
    definitions = {p.id: definitions_checksum([p.definition(language)]) for p in chosen}
    figures = quality.of_definitions(definitions)
    read = hits_read.of_parser(quality.parser, language, definitions)
    decided: list[LeftOut | Known | Threshold | None] = []
    for p in chosen:
        of_it = p.id, figures.get(p.id), read.get(p.id)
        if p.measure is not None or (every and not minimum_precision):
            decided.append(None)
        elif minimum_precision:
            decided.append(threshold(*of_it, precision=minimum_precision))
        else:
            decided.append(too_poor(*of_it) or overruled(*of_it))
    kept = [p for p, decision in zip(chosen, decided, strict=True) if not isinstance(decision, LeftOut)]
    left_out = tuple(decision for decision in decided if isinstance(decision, LeftOut))
    if not kept:
        raise InputError(
            "no phenomenon is left to run: " + "; ".join(f"{entry.phenomenon}: {entry.why}" for entry in left_out),
            remedy="ask for less precision" if minimum_precision else "name those to run by `phenomena:`",
        )
    detection = Detection(
        left_out=left_out,
        overruled=tuple(decision for decision in decided if type(decision) is Known),
        unmeasured=tuple(
            p.id
            for p in kept
            if p.measure is None and _is_unmeasured(figures.get(p.id)) and not decides(read.get(p.id))
        ),
        thresholds=tuple(decision for decision in decided if isinstance(decision, Threshold)),
        parser=quality.parser,
        data=quality.data,
        minimum_precision=minimum_precision,
    )
    return kept, detection


def _is_unmeasured(figures: Figures | None) -> bool:
    return figures is None or figures.counts.found < LEAST_FOUND


def too_poor(phenomenon: str, figures: Figures | None, read: Read | None = None) -> LeftOut | None:
    """Why a phenomenon is not run by default; None if it is.

    Where LEAST_FOUND hits or more were read, they decide; one that is unsure is not right.
    """
    if decides(read):
        poor = read.right < LEAST_PRECISION * read.hits
        return LeftOut.of(phenomenon, figures, reason=IMPRECISE, read=read) if poor else None
    if figures is None:
        return None
    counts = figures.counts
    if figures.never_shown is not None and not counts.found:
        return LeftOut.of(phenomenon, figures, reason=NEVER_SHOWN, needs=figures.never_shown, read=read)
    if counts.found >= LEAST_FOUND and counts.right < LEAST_PRECISION * counts.found:
        return LeftOut.of(phenomenon, figures, reason=IMPRECISE, read=read)
    return None


def overruled(phenomenon: str, figures: Figures | None, read: Read | None) -> Known | None:
    """What is known of a phenomenon that is run for its read hits, and would not be for its figures of treebanks."""
    if too_poor(phenomenon, figures) is None or too_poor(phenomenon, figures, read) is not None:
        return None
    return Known.of(phenomenon, figures, read=read)


def threshold(
    phenomenon: str, figures: Figures | None, read: Read | None = None, *, precision: float
) -> Threshold | LeftOut:
    """The least confidence from which on at least that share of hits is right, by the lower bound of it.

    The bound is one-sided, at 80 %, of at least LEAST_FOUND hits of treebanks: too few were read at each confidence.
    """
    if figures is None or _is_unmeasured(figures):
        return LeftOut.of(phenomenon, figures, reason=NOT_MEASURED, read=read)
    for minimum, counts in figures.by_confidence.items():
        bound = lower_bound(counts.right, counts.found) if counts.found >= LEAST_FOUND else 0.0
        if bound >= precision:
            return Threshold(
                phenomenon=phenomenon,
                minimum_confidence=minimum,
                precision=counts.right / counts.found,
                at_least=bound,
                hits=counts.found,
                recall=counts.recall,
                recall_of_all=figures.counts.recall,
            )
    return LeftOut.of(phenomenon, figures, reason=UNREACHED, read=read)


def lower_bound(right: int, found: int) -> float:
    """The lower bound of the share right / found, by Wilson (JASA 1927)."""
    share, z2 = right / found, QUANTILE**2
    centre = share + z2 / (2 * found)
    half = QUANTILE * math.sqrt(share * (1 - share) / found + z2 / (4 * found**2))
    return (centre - half) / (1 + z2 / found)
