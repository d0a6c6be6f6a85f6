"""Our own format: a table of items as `challenge_sets_suites.tables.items` has it, alone or in a folder.

A folder is one of a suite's results (items.parquet) or a data set that `challenge-sets dataset publish` made
(data/test.parquet).
"""

from pathlib import Path

from challenge_sets_suites.formats import SuiteReader, _checks
from challenge_sets_suites.tables.items import ITEMS, Suite, suite_of
from extractors.core.errors import InputError
from extractors.formats import checksums, tables

PUBLISHED = "data/test.parquet"
"""The table in a published data set of items."""


class Items(SuiteReader):
    """Reads the Parquet table, whose metadata names the languages and the judge that its items are made for."""

    judge = ""

    def read(self, path: Path) -> Suite:
        """Read the suite in a table, or in the folder that holds it."""
        file = table_of(path)
        suite = suite_of(tables.read(ITEMS, file), file)
        named = (suite.source_language, suite.target_language)
        return _checks.suite(self, suite.items, file, named, judge=suite.judge, rest=suite.rest)


def table_of(path: Path) -> Path:
    """Return the path of the table: `path` itself, or the table in that folder."""
    if not path.is_dir():
        return path
    if (path / PUBLISHED).exists():
        if edited := checksums.changed(path, [PUBLISHED]):
            raise InputError(
                f"has changed since it was published: {edited[0]}", path=path, remedy="download the set again"
            )
        return path / PUBLISHED
    if (path / ITEMS.file).is_file():
        return path / ITEMS.file
    raise InputError(
        f"the folder has neither {PUBLISHED} nor {ITEMS.file}",
        path=path,
        remedy="name a folder that `challenge-sets dataset publish` wrote, the results of a suite, or a table of items",
    )
