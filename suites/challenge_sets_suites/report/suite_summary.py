"""What a suite's judgments say, in ten lines, and where its page is. No line is cut: it may stand in a log file."""

import shlex
from pathlib import Path

from challenge_sets_suites.report.headline import percent
from challenge_sets_suites.report.suite_results import best_first, not_worse
from challenge_sets_suites.tables.judgments import MISSING
from challenge_sets_suites.tables.suites import COMMON, MICRO, OWN, SUITE_ACCURACY, SUITE_RANKS, TRIAGE
from extractors.core.terminal import columns
from extractors.formats import tables
from extractors.report.numbers import Row, many

BEST = 4
"""Systems that are shown."""
HEAD = ("system", "right %", "95 % interval", "bounds", "judged", "missing", "cluster")


def summary(folder: str | Path) -> str:
    """Return the lines about a suite, from the tables in its folder; the last one says where its page is."""
    folder = Path(folder)
    overall = [
        row
        for row in tables.read(SUITE_ACCURACY, folder / SUITE_ACCURACY.file).to_pylist()
        if (row["by"], row["average"]) == ("all", MICRO)
    ]
    ranks = {row["system"]: row for row in tables.read(SUITE_RANKS, folder / SUITE_RANKS.file).to_pylist()}
    ranked_on = next((row["items"] for row in ranks.values()), OWN)
    rows = [row for row in overall if row["items"] == ranked_on]
    own = {row["system"]: row for row in overall if row["items"] == OWN}
    rows.sort(key=best_first)
    count = max((row["n"] for row in own.values()), default=0)
    common = (
        f"; right % on {many(max(row['n'] for row in rows), 'common item')}" if ranked_on == COMMON and rows else ""
    )
    lines = ["", f"== {folder.resolve().name}: {many(count, 'item')}, {many(len(rows), 'system')}{common} =="]
    lines += _table(rows[:BEST], own, {system: row["cluster"] for system, row in ranks.items()})
    if len(rows) > BEST:
        lines.append(_others(rows[BEST:]))
    lines += [*dict.fromkeys(row["note"] for row in rows if row["note"])]
    lines += [*_tests(rows), _open(folder), _page_line(folder)]
    return "".join(f"{line}\n" for line in lines)


def _table(rows: list[Row], own: dict[str, Row], clusters: dict[str, int]) -> list[str]:
    """Return a table of the best systems; bounds and counts are of all their own items."""
    cells = [
        [
            row["system"],
            percent(row["accuracy"]),
            _range(row["low"], row["high"]),
            _range(own[row["system"]]["bound_low"], own[row["system"]]["bound_high"]),
            f"{own[row['system']]['judged']:,}",
            f"{own[row['system']][MISSING]:,}",
            str(clusters.get(row["system"]) or "–"),
        ]
        for row in rows
    ]
    return columns(HEAD, cells, is_ruled=False).splitlines()


def _range(low: float | None, high: float | None) -> str:
    return "–" if low is None else f"{percent(low)}-{percent(high)}"


def _others(rows: list[Row]) -> str:
    last = [row for row in rows if row["accuracy"] is not None][-1:]
    down = [f"down to {percent(row['accuracy'])} ({row['system']})" for row in last]
    none = [row["system"] for row in rows if row["accuracy"] is None]
    return ", ".join([many(len(rows), "more system"), *down]) + (
        f"; nothing decided: {', '.join(none)}" if none else ""
    )


def _tests(rows: list[Row]) -> list[str]:
    others = [row for row in rows if not row["is_best"] and row["accuracy"] is not None]
    if not others:
        return []
    exact, z = (sum(not_worse(row, test) for row in others) for test in ("p_worse_bh", "p_worse_z"))
    return [f"not significantly worse than the best: {exact} of {len(others)} (paired test, BH); {z} by the Z-test"]


def _open(folder: Path) -> str:
    """Say what is left to people."""
    left = tables.count_rows(folder / TRIAGE.file)
    return f"{many(left, 'output')} to be judged (triage.csv)" if left else "no output is left undecided"


def _page_line(folder: Path) -> str:
    """Say where the page is or, if it is missing or older than the accuracies, which command makes it."""
    page, accuracy = folder / "report.html", folder / SUITE_ACCURACY.file
    if page.exists() and page.stat().st_mtime >= accuracy.stat().st_mtime:
        return str(page)
    command = f"challenge-sets suite report {shlex.quote(str(folder))} -o {shlex.quote(str(page))}"
    return f"no page of these judgments yet: {command}"
