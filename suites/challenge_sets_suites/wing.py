"""What this package adds to mt-challenge-sets: the block `suites`, the commands `suite`, tables, rules and pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from extractors.core.wings import Wing, WingConfig

if TYPE_CHECKING:
    from challenge_sets_suites.suite_config import SuiteConfig

TABLES = ("suite_accuracy.parquet", "suite_comparisons.parquet", "suite_ranks.parquet", "triage.parquet")
"""The tables of a suite that are made from its judgments."""
SUITES_VERSION = 1
"""To be raised when the results of a suite change: an upgrade then makes them again."""
PAPER = "paper"
"""The folder of the tables of a paper."""


@dataclass(frozen=True)
class Suites(WingConfig):
    """The suites of a run, by name; `folder` is `suites` in the folder of results."""

    suites: dict[str, "SuiteConfig"]
    folder: Path

    @property
    def names(self) -> Sequence[str]:  # type: ignore[override]
        return list(self.suites)

    def score_targets(self) -> list[str]:
        return [f"{self.folder}/{name}/{file}" for name, suite in self.suites.items() for file in tables_of(suite)]

    def report_targets(self) -> list[str]:
        return [f"{self.folder}/{name}/report.html" for name in self.suites]

    def extras(self) -> Iterator[str]:
        if any(suite.scorers for suite in self.suites.values()):
            yield "torch"

    def opened(self) -> Iterator[str]:
        from challenge_sets_suites.suite_stage import open_suite

        for suite in self.suites.values():
            open_suite(suite)
            yield f"suite {suite.name}: {suite.format}, {len(suite.systems)} systems"

    def summary(self, names: Sequence[str]) -> str:
        from challenge_sets_suites.report.suite_summary import summary
        from extractors.core.errors import InputError

        text = ""
        for folder in (self.folder / name for name in names):
            if (folder / TABLES[0]).exists():
                try:
                    text += summary(folder)
                except InputError as error:
                    text += f"error: {error}\n"
        return text


def tables_of(suite: "SuiteConfig") -> list[str]:
    """List the tables of a suite: those made from its judgments, and what its config asks for besides."""
    return [*TABLES] if suite.table_as is None else [*TABLES, PAPER]


class SuitesWing(Wing):
    """Test suites: items, judging, people's answers, contrastive pairs."""

    block = "suites"
    commands = "challenge_sets_suites.commands"
    top_commands = "challenge_sets_suites.top_commands"
    tables = "challenge_sets_suites.tables"
    sections = "challenge_sets_suites.report.sections"
    rules = Path(__file__).parent / "workflow" / "suites.smk"

    def field(self) -> tuple[Any, Any]:
        from challenge_sets_suites.suite_settings import SUITES, Suites

        return Suites, SUITES

    def resolved(self, settings: Any, origin: Any) -> Suites:
        from challenge_sets_suites.suite_config import suite_config

        suites = {name: suite_config(name, entry, settings, origin) for name, entry in settings.suites.items()}
        return Suites(suites, Path(settings.results, "suites"))

    def kept(self, path: Path) -> str | None:
        from challenge_sets_suites.sheets import may_be_filled

        return "a sheet that somebody may have filled" if may_be_filled(path) else None

    def command_for(self, folder: Path) -> str | None:
        if any((folder / name).is_file() for name in ("judgments.parquet", "items.parquet")):
            return "`challenge-sets suite report` and `suite publish` read the results of a test suite"
        return None


WING = SuitesWing()
