"""Tables of scores for the terminal."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table

from extractors.core.errors import unknown
from extractors.core.escapes import visible
from extractors.core.terminal import as_text
from extractors.formats import tables
from extractors.formats.scores import CORPUS_SCORES, SCORES
from extractors.report.numbers import decimals, or_documents, significance
from extractors.score.statistics.estimates import FEWEST
from extractors.score.statistics.statistics_settings import ALPHA

FEWEST_SHOWN = 10
"""Sets of fewer segments are left out of the table: their scores say nothing, and there are many."""

Rows = Sequence[Mapping[str, Any]]


def show(folder: Path, *, metric: str | None = None, alpha: float = ALPHA) -> None:
    """Print the tables of a corpus's results, and where the files are."""
    rows = tables.read(SCORES, folder / "scores.parquet").to_pylist()
    print(f"\n== {folder} ==")
    print(corpus_table(tables.read(CORPUS_SCORES, folder / "corpus_scores.parquet").to_pylist()))
    print(set_table(rows, metric=metric, alpha=alpha), end="")
    if rows:
        print(visible(f"run: {rows[0]['run']}"))
    print(
        f"scores: {folder}/scores.csv (all metrics), by distance: {folder}/scores_by_bucket.csv\n"
        f"sets: {folder}/sets.parquet\n"
        f"conclusions: {folder}/system_ranks.csv, distance_trends.csv, system_comparisons.parquet, tables/"
    )


def scores_of(folder: Path, *, metric: str | None = None) -> list[dict[str, Any]]:
    """The rows of SCORES in a corpus's results, of one metric or of all.

    Raises:
        InputError: no row has that metric.
    """
    rows: list[dict[str, Any]] = tables.read(SCORES, folder / "scores.parquet").to_pylist()
    if metric is not None and metric not in (known := dict.fromkeys(row["metric"] for row in rows)):
        raise unknown("metric", metric, known)
    return [row for row in rows if metric in (None, row["metric"])]


def corpus_table(rows: Rows) -> str:
    """Systems by metrics on the whole corpus, best first by the first metric, with signatures below.

    Args:
        rows: mappings with system, metric, n, score, signature.
    """
    metrics = list(dict.fromkeys(row["metric"] for row in rows))
    scores = {(row["system"], row["metric"]): row["score"] for row in rows}
    systems = sorted({row["system"] for row in rows}, key=lambda s: (-scores.get((s, metrics[0]), -math.inf), s))
    table = _table()
    table.add_column("system")
    for metric in metrics:
        table.add_column(metric, justify="right")
    places = {metric: decimals(score for (_, of), score in scores.items() if of == metric) for metric in metrics}
    for system in systems:
        # Human judgements may lack a system.
        cells = ((scores.get((system, metric)), places[metric]) for metric in metrics)
        table.add_row(system, *("-" if score is None else f"{score:.{decimal}f}" for score, decimal in cells))
    return f"Whole corpus, {rows[0]['n']} segments\n{as_text(table)}{_signatures(rows)}"


def set_table(rows: Rows, *, metric: str | None = None, alpha: float = ALPHA) -> str:
    """Challenge sets under one metric, over all systems: score, controls, difference, best and worst.

    Args:
        rows: those of the table SCORES.
        metric: the metric to show (default: the first in the rows).
        alpha: corrected p-values below it are marked.

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
        if row["metric"] == metric:
            groups.setdefault((row["phenomenon"], row["minimum_distance"]), []).append(row)
    systems = len({row["system"] for row in rows})
    table = _table()
    table.add_column("phenomenon")
    for name in ("d >=", "n", "score", "controls", "diff.", "sign.", "lowest diff.", "highest diff."):
        table.add_column(name, justify="right")
    places = decimals(row["corpus_score"] for row in rows if row["metric"] == metric)
    shown = {key: group for key, group in groups.items() if group[0]["n"] >= FEWEST_SHOWN}
    # A published set without covariates has the paper's samples alone.
    is_tested = any(row["difference"] is not None for group in groups.values() for row in group)
    compare = _tested_difference if is_tested else _sampled_difference
    controls = "all eligible controls" if is_tested else "the paper's control samples, which are not tested"
    last = None
    for (phenomenon, distance), group in shown.items():
        if last not in (None, phenomenon):
            table.add_section()
        name = phenomenon if phenomenon != last else ""
        table.add_row(name, "all" if distance == 0 else str(distance), *_summary(group, places, alpha, compare))
        last = phenomenon
    explanation = (
        f"score, controls: means over systems of the set's score and of {controls}.\n"
        "diff.: score - controls. sign.: systems whose difference is significant, marked *:"
        f"\n  {significance(alpha)} over all rows of this metric. lowest, highest: the extreme\n  systems.\n"
    )
    if any(group[0]["too_small"] for group in shown.values()):
        few = f"fewer than {FEWEST} segments or controls{or_documents(rows)}"
        explanation += f"?: {few}, too few to say anything; not tested.\n"
    if len(shown) < len(groups):
        hidden = len(groups) - len(shown)
        sets = "1 set" if hidden == 1 else f"{hidden} sets"
        explanation += f"In scores.csv, and not shown here: {sets} of fewer than {FEWEST_SHOWN} segments.\n"
    of = "1 system" if systems == 1 else f"{systems} systems"
    return f"{metric} on challenge sets, {of}\n{as_text(table)}{explanation}"


def _tested_difference(row: Mapping[str, Any]) -> float | None:
    difference: float | None = row["difference"]
    return difference


def _sampled_difference(row: Mapping[str, Any]) -> float | None:
    return None if row["control_mean"] is None else row["score"] - row["control_mean"]


def _summary(
    group: list[Mapping[str, Any]],
    places: int,
    alpha: float,
    compare: Callable[[Mapping[str, Any]], float | None],
) -> list[str]:
    n = f"{group[0]['n']}{'?' if group[0]['too_small'] else ' '}"
    scored = [row for row in group if row["score"] is not None]
    if not scored:
        return [n, *["-"] * 6]
    mean = sum(row["score"] for row in scored) / len(scored)
    compared = [(difference, row) for row in scored if (difference := compare(row)) is not None]
    if not compared:
        return [n, f"{mean:.{places}f}", *["-"] * 5]
    compared.sort(key=lambda item: (item[0], item[1]["system"]))
    average = sum(d for d, _ in compared) / len(compared)
    numbers = [f"{mean:.{places}f}", f"{mean - average:.{places}f}", f"{average:+.{places}f}"]
    tested = [row for _, row in compared if row["p_bh"] is not None]
    significant = f"{sum(row['p_bh'] < alpha for row in tested)}/{len(tested)}" if tested else "-"
    ends = [
        f"{row['system']} {d:+.{places}f}{'*' if row['p_bh'] is not None and row['p_bh'] < alpha else ' '}"
        for d, row in (compared[0], compared[-1])
    ]
    return [n, *numbers, significant, *ends]


def _table() -> Table:
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)


def _signatures(rows: Rows) -> str:
    signatures = dict.fromkeys((row["metric"], row["signature"]) for row in rows)
    return "".join(f"{metric}: {signature}\n" for metric, signature in signatures)
