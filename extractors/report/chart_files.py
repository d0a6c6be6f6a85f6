"""Write the charts for papers: SVG and PDF, each in two sizes, and the rows that they are drawn from as CSV."""

import csv
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import vl_convert

from extractors.core.escapes import neutral
from extractors.core.files import replacing, replacing_folder, write_text
from extractors.core.logs import progress
from extractors.report import chart_rows, charts
from extractors.report.chart_looks import FINDING, ROWS
from extractors.report.distances import spans
from extractors.report.heatmap import first_measure
from extractors.report.measures import FOUND, numbers_of
from extractors.report.numbers import significance_lines
from extractors.report.paper_text import where_of
from extractors.report.presets import PRESETS, fitted
from extractors.report.results import ReportedResults

Drawing = tuple[str, charts.Specification, list[dict[str, Any]]]
"""The name of a chart's files, its specification and its rows."""
TITLES = {
    "systems": "{phenomenon}: {metric} of each system",
    "distances": "{phenomenon}: {metric} by distance",
    "accuracy": "{phenomenon}: words found by distance",
}
PLAIN = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180)))) | frozenset("\t\n–—‘’“”…−×·≤≥≠")
"""Letters and signs that Liberation Sans has, and that charts may well have."""
VARIABLE = "FONTCONFIG_FILE"
"""Names the configuration of fonts on Linux; elsewhere nobody reads it."""
NO_FONTS = '<?xml version="1.0"?><fontconfig><dir>{}</dir></fontconfig>'
"""A configuration whose only folder, which is to be filled in, is an empty one."""
EMPTY_CHART = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


def draw_all(results: ReportedResults, folder: Path) -> list[str]:
    """Draw the heat map and the charts of every phenomenon under the primary metric; what the folder held is replaced.

    The folder gets `overview/findings`, `overview/heatmap` and `PHENOMENON/KIND`, each as `draw` writes it.

    Returns:
        The names of the charts.
    """
    with replacing_folder(folder) as new:
        drawings = list(_charts(results))
        draw_each(drawings, new)
    return [name for name, _, _ in drawings]


def draw_each(drawings: Sequence[Drawing], folder: Path) -> None:
    """Write charts into a folder, each as `draw` writes it."""
    prefer_own_font("".join(set(json.dumps(drawings, ensure_ascii=False))))
    for name, specification, rows in progress(drawings, what="charts", total=len(drawings)):
        draw(specification, rows, folder / name)


def _charts(results: ReportedResults) -> Iterator[Drawing]:
    numbers, lines = numbers_of(results), significance_lines(results.alpha)
    metric, titles = results.metric, {measure.name: measure.difference for measure in numbers.measures}
    marked = " ".join(lines)
    if dots := findings_chart(results):
        yield "overview/findings", dots, dots["datasets"][ROWS]
    rows = chart_rows.of_overview(results)
    if rows:
        title = f"{first_measure(numbers).difference}, {results.name}; framed: {marked}"
        yield "overview/heatmap", charts.filled(charts.overview(rows, alpha=results.alpha), rows, title), rows
    specifications = charts.specifications()
    for phenomenon, reported in results.phenomena.items():
        for kind, rows in chart_rows.of_phenomenon(results, numbers, phenomenon).items():
            title = TITLES[kind].format(phenomenon=reported.label, metric=metric.title)
            axis_title = chart_rows.place_title(spans(reported))
            value = titles[FOUND if kind == "accuracy" else metric.name]
            if kind == "systems":
                distance = results.findings[phenomenon]["distance"]
                title += f"{f' at distance {distance} or more' if distance else ''}; significant: {marked}"
            filled = charts.filled(specifications[kind], rows, title, value=value, place=axis_title, marked=lines)
            yield f"{phenomenon}/{kind}", filled, rows


def findings_chart(results: ReportedResults) -> charts.Specification | None:
    """Return the chart of findings, dots of systems and people for each tested phenomenon; None if none is tested."""
    if not (rows := chart_rows.of_findings(results)):
        return None
    value = f"{results.metric.title} minus {results.controls}"
    people = results.beside_people
    title = f"{where_of(results.manifest)}: {value}{', of systems and of human translations' if people else ''}"
    has_finding = any(row["whose"] == FINDING for row in rows)
    return charts.filled(charts.two_dots(people=people, has_finding=has_finding), rows, title, value=value)


def draw(specification: charts.Specification, rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Write a chart as PATH.svg and PATH.pdf across a page, PATH_column.svg and .pdf in a column, its rows as PATH.csv.

    The title is not drawn: it becomes the SVG's title, for readers who do not see the chart. The same rows give the
    same SVG and CSV; in the PDF, the order of the fonts' bytes varies.

    Nothing is fetched: specifications name no address, and the converter is told to allow none.
    """
    for preset in PRESETS:
        svg = _drawn(fitted(specification, preset))
        with write_text(f"{path}{preset.suffix}.svg") as out:
            out.write(_titled(svg, specification["title"]))
        with replacing(f"{path}{preset.suffix}.pdf") as temporary:
            temporary.write_bytes(vl_convert.svg_to_pdf(svg))
    with write_text(f"{path}.csv") as out:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: neutral(value) for name, value in row.items()} for row in rows)


def _drawn(chart: charts.Specification) -> str:
    """Render a chart as SVG."""
    empty = chart | {"datasets": {ROWS: []}}
    vega = json.loads(_compiled(json.dumps(empty)))
    (rows,) = (data for data in vega["data"] if data["name"] == ROWS)
    rows["values"] = chart["datasets"][ROWS]
    svg: str = vl_convert.vega_to_svg(vega, allowed_base_urls=[])
    return svg


@cache
def _compiled(chart: str) -> str:
    """Compile a Vega-Lite specification to Vega, both as JSON: without rows, most charts of a kind are the same."""
    return json.dumps(vl_convert.vegalite_to_vega(json.loads(chart)))


def _titled(svg: str, title: str) -> str:
    """Add a title to an SVG, which browsers show beside the pointer and screen readers say."""
    start, sign, rest = svg.partition(">")
    return f"{start}{sign}<title>{escape(title)}</title>{rest}"


def prefer_own_font(text: str) -> bool:
    """Hide the machine's fonts from the converter if its own has all characters of a text; return whether it has.

    The converter looks for fonts once in a process, with the first chart: later calls change nothing.
    """
    if not PLAIN.issuperset(text):
        return False
    _hide_fonts_of_machine()
    return True


@cache
def _hide_fonts_of_machine() -> None:
    """Have the converter look for fonts now, where there are none but its own."""
    before = os.environ.get(VARIABLE)
    with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
        file.write(NO_FONTS.format(folder))
        file.flush()
        os.environ[VARIABLE] = file.name
        try:
            vl_convert.svg_to_pdf(EMPTY_CHART)
        finally:
            if before is None:
                del os.environ[VARIABLE]
            else:
                os.environ[VARIABLE] = before
