"""A suite's tables as papers print them: systems by category and by phenomenon, and their averages.

As in the reports on DFKI's test suite at WMT, systems that are not significantly worse than the best of a row by the
one-tailed Z-test at 0.95 stand in bold, the best among them. An asterisk stands behind the best and behind those that
are not worse by the exact paired test, which takes notice that systems translate the same sentences.
"""

from collections.abc import Sequence
from pathlib import Path

from challenge_sets_suites.report.headline import AVERAGES, percent
from challenge_sets_suites.report.suite_results import SuiteResults, not_worse, read_suite_results
from challenge_sets_suites.tables.suites import COMMON, MICRO, OWN, WHOLE_TEXTS
from extractors.core.files import writing_folder
from extractors.formats.thresholds import ALPHA
from extractors.report import typeset
from extractors.report.numbers import Row
from extractors.report.typeset import Sheet

DOCUMENT = "suite_tables.tex"
COUNTED = ("right", "wrong", "undecided", "missing")

EXPLANATION = (
    " Accuracy: right among the decided outputs, in per cent. Bold: the best of a row, or not significantly worse by"
    f" the one-tailed Z-test of two proportions (p >= {ALPHA:g}, uncorrected), as in the literature. *: the same by the"
    f" exact paired test on items that both have decided (p >= {ALPHA:g} after Benjamini and Hochberg's correction)."
)
BOUNDS = " In brackets: the accuracies if all that is undecided were wrong, and right."
WHAT = {"category": "categories", "phenomenon": "phenomena"}

Cell = tuple[str, bool]
"""A text, and whether it stands in bold."""


def write(folder: str | Path, output: str | Path) -> list[str]:
    """Write every table as CSV, Markdown and LaTeX, and a LaTeX document of them.

    Args:
        folder: the results of a suite.
        output: where to write.

    Returns:
        The names of the tables: `suite_systems`, `suite_categories` where there are any, and `suite_phenomena`.
    """
    results = read_suite_results(folder)
    sheets = [
        _systems(results),
        *_by(results, "category", "suite_categories"),
        *_by(results, "phenomenon", "suite_phenomena"),
    ]
    with writing_folder(output) as place:
        typeset.write(sheets, place)
        typeset.write_document(sheets, place / DOCUMENT)
    return [sheet.name for sheet in sheets]


def _systems(results: SuiteResults) -> Sheet:
    """Build the table of systems by averages, over their own and over common items, with counts and bounds."""
    averages = {
        f"{'micro' if average == MICRO else average.replace('over ', '')}, {items}": rows
        for items in (OWN, COMMON)
        for average in AVERAGES
        if (rows := results.overall(average, items))
    }
    overall = results.overall()
    lines = [
        [
            (system, False),
            *((f"{overall[system][name]:,}", False) for name in COUNTED),
            *(_accuracy(rows.get(system)) for rows in averages.values()),
            (f"[{percent(overall[system]['bound_low'])}, {percent(overall[system]['bound_high'])}]", False),
        ]
        for system in results.systems
    ]
    common = max((row["n"] for row in results.overall(items=COMMON).values()), default=0)
    caption = (
        f"{results.name}: {len(results.suite.items):,} items. Micro averages count items, macro averages categories or"
        " phenomena, whole texts those of which all items are right; own: all that a system has decided, common: the"
        f" {common:,} that are decided for every system that has any decided.{EXPLANATION} Macro averages are not"
        " tested; their best is bold. Bounds: the micro average over own items if all that is undecided were wrong, and"
        " right."
    )
    caption += "".join(f" Note: {note}." for note in dict.fromkeys(row["note"] for row in overall.values()) if note)
    return _sheet("suite_systems", caption, ["system", *COUNTED, *averages, "bounds"], lines, texts=1)


def _accuracy(row: Row | None, *, bounds: bool = False) -> Cell:
    """Write an accuracy with its asterisk, and whether it is bold; macro averages have no test and no asterisk."""
    if row is None:
        return "", False
    if row["accuracy"] is None:
        return "–", False
    text = percent(row["accuracy"])
    if row["average"] in (MICRO, WHOLE_TEXTS) and not_worse(row, "p_worse_bh"):
        text += "*"
    if bounds and row["undecided"]:
        text += f" [{percent(row['bound_low'])}, {percent(row['bound_high'])}]"
    return text, not_worse(row, "p_worse_z")


def _by(results: SuiteResults, by: str, name: str) -> list[Sheet]:
    """Build the table of groups by systems, over own items; none without such groups."""
    groups = results.groups(by)
    if not groups:
        return []
    levels = ("category",) if by == "category" else ("category", "phenomenon")
    keys = [key for key in levels if results.groups(key)]
    lines = []
    for rows in [*groups, results.overall()]:
        first = next(iter(rows.values()))
        names = [first[key] or "" for key in keys]
        if first["by"] == "all":
            names[0] = "all items"
        labels = [(text, False) for text in (*names, f"{first['n']:,}")]
        lines.append([*labels, *(_accuracy(rows[system], bounds=True) for system in results.systems)])
    caption = f"{results.name}: systems by {WHAT[by]}; n: items.{EXPLANATION}{BOUNDS}"
    return [_sheet(name, caption, [*keys, "n", *results.systems], lines, texts=len(keys), dense=True)]


def _sheet(
    name: str, caption: str, header: Sequence[str], lines: Sequence[Sequence[Cell]], *, texts: int, dense: bool = False
) -> Sheet:
    cells = [[text for text, _ in line] for line in lines]
    strong = frozenset((row, place) for row, line in enumerate(lines) for place, (_, bold) in enumerate(line) if bold)
    return Sheet(name, caption, header, cells, texts=texts, dense=dense, strong=strong)
