"""Write for a terminal the scores by challenge set and minimum distance, beside controls of the same length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from extractors.config.output_settings import ReportSettings
from extractors.core.rounding import decimals
from extractors.formats.thresholds import FEWEST_SEGMENTS, FEWEST_SHOWN
from extractors.report.numbers import WIDTH, Row, Rows, compared_score, cut, label_of, many, number
from extractors.scoring.phenomenon_tests import LEFT_OUT
from extractors.scoring.run_manifest import Manifest

FIRST_METRICS = ("bleu", "ribes")
"""The metrics that are shown first, those of the paper; without them the first two of the run are."""
DISTANCES = (0, 1, 3)
"""The minimum distances that are shown, and that of the test where it is larger."""
TESTS = ("p_bh", "slope_p_bh", "words_p_bh", "marked_p_bh")
"""The corrected p-values of the tables that tell of findings."""
MOST = 5
"""Systems that have room."""
LABEL, DISTANCE, SIZE, CELL = 22, 4, 5, 12
"""Columns of a phenomenon's label, of its distance and, at least, of its size and of a system."""


@dataclass(frozen=True, kw_only=True)
class ScoreRow:
    """A line of the table: the whole corpus, or a phenomenon at a minimum distance.

    Attributes:
        phenomenon, distance: None for the whole corpus.
        n: segments that are compared with controls; all, where too many of them have none.
        scores, controls: by system, of the same compared segments and of their controls; None where there is none.
    """

    phenomenon: str | None
    distance: int | None
    label: str
    n: int
    scores: Mapping[str, float | None]
    controls: Mapping[str, float | None]


def metrics_first(corpus: Rows) -> list[str]:
    """Choose the metrics to show, two at most, from the rows of CORPUS_SCORES."""
    metrics = list(dict.fromkeys(row["metric"] for row in corpus))
    return [name for name in FIRST_METRICS if name in metrics] or metrics[: len(FIRST_METRICS)]


def headline(
    made: Manifest | None, findings: Rows, conclusions: Mapping[str, Row], departures: Rows, alpha: float
) -> list[str]:
    """Return the phenomena to show first: those of `report.headline`, then those with a finding.

    Args:
        made: the manifest of the run; None for the default headline.
        findings: the rows of FINDINGS.
        departures: those of DEPARTURES and WORD_DEPARTURES.
    """
    config: Mapping[str, Any] = {} if made is None else made.config.get("report", {})
    first = list(config.get("headline", ReportSettings().headline))
    significant = {
        row["phenomenon"]
        for row in (*findings, *departures, *conclusions.values())
        if any(row.get(p) is not None and row[p] < alpha for p in TESTS)
    }
    return list(dict.fromkeys([*first, *(row["phenomenon"] for row in findings if row["phenomenon"] in significant)]))


def score_rows(
    scores: Rows,
    corpus: Rows,
    labels: Mapping[str, str],
    metric: str,
    phenomena: Sequence[str],
    tested: Mapping[str, int],
) -> list[ScoreRow]:
    """Return the lines of one metric: the whole corpus, then each phenomenon at the distances that are shown.

    Args:
        scores, corpus: the rows of SCORES and CORPUS_SCORES.
        labels: by phenomenon, its name in a sentence.
        phenomena: those to show, in this order; one without sets is left out.
        tested: by phenomenon, the minimum distance of its test, which is shown besides DISTANCES.
    """
    whole = {row["system"]: row for row in corpus if row["metric"] == metric}
    segments = max((row["n"] for row in whole.values()), default=0)
    lines = [
        ScoreRow(
            phenomenon=None,
            distance=None,
            label="whole corpus",
            n=segments,
            scores={system: row["score"] for system, row in whole.items()},
            controls={},
        )
    ]
    by_set: dict[tuple[str, int], dict[str, Row]] = {}
    for row in scores:
        if row["metric"] == metric and row["kind"] == "minimum" and row["n"]:
            by_set.setdefault((row["phenomenon"], row["distance_from"]), {})[row["system"]] = row
    for name in phenomena:
        shown = sorted({*DISTANCES, tested.get(name, 0)})
        for distance in shown:
            if rows := by_set.get((name, distance)):
                first = next(iter(rows.values()))
                # A set that is most of the corpus has no controls to speak of: then the scores are of all of it.
                is_compared = first["compared"] >= (1 - LEFT_OUT) * first["n"]
                lines.append(
                    ScoreRow(
                        phenomenon=name,
                        distance=distance,
                        label=labels.get(name, name),
                        n=first["compared"] if is_compared else first["n"],
                        scores={s: compared_score(row) if is_compared else row["score"] for s, row in rows.items()},
                        controls={s: row["control_score"] if is_compared else None for s, row in rows.items()},
                    )
                )
    return lines


