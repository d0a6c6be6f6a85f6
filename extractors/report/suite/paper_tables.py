"""A suite's tables as papers print them: systems by category and by phenomenon, and their averages.

As in the reports on DFKI's test suite at WMT, systems that are not significantly worse than the best of a row by the
one-tailed Z-test at 0.95 stand in bold, the best among them. An asterisk stands behind the best and behind those that
are not worse by the exact paired test, which takes notice that systems translate the same sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from extractors.formats.suites import COMMON, OWN
from extractors.report import typeset
from extractors.report.suite.headline import AVERAGES, percent
from extractors.report.suite.results import ALPHA, Row, SuiteResults, not_worse, read_suite_results
from extractors.report.typeset import Sheet

SYSTEMS = 9
"""Columns of systems, with their bounds, that a landscape page holds at seven points."""
DOCUMENT = "suite_tables.tex"

EXPLANATION = (
    f" Accuracy: right among the decided outputs, in per cent. Bold: the best of a row, or not significantly worse by the"
    f" one-tailed Z-test of two proportions (p >= {ALPHA:g}), as in the literature. *: the same by the exact paired test on"
    " items that both have decided."
)
BOUNDS = " In brackets: the accuracies if all that is undecided were wrong, and right."


def write(folder: str | Path, output: str | Path) -> list[str]:
    """Write every table as CSV, Markdown and LaTeX, and a LaTeX document of them.

    Args:
        folder: the results of a suite.
        output: where to write.

    Returns:
        The names of the tables: `suite_systems`, `suite_categories` where there are any, `suite_phenomena`, and for
        every SYSTEMS systems more `..._2`, `..._3`.

    Raises:
        InputError: a table is missing or damaged.
    """
    results = read_suite_results(folder)
    sheets = [_systems(results), *_by(results, "category", "suite_categories"), *_by(results, "phenomenon", "suite_phenomena")]
    typeset.write(sheets, output)
    typeset.write_document(sheets, Path(output) / DOCUMENT)
    return [sheet.name for sheet in sheets]


def _systems(results: SuiteResults) -> Sheet:
    """Systems by averages, over their own and over common items, with counts and bounds."""
    header = ["system", "right", "wrong", "undecided", "missing"]
    columns: list[Callable[[str], tuple[str, bool]]] = []
    for items in (OWN, COMMON):
        for average, over in AVERAGES.items():
            rows = results.overall(average, items)
            if rows:
                header.append(f"{'micro' if over == 'over items' else over.replace('over', 'macro')}, {items}")
                columns.append(_column(rows))
    overall = results.overall()
    cells, strong = [], set()
    for place, system in enumerate(results.systems):
        row = overall[system]
        line = [system, *(f"{row[name]:,}" for name in ("right", "wrong", "undecided", "missing"))]
        for column in columns:
            text, bold = column(system)
            if bold:
                strong.add((place, len(line)))
            line.append(text)
        line.append(f"[{percent(row['bound_low'])}, {percent(row['bound_high'])}]")
        cells.append(line)
    n = next(iter(overall.values()))["n"] if overall else 0
    common = max((row["n"] for row in results.overall(items=COMMON).values()), default=0)
    caption = (
        f"{results.name}: {n:,} items. Micro averages count items, macro averages categories or phenomena; own: all that"
        f" a system has decided, common: the {common:,} that are decided for every system that has any decided.{EXPLANATION} Macro averages"
        f" are not tested; their best is bold. Bounds: the micro average over own items if all that is undecided were"
        f" wrong, and right."
    )
    return Sheet("suite_systems", caption, [*header, "bounds"], cells, texts=1, strong=frozenset(strong))


def _column(rows: Mapping[str, Row]) -> Callable[[str], tuple[str, bool]]:
    def cell(system: str) -> tuple[str, bool]:
        row = rows.get(system)
        return ("", False) if row is None else (_accuracy(row), row["accuracy"] is not None and not_worse(row, "p_worse_z"))

    return cell


def _accuracy(row: Row) -> str:
    """An accuracy with its asterisk; macro averages have no test and no asterisk."""
    if row["accuracy"] is None:
        return "–"
    tested = row["average"] == "micro" and not_worse(row, "p_worse")
    return percent(row["accuracy"]) + "*" * tested


def _by(results: SuiteResults, by: str, name: str) -> list[Sheet]:
    """Groups by systems, over own items: a sheet for every SYSTEMS systems; none where there are no such groups."""
    groups = results.groups(by)
    if not groups:
        return []
    overall = results.overall()
    parts = [results.systems[start : start + SYSTEMS] for start in range(0, len(results.systems), SYSTEMS)]
    sheets = []
    for part, systems in enumerate(parts, 1):
        cells, strong = [], set()
        for place, rows in enumerate([*groups, overall]):
            line = _label(next(iter(rows.values())), by)
            for system in systems:
                row = rows[system]
                if row["accuracy"] is not None and not_worse(row, "p_worse_z"):
                    strong.add((place, len(line)))
                line.append(_with_bounds(row))
            cells.append(line)
        what = {"category": "categories", "phenomenon": "phenomena"}[by]
        suffix = f", part {part} of {len(parts)}" if len(parts) > 1 else ""
        header = ["category", *(["phenomenon"] if by == "phenomenon" else []), "n", *systems]
        sheets.append(
            Sheet(
                f"{name}_{part}" if part > 1 else name,
                f"{results.name}: systems by {what}{suffix}; n: items.{EXPLANATION}{BOUNDS}",
                header,
                cells,
                texts=len(header) - len(systems) - 1,
                dense=True,
                strong=frozenset(strong),
            )
        )
    return sheets


def _label(row: Row, by: str) -> list[str]:
    whole = row["by"] == "all"
    names = ["all items" if whole else row["category"] or ""]
    if by == "phenomenon":
        names.append("" if whole else row["phenomenon"])
    return [*names, f"{row['n']:,}"]


def _with_bounds(row: Row) -> str:
    text = _accuracy(row)
    if not row["undecided"]:
        return text
    return f"{text} [{percent(row['bound_low'])}, {percent(row['bound_high'])}]"
