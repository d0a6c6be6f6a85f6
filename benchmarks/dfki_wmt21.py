"""The rule-based verdicts on DFKI's test suite and the outputs of WMT21, cell by cell beside the expected ones.

    python benchmarks/dfki_wmt21.py FOLDER [--short]

FOLDER has items.PAIR.json.gz, PAIR/newstest2021.PAIR.{src,hyp.SYSTEM}.LANGUAGE.gz and expected-wmt21.tsv. --short
leaves out the cells that agree. Status 1 if a cell differs without explanation. Cells that need outputs which are not
in the folder are counted and named, and do not count as equal.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from extractors.core import files
from extractors.formats.items import Item, Suite, normalised
from extractors.formats.judgments import RIGHT, UNDECIDED, WRONG, Verdict
from extractors.judges.rules import NO_RULE, Rules
from extractors.suites.dfki import Dfki

PAIRS = ("de-en", "en-de")
PLACEHOLDER_SHARE = 0.5
"""An output that stands on more of the suite's lines than this share is no translation."""

Verdicts = list[Verdict | None]
"""Of each item; None where the item is not among the sources."""

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
        84,
    ): "Online-W translates 84 of these sources differently from line to line",
    ("en-de README", "with several outputs", 1): "Online-W translates one of these sources differently",
}
"""Differences that were looked into: (row, cell, our value) and why it is right. In both, the first line counts."""


@dataclass(frozen=True)
class Outputs:
    """What stands beside the sources of the items.

    Attributes:
        lines: of each item, the lines on which its source stands.
        systems: the lines of each system.
        placeholders: systems without translations, with what they have instead.
    """

    lines: list[list[int]]
    systems: dict[str, list[str]]
    placeholders: dict[str, str]


def read_outputs(folder: Path, pair: str, items: Sequence[Item]) -> Outputs:
    """Find the items among the sources of WMT21 by their texts."""
    source, target = pair.split("-")
    begin = f"newstest2021.{pair}"
    places: dict[str, list[int]] = defaultdict(list)
    sources = files.read_lines(folder / pair / f"{begin}.src.{source}.gz")
    for number, text in enumerate(sources):
        places[normalised(text)].append(number)
    lines = [places.get(normalised(item.source), []) for item in items]
    systems, placeholders = {}, {}
    for path in sorted((folder / pair).glob(f"{begin}.hyp.*.{target}.gz")):
        name = path.name.removeprefix(f"{begin}.hyp.").removesuffix(f".{target}.gz")
        outputs = [normalised(text) for text in files.read_lines(path)]
        if len(outputs) != len(sources):
            sys.exit(f"{path}: {len(outputs)} lines, the sources have {len(sources)}")
        text, count = Counter(outputs[found[0]] for found in lines if found).most_common(1)[0]
        if count > PLACEHOLDER_SHARE * sum(map(bool, lines)):
            placeholders[name] = text
        else:
            systems[name] = outputs
    return Outputs(lines, systems, placeholders)


def judge(items: Sequence[Item], outputs: Outputs) -> dict[str, Verdicts]:
    """The verdicts of each system; of several lines with an item's source the first counts."""
    rules = Rules()
    rules.check(items, "rules")
    found = [(number, lines[0]) for number, lines in enumerate(outputs.lines) if lines]
    verdicts: dict[str, Verdicts] = {}
    for name, texts in outputs.systems.items():
        of_system: Verdicts = [None] * len(items)
        judged = rules.judge([items[number] for number, _ in found], [texts[line] for _, line in found])
        for (number, _), verdict in zip(found, judged, strict=True):
            of_system[number] = verdict
        verdicts[name] = of_system
    return verdicts


def decided(verdicts: Verdicts) -> set[int]:
    """The items with a verdict, right or wrong."""
    return {n for n, verdict in enumerate(verdicts) if verdict is not None and verdict.verdict in (RIGHT, WRONG)}


