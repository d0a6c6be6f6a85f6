import os
import re

import pytest
import vl_convert

from extractors.report import chart_files
from extractors.report.chart_files import EMPTY_CHART, VARIABLE, _hide_fonts_of_machine, prefer_own_font
from extractors.report.chart_looks import ROWS
from extractors.report.presets import PRESETS, fitted
from tests.unit.report.test_presets import DRAWINGS


@pytest.mark.parametrize("text", ["", "BLEU: Δchr", "中文", "Ж"])
def test_where_the_own_font_may_lack_a_character_those_of_the_machine_stay(text, monkeypatch):
    converted = []
    monkeypatch.setattr(vl_convert, "svg_to_pdf", lambda svg: converted.append((svg, os.environ[VARIABLE])))
    monkeypatch.setenv(VARIABLE, "of the user")
    _hide_fonts_of_machine.cache_clear()
    assert prefer_own_font(text) == (text == "")
    assert [svg for svg, _ in converted] == ([EMPTY_CHART] if text == "" else [])
    assert all(file != "of the user" for _, file in converted)
    assert os.environ[VARIABLE] == "of the user"
    _hide_fonts_of_machine.cache_clear()


def test_fonts_are_looked_for_once_in_a_process(monkeypatch):
    converted = []
    monkeypatch.setattr(vl_convert, "svg_to_pdf", converted.append)
    monkeypatch.delenv(VARIABLE, raising=False)
    _hide_fonts_of_machine.cache_clear()
    assert prefer_own_font("n ≥ 30, Δ–°é…".replace("Δ", ""))
    assert prefer_own_font("again")
    assert len(converted) == 1
    assert VARIABLE not in os.environ
    _hide_fonts_of_machine.cache_clear()


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_chart_of_a_specification_compiled_without_rows_is_the_same(name):
    chart = fitted(DRAWINGS[name], PRESETS[1])
    assert chart["datasets"][ROWS]
    whole = vl_convert.vegalite_to_svg(chart, allowed_base_urls=[])
    # Gradients are numbered through a process.
    once, again = (re.sub(r"gradient_\d+", "gradient", svg) for svg in (chart_files._drawn(chart), whole))
    assert once == again
