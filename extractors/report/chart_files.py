"""The charts as files for papers: SVG, PDF, and beside them the rows that they are drawn from as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import vl_convert

from extractors.core.files import replacing, replacing_folder, write_text
from extractors.report import charts
from extractors.report.distances import spans
from extractors.report.results import Results

TITLES = {
    "systems": "{phenomenon}: {metric} of each system",
    "distances": "{phenomenon}: {metric} by distance",
    "accuracy": "{phenomenon}: words found by distance",
}


def draw_all(results: Results, folder: Path) -> list[str]:
    """Draw the heat map and the charts of every phenomenon under the first metric; what the folder held is replaced.

    The folder gets `overview/heatmap` and `PHENOMENON/KIND`, each as .svg, .pdf and .csv.

    Returns:
        The names of the charts.
    """
    names = []
    with replacing_folder(folder) as new:
        for name, specification, rows in _charts(results):
            draw(specification, rows, new / name)
            names.append(name)
    return names


def _charts(results: Results) -> Iterator[tuple[str, charts.Specification, list[dict[str, Any]]]]:
    metric = results.metric
    rows = charts.of_overview(results)
    if rows:
        title = f"{charts.value_title(results, metric)}, {results.name}"
        yield "overview/heatmap", charts.filled(charts.overview(rows), rows, title), rows
    known = charts.specifications()
    for phenomenon in results.phenomena:
        for kind, rows in charts.of_phenomenon(results, phenomenon).items():
            title = TITLES[kind].format(phenomenon=phenomenon, metric=metric.title)
            place = charts.place_title(spans(results.phenomena[phenomenon]))
            value = charts.FOUND_TITLE if kind == "accuracy" else charts.value_title(results, metric)
            yield f"{phenomenon}/{kind}", charts.filled(known[kind], rows, title, value=value, place=place), rows


def draw(specification: charts.Specification, rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Write a chart as PATH.svg and PATH.pdf, and its rows as PATH.csv.

    The same rows give the same SVG and CSV; of the PDF, the fonts' bytes come in an order that changes.

    Nothing is fetched: specifications name no address, and the converter is told to allow none.
    """
    svg = vl_convert.vegalite_to_svg(specification, allowed_base_urls=[])
    with write_text(f"{path}.svg") as out:
        out.write(svg)
    with replacing(f"{path}.pdf") as temporary:
        temporary.write_bytes(vl_convert.svg_to_pdf(svg))
    with write_text(f"{path}.csv") as out:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
