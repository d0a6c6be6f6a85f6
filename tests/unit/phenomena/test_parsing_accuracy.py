"""What is shipped of how well each language is parsed."""

import csv

from extractors.models.parsers import create_parser
from extractors.phenomena import catalogue, detection, parsing_accuracy
from tests import ROOT


def test_each_language_of_the_catalogue_that_a_parser_ships_for_has_figures():
    rows = list(csv.DictReader(parsing_accuracy.TABLE.read_text("utf-8").splitlines()))
    measured = {row["language"] for row in rows}
    assert tuple(rows[0]) == parsing_accuracy.COLUMNS
    known = catalogue.load(ROOT / "config/phenomena.yaml").values()
    assert {language for p in known for language in p.rules} <= measured
    assert all(0 < float(row["las"]) <= float(row["upos"]) <= 100 for row in rows)


def test_the_figures_are_of_the_parser_that_ships():
    for language in ("pl", "de"):
        parser = create_parser("multilingual", language=language, model=None, options={})
        figures = parsing_accuracy.accuracies(parser.signature, language)
        assert figures
        assert all(of.las > 70 for of in figures)
    assert parsing_accuracy.accuracies("stanza:1.8/pl", "pl") == []


def test_another_style_was_not_measured():
    of_style = {
        name: create_parser("multilingual", language="cs", model=None, options={"treebank": name}).signature
        for name in ("cs_pud", "cs_cltt", "sk_snk")
    }
    found = {name: [of.treebank for of in parsing_accuracy.accuracies(of_style[name], "cs")] for name in of_style}
    assert found == {"cs_pud": ["cs_pud-test"], "cs_cltt": ["cs_cltt-dev"], "sk_snk": []}


def test_a_figure_in_words():
    figures = parsing_accuracy.ParsingFigures("pl_pud-test", 180, 99.2, 96.9, 84.1, 82.9)
    begun = "LAS 84.1, UPOS 96.9 on 180 sentences of pl_pud-test that it was not trained on"
    assert figures.text == f"{begun}; from text LAS 82.9, words 99.2"
    assert figures._replace(words=None).text == begun


def test_a_fifth_of_a_file_is_not_called_a_test_part_of_its_treebank():
    parser = create_parser("multilingual", language="es", model=None, options={})
    (parsed,) = parsing_accuracy.accuracies(parser.signature, "es")
    assert parsed.treebank == "es_gsd-dev"
    measured = detection.parser_figures(parser.signature)
    named = {hits.of for of in measured.judged.values() for by in of.values() for hits in by.values()}
    assert {text for text in named if "treebanks" in text} == {
        "on treebanks (a fifth of es_gsd-dev, a fifth of es_pud-test)"
    }
