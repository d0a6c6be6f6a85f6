"""The block `report`: what the report of a corpus holds."""

from __future__ import annotations

from dataclasses import dataclass

from extractors.core.settings import Settings, setting


@dataclass(frozen=True, kw_only=True)
class ReportSettings(Settings):
    """The content of the report of a corpus, and its largest size."""

    metric: str | None = setting(None, "the metric that is shown first; the first of the run if there is none")
    examples: int = setting(
        200, "segments that are shown as examples of a phenomenon, at most", minimum=1, maximum=1_000_000
    )
    megabytes: float = setting(
        10, "how large the page may be, in millions of bytes", exclusiveMinimum=0, maximum=10_000
    )
    charts: bool = setting(True, "also draw the charts as SVG and PDF, with their data as CSV")
