"""What goes into a report, and how large it may be."""

from __future__ import annotations

from dataclasses import dataclass

from extractors.core.errors import InputError


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What goes into a report.

    Attributes:
        metric: the metric that the page shows first; None for the first of the run.
        examples: segments of a phenomenon that are shown as examples, at most.
        megabytes: how large the page may be, in millions of bytes.

    Raises:
        InputError: no examples, or a page of no size.
    """

    metric: str | None = None
    examples: int = 200
    megabytes: float = 10.0

    def __post_init__(self) -> None:
        if self.examples < 1 or self.megabytes <= 0:
            raise InputError(
                f"{self.examples} examples, {self.megabytes:g} megabytes",
                remedy="at least 1 example, and more than 0 megabytes",
            )
