"""Tables of scores for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from extractors import tables
from extractors.errors import unknown

FEWEST_SHOWN = 10
"""Sets of fewer segments are left out of the table: their scores say nothing, and there are many."""

Rows = Sequence[Mapping[str, Any]]


def show(folder: Path, *, metric: str | None = None) -> None:
    """Print the tables of a corpus's results, and where the files are."""
    rows = [{**row, "kind": "minimum"} for row in tables.read(tables.SCORES, folder / "scores.csv").to_pylist()]
    print(f"\n== {folder} ==")
    print(corpus_table(tables.read(tables.CORPUS_SCORES, folder / "corpus_scores.csv").to_pylist()))
    print(set_table(rows, metric=metric), end="")
    if rows:
        print(f"run: {rows[0]['run']}")
    print(
        f"scores: {folder}/scores.csv (all metrics), by distance: {folder}/scores_by_bucket.csv, sets: {folder}/sets/"
    )


def corpus_table(rows: Rows) -> str:
    """Systems by metrics on the whole corpus, best first by the first metric, with signatures below.

    Args:
        rows: mappings with system, metric, n, score, signature.
    """
    metrics = list(dict.fromkeys(row["metric"] for row in rows))
    scores = {(row["system"], row["metric"]): row["score"] for row in rows}
    systems = sorted({row["system"] for row in rows}, key=lambda s: (-scores[s, metrics[0]], s))
    table = _table()
    table.add_column("system")
    for metric in metrics:
        table.add_column(metric, justify="right")
    decimals = {metric: _decimals(scores[system, metric] for system in systems) for metric in metrics}
    for system in systems:
        table.add_row(system, *(f"{scores[system, metric]:.{decimals[metric]}f}" for metric in metrics))
    return f"Whole corpus, {rows[0]['n']} segments\n{_text(table)}{_signatures(rows)}"


def set_table(rows: Rows, *, metric: str | None = None) -> str:
    """Challenge sets under one metric, over all systems: score, controls, difference, best and worst.

    Args:
        rows: those of `scoring.score`; those at minimum distances are shown.
        metric: the metric to show (default: the first in the rows).

    Raises:
        InputError: no row has that metric.
    """
    if not rows:
        return "no sets\n"
    metric = metric or rows[0]["metric"]
    if metric not in (known := dict.fromkeys(row["metric"] for row in rows)):
        raise unknown("metric", metric, known)
    groups: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    for row in rows:
        if row["metric"] == metric and row["kind"] == "minimum":
            groups.setdefault((row["phenomenon"], row["minimum_distance"]), []).append(row)
    systems = len({row["system"] for row in rows})
    table = _table()
    table.add_column("phenomenon")
    for name in ("d >=", "n", "score", "controls", "diff.", "below", "lowest diff.", "highest diff."):
        table.add_column(name, justify="right")
    decimals = _decimals(row["corpus_score"] for row in rows if row["metric"] == metric)
    shown = {key: group for key, group in groups.items() if group[0]["n"] >= FEWEST_SHOWN}
    last = None
    for (phenomenon, distance), group in shown.items():
        if last not in (None, phenomenon):
            table.add_section()
        name = phenomenon if phenomenon != last else ""
        table.add_row(name, "all" if distance == 0 else str(distance), *_summary(group, decimals))
        last = phenomenon
    explanation = (
        "score, controls: means over systems of the set's score and of its matched controls' mean.\n"
        "diff.: score - controls. below: systems under the 2.5 % quantile of their controls.\n"
        "lowest, highest: the systems with the extreme differences.\n"
    )
    if len(shown) < len(groups):
        hidden = len(groups) - len(shown)
        explanation += f"{hidden} sets of fewer than {FEWEST_SHOWN} segments are in scores.csv and not shown here.\n"
    return f"{metric} on challenge sets, {systems} systems\n{_text(table)}{explanation}"


def _summary(group: list[Mapping[str, Any]], decimals: int) -> list[str]:
    n = str(group[0]["n"])
    scored = [row for row in group if row["score"] is not None]
    if not scored:
        return [n, *["-"] * 6]
    mean = sum(row["score"] for row in scored) / len(scored)
    compared = [(row["score"] - row["control_mean"], row) for row in scored if row["control_mean"] is not None]
    if not compared:
        return [n, f"{mean:.{decimals}f}", *["-"] * 5]
    compared.sort(key=lambda item: (item[0], item[1]["system"]))
    difference = sum(d for d, _ in compared) / len(compared)
    below = sum(row["score"] < row["control_low"] for _, row in compared)
    ends = [f"{row['system']} {d:+.{decimals}f}" for d, row in (compared[0], compared[-1])]
    numbers = [f"{mean:.{decimals}f}", f"{mean - difference:.{decimals}f}", f"{difference:+.{decimals}f}"]
    return [n, *numbers, f"{below}/{len(compared)}", *ends]


def _decimals(scores: Iterable[float]) -> int:
    """BLEU and its like run to 100 and are given with one decimal, RIBES runs to 1."""
    return 3 if max(scores) <= 1 else 1


def _table() -> Table:
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)


def _signatures(rows: Rows) -> str:
    found = dict.fromkeys((row["metric"], row["signature"]) for row in rows)
    return "".join(f"{metric}: {signature}\n" for metric, signature in found)


def _text(table: Table) -> str:
    # Captured and not printed, so that a log or a pipe gets the same text as a terminal, without colours.
    # A table takes the width it needs: a cell cut short is worse than a long line.
    console = Console(width=500, color_system=None, force_terminal=False)
    with console.capture() as captured:
        console.print(table)
    return "".join(line.rstrip() + "\n" for line in captured.get().splitlines())