def accuracies(items: Sequence[Item], verdicts: Verdicts, kept: Iterable[int]) -> tuple[str, str, str]:
    """Accuracy in per cent over all items, its mean over categories and over phenomena."""
    groups: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for number in kept:
        item, verdict = items[number], verdicts[number]
        right = verdict is not None and verdict.verdict == RIGHT
        for key in (("all", ""), ("category", item.category), ("phenomenon", item.phenomenon)):
            groups[key].append(right)
    shares: dict[str, list[float]] = defaultdict(list)
    for (kind, _), group in groups.items():
        shares[kind].append(100 * sum(group) / len(group))
    micro, category, phenomenon = (
        f"{sum(shares[kind]) / len(shares[kind]):.1f}" for kind in ("all", "category", "phenomenon")
    )
    return micro, category, phenomenon


def cells(items: Sequence[Item], verdicts: Mapping[str, Verdicts], row: Mapping[str, str]) -> dict[str, str | None]:
    """Our value of each cell of a row of the expected table; None where it needs systems that are not here."""
    of_system = verdicts[row["system"]]
    count = Counter(verdict.verdict for verdict in of_system if verdict is not None)
    own = accuracies(items, of_system, decided(of_system))
    ours: dict[str, str | None] = dict(
        zip(
            ("PASS", "FAIL", "WARN", "own_micro", "own_macro_category", "own_macro_phenomenon"),
            (str(count[RIGHT]), str(count[WRONG]), str(count[UNDECIDED]), *own),
            strict=True,
        )
    )
    names = ("items", "micro", "macro_category", "macro_phenomenon")
    if int(row["item_set"].removeprefix("common to ")) != len(verdicts):
        return ours | dict.fromkeys(names)
    common = set.intersection(*map(decided, verdicts.values()))
    return ours | dict(zip(names, (str(len(common)), *accuracies(items, of_system, common)), strict=True))


def about_items(suite: Suite, outputs: Outputs, verdicts: Mapping[str, Verdicts]) -> dict[str, float]:
    """The figures that the README of the data gives."""
    # Items of one source have the same lines.
    several = {tuple(lines) for lines in outputs.lines if len(lines) > 1}
    differing = [
        lines for lines in several if any(len({texts[n] for n in lines}) > 1 for texts in outputs.systems.values())
    ]
    judged = [verdict for of_system in verdicts.values() for verdict in of_system if verdict is not None]
    no_rule = Rules().judge(suite.items, ["-"] * len(suite.items))
    return {
        "items": len(suite.items),
        "found": sum(map(bool, outputs.lines)),
        "sources on several lines": len(several),
        "with several outputs": len(differing),
        "no rule": sum(verdict.reason == NO_RULE for verdict in no_rule),
        "warnings, per cent": round(100 * sum(verdict.verdict == UNDECIDED for verdict in judged) / len(judged), 2),
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--short", action="store_true")
    arguments = parser.parse_args()
    expected = list(csv.DictReader(files.read_lines(arguments.folder / "expected-wmt21.tsv"), delimiter="\t"))
    comparison = Comparison(not arguments.short)
    for pair in PAIRS:
        suite = Dfki().read(arguments.folder / f"items.{pair}.json.gz")
        outputs = read_outputs(arguments.folder, pair, suite.items)
        verdicts = judge(suite.items, outputs)
        for name, text in outputs.placeholders.items():
            lines = sum(map(bool, outputs.lines))
            print(f"{pair} {name}: the output is {text!r} on the lines of the suite ({lines} items found), not judged")
        figures = about_items(suite, outputs, verdicts)
        for name, value in README_FIGURES[pair].items():
            comparison.cell(f"{pair} README", name, figures[name], value)
        for row in (row for row in expected if row["direction"] == pair):
            where = f"{pair} {row['system']}, {row['item_set']}"
            for name, ours in cells(suite.items, verdicts, row).items():
                comparison.cell(where, name, ours, row[name])
        reasons = Counter(
            verdict.reason
            for of_system in verdicts.values()
            for verdict in of_system
            if verdict is not None and verdict.verdict == UNDECIDED
        )
        for reason, count in reasons.most_common():
            print(f"{pair} undecided: {count:5} {reason}")
    print(
        f"{comparison.same} cells are the same, {comparison.explained} differ and are explained, "
        f"{comparison.different} differ without explanation"
    )
    if comparison.absent:
        print(f"{comparison.absent} cells of `common to 18` need the outputs of 13 more systems, not in the folder")
    return 1 if comparison.different else 0


if __name__ == "__main__":
    sys.exit(main())
