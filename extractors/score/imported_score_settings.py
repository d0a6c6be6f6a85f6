"""The block `segment_scores` of a corpus: scores that are there already, and how their file is laid out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from extractors.core.errors import InputError
from extractors.core.settings import REQUIRED, Settings, setting
from extractors.score.metric_settings import Options


@dataclass(frozen=True, kw_only=True)
class SegmentScoreFile(Settings):
    """A file of segment scores, and how it is laid out.

    Either wide, with a column for each system, or long, with a row for each segment and system; it is long if
    `system` is given.
    """

    path: str = setting(REQUIRED, "a .tsv, .csv or .parquet file with a header", minLength=1)
    segment: str | None = setting(
        None, "the column with the number of the segment; without it, a wide file has a row a segment, in their order"
    )
    first_segment: int = setting(
        0, "the number that the first segment of the corpus has in the file", minimum=0, maximum=2**31 - 1
    )
    system: str | None = setting(None, "the column with the name of the system")
    score: str = setting("score", "the column with the score")
    systems: Mapping[str, str] = setting({}, "what systems are called in the file, where that is not their name")
    ignore: tuple[str, ...] = setting((), "columns or systems of the file to leave out")
    missing: str = setting("refuse", "whether segments may be without a score", enum=["refuse", "allow"])
    higher_is_better: bool = setting(True, "what a better system has")

    @classmethod
    def written(cls, value: str | Mapping[str, object]) -> SegmentScoreFile:
        """From the path or the mapping that a user writes.

        Raises:
            InputError: a column of scores is named, and none of systems.
        """
        values = {"path": value} if isinstance(value, str) else value
        if "score" in values and "system" not in values:
            raise InputError(
                "`score` is set but `system` is not", remedy="name the column with the system's name as `system`"
            )
        return cls.of(values)

    @property
    def metric_options(self) -> Options:
        """The options with which `create_metric` makes the metric of these scores."""
        return {"segment_scores": True, "higher_is_better": self.higher_is_better}

    @property
    def may_lack(self) -> bool:
        """Whether there may be segments, or systems, without a score."""
        return self.missing == "allow"

    def name_of(self, system: str) -> str:
        """The name that the file has for a system."""
        return self.systems.get(system, system)
