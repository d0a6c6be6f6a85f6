"""Which phenomena a run looks for: those that its parser finds well enough, as far as that was measured.

A phenomenon is left out, unless the config names it, if its measured precision is too low, or if the parser was
measured and never gives what its requests need. Where a person read enough hits in running text, these decide, and not
those of treebanks: a gold tree may annotate a construction in another way. Where the config asks for a precision, each
phenomenon gets the confidence from which on its hits have it, as measured on treebanks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, Self, TypeGuard

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.phenomena import reading
from extractors.phenomena.catalogue import Phenomenon, definitions_checksum
from extractors.phenomena.quality import NOTHING, Counts, Figures, Quality, same_parser
from extractors.phenomena.reading import Read

LEAST_PRECISION = 0.7
"""The share of right hits below which a phenomenon is left out."""
LEAST_FOUND = 20
"""The hits that must have been found, or read, for a precision to be said."""
QUANTILE = 0.8416212335729143
"""The 80 % quantile of the normal distribution: in four of five cases the precision is above the lower bound."""

IMPRECISE, NEVER_SHOWN, UNREACHED, NOT_MEASURED = "imprecise", "never shown", "unreached", "not measured"
"""Why a phenomenon is left out."""

NOTHING_KNOWN = (
    "nothing is known of how well this parser finds the phenomena: it was not measured. Measure it on a treebank:"
    " challenge-sets quality --gold TREEBANK -o FILE, and give the file to the run: `parse: {quality: FILE}`"
)


@dataclass(frozen=True, kw_only=True)
class Known:
    """What is known of how well a phenomenon is found.

    Attributes:
        gold, found, right: its hits in the treebank, in the parses of its text, and those that are right.
        read: what a person said of its hits in running text; None where nobody read any.
    """

    phenomenon: str
    gold: int
    found: int
    right: int
    read: Read | None = None

    @property
    def counts(self) -> Counts:
        return Counts(self.gold, self.found, self.right)

    @property
    def figures(self) -> str:
        """What is known in words."""
        return figures_text(self.counts, self.read)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """From JSON values; those of an older version know of no reading."""
        read = values.get("read")
        return cls(**{**values, "read": None if read is None else Read(**read)})


@dataclass(frozen=True, kw_only=True)
class LeftOut(Known):
    """A phenomenon that is not looked for.

    Attributes:
        reason: IMPRECISE, NEVER_SHOWN, UNREACHED or NOT_MEASURED.
        needs: what its requests need and the parser never gives, if that is the reason.
    """

    reason: str
    needs: str | None = None

    @property
    def why(self) -> str:
        """The reason in words."""
        read = "" if self.read is None else f"; {self.read.text}"
        if self.reason == NEVER_SHOWN:
            return (
                f"the parser never gives what it needs, {self.needs}; {self.gold} gold hits, {self.found} found{read}"
            )
        if self.reason == NOT_MEASURED:
            return f"its precision was not measured: {self.found} hits found, fewer than {LEAST_FOUND}{read}"
        return (
            self.figures
            if self.reason == IMPRECISE
            else f"{self.figures}; no confidence reaches the precision asked for"
        )


@dataclass(frozen=True, kw_only=True)
class Threshold:
    """The confidence from which on a phenomenon's hits are as precise as was asked for.

    Attributes:
        precision: of these hits, as measured; `at_least` is the lower bound that decided.
        hits: on how many it was measured.
        recall, recall_of_all: of these hits, and of all.
    """

    phenomenon: str
    minimum_confidence: float
    precision: float
    at_least: float
    hits: int
    recall: float | None
    recall_of_all: float | None

    @property
    def text(self) -> str:
        """What it gives and costs, in words."""
        return (
            f"{self.phenomenon}: hits from a confidence of {self.minimum_confidence:g}: precision"
            f" {percent(self.precision)} on {self.hits} hits (at least {percent(self.at_least)}), recall"
            f" {percent(self.recall)} instead of {percent(self.recall_of_all)}"
        )


@dataclass(frozen=True, kw_only=True)
class Detection:
    """What is known of how well a run's phenomena are found, for its log, manifest and report.

    Attributes:
        left_out: the phenomena that are not looked for.
        overruled: those looked for because their hits were right when read, though treebanks say too few are.
        unmeasured: those looked for of which fewer than LEAST_FOUND hits were found when the parser was measured, and
            fewer than that were read.
        thresholds: where a precision is asked for.
        parser: the signature of the parser that was measured; None if that of the run was not.
        data: the treebanks that it was measured on.
        minimum_precision: what was asked for; 0 for nothing.
    """

    left_out: tuple[LeftOut, ...] = ()
    overruled: tuple[Known, ...] = ()
    unmeasured: tuple[str, ...] = ()
    thresholds: tuple[Threshold, ...] = ()
    parser: str | None = None
    data: str | None = None
    minimum_precision: float = 0.0

    @property
    def minimum_confidences(self) -> dict[str, float]:
        """By phenomenon, where a precision is asked for."""
        return {threshold.phenomenon: threshold.minimum_confidence for threshold in self.thresholds}

    def as_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Detection:
        """From what `as_dict` gave."""
        return cls(
            **{
                **values,
                "left_out": tuple(LeftOut.of(entry) for entry in values["left_out"]),
                "overruled": tuple(Known.of(entry) for entry in values.get("overruled", ())),
                "thresholds": tuple(Threshold(**entry) for entry in values["thresholds"]),
                "unmeasured": tuple(values["unmeasured"]),
            }
        )

    def check(self, signature: str) -> None:
        """Refuse figures of another parser than that of the parses.

        Raises:
            InputError: the figures are of another.
        """
        if self.parser is not None and not same_parser(self.parser, signature):
            raise InputError(
                f"how well phenomena are found was measured with the parser {self.parser}, and this run parsed with"
                f" {signature}",
                remedy="measure this one: challenge-sets quality, and name the file by `parse: {quality: FILE}`",
            )

    def tell(self) -> None:
        """Log what a user should know: what is not run, and that nothing is known, as a warning."""
        if self.parser is None:
            log.warning("%s", NOTHING_KNOWN)
        if self.left_out:
            log.warning(
                "not run, as %s: %s%s",
                f"a precision of {self.minimum_precision:g} is not known of them"
                if self.minimum_precision
                else "this parser finds them too imprecisely",
                "; ".join(f"{entry.phenomenon} ({entry.why})" for entry in self.left_out),
                "" if self.minimum_precision else ". `imprecise: true` runs them all, `phenomena:` those that it names",
            )
        if self.overruled:
            log.info(
                "run, as their hits were right when a person read them: %s",
                "; ".join(f"{entry.phenomenon} ({entry.figures})" for entry in self.overruled),
            )
        if self.unmeasured and self.parser is not None:
            log.info(
                "run, but not measured, as fewer than %d of their hits were found in %s, or read: %s",
                LEAST_FOUND,
                self.data,
                ", ".join(self.unmeasured),
            )
        for threshold in self.thresholds:
            log.info("%s", threshold.text)


class Choice(NamedTuple):
    """The phenomena to look for, and what is known of them and the others."""

    phenomena: list[Phenomenon]
    detection: Detection


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a config asks for.

    Attributes:
        named: whether it names its phenomena, which then are run however well they are found.
        imprecise: whether those that are found too imprecisely are to be run too.
        minimum_precision: the share of hits that shall be right; 0 for any.
    """

    named: bool = False
    imprecise: bool = False
    minimum_precision: float = 0.0


