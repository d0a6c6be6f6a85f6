"""What a run has found, in ten lines of 80 columns: the strongest effects, what is too small, and where the page is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from extractors.core.errors import InputError, unknown
from extractors.formats import tables
from extractors.formats.effects import PHENOMENON_EFFECTS
from extractors.formats.scores import CORPUS_SCORES
from extractors.phenomena import PAPER
from extractors.report.numbers import decimals, interval, label_of, number, p_text
from extractors.report.suite.suite_summary import summary as suite_summary
from extractors.score.statistics.estimates import FEWEST
from extractors.score.statistics.statistics_settings import ALPHA

WIDTH = 80
STRONGEST = 4
"""Phenomena that are shown."""

Row = Mapping[str, Any]


def summary(folder: Path, *, metric: str | None = None, alpha: float = ALPHA, scored: bool = True) -> str:
    """The lines about a corpus; the last one is where its report is.

    Args:
        folder: the corpus's results.
        metric: the metric to sum up (default: the run's first).
        alpha: corrected p-values below it are findings.
        scored: sum up the scores; otherwise only say where things are.

    Raises:
        InputError: a table is missing or damaged, or no row has that metric.
    """
    lines: list[str] = []
    scores = folder / "scores.parquet"
    if scored and _is_newer(scores, folder / "controls.parquet"):
        corpus = tables.read(CORPUS_SCORES, folder / "corpus_scores.parquet").to_pylist()
        effects = tables.read(PHENOMENON_EFFECTS, folder / PHENOMENON_EFFECTS.file).to_pylist()
        places = decimals(abs(row["score"]) for row in _of_metric(corpus, metric))
        lines += ["", *corpus_lines(folder.name, corpus, metric)]
        lines += effect_lines(effects, metric, alpha=alpha, places=places)
        lines.append(f"all scores: challenge-sets show {folder}")
    return "".join(f"{line}\n" for line in [*lines, _place(folder)])


def findings(
    results: Path,
    *,
    corpora: Sequence[str],
    suites: Sequence[str] = (),
    metric: str | None = None,
    alpha: float = ALPHA,
) -> str:
    """The lines about the corpora and suites of a run that have results.

    A table that cannot be read is told, and the others are summed up.

    Args:
        results: the folder of all results.
    """
    text = ""
    for name in corpora:
        folder = results / name
        if folder.is_dir():
            try:
                text += summary(folder, metric=metric, alpha=alpha)
            except InputError as error:
                text += f"error: {error}\n{summary(folder, scored=False)}"
    for folder in (results / "suites" / name for name in suites):
        if (folder / "suite_accuracy.parquet").exists():
            try:
                text += suite_summary(folder)
            except InputError as error:
                text += f"error: {error}\n"
    return text


def corpus_lines(name: str, rows: Sequence[Row], metric: str | None) -> list[str]:
    """Two lines: the size of a corpus, and its systems' scores from best to worst.

    Args:
        rows: those of CORPUS_SCORES.
    """
    of_metric = _of_metric(rows, metric)
    shown = sorted(of_metric, key=lambda row: (-row["score"], row["system"]))
    places = decimals(abs(row["score"]) for row in shown)
    highest, lowest = (f"{number(row['score'], places)} ({row['system']})" for row in (shown[0], shown[-1]))
    label = label_of(shown)
    return [
        _fit(f"== {name}: {shown[0]['n']:,} segments, {_many(len(shown), 'system')} =="),
        _fit(f"{label} of the whole corpus: {highest} to {lowest}" if len(shown) > 1 else f"{label}: {highest}"),
    ]


def effect_lines(rows: Sequence[Row], metric: str | None, *, alpha: float, places: int) -> list[str]:
    """A table of the strongest effects on all systems together, and how many phenomena were tested.

    Each phenomenon stands there once, at the minimum distance at which its effect is strongest.

    Args:
        rows: those of PHENOMENON_EFFECTS.
        places: decimals of the differences.
    """
    known = {row["phenomenon"] for row in rows}
    # Nearly the same segments under two names would stand there as two findings.
    of_metric = [
        row
        for row in _of_metric(rows, metric)
        if not (row["phenomenon"].endswith(PAPER) and row["phenomenon"].removesuffix(PAPER) in known)
    ]
    strongest: dict[str, Row] = {}
    for row in sorted(of_metric, key=lambda row: (-strength(row, alpha), row["minimum_distance"])):
        if strength(row, alpha):
            strongest.setdefault(row["phenomenon"], row)
    return [*_table(list(strongest.values())[:STRONGEST], places), _counted(of_metric, len(strongest), alpha)]


def strength(row: Row, alpha: float) -> float:
    """How far from 0 the near end of an effect's interval is; 0 for what is not significant.

    The near end, as a large difference of a few segments is no strong effect.
    """
    if row["p_bh"] is None or row["p_bh"] >= alpha or row["difference_low"] is None:
        return 0.0
    low, high = float(row["difference_low"]), float(row["difference_high"])
    return max(low, -high, 0.0)


def _table(rows: Sequence[Row], places: int) -> list[str]:
    """A heading and a line for each row, none for no rows."""
    if not rows:
        return []
    numbers = []
    for row in rows:
        cells = [str(row["minimum_distance"]), f"{row['n']:,}", number(row["difference"], places, sign=True)]
        cells.append(interval(row["difference_low"], row["difference_high"], places))
        numbers.append([*cells, f"{row['below']} of {row['systems']}", p_text(row["p_bh"])])
    head = ["d >=", "n", label_of(rows), "95 % interval", "below", "p (BH)"]
    widths = [max(map(len, column)) for column in zip(head, *numbers, strict=True)]
    room = WIDTH - sum(widths) - 2 * len(widths)
    names = ["set minus controls", *(row["phenomenon"] for row in rows)]
    first = min(room, max(map(len, names)))
    return [
        "  ".join([_fit(name, first).ljust(first), *(c.rjust(w) for c, w in zip(cells, widths, strict=True))])
        for name, cells in zip(names, [head, *numbers], strict=True)
    ]


def _counted(rows: Sequence[Row], significant: int, alpha: float) -> str:
    phenomena = {row["phenomenon"] for row in rows}
    tested = {row["phenomenon"] for row in rows if row["p_bh"] is not None}
    without = {row["phenomenon"] for row in rows if row["n"]}
    none = len(phenomena - without)
    small = len(phenomena - tested) - none
    text = f"{significant} of {len(tested)} tested differ (p (BH) < {alpha:g}); too small: {small} (n < {FEWEST})"
    return _fit(f"{text}; not found: {none}")


def _of_metric(rows: Sequence[Row], metric: str | None) -> list[Row]:
    known = dict.fromkeys(row["metric"] for row in rows)
    if metric is not None and metric not in known:
        raise unknown("metric", metric, known)
    first = metric or next(iter(known), None)
    return [row for row in rows if row["metric"] == first]


def _place(folder: Path) -> str:
    """Where a corpus's report is; where it is older than its scores, or there is none, what makes it."""
    report, scores = folder / "report.html", folder / "scores.parquet"
    if _is_newer(report, scores):
        return str(report)
    if scores.exists():
        return "no report of these scores yet; the target report makes it"
    return str(folder / "sets.parquet")


def _is_newer(file: Path, than: Path) -> bool:
    """Whether a file is there and no older than another."""
    return file.exists() and (not than.exists() or file.stat().st_mtime >= than.stat().st_mtime)


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _fit(text: str, width: int = WIDTH) -> str:
    """A text cut to a width, the last column showing that it is."""
    return text if len(text) <= width else f"{text[: width - 1]}\u2026"
