"""Figures of quality are read from what the command wrote, and hold only for what they were measured of."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenge_sets_lab.quality import quality_page
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.quality import QUALITY
from extractors.phenomena import parser_quality
from extractors.phenomena.parser_quality import HitCounts, load, of_run, same_parser, shipped
from tests import ROOT
from tests.builders.quality import PARSER, origin, quality_row, write_quality

SHIPPED = shipped()["parser-de"]
DEFINITION = SHIPPED.phenomena["reflexive"].definition


def test_what_is_read_are_columns_of_the_table():
    assert set(parser_quality.COLUMNS) <= {column.name for column in QUALITY.columns}


@pytest.mark.parametrize("name", ["parser-en", "parser-de"])
def test_the_shipped_figures_are_whole_tables_and_those_of_the_page(name):
    table = tables.read(QUALITY, shipped()[name].path)
    lines = [line for line in quality_page.section(table).split("\n") if line.startswith("| `reflexive")]
    assert len(lines) == 2
    assert set(lines) <= set((ROOT / "docs/lab/detector-quality.md").read_text(encoding="utf-8").split("\n"))


@pytest.mark.parametrize("name", ["parser-en", "parser-de"])
def test_the_shipped_figures_are_of_the_shipped_parsers(name):
    found = parser_quality.of_model("biaffine", None, name.removeprefix("parser-"))
    assert found == shipped()[name]
    assert parser_quality.of_model("stanza", None, name.removeprefix("parser-")) is None
    assert parser_quality.of_model("biaffine", "parser-xx", "de") is None


def test_figures_are_those_of_the_parser_that_made_the_set():
    found = of_run(origin(SHIPPED.parser), {"reflexive": DEFINITION, "particle_verb": "0"})
    assert found is not None
    assert found.model == "parser-de"
    assert found.phenomena == {"reflexive": SHIPPED.phenomena["reflexive"]}


@pytest.mark.parametrize(
    ("of_hits", "definition"),
    [
        (origin("biaffine:0.1.0/parser-de:00000000"), DEFINITION),
        (origin(SHIPPED.parser, minimum_confidence=0.51), DEFINITION),
        (origin(SHIPPED.parser), "00000000"),
        (origin(SHIPPED.parser), None),
        (None, DEFINITION),
    ],
)
def test_no_figures_for_another_parser_of_that_name_other_requests_or_other_hits(of_hits, definition):
    assert of_run(of_hits, {"reflexive": definition}) is None


def test_of_sure_hits_the_figures_are_those_from_their_confidence_on(tmp_path):
    file = write_quality(
        tmp_path / "q.csv",
        quality_row("p", 20, 30, 18),
        quality_row("p", 20, 15, 12, minimum_confidence=0.6),
        quality_row("p", 20, 5, 5, minimum_confidence=0.95),
    )
    figures = load(file).phenomena["p"]
    # Between two rows nothing changes.
    assert figures.from_confidence(0.55) == replace(figures, far_counts=HitCounts(0, 0, 0))
    assert figures.from_confidence(0.8).counts == HitCounts(20, 15, 12)
    assert figures.from_confidence(0.61) is None
    of_sure = of_run(origin(minimum_confidences={"p": 0.6}), {"p": "d"}, file)
    assert of_sure.phenomena["p"].counts.precision == 0.8


def test_without_confidences_nothing_is_known_of_sure_hits(tmp_path):
    file = write_quality(tmp_path / "q.csv", quality_row("p", 20, 30, 18))
    assert load(file).phenomena["p"].from_confidence(0.5) is None


def test_a_file_of_another_parser_is_refused(tmp_path):
    file = write_quality(tmp_path / "q.csv", quality_row("p", 20, 30, 18))
    with pytest.raises(InputError, match=r"measured with the parser biaffine:1/mine:1234.*remedy|measured with"):
        of_run(origin(SHIPPED.parser), {"p": "d"}, file)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("biaffine:0.1.0/parser-de:12", "biaffine:0.2.0/parser-de:12", True),
        ("biaffine:0.1.0/parser-de:12", "biaffine:0.1.0/parser-de:13", False),
        ("biaffine:0.1.0/parser-de:12", "stanza:0.1.0/parser-de:12", False),
        ("conllu:a.conllu:12", "conllu:b.conllu:13", True),
        ("udpipe:1.3/m:12/tokenizer:rules", "udpipe:1.3/m:12", False),
    ],
)
def test_one_parser_with_one_model(one, other, same):
    assert same_parser(one, other) == same


@pytest.mark.parametrize(
    ("change", "line", "problem"),
    [
        (lambda text: text.replace("found,", "seen,", 1), 1, "no column 'found'"),
        (lambda text: text.replace(",30,", ",many,"), 2, "expected a count, got 'many'"),
        (lambda text: text.replace(",30,18", ",30,31"), 2, "31 right hits of 30"),
        (lambda text: text + text.splitlines()[1].replace(PARSER, "other:1/x:2") + "\n", 3, "two values of parser"),
        (lambda text: text.splitlines()[0] + "\n", None, "no rows"),
        (lambda text: text + "a,b\n", 3, "another number of columns"),
    ],
)
def test_what_is_no_table_is_refused_with_its_line(tmp_path, change, line, problem):
    file = write_quality(tmp_path / "q.csv", quality_row("p", 40, 30, 18))
    file.write_text(change(file.read_text()))
    with pytest.raises(InputError, match=problem) as refused:
        load(file)
    assert refused.value.line == line
    assert "challenge-sets lab quality" in refused.value.remedy


@given(st.integers(0, 50), st.integers(0, 50), st.data())
def test_f1_is_the_harmonic_mean(gold, found, data):
    counts = HitCounts(gold, found, data.draw(st.integers(0, min(gold, found))))
    if counts.precision and counts.recall:
        assert counts.f1 == pytest.approx(2 / (1 / counts.precision + 1 / counts.recall))
    else:
        assert not counts.f1
