"""The block `report`: what the report of a corpus holds."""

from pydantic import Field

from extractors.core.settings import Settings


class ReportSettings(Settings):
    """The content of the report of a corpus, and its largest size."""

    metric: str | None = Field(
        default=None,
        description="the primary metric, by which phenomena are tested and which is shown first; by default chrf, or"
        " the first of a run without chrf",
    )
    examples: int = Field(
        default=200, ge=1, le=1_000_000, description="segments that are shown as examples of a phenomenon, at most"
    )
    megabytes: float = Field(default=10, gt=0, le=10_000, description="how large the page may be, in millions of bytes")
    charts: bool = Field(default=True, description="also draw the charts as SVG and PDF, with their data as CSV")
