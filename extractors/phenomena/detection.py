"""What is known of how well a run's phenomena are found, in figures and in words, for its log, manifest and report.

`extractors.phenomena.trust` decides by it what is run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeGuard

from pydantic import TypeAdapter

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.phenomena.hits_read import Read
from extractors.phenomena.parser_quality import NOTHING, Figures, HitCounts, same_parser

LEAST_FOUND = 20
"""The hits that must have been found, or read, for a precision to be said."""
IMPRECISE, NEVER_SHOWN, UNREACHED, NOT_MEASURED = "imprecise", "never shown", "unreached", "not measured"
"""Why a phenomenon is left out."""

NOTHING_KNOWN = (
    "nothing is known of how well this parser finds the phenomena: it was not measured. Measure it on a treebank:"
    " challenge-sets lab quality --gold TREEBANK -o FILE, and give the file to the run: `parse: {quality: FILE}`"
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

    @classmethod
    def of(cls, phenomenon: str, figures: Figures | None, **more: Any) -> Self:
        counts = NOTHING if figures is None else figures.counts
        return cls(phenomenon=phenomenon, gold=counts.gold, found=counts.found, right=counts.right, **more)

    @property
    def counts(self) -> HitCounts:
        return HitCounts(self.gold, self.found, self.right)

    @property
    def figures(self) -> str:
        return figures_text(self.counts, self.read)


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
        values: dict[str, Any] = TypeAdapter(Detection).dump_python(self, mode="json")
        return values

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Detection:
        return TypeAdapter(Detection).validate_python(values)

    def check(self, signature: str) -> None:
        """Refuse figures of another parser than that of the parses. Raises InputError: the figures are of another."""
        if self.parser is not None and not same_parser(self.parser, signature):
            raise InputError(
                f"how well phenomena are found was measured with the parser {self.parser}, and this run parsed with"
                f" {signature}",
                remedy="measure this one: challenge-sets lab quality, and name the file by `parse: {quality: FILE}`",
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


def decides(read: Read | None) -> TypeGuard[Read]:
    """Whether enough hits were read to say how precise they are."""
    return read is not None and read.hits >= LEAST_FOUND


def figures_text(counts: HitCounts, read: Read | None) -> str:
    """The figures of treebanks and those of read hits, as far as there are both, in words."""
    measured = f"precision {percent(counts.precision)} on {counts.found} hits, recall {percent(counts.recall)}"
    if read is None:
        return measured
    if counts.found < LEAST_FOUND:
        return f"{counts.found} hits found on treebanks, fewer than {LEAST_FOUND}; {read.text}"
    return f"{measured} (treebanks); {read.text}"


def percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f} %"
