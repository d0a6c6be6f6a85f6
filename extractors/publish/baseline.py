"""Read the results of the run's own systems for the card, and draw them (card.md.j2 has the tables)."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extractors.core.files import replacing
from extractors.core.rounding import decimals
from extractors.formats import tables
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.findings import FINDINGS, TESTED
from extractors.formats.scores import CORPUS_SCORES

WIDTH, ROW = 420, 16
"""Of the picture, in pixels: of its plot, and of a phenomenon's row."""
GREY = "#808080"
SCALE = 2
"""Pixels of the picture for one of its plot, for screens of high resolution."""


@dataclass(frozen=True, kw_only=True)
class Baseline:
    """Results of the run's systems.

    Attributes:
        metrics: the first is that of the findings.
        systems: {system, one score a metric}, the best by the first metric first.
        places: decimals of the first metric.
        findings: the tested rows of FINDINGS, the lowest `beyond` first, each with the verdict of CONCLUSIONS.
    """

    metrics: list[str]
    systems: list[dict[str, Any]]
    places: int
    findings: list[dict[str, Any]]


def read(folder: Path) -> Baseline | None:
    """Read the results from the folder of a set's scores; return None if its run had no systems."""
    forms = CORPUS_SCORES, FINDINGS, CONCLUSIONS
    scores, findings_file, conclusions_file = (folder / f"{Path(form.file).stem}.csv" for form in forms)
    if not scores.is_file():
        return None
    rows = tables.read(CORPUS_SCORES, scores).to_pylist()
    findings = tables.read(FINDINGS, findings_file).to_pylist()
    primary = findings[0]["metric"] if findings else rows[0]["metric"]
    metrics = sorted(dict.fromkeys(row["metric"] for row in rows), key=lambda metric: metric != primary)
    by_system: dict[str, dict[str, Any]] = {}
    for row in rows:
        by_system.setdefault(row["system"], {"system": row["system"]})[row["metric"]] = row["score"]
    ranked = sorted(by_system.values(), key=lambda row: -(row.get(primary) or 0.0))
    verdicts = {row["phenomenon"]: row["verdict"] for row in tables.read(CONCLUSIONS, conclusions_file).to_pylist()}
    tested = [row | {"verdict": verdicts[row["phenomenon"]]} for row in findings if row["status"] == TESTED]
    return Baseline(
        metrics=metrics,
        systems=ranked,
        places=decimals(row["score"] for row in rows if row["metric"] == primary),
        findings=sorted(tested, key=lambda row: row["beyond"]),
    )


def draw(baseline: Baseline, path: Path) -> None:
    """Draw the findings as a PNG picture: a point a phenomenon with its interval, and a line at zero."""
    # Slow to import, and most commands that write no set would wait for them.
    import altair as alt
    import vl_convert

    names = ("label", "systems", "humans", "beyond", "low", "high")
    values = [{name: row[name] for name in names} for row in baseline.findings]
    y = alt.Y("label:N", sort=None, title=None, axis=alt.Axis(labelLimit=0))
    rows = alt.Data(values=values)  # type: ignore[no-untyped-call]
    zero = alt.Data(values=[{"zero": 0}])  # type: ignore[no-untyped-call]
    base = alt.Chart(rows).encode(y=y)
    title = f"{baseline.metrics[0]}, set minus controls: systems (full), humans (hollow), their difference (diamond)"
    chart = alt.layer(
        alt.Chart(zero).mark_rule(color=GREY).encode(x="zero:Q"),
        base.mark_rule(color=GREY).encode(x=alt.X("low:Q", title=title), x2="high:Q"),
        base.mark_point(color=GREY, filled=True, opacity=1, shape="diamond").encode(x="beyond:Q"),
        base.mark_point(color="#0072B2", filled=True, opacity=1).encode(x="systems:Q"),
        base.mark_point(color="#D55E00").encode(x="humans:Q"),
    ).properties(width=WIDTH, height=alt.Step(ROW))
    with replacing(path) as temporary:
        # Nothing is fetched: the specification names no address, and the converter is told to allow none.
        temporary.write_bytes(vl_convert.vegalite_to_png(chart.to_dict(), scale=SCALE, allowed_base_urls=[]))