def choose(chosen: Sequence[Phenomenon], quality: Quality | None, language: str, wanted: Wanted) -> Choice:
    """The phenomena to run, of those that the language has.

    What is found from the alignment rests on no parse, and stays.

    Raises:
        InputError: a precision is asked for, and the parser was not measured, or no phenomenon has it; the figures are
            of another language.
    """
    if quality is None:
        if wanted.minimum_precision and any(p.measure is None for p in chosen):
            raise InputError(
                f"a minimum precision of {wanted.minimum_precision:g} is asked for, and nothing is known of how well"
                " this parser finds the phenomena",
                remedy="measure it: challenge-sets quality --gold TREEBANK, give the file: `parse: {quality: FILE}`",
            )
        return Choice(list(chosen), Detection())
    if quality.language != language:
        raise InputError(
            f"how well phenomena are found was measured on {quality.language!r}, and the text is in {language!r}",
            path=quality.path,
            remedy="give the language of the parser, or the figures of another one",
        )
    definitions = {p.id: definitions_checksum([p.definition(language)]) for p in chosen}
    figures = quality.of_definitions(definitions)
    read = reading.of_parser(quality.parser, language, definitions)
    decided = [_decide(p, figures.get(p.id), read.get(p.id), wanted) for p in chosen]
    kept = [p for p, decision in zip(chosen, decided, strict=True) if not isinstance(decision, LeftOut)]
    left_out = tuple(decision for decision in decided if isinstance(decision, LeftOut))
    if not kept:
        raise InputError(
            "no phenomenon is left to run: " + "; ".join(f"{entry.phenomenon}: {entry.why}" for entry in left_out),
            remedy="ask for less precision" if wanted.minimum_precision else "name those to run by `phenomena:`",
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
        minimum_precision=wanted.minimum_precision,
    )
    return Choice(kept, detection)


