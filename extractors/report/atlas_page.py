"""The page of an atlas: numbers and links only, so that it can stand where texts may not. It needs no scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from markupsafe import Markup

from extractors.formats import tables
from extractors.formats.atlas import ATLAS_EFFECTS, ATLAS_MODERATORS, ATLAS_SYSTEMS, BY_PEOPLE, BY_SYSTEMS
from extractors.formats.thresholds import FEWEST_SEGMENTS
from extractors.phenomena import catalogue
from extractors.phenomena.catalogue import Phenomenon
from extractors.report.numbers import Row, Rows
from extractors.report.page import render, save
from extractors.report.pooled_effects import STRONGEST, interval_of, read_groups
from extractors.score.metric_settings import PRIMARY

FULL = 100
"""Percent of colour that a cell takes at most."""
PANELS, PANEL_WIDTH, PANEL_HEIGHT = 8, 220, 130
"""Of the first view: phenomena, and pixels of each drawing."""
LINE, LEFT, WIDTH = 18, 190, 420
"""Of a forest plot: height of a row, width of its names and of the scale, in pixels."""


def write_atlas(
    atlas: str | Path,
    effects: str | Path,
    systems: str | Path,
    moderators: str | Path,
    phenomena: str | Path,
    output: str | Path,
    *,
    reports: Mapping[str, str],
    has_examples: bool,
    charts: str | None,
    alpha: float,
) -> int:
    """Write the page.

    Args:
        atlas, effects, systems, moderators: files of ATLAS, ATLAS_EFFECTS, ATLAS_SYSTEMS and ATLAS_MODERATORS.
        phenomena: the catalogue, for the names of phenomena.
        reports: by corpus, the address of its page; none where that is not to be linked.
        has_examples: whether these pages show examples.
        charts: the address of the folder that `draw_atlas` filled; None without one.
        alpha: corrected p-values below it are marked.

    Returns:
        The size in bytes.
    """
    moderated = tables.read(ATLAS_MODERATORS, moderators).to_pylist()
    of_systems: dict[tuple[str, str], dict[tuple[str, str], Row]] = {}
    for row in tables.read(ATLAS_SYSTEMS, systems).to_pylist():
        of_systems.setdefault((row["source_language"], row["metric"]), {})[row["phenomenon"], row["system"]] = row
    groups = [
        {
            "of": group,
            "systems": of_systems.get((group.language, group.metric), {}),
            "forests": {row["phenomenon"]: forest(row, [*group.cells.values()]) for row in group.rows},
            "moderators": [
                row
                for row in moderated
                if (row["source_language"], row["metric"]) == (group.language, group.metric)
                and any(p is not None and p < alpha for p in (row["p_bh"], row["here_p_bh"]))
            ],
        }
        for group in read_groups(atlas, effects, phenomena)
    ]
    single = tables.read(ATLAS_EFFECTS, effects).to_pylist()
    template = resources.files("extractors.report").joinpath("atlas.html.j2").read_text(encoding="utf-8")
    page = render(
        template,
        styles=["page.css"],
        groups=groups,
        years=years_of(single, catalogue.load(phenomena)),
        reports=reports,
        has_examples=has_examples,
        charts=charts,
        alpha=alpha,
        colour=colour,
        fewest=FEWEST_SEGMENTS,
        interval_of=interval_of,
    )
    return save(page, output)


def years_of(rows: Rows, known: Mapping[str, Phenomenon]) -> list[dict[str, Any]]:
    """The first view: the phenomena with most segments year by year, systems beside human translations.

    Args:
        rows: of ATLAS_EFFECTS.

    Returns:
        For each source language and metric with both: `language`, `metric`, and `panels`, drawings by label.
    """
    by_group: dict[tuple[str, str], dict[str, list[Row]]] = {}
    for row in rows:
        metric = row["metric"].removesuffix(BY_SYSTEMS).removesuffix(BY_PEOPLE)
        if metric != row["metric"] and row["year"] is not None:
            by_group.setdefault((row["source_language"], metric), {}).setdefault(row["phenomenon"], []).append(row)
    found = []
    first = sorted(by_group.items(), key=lambda group: not group[0][1].startswith(PRIMARY))
    for (language, metric), by_phenomenon in first:
        largest = sorted(by_phenomenon, key=lambda name: -sum(row["n"] for row in by_phenomenon[name]))[:PANELS]
        shown = [row for name in largest for row in by_phenomenon[name]]
        years = sorted({row["year"] for row in shown})
        ends = [end for row in shown for end in interval_of(row) if end is not None]
        panels = [
            (known[name].label if name in known else name, _panel(by_phenomenon[name], years, min(ends), max(ends)))
            for name in largest
            if ends
        ]
        found.append({"language": language, "metric": metric, "panels": panels})
    return found


def _panel(rows: Rows, years: Sequence[int], low: float, high: float) -> Markup:
    """Systems and human translations of each corpus at its year, with intervals, as SVG."""
    low, high = min(low, 0.0), max(high, 0.0)
    step = PANEL_WIDTH / len(years)

    def y(value: float) -> float:
        return PANEL_HEIGHT * (high - value) / (high - low or 1.0)

    parts = [Markup('<line class="zero" x1="0" x2="{}" y1="{:.1f}" y2="{:.1f}"/>').format(PANEL_WIDTH, y(0.0), y(0.0))]
    for value, at in ((high, 10), (low, PANEL_HEIGHT - 2)):
        parts.append(Markup('<text x="0" y="{}">{:+.1f}</text>').format(at, value))
    for place, year in enumerate(years):
        of_year = [row for row in rows if row["year"] == year]
        middle = step * (place + 0.5)
        parts.append(
            Markup('<text x="{:.1f}" y="{}" text-anchor="middle">{}</text>').format(middle, PANEL_HEIGHT + 14, year)
        )
        for number, row in enumerate(of_year):
            x = step * (place + (number + 1) / (len(of_year) + 1))
            of_people = row["metric"].endswith(BY_PEOPLE)
            start, end = interval_of(row)
            kind = "people" if of_people else "systems"
            if start is not None and end is not None:
                drawn = Markup('<line class="{}" x1="{:.1f}" x2="{:.1f}" y1="{:.1f}" y2="{:.1f}"/>')
                parts.append(drawn.format(kind, x, x, y(start), y(end)))
            whose = "human translations" if of_people else "systems"
            told = f"{row['corpus']}, {whose}: {row['effect']:+.2f}, n {row['n']}"
            drawn = Markup('<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="4"><title>{}</title></circle>')
            parts.append(drawn.format(kind, x, y(row["effect"]), told))
    size = Markup('<svg class="years" width="{}" height="{}" role="img" aria-label="effects by year">')
    return size.format(PANEL_WIDTH, PANEL_HEIGHT + 20) + Markup("").join(parts) + Markup("</svg>")


def colour(effect: float, n: int = FEWEST_SEGMENTS) -> str:
    """The background of a cell: orange below 0, blue above, the stronger the further, the paler the fewer segments."""
    share = min(abs(effect) / STRONGEST, 1.0) * min(n / FEWEST_SEGMENTS, 1.0) * FULL
    return f"color-mix(in srgb, {'#e66101' if effect < 0 else '#5e9bd1'} {share:.0f}%, transparent)"


def forest(pooled: Row, cells: Rows) -> Markup:
    """Effect and interval of each corpus, then the pooled effect and the interval for a further test set, as SVG."""
    rows = [
        (row["corpus"], row["effect"], interval_of(row)) for row in cells if row["phenomenon"] == pooled["phenomenon"]
    ]
    rows.append(("all", pooled["effect"], (pooled["low"], pooled["high"])))
    rows.append(("a further test set", pooled["effect"], (pooled["prediction_low"], pooled["prediction_high"])))
    ends = [end for _, value, ends in rows[:-1] for end in (value, *ends) if end is not None]
    low, high = min(*ends, 0.0), max(*ends, 0.0)

    def x(value: float) -> float:
        return LEFT + WIDTH * (min(max(value, low), high) - low) / (high - low or 1.0)

    parts = []
    for place, (name, value, (start, end)) in enumerate(rows):
        y = LINE * (place + 1)
        parts.append(Markup('<text x="{}" y="{}" text-anchor="end">{}</text>').format(LEFT - 10, y + 4, name))
        if start is not None and end is not None:
            parts.append(Markup('<line x1="{:.1f}" x2="{:.1f}" y1="{}" y2="{}"/>').format(x(start), x(end), y, y))
        parts.append(Markup('<circle cx="{:.1f}" cy="{}" r="{}"/>').format(x(value), y, 5 if name == "all" else 3))
        parts.append(Markup('<text x="{}" y="{}">{:+.2f}</text>').format(LEFT + WIDTH + 10, y + 4, value))
    height = LINE * (len(rows) + 1)
    zero = Markup('<line class="zero" x1="{0:.1f}" x2="{0:.1f}" y1="0" y2="{1}"/>').format(x(0.0), height)
    return Markup('<svg class="forest" width="{}" height="{}" role="img" aria-label="forest plot">{}{}</svg>').format(
        LEFT + WIDTH + 60, height, zero, Markup("").join(parts)
    )
