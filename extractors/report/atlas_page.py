"""The page of an atlas: numbers and links only, so that it can stand where texts may not. It needs no scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path

from markupsafe import Markup

from extractors.core import files
from extractors.formats import tables
from extractors.formats.atlas import ATLAS_MODERATORS, ATLAS_SYSTEMS
from extractors.report.page import render
from extractors.report.pooled_effects import STRONGEST, Row, interval_of, read_groups

FULL = 100
"""Percent of colour that a cell takes at most."""
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
    template = resources.files("extractors.report").joinpath("atlas.html.j2").read_text(encoding="utf-8")
    page = render(
        template,
        styles=["page.css"],
        groups=groups,
        reports=reports,
        has_examples=has_examples,
        charts=charts,
        alpha=alpha,
        colour=colour,
        interval_of=interval_of,
    )
    with files.replacing(output) as temporary:
        temporary.write_bytes(page)
    return len(page)


def colour(effect: float) -> str:
    """The background of a cell: orange below 0, blue above, the stronger the further."""
    share = min(abs(effect) / STRONGEST, 1.0) * FULL
    return f"color-mix(in srgb, {'#e66101' if effect < 0 else '#5e9bd1'} {share:.0f}%, transparent)"


def forest(pooled: Row, cells: Sequence[Row]) -> Markup:
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
