"""Choose the phenomena of a run: the ones that its parser finds well enough, as far as that was measured.

A phenomenon is left out, unless the config names it, if its precision is too low, or if the parser never gives what its
requests need. Where the config asks for a precision, each gets the confidence from which on its hits have it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.phenomena.catalogue import Phenomenon, definitions_checksum
from extractors.phenomena.detection import FEWEST_JUDGED, DetectionFigures, identity, percent

NOTHING_KNOWN = (
    "nothing is known of how well this parser finds the phenomena: it was not measured. Measure it on a treebank:"
    " challenge-sets lab quality --gold TREEBANK -o FILE, and give the file to the run: `parse: {quality: FILE}`"
)


@dataclass(frozen=True, kw_only=True)
class Detection:
    """What a run looks for by how well it is found, for its log, manifest and report.

    Attributes:
        left_out: the phenomena that are not looked for, with the reason.
        unmeasured: those looked for whose precision is not known.
        minimum_confidences: where a precision is asked for, from which confidence on hits have it.
        thresholds: what this gives and costs, in words.
        parser: the signature of the parser that was measured; None if that of the run was not.
        minimum_precision: what was asked for; 0 for nothing.
    """

    left_out: dict[str, str] = field(default_factory=dict)
    unmeasured: tuple[str, ...] = ()
    minimum_confidences: dict[str, float] = field(default_factory=dict)
    thresholds: dict[str, str] = field(default_factory=dict)
    parser: str | None = None
    minimum_precision: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        values: dict[str, Any] = TypeAdapter(Detection).dump_python(self, mode="json")
        return values

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Detection:
        return TypeAdapter(Detection).validate_python(values)

    def check(self, signature: str) -> None:
        """Refuse figures measured with a parser other than the one that made the parses."""
        if self.parser is not None and identity(self.parser) != identity(signature):
            raise InputError(
                f"how well phenomena are found was measured with the parser {self.parser}, but this run parsed with"
                f" {signature}",
                remedy="measure it (challenge-sets lab quality), and name the file in `parse: {quality: FILE}`",
            )

    @property
    def why_not_run(self) -> str:
        """Why phenomena are left out, in a few words."""
        if self.minimum_precision:
            return f"a precision of {self.minimum_precision:g} is not known of them"
        return "this parser finds them too imprecisely"

    def tell(self) -> None:
        """Log what a user should know: what is not run, and that nothing is known, as a warning."""
        if self.parser is None:
            log.warning("%s", NOTHING_KNOWN)
        if self.left_out:
            log.warning(
                "not run, as %s: %s%s",
                self.why_not_run,
                "; ".join(f"{name} ({why})" for name, why in self.left_out.items()),
                "" if self.minimum_precision else ". `imprecise: true` runs them all, `phenomena:` those that it names",
            )
        if self.unmeasured and self.parser is not None:
            log.info(
                "run, but not measured, as fewer than %d of their hits were judged: %s",
                FEWEST_JUDGED,
                ", ".join(self.unmeasured),
            )
        for line in self.thresholds.values():
            log.info("%s", line)


def choose(
    chosen: Sequence[Phenomenon],
    figures: DetectionFigures | None,
    language: str,
    *,
    every: bool = False,
    minimum_precision: float = 0.0,
) -> tuple[list[Phenomenon], Detection]:
    """Choose the phenomena to run, of `chosen`, and return them with what is known of how well all are found.

    A phenomenon that is found from the alignment rests on no parse, and stays.

    Args:
        every: whether to run those too that are found too imprecisely, as where a config names its phenomena.
        minimum_precision: the share of hits that must be right; 0 for any.
    """
    parsed = {p.id: definitions_checksum([p.definition(language)]) for p in chosen if p.measure is None}
    if figures is None:
        if minimum_precision and parsed:
            raise InputError(
                f"a minimum precision of {minimum_precision:g} is asked for, but nothing is known about how well"
                " this parser finds the phenomena",
                remedy="measure it with challenge-sets lab quality --gold TREEBANK, and name the file in `parse:"
                " {quality: FILE}`",
            )
        return list(chosen), Detection()
    if figures.language != language:
        raise InputError(
            f"how well phenomena are found was measured on {figures.language!r}, but the text is in {language!r}",
            path=figures.path,
            remedy="give the language of the parser, or figures for this language",
        )
    left_out: dict[str, str] = {}
    least: dict[str, float] = {}
    for name, definition in parsed.items():
        if minimum_precision:
            minimum = figures.least_confidence(name, definition, minimum_precision)
            if minimum is None:
                left_out[name] = f"{figures.text(name, definition)}; no confidence reaches the precision asked for"
            else:
                least[name] = minimum
        elif not every and (why := figures.why_imprecise(name, definition)) is not None:
            left_out[name] = why
    kept = [p for p in chosen if p.id not in left_out]
    if not kept:
        raise InputError(
            "no phenomenon is left to run: " + "; ".join(f"{name}: {why}" for name, why in left_out.items()),
            remedy="ask for a lower precision" if minimum_precision else "name the phenomena to run in `phenomena:`",
        )
    return kept, Detection(
        left_out=left_out,
        unmeasured=tuple(n for n, d in parsed.items() if n not in left_out and figures.precision(n, d) is None),
        minimum_confidences=least,
        thresholds={name: _threshold_text(figures, name, parsed[name], minimum) for name, minimum in least.items()},
        parser=figures.parser,
        minimum_precision=minimum_precision,
    )


def _threshold_text(figures: DetectionFigures, name: str, definition: str, minimum: float) -> str:
    hits, full_recall = figures.precision(name, definition, minimum), figures.recall(name, definition)
    at_least = "" if hits is None else f" (at least {percent(hits.lower_bound)})"
    cost = "" if full_recall is None else f" instead of {percent(full_recall)}"
    return f"{name}: hits from a confidence of {minimum:g}: {figures.text(name, definition, minimum)}{cost}{at_least}"