def _is_unmeasured(figures: Figures | None) -> bool:
    return figures is None or figures.counts.found < LEAST_FOUND


def decides(read: Read | None) -> TypeGuard[Read]:
    """Whether enough hits were read to say how precise they are."""
    return read is not None and read.hits >= LEAST_FOUND


def _decide(
    phenomenon: Phenomenon, figures: Figures | None, read: Read | None, wanted: Wanted
) -> LeftOut | Known | Threshold | None:
    """Why it is left out, or run all the same, or the confidence from which on its hits are taken; None for all."""
    if phenomenon.measure is not None:
        return None
    if wanted.minimum_precision:
        return threshold(phenomenon.id, figures, wanted.minimum_precision, read)
    if wanted.named or wanted.imprecise:
        return None
    return too_poor(phenomenon.id, figures, read) or overruled(phenomenon.id, figures, read)


def too_poor(phenomenon: str, figures: Figures | None, read: Read | None = None) -> LeftOut | None:
    """Why a phenomenon is not run by default; None if it is.

    Where LEAST_FOUND hits or more were read, they decide; one that is unsure is not right.
    """
    if decides(read):
        poor = read.right < LEAST_PRECISION * read.hits
        return _left_out(phenomenon, IMPRECISE, _counts(figures), read=read) if poor else None
    if figures is None:
        return None
    counts = figures.counts
    if figures.never_shown is not None and not counts.found:
        return _left_out(phenomenon, NEVER_SHOWN, counts, figures.never_shown, read)
    if counts.found >= LEAST_FOUND and counts.right < LEAST_PRECISION * counts.found:
        return _left_out(phenomenon, IMPRECISE, counts, read=read)
    return None


def overruled(phenomenon: str, figures: Figures | None, read: Read | None) -> Known | None:
    """What is known of a phenomenon that is run for its read hits, and would not be for its figures of treebanks."""
    if too_poor(phenomenon, figures) is None or too_poor(phenomenon, figures, read) is not None:
        return None
    counts = _counts(figures)
    return Known(phenomenon=phenomenon, gold=counts.gold, found=counts.found, right=counts.right, read=read)


def threshold(
    phenomenon: str, figures: Figures | None, precision: float, read: Read | None = None
) -> Threshold | LeftOut:
    """The least confidence from which on at least that share of hits is right, by the lower bound of it.

    The bound is one-sided, at 80 %, of at least LEAST_FOUND hits of treebanks: too few were read at each confidence.
    """
    if figures is None or _is_unmeasured(figures):
        return _left_out(phenomenon, NOT_MEASURED, _counts(figures), read=read)
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
    return _left_out(phenomenon, UNREACHED, figures.counts, read=read)


def lower_bound(right: int, found: int) -> float:
    """The lower bound of the share right / found, by Wilson (JASA 1927)."""
    share, z2 = right / found, QUANTILE**2
    centre = share + z2 / (2 * found)
    half = QUANTILE * math.sqrt(share * (1 - share) / found + z2 / (4 * found**2))
    return (centre - half) / (1 + z2 / found)


def _left_out(
    phenomenon: str, reason: str, counts: Counts, needs: str | None = None, read: Read | None = None
) -> LeftOut:
    return LeftOut(
        phenomenon=phenomenon,
        reason=reason,
        gold=counts.gold,
        found=counts.found,
        right=counts.right,
        needs=needs,
        read=read,
    )


def _counts(figures: Figures | None) -> Counts:
    return NOTHING if figures is None else figures.counts


def figures_text(counts: Counts, read: Read | None) -> str:
    """The figures of treebanks and those of read hits, as far as there are both, in words."""
    measured = f"precision {percent(counts.precision)} on {counts.found} hits, recall {percent(counts.recall)}"
    if read is None:
        return measured
    if counts.found < LEAST_FOUND:
        return f"{counts.found} hits found on treebanks, fewer than {LEAST_FOUND}; {read.text}"
    return f"{measured} (treebanks); {read.text}"


def percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f} %"
