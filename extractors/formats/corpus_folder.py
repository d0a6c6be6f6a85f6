"""The folder with the results of a corpus: the one home of the names of its files.

The file of a table is in the table's definition (`Format.file`); all others are here. Rules name the same files, since
Snakemake watches each of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from extractors.formats import tables
from extractors.formats.definition import Format
from extractors.formats.segments import system_files


@dataclass(frozen=True)
class CorpusFolder:
    """The results of a corpus, whole or of its units."""

    path: Path

    def file(self, form: Format) -> Path:
        """Return the place of a table."""
        return self.path / form.file

    def if_there(self, form: Format) -> Path | None:
        """Return the place of a table that not every run has; None if this one has not."""
        return path if (path := self.file(form)).is_file() else None

    def read(self, form: Format, **how: Any) -> pa.Table:
        """Read a table, as `tables.read` does.

        Raises:
            InputError: it is missing or damaged.
        """
        return tables.read(form, self.file(form), **how)

    @property
    def parses(self) -> Path:
        """The parses of the source, CoNLL-U."""
        return self.path / "source.conllu.gz"

    @property
    def output_alignment(self) -> Path:
        """A table ALIGNMENT of the links from the source to outputs."""
        return self.path / "output_alignment.parquet"

    @property
    def post_edit_alignment(self) -> Path:
        """A table ALIGNMENT of the links from the source to post-edits."""
        return self.path / "post_edit_alignment.parquet"

    def outputs(self, systems: Iterable[str]) -> dict[str, Path]:
        """Return the table HYPOTHESES of each system."""
        return system_files(self.path / "systems", systems)

    def post_edits(self, systems: Iterable[str]) -> dict[str, Path]:
        """Return the table HYPOTHESES of the post-edits of each system."""
        return system_files(self.path / "post_edits", systems)

    def statistics(self, metric: str) -> Path:
        """Return the folder with the segment statistics of a metric, a file for each system."""
        return self.path / "statistics" / metric

    @property
    def test_set(self) -> Path:
        """The folder with scores and ratings that a test set brings."""
        return self.path / "test_set"

    @property
    def manifest(self) -> Path:
        """What the results were made from and with, JSON."""
        return self.path / "manifest.json"

    @property
    def page(self) -> Path:
        """The page of the report."""
        return self.path / "report.html"

    @property
    def whole(self) -> "CorpusFolder":
        """The results of whole segments, where segments are cut into sentences."""
        return CorpusFolder(self.path / "whole")
