import re

import pytest
import vl_convert

from extractors.report import chart_rows, charts
from extractors.report.chart_looks import ROWS
from extractors.report.measures import numbers_of
from extractors.report.presets import PRESETS, SMALLEST, fitted
from tests.builders import toy_results


def drawings():
    """Every kind of chart with its rows: (name, specification)."""
    results = toy_results.results()
    rows = chart_rows.of_overview(results)
    yield "heatmap", charts.filled(charts.overview(rows), rows, "A TITLE")
    known = charts.specifications()
    for kind, of_kind in chart_rows.of_phenomenon(results, numbers_of(results), "hard").items():
        yield kind, charts.filled(known[kind], of_kind, "A TITLE")


DRAWINGS = dict(drawings())


def drawn(name, preset):
    return vl_convert.vegalite_to_svg(fitted(DRAWINGS[name], preset), allowed_base_urls=[])


def texts(svg):
    return re.findall(r">([^<>]+)</text>", svg)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.suffix or "page")
@pytest.mark.parametrize("name", DRAWINGS)
def test_a_chart_is_as_wide_as_it_is_printed_and_legible(name, preset):
    svg = drawn(name, preset)
    width = float(re.search(r'<svg[^>]* width="([\d.]+)"', svg)[1])
    # What is drawn beside the plot, such as half of a last label, may stand out a little.
    assert preset.width - 1 <= width <= 1.05 * preset.width
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)px"', svg)]
    assert sizes
    assert min(sizes) >= SMALLEST
    assert max(sizes) <= SMALLEST + 1
    assert "A TITLE" not in texts(svg)


def test_a_unit_of_the_drawing_is_a_point_of_the_pdf():
    pdf = vl_convert.svg_to_pdf(drawn("systems", PRESETS[1]))
    box = re.search(rb"/MediaBox ?\[0 0 ([\d.]+) ", pdf)
    assert PRESETS[1].width - 1 <= float(box[1]) <= 1.05 * PRESETS[1].width


def test_numbers_stand_in_cells_that_have_room_for_them():
    (row, *_) = DRAWINGS["heatmap"]["datasets"][ROWS]
    rows = [row | {"phenomenon": f"p{i}", "text": "-4.2"} for i in range(15)]
    many = charts.filled(charts.overview(rows), rows, "A TITLE")
    page, column = (texts(vl_convert.vegalite_to_svg(fitted(many, preset), allowed_base_urls=[])) for preset in PRESETS)
    assert (page.count("-4.2"), column.count("-4.2")) == (15, 0)


def test_the_chart_of_the_page_stays_as_it_is():
    before = str(DRAWINGS["systems"])
    fitted(DRAWINGS["systems"], PRESETS[0])
    assert str(DRAWINGS["systems"]) == before


def test_a_long_name_is_still_cut():
    rows = [
        row if row["all"] else row | {"system": f"{row['system']} {'of a very long name' * 4}"}
        for row in DRAWINGS["systems"]["datasets"][ROWS]
    ]
    chart = fitted(charts.filled(charts.systems(), rows, "A TITLE"), PRESETS[0])
    shown = texts(vl_convert.vegalite_to_svg(chart, allowed_base_urls=[]))
    assert any(text.endswith("…") for text in shown)
    assert not any("name" * 2 in text or text.endswith("name") for text in shown)
