"""A run's findings, looked up in the ready-made sets of its languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from extractors.api.results_folder import Results, check_scored, not_scored
from extractors.core.errors import InputError, check_known
from extractors.core.rounding import decimals
from extractors.core.terminal import columns
from extractors.formats.atlas import BEYOND, BY_PEOPLE
from extractors.formats.findings import FINDINGS, TESTED
from extractors.formats.replications import REPLICATIONS
from extractors.formats.segments import read_source
from extractors.phenomena import catalogue
from extractors.report.numbers import by_evidence, interval, is_significant, number
from extractors.report.paper_text import where_of
from extractors.report.terminal_findings import of_primary
from extractors.score.claims import expected_in_words, label_in_words
from extractors.score.expected_effects import LOOKED_UP, interval_of_known, is_again, is_enough, known_rows, others_of

Row = Mapping[str, Any]
NOTHING = "No phenomenon has a finding in this corpus: name one to look it up."


@dataclass(frozen=True, kw_only=True)
class Replicated:
    """Findings beside what other test sets say. `print` shows them.

    Attributes:
        where: the corpus, as a sentence begins.
        findings: the rows of FINDINGS that were looked up.
        rows: of REPLICATIONS.
        places: decimals.
    """

    where: str
    findings: Sequence[Row]
    rows: Sequence[Row]
    places: int

    @property
    def table(self) -> pa.Table:
        """REPLICATIONS, as Arrow."""
        return REPLICATIONS.table(self.rows)

    def __repr__(self) -> str:
        return f"Replicated: {', '.join(row['phenomenon'] for row in self.findings) or 'nothing'}"

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """A table for each finding, as `challenge-sets replicate` prints it."""
        if not self.findings:
            return f"{self.where}. {NOTHING}\n"
        return "\n".join(self._text_of(finding) for finding in self.findings)

    def _text_of(self, finding: Row) -> str:
        own = [row for row in self.rows if row["phenomenon"] == finding["phenomenon"]]
        cells = [
            [
                row["test_set"] or "this run",
                row["metric"],
                f"{row['n']:,}",
                *(number(row[name], self.places, sign=True) for name in ("systems", "humans", "beyond")),
                interval(row["beyond_low"], row["beyond_high"], self.places),
                "" if row["again"] is None else "again" if row["again"] else "no",
            ]
            for row in own
        ]
        head = ["test set", "metric", "n", "systems", "humans", "beyond", "95 % interval", ""]
        said = expected_in_words(finding, self.places)
        if len(own) == 1:
            said = "no other test set of these languages has it with its systems' scores"
        lines = [f"{self.where}: {label_in_words(finding)}", columns(head, cells, texts=2).rstrip("\n")]
        return "\n".join([*lines, *[said] * bool(said)]) + "\n"


def replicate(
    results: Results,
    phenomena: Sequence[str] = (),
    *,
    alpha: float | None = None,
    phenomena_file: str | Path | None = None,
) -> Replicated:
    """Look findings of a run up in the ready-made sets of its languages.

    Args:
        phenomena: those to look up; the findings of the run by default.
        alpha: corrected p-values below it are findings (default: the run's level).
        phenomena_file: where the phenomena are defined (default: where the run says).

    Raises:
        InputError: the corpus was not scored, no such phenomenon was compared, or the file of the run's phenomena has
            changed.
    """
    check_scored(results.folder, FINDINGS.file)
    made = results.manifest
    if made is None:
        raise not_scored(results.folder, "manifest.json")
    every = {row["phenomenon"]: row for row in results.table("findings").to_pylist()}
    check_known("phenomenon", phenomena, every)
    for name in phenomena:
        if every[name]["systems"] is None:
            raise InputError(f"{name} was not compared: {every[name]['status']}", remedy="name another phenomenon")
    level = results.statistics.alpha if alpha is None else alpha
    found = [row for row in every.values() if row["status"] == TESTED and is_significant(row, level)]
    chosen = [every[name] for name in phenomena] or by_evidence(found)
    source, target = made.corpus.source_language, made.corpus.target_language
    catalogued = catalogue.load(made.phenomena_file(phenomena_file))
    definitions = {
        row["phenomenon"]: catalogue.definitions_checksum([catalogued[row["phenomenon"]].definition(source)])
        for row in chosen
        if row["phenomenon"] in catalogued
    }
    others = others_of(known_rows(), source, list(read_source(results.folder / "segments.parquet")), definitions)
    of_pair = [row for row in others if row["target_language"] == target]
    rows = [row for finding in chosen for row in (_own(finding), *_others(finding, of_pair))]
    corpus = results.table("corpus_scores").to_pylist()
    places = decimals(abs(row["score"]) for row in of_primary(corpus, chosen)) if chosen else 1
    return Replicated(where=where_of(made), findings=chosen, rows=rows, places=places)


def _own(finding: Row) -> dict[str, Any]:
    names = ("phenomenon", "distance", "metric", "n", "systems", "humans", "beyond", "beyond_low", "beyond_high")
    return {name: finding[name] for name in names} | {"test_set": None, "again": None}


def _others(finding: Row, known: Sequence[Row]) -> list[dict[str, Any]]:
    """The rows of other test sets, the oldest first, in points."""
    by_set: dict[str, dict[str, Row]] = {}
    for row in known:
        if row["phenomenon"] == finding["phenomenon"]:
            by_set.setdefault(row["test_set"], {})[row["metric"]] = row
    rows = []
    for _, of_set in sorted(by_set.items()):
        systems = of_set[LOOKED_UP]
        row = {name: systems[name] for name in ("phenomenon", "distance", "metric", "n", "test_set")}
        row |= {"systems": _points(systems), "humans": _points(of_set.get(f"{LOOKED_UP}{BY_PEOPLE}"))}
        beyond = of_set.get(f"{LOOKED_UP}{BEYOND}")
        row |= {"beyond": _points(beyond), "beyond_low": None, "beyond_high": None, "again": None}
        if beyond is not None:
            ends = (end * beyond["scale"] for end in interval_of_known(beyond))
            row |= dict(zip(("beyond_low", "beyond_high"), ends, strict=True))
            if finding["beyond"] is not None and is_enough(beyond):
                row["again"] = is_again(beyond, is_loss=finding["beyond"] < 0)
        rows.append(row)
    return rows


def _points(row: Row | None) -> float | None:
    return None if row is None else row["effect"] * row["scale"]
