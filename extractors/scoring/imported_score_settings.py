"""The block `segment_scores` of a corpus: scores that are there already, and how their file is laid out."""

from typing import Any, Literal, Self

from pydantic import Field, model_validator

from extractors.core.settings import Settings, Several, refusal
from extractors.scoring.metric_settings import Options


class SegmentScoreFile(Settings):
    """A file of segment scores, and how it is laid out.

    Either wide, with a column for each system, or long, with a row for each segment and system; it is long if
    `system` is given.
    """

    path: str = Field(min_length=1, description="a .tsv, .csv or .parquet file with a header")
    segment: str | None = Field(
        default=None,
        description="the column with the number of the segment; without it, a wide file has a row a segment, in"
        " their order",
    )
    first_segment: int = Field(
        default=0, ge=0, le=2**31 - 1, description="the number that the first segment of the corpus has in the file"
    )
    system: str | None = Field(default=None, description="the column with the name of the system")
    score: str = Field(default="score", description="the column with the score")
    systems: dict[str, str] = Field(default={}, description="the names of systems in the file, where they differ")
    ignore: Several[str] = Field(default=(), description="columns or systems of the file to leave out")
    missing: Literal["refuse", "allow"] = Field(default="refuse", description="whether segments may be without a score")
    higher_is_better: bool = Field(default=True, description="whether a better system has a higher score")
    sees: Literal["source", "reference"] = Field(
        default="reference",
        description="what gave the scores saw besides the translation; those that see no reference (ESA, MQM,"
        " COMETKiwi) are tested without human translations, too",
    )
    humans: Several[str] = Field(
        default=(),
        description="human translations with scores in the file, by their names there: what they lose on a phenomenon"
        " is taken from what systems lose",
    )

    @model_validator(mode="before")
    @classmethod
    def _of_path(cls, written: Any) -> Any:
        """Read a path alone as the path of a wide file."""
        return {"path": written} if isinstance(written, str) else written

    @model_validator(mode="after")
    def _check_score(self) -> Self:
        if self.score != "score" and self.system is None:
            raise refusal("`score` is set but `system` is not", "name the column with the system's name as `system`")
        return self

    @model_validator(mode="after")
    def _check_humans(self) -> Self:
        for name in self.humans:
            if name in (*self.systems, *self.systems.values(), *self.ignore):
                raise refusal(f"{name!r} is in `humans` and in `systems` or `ignore`", "leave it in one of them")
        return self

    @property
    def metric_options(self) -> Options:
        """The options with which `create_metric` makes the metric of these scores."""
        return {"segment_scores": True, "higher_is_better": self.higher_is_better, "sees": self.sees}

    @property
    def may_lack(self) -> bool:
        """Whether there may be segments, or systems, without a score."""
        return self.missing == "allow"

    def name_of(self, system: str) -> str:
        """Return the name that the file has for a system."""
        return self.systems.get(system, system)
