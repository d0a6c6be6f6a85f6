"""The rule-based verdicts on DFKI's test suite and the outputs of WMT21, cell by cell beside the expected ones.

    python benchmarks/dfki_wmt21.py FOLDER [--short]

FOLDER has items.PAIR.json.gz, PAIR/newstest2021.PAIR.{src,hyp.SYSTEM}.LANGUAGE.gz and expected-wmt21.tsv. --short
leaves out the cells that agree. Status 1 if a cell differs without explanation. Cells that need outputs which are not
in the folder are counted and named, and do not count as equal.
"""

import csv
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
from _common import arguments_of

from challenge_sets_suites.judges.rules import NO_RULE, Rules
from challenge_sets_suites.suite_stage import judge_suite, read_suite, suite_tables
from challenge_sets_suites.tables.items import Suite, normalised
from challenge_sets_suites.tables.judgments import MISSING, RIGHT, UNDECIDED, WRONG
from challenge_sets_suites.tables.suites import COMMON, MACRO_CATEGORY, MACRO_PHENOMENON, MICRO, OWN
from extractors.core import files
from extractors.inputs.places import parse

PAIRS = ("de-en", "en-de")

README_FIGURES = {
    "de-en": {
        "items": 2767,
        "found": 2748,
        "sources on several lines": 180,
        "with several outputs": 0,
        "no rule": 0,
        "warnings, per cent": 2.86,
    },
    "en-de": {
        "items": 2324,
        "found": 2165,
        "sources on several lines": 2,
        "with several outputs": 0,
        "no rule": 110,
        "warnings, per cent": 5.19,
    },
}
"""What the README of the data says, besides expected-wmt21.tsv."""

EXPLAINED = {
    (
        "de-en README",
        "with several outputs",
        164,
    ): "Online-W translates 84 of these sources, of 164 items, differently from line to line",
    ("en-de README", "with several outputs", 1): "Online-W translates one of these sources differently",
}
"""Differences that were looked into: (row, cell, our value) and why it is right. In both, the first line counts."""

COLUMNS = {"micro": MICRO, "macro_category": MACRO_CATEGORY, "macro_phenomenon": MACRO_PHENOMENON}
COUNTS = {"PASS": RIGHT, "FAIL": WRONG, "WARN": UNDECIDED}
Accuracies = dict[tuple[str, str, str], dict[str, float]]
"""The row over all items, by system, items (own or common) and average."""


@dataclass(frozen=True)
class Judged:
    """A direction, judged as `challenge-sets suite judge` does.

    Attributes:
        placeholders: systems without translations, with what they have instead.
    """

    suite: Suite
    judgments: pa.Table
    found: list[dict[str, object]]
    accuracies: Accuracies

    @property
    def placeholders(self) -> dict[str, object]:
        return {str(row["system"]): row["placeholder"] for row in self.found if row["placeholder"] is not None}

    @property
    def systems(self) -> list[str]:
        return [str(row["system"]) for row in self.found if row["placeholder"] is None]


def place_of_sources(folder: Path, pair: str) -> Path:
    return folder / pair / f"newstest2021.{pair}.src.{pair.split('-')[0]}.gz"


def judge(folder: Path, pair: str) -> Judged:
    """Judge every system of a direction among the lines of WMT21."""
    items = folder / f"items.{pair}.json.gz"
    suite = read_suite(items, form="dfki", options={})
    begin, end = f"newstest2021.{pair}.hyp.", f".{pair.split('-')[1]}.gz"
    systems = {
        path.name.removeprefix(begin).removesuffix(end): parse(path)
        for path in sorted((folder / pair).glob(f"{begin}*{end}"))
    }
    judgments, found, _ = judge_suite(suite, systems, sources=parse(place_of_sources(folder, pair)))
    rows = suite_tables(suite, judgments, items)["suite_accuracy.csv"].to_pylist()
    accuracies = {(row["system"], row["items"], row["average"]): row for row in rows if row["by"] == "all"}
    return Judged(suite, judgments, found.to_pylist(), accuracies)


