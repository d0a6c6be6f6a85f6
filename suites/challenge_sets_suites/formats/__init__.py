"""Readers of test suites: other people's items in, a `Suite` out. One format a file, found by name.

The options of a format are fields of its reader; an option that names a further file is the path of it.
Formats in which people hand items to others can be written, too (`SuiteWriter`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    # What plans a run asks this package for its names, and does not wait for tables.
    from challenge_sets_suites.tables.items import Suite


@dataclass(kw_only=True)
class SuiteReader(ABC):
    """Reads a suite in one format, whose items are made for the judge `judge`.

    Args:
        source_language, target_language: that the user gives; those that the file names must agree with them.
    """

    judge: ClassVar[str]
    source_language: str | None = None
    target_language: str | None = None

    @abstractmethod
    def read(self, path: Path) -> Suite:
        """Read the suite in a file."""


class SuiteWriter(SuiteReader):
    """Also writes a suite in its format."""

    @abstractmethod
    def write(self, suite: Suite, path: Path) -> None:
        """Write a suite, so that `read` gives the same items."""
