"""The charts of an atlas as files for papers: a heat map of phenomena by corpora, and a forest plot a phenomenon."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from extractors.report import charts
from extractors.report.chart_files import Drawing, draw_each
from extractors.report.numbers import number, significance_lines
from extractors.report.pooled_effects import STRONGEST, EffectGroup, interval_of, read_groups

EFFECT = "effect in standard deviations"
ALIKE, THESE = "test sets like these", "these test sets"
"""The rows of the mean over test sets, as a sample of many and as they are."""


def draw_atlas(
    atlas: str | Path, effects: str | Path, phenomena: str | Path, folder: str | Path, *, alpha: float
) -> int:
    """Draw `heatmap`, and a forest plot by the name of each phenomenon, into a folder for each language and metric.

    Args:
        atlas, effects: files of ATLAS and ATLAS_EFFECTS.
        phenomena: the catalogue, for the names of phenomena.
        folder: where the charts go; it is there.
        alpha: corrected p-values below it are marked.

    Returns:
        How many charts there are.
    """
    drawings = [one for group in read_groups(atlas, effects, phenomena) for one in _drawings(group, alpha)]
    draw_each(drawings, Path(folder))
    return len(drawings)


def _drawings(group: EffectGroup, alpha: float) -> Iterator[Drawing]:
    lines = significance_lines(alpha)
    of = f"{group.metric}, from {group.language}"
    rows = heat_map_rows(group, alpha)
    title = f"{EFFECT}, {of}; framed: {' '.join(lines)}"
    yield f"{group.name}/heatmap", charts.filled(charts.overview(rows, alpha=alpha), rows, title), rows
    known = charts.systems()
    for row in group.rows:
        rows = forest_rows(group, row, alpha)
        title = f"{group.label(row)}: {EFFECT}, {of}"
        yield f"{group.name}/{row['phenomenon']}", charts.filled(known, rows, title, value=EFFECT, marked=lines), rows


def heat_map_rows(group: EffectGroup, alpha: float) -> list[dict[str, Any]]:
    """The rows of `charts.overview`: these test sets as they are, then each corpus."""
    found = []
    for name in (THESE, *group.corpora):
        for row in group.rows:
            cell = group.cells.get((row["phenomenon"], name))
            if name != THESE and cell is None:
                continue
            effect: float = row["here"] if cell is None else cell["effect"]
            p = row["here_p_bh"] if cell is None else None
            found.append(
                {
                    "system": name,
                    "phenomenon": row["phenomenon"],
                    "column": group.label(row),
                    "better": effect,
                    "shade": max(-STRONGEST, min(STRONGEST, effect)),
                    "limit": STRONGEST,
                    "significant": p is not None and p < alpha,
                    "text": number(effect, 2, sign=True),
                }
            )
    return found


def forest_rows(group: EffectGroup, pooled: Mapping[str, Any], alpha: float) -> list[dict[str, Any]]:
    """The rows of `charts.systems`: the means over test sets on top, then each corpus."""
    phenomenon = pooled["phenomenon"]
    cells = [(name, group.cells[phenomenon, name]) for name in group.corpora if (phenomenon, name) in group.cells]
    means = ((THESE, "here", ("here_low", "here_high"), "here_p_bh"), (ALIKE, "effect", ("low", "high"), "p_bh"))
    rows: list[tuple[str, float, Sequence[float | None], str, int]] = [
        (name, pooled[value], [pooled[end] for end in ends], _state(pooled[value], pooled[p], alpha), pooled["n"])
        for name, value, ends, p in means
    ]
    rows += [(name, cell["effect"], interval_of(cell), charts.UNTESTED, cell["n"]) for name, cell in cells]
    return [
        {
            "system": name,
            "all": place < len(means),
            "place": place,
            "difference": value,
            "low": low,
            "high": high,
            "n": n,
            "state": state,
            "picked": False,
        }
        for place, (name, value, (low, high), state, n) in enumerate(rows)
    ]


def _state(effect: float, p: float | None, alpha: float) -> str:
    if p is None:
        return charts.UNTESTED
    return charts.UNCLEAR if p >= alpha else charts.WORSE if effect < 0 else charts.BETTER
