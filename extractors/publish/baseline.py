"""The results of the run's own systems, as a baseline on the card: two tables and a picture."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extractors.core.files import replacing
from extractors.formats import tables
from extractors.formats.effects import PHENOMENON_EFFECTS
from extractors.formats.scores import CORPUS_SCORES
from extractors.publish import layout

CORPUS, EFFECTS = list(layout.SCORES)[2:]

WIDTH, ROW = 420, 16
"""Of the picture, in pixels: of its plot, and of a phenomenon's row."""
SCALE = 2
"""Pixels of the picture for one of its plot, for screens of high resolution."""


@dataclass(frozen=True, kw_only=True)
class Baseline:
    """Results of the run's systems.

    Attributes:
        metrics: the first is that of `effects`.
        systems: {system, one score a metric}, the best by the first metric first.
        effects: rows of PHENOMENON_EFFECTS, one of each phenomenon, at its smallest minimum distance, the largest loss
            first; those of sets that are too small are left out.
    """

    metrics: list[str]
    systems: list[dict[str, Any]]
    effects: list[dict[str, Any]]


def read(folder: Path) -> Baseline | None:
    """The results in the folder of a set's scores; None if its run had no systems.

    Raises:
        InputError: a table lacks a column.
    """
    if not (folder / CORPUS).is_file():
        return None
    rows = tables.read(CORPUS_SCORES, folder / CORPUS).to_pylist()
    metrics = list(dict.fromkeys(row["metric"] for row in rows))
    by_system: dict[str, dict[str, Any]] = {}
    for row in rows:
        by_system.setdefault(row["system"], {"system": row["system"]})[row["metric"]] = row["score"]
    ranked = sorted(by_system.values(), key=lambda row: -(row.get(metrics[0]) or 0.0))
    return Baseline(metrics=metrics, systems=ranked, effects=_effects(folder / EFFECTS, metrics[0]))


def _effects(path: Path, metric: str) -> list[dict[str, Any]]:
    """One row a phenomenon; none where the run left no such table."""
    if not path.is_file():
        return []
    rows = [row for row in tables.read(PHENOMENON_EFFECTS, path).to_pylist() if row["metric"] == metric]
    smallest: dict[str, dict[str, Any]] = {}
    for row in sorted(rows, key=lambda row: row["minimum_distance"]):
        smallest.setdefault(row["phenomenon"], row)
    shown = [row for row in smallest.values() if not row["too_small"] and row["difference"] is not None]
    return sorted(shown, key=lambda row: row["difference"])


def draw(baseline: Baseline, path: Path) -> None:
    """Draw the effects as a PNG picture: a point a phenomenon with its interval, and a line at zero."""
    # Slow to import, and most commands that write no set would wait for them.
    import altair as alt
    import vl_convert

    names = ("phenomenon", "difference", "difference_low", "difference_high")
    values = [{name: row[name] for name in names} for row in baseline.effects]
    y = alt.Y("phenomenon:N", sort=None, title=None, axis=alt.Axis(labelLimit=250))
    rows = alt.Data(values=values)  # type: ignore[no-untyped-call]
    zero = alt.Data(values=[{"zero": 0}])  # type: ignore[no-untyped-call]
    base = alt.Chart(rows).encode(y=y)
    title = f"{baseline.metrics[0]}: set minus controls, mean over {len(baseline.systems)} systems"
    chart = alt.layer(
        alt.Chart(zero).mark_rule(color="#808080").encode(x="zero:Q"),
        base.mark_rule(color="#0072B2").encode(x=alt.X("difference_low:Q", title=title), x2="difference_high:Q"),
        base.mark_point(color="#0072B2", filled=True, opacity=1).encode(x="difference:Q"),
    ).properties(width=WIDTH, height=alt.Step(ROW))
    with replacing(path) as temporary:
        # Nothing is fetched: the specification names no address, and the converter is told to allow none.
        temporary.write_bytes(vl_convert.vegalite_to_png(chart.to_dict(), scale=SCALE, allowed_base_urls=[]))