def cells(judged: Judged, row: dict[str, str]) -> dict[str, str | None]:
    """Return our value of each cell of an expected row; None for cells that need systems missing from the folder."""

    def percent(items: str, average: str) -> str:
        return f"{100 * judged.accuracies[row['system'], items, average]['accuracy']:.1f}"

    own = judged.accuracies[row["system"], OWN, MICRO]
    ours: dict[str, str | None] = {name: str(own[column]) for name, column in COUNTS.items()}
    ours |= {f"own_{name}": percent(OWN, average) for name, average in COLUMNS.items()}
    if int(row["item_set"].removeprefix("common to ")) != len(judged.systems):
        return ours | dict.fromkeys(("items", *COLUMNS))
    ours |= {"items": str(judged.accuracies[row["system"], COMMON, MICRO]["n"])}
    return ours | {name: percent(COMMON, average) for name, average in COLUMNS.items()}


def about_items(judged: Judged, folder: Path, pair: str) -> dict[str, float]:
    """Compute the figures about items that the README of the data reports."""
    lines = Counter(map(normalised, files.read_lines(place_of_sources(folder, pair))))
    sources = {normalised(item.source) for item in judged.suite.items}
    ambiguous = {row["ambiguous"] for row in judged.found}
    verdicts = [
        verdict
        for system, verdict in zip(
            *(judged.judgments.column(n).to_pylist() for n in ("system", "verdict")), strict=True
        )
        if system in judged.systems and verdict != MISSING
    ]
    no_rule = Rules().judge(judged.suite.items, ["-"] * len(judged.suite.items))
    return {
        "items": len(judged.suite.items),
        "found": sum(normalised(item.source) in lines for item in judged.suite.items),
        "sources on several lines": sum(lines[source] > 1 for source in sources),
        "with several outputs": max(int(str(count)) for count in ambiguous),
        "no rule": sum(verdict.reason == NO_RULE for verdict in no_rule),
        "warnings, per cent": round(100 * sum(verdict == UNDECIDED for verdict in verdicts) / len(verdicts), 2),
    }


@dataclass
class Comparison:
    """Counts cells as they are printed."""

    show_all: bool
    same: int = 0
    different: int = 0
    explained: int = 0
    absent: int = 0

    def cell(self, where: str, name: str, ours: object, expected: object) -> None:
        """Print a cell of ours beside the expected one."""
        why = EXPLAINED.get((where, name, ours))
        if ours is None:
            self.absent += 1
            word = "not here"
        elif ours == expected:
            self.same += 1
            word = "same"
        elif why is not None:
            self.explained += 1
            word = f"explained: {why}"
        else:
            self.different += 1
            word = "DIFFERS"
        if self.show_all or word not in ("same", "not here"):
            print(f"{where:32} {name:24} {'-' if ours is None else ours:>8} expected {expected:>8}  {word}")


def main() -> int:
    parser = arguments_of(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--short", action="store_true")
    arguments = parser.parse_args()
    expected = list(csv.DictReader(files.read_lines(arguments.folder / "expected-wmt21.tsv"), delimiter="\t"))
    comparison = Comparison(not arguments.short)
    for pair in PAIRS:
        judged = judge(arguments.folder, pair)
        for name, text in judged.placeholders.items():
            print(f"{pair} {name}: the output is {text!r} on the lines of the suite, not judged")
        figures = about_items(judged, arguments.folder, pair)
        for name, value in README_FIGURES[pair].items():
            comparison.cell(f"{pair} README", name, figures[name], value)
        for row in (row for row in expected if row["direction"] == pair):
            where = f"{pair} {row['system']}, {row['item_set']}"
            for name, ours in cells(judged, row).items():
                comparison.cell(where, name, ours, row[name])
    print(
        f"{comparison.same} cells are the same, {comparison.explained} differ and are explained, "
        f"{comparison.different} differ without explanation"
    )
    if comparison.absent:
        print(f"{comparison.absent} cells of `common to 18` need the outputs of 13 more systems, not in the folder")
    return 1 if comparison.different else 0


if __name__ == "__main__":
    sys.exit(main())
