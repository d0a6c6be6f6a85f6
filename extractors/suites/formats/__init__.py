"""Readers of test suites: other people's items in, a `Suite` out. One format a file, found by name.

A reader takes the options of its format as keyword arguments; an option that names a further file is the path of it.
Formats in which people hand items to others can be written, too (`SuiteWriter`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # What plans a run asks this package for its names, and does not wait for tables.
    from extractors.formats.items import Suite


class SuiteReader(ABC):
    """Reads a suite in one format, whose items are made for the judge `judge`."""

    judge: str

    def __init__(self, *, source_language: str | None = None, target_language: str | None = None) -> None:
        """Languages that the user gives; those that the file names must agree with them."""
        self.source_language = source_language
        self.target_language = target_language

    @abstractmethod
    def read(self, path: Path) -> Suite:
        """The suite in a file."""


class SuiteWriter(SuiteReader):
    """Also writes a suite in its format."""

    @abstractmethod
    def write(self, suite: Suite, path: Path) -> None:
        """Write a suite, so that `read` gives the same items."""
