"""Read the results of a run, table by table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from extractors.api.frames import NamedTables
from extractors.api.hit_examples import HitExamples, hit_examples
from extractors.core.errors import InputError, check_known
from extractors.core.escapes import visible
from extractors.formats import all_tables, tables
from extractors.formats.accuracy import ACCURACY_HITS
from extractors.formats.definition import Format
from extractors.formats.findings import FINDINGS
from extractors.formats.scores import CORPUS_SCORES, SCORES
from extractors.report.corpus_table import corpus_table
from extractors.report.numbers import label_of
from extractors.report.paper_text import paper_sentence, where_of
from extractors.report.results import others_in_words
from extractors.report.summary import summary
from extractors.report.terminal_findings import finding_table
from extractors.scoring.run_manifest import Manifest, read_manifest
from extractors.scoring.statistics.statistics_settings import StatisticsSettings

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 5
"""Segments that are shown at once."""
MOST_SHOWN = 10
"""Folders that an error names."""


class Results(NamedTables):
    """The folder that a run leaves for a corpus (`results/CORPUS`), or for an entry of a wing (`results/suites/SUITE`).

    A table is read when it is asked for: `table("hits")` gives Arrow, `frame("hits")` pandas. Names are those of the
    files without their suffix; `challenge-sets list tables` explains each column. `print` shows the findings.
    """

    def __init__(self, folder: str | Path) -> None:
        """Find the tables of a folder.

        Raises:
            InputError: there are none; the remedy names the folders that have some.
        """
        self.folder = Path(folder)
        self._formats = _formats_in(self.folder)
        if not self._formats:
            raise not_scored(self.folder, "results")

    def __repr__(self) -> str:
        return f"Results({str(self.folder)!r}): {', '.join(self.names)}"

    def __str__(self) -> str:
        return self.text()

    @property
    def names(self) -> list[str]:
        """The tables that are there."""
        return sorted(self._formats)

    def table(self, name: str) -> pa.Table:
        """Read a table as Arrow.

        Raises:
            InputError: the folder has no such table, or it is damaged.
        """
        check_known("table", [name], self._formats, path=self.folder)
        form = self._formats[name]
        return tables.read(form, self.folder / form.file)

    @property
    def hits(self) -> pd.DataFrame:
        """The instances of phenomena, with their words and distances."""
        return self.frame("hits")

    @property
    def sets(self) -> pd.DataFrame:
        """The challenge sets, with their segments."""
        return self.frame("sets")

    @property
    def verdicts(self) -> pd.DataFrame:
        """Whether each output has the words of each hit."""
        return self.frame(_stem(ACCURACY_HITS))

    @cached_property
    def manifest(self) -> Manifest | None:
        """How the run was made; None where only its scores are."""
        path = self.folder / "manifest.json"
        return read_manifest(path) if path.is_file() else None

    @property
    def statistics(self) -> StatisticsSettings:
        """How the run made its tests; the defaults for scores without a manifest."""
        return StatisticsSettings() if self.manifest is None else self.manifest.statistics

    @property
    def systems(self) -> list[str]:
        """The systems that were scored, in the order of their names."""
        return sorted(pc.unique(self.table(_stem(CORPUS_SCORES))["system"]).to_pylist())

    def show(
        self, phenomenon: str, *, limit: int = SHOWN, distance: int = 0, systems: Sequence[str] | None = None
    ) -> HitExamples:
        """Return hits of a phenomenon with source, references and outputs, the hits on which systems differ most first.

        Args:
            limit: segments.
            distance: the least distance of a hit.
            systems: whose outputs to show (default: all).

        Raises:
            InputError: a table is missing, no such phenomenon or system, or no hit at the distance.
        """
        check_known("system", systems or (), self.systems)
        chosen = self.systems if systems is None else systems
        return hit_examples(self.folder, phenomenon, limit=limit, distance=distance, systems=chosen)

    def sentence(self, phenomenon: str) -> str:
        """Write the test of a phenomenon as a sentence for a paper.

        Raises:
            InputError: no such phenomenon, or the corpus was not scored.
        """
        check_scored(self.folder, FINDINGS.file)
        return paper_sentence(
            self.table(_stem(FINDINGS)).to_pylist(),
            self.table(_stem(CORPUS_SCORES)).to_pylist(),
            phenomenon,
            alpha=self.statistics.alpha,
            where=self._where,
            others=others_in_words(None if self.manifest is None else self.manifest.controls),
        )

    @property
    def _where(self) -> str:
        """Where the findings hold, as a sentence begins."""
        if self.manifest is None:
            return f"On {self.folder.name}"
        return where_of(self.manifest)

    def text(self, *, alpha: float | None = None, metric: str | None = None) -> str:
        """Return scores and findings as `challenge-sets show` prints them.

        Args:
            alpha: mark corrected p-values below it (default: the run's level).
            metric: whose table of scores to print alone.

        Raises:
            InputError: the corpus was not scored, or no such metric.
        """
        check_scored(self.folder, FINDINGS.file)
        level = self.statistics.alpha if alpha is None else alpha
        table = self.table(_stem(FINDINGS))
        corpus = self.table(_stem(CORPUS_SCORES)).to_pylist()
        rows = table.to_pylist()
        options = None if self.manifest is None else self.manifest.metrics
        return (
            f"{summary(self.folder, alpha=level, metric=metric, shown=True)}\n"
            f"All phenomena, by {label_of(rows)} (the metric of the tests)\n"
            f"{finding_table(rows, corpus, alpha=level)}\n{corpus_table(corpus, options)}"
            f"{visible(f'run: {tables.run_signature(table)}')}\n"
        )


def _stem(form: Format) -> str:
    return Path(form.file).stem


def _formats_in(folder: Path) -> dict[str, Format]:
    """Find the tables of a folder, by the names of their files without suffix."""
    flat = [form for form in all_tables.formats() if form.file == f"{_stem(form)}.parquet"]
    return {_stem(form): form for form in flat if (folder / form.file).is_file()}


def check_scored(folder: Path, file: str = SCORES.file) -> None:
    """Refuse a folder without the scores of a corpus.

    Raises:
        InputError: with the folders of scored corpora below it, or below the folder of results here.
    """
    if not (folder / file).is_file():
        raise not_scored(folder, file)


def not_scored(folder: Path, what: str) -> InputError:
    tops = (folder, folder / "results", folder.parent, Path("results"))
    seen = [path.parent for top in tops for path in sorted(top.glob(f"*/{SCORES.file}"))]
    folders = ", ".join(dict.fromkeys(map(str, seen[:MOST_SHOWN])))
    remedy = f"scored corpora are in {folders}" if seen else "score the corpus first: snakemake score"
    problem = f"no {what} in the folder" if folder.is_dir() else "no such folder"
    return InputError(problem, path=folder, remedy=remedy)