def score_lines(
    rows: Sequence[ScoreRow],
    corpus: Rows,
    metric: str,
    systems: Sequence[str],
    folder: str,
    *,
    higher_is_better: bool = True,
) -> list[str]:
    """Return the table as lines of at most WIDTH columns: a cell is the score and, in brackets, that of the controls.

    Args:
        rows: as from `score_rows`.
        corpus: the rows of CORPUS_SCORES, for the metric's label and decimals.
        systems: the columns, of which the first are shown, MOST or as many as have room.
        folder: where the table of all systems is.
    """
    own = [row for row in corpus if row["metric"] == metric]
    places = decimals(abs(row["score"]) for row in own)
    sizes = [f"{row.n:,}" for row in rows]
    cells = [[_cell(row, system, places) for system in systems[:MOST]] for row in rows]
    size = max([SIZE, *map(len, sizes)])
    wide = max([CELL, *(len(cell) for row_cells in cells for cell in row_cells)])
    shown = systems[: min(MOST, (WIDTH - LABEL - DISTANCE - size - 2) // (wide + 1))]
    label = label_of(own) if higher_is_better else f"{label_of(own)} (lower is better)"
    texts = [[cut(label, LABEL), "d >=", "n", *_names(shown, wide)]]
    before = None
    for row, count, row_cells in zip(rows, sizes, cells, strict=True):
        label = "" if row.phenomenon is not None and row.phenomenon == before else cut(row.label, LABEL)
        before = row.phenomenon
        texts.append([label, "" if row.distance is None else str(row.distance), count, *row_cells[: len(shown)]])
    widths = [DISTANCE, size, *[wide] * len(shown)]
    lines = [
        " ".join([f"{label:{LABEL}}", *(f"{text:>{width}}" for text, width in zip(rest, widths, strict=True))]).rstrip()
        for label, *rest in texts
    ]
    if more := len(systems) - len(shown):
        lines.append(f"{many(more, 'more system')}: {folder}/scores_{metric}.md")
    return lines


def _names(systems: Sequence[str], width: int) -> list[str]:
    """Cut the names of systems to a width, at the front if they begin alike."""
    cut_names = [cut(system, width) for system in systems]
    return cut_names if len(set(cut_names)) == len(systems) else [cut(name[::-1], width)[::-1] for name in systems]


def _cell(row: ScoreRow, system: str, places: int) -> str:
    """Write `29.9 (31.5)`, with few segments `29.9 (n 12)`, with very few nothing. Scores of a column are aligned."""
    score, control = row.scores.get(system), row.controls.get(system)
    if score is None or (row.phenomenon is not None and row.n < FEWEST_SHOWN):
        return ""
    if row.phenomenon is None:
        beside = ""
    elif row.n < FEWEST_SEGMENTS:
        beside = f"(n {row.n})"
    else:
        beside = "" if control is None else f"({_short(control, places)})"
    return f"{_short(score, places)} {beside:6}"


def _short(score: float, places: int) -> str:
    """Write a score without the zero before its point: `.812`, `31.5`."""
    text = number(score, places)
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) and places > 1 else text
