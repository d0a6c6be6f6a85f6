"""A new language: the requests that run, the files written, and the table at the end."""

import yaml

from challenge_sets_lab import new_language
from extractors.models.parsers import create_parser
from extractors.phenomena import catalogue
from tests import DATA, ROOT
from tests.builders.trees import GIVES_UP, treebank

PHENOMENA = ROOT / "config" / "phenomena.yaml"
TINY = DATA / "tiny-en.conllu"
BOTH_COME = """
Ann  Ann  PROPN _ Number=Sing 4 nsubj
and  and  CCONJ _ _ 3 cc
Bob  Bob  PROPN _ Number=Sing 1 conj
come come VERB  _ Number=Plur 0 root
not  not  PART  _ Polarity=Neg 4 advmod
"""


def test_requests_without_words_are_tried_on_a_language_without_any():
    known = catalogue.load(PHENOMENA)
    assert not any("xx" in phenomenon.rules for phenomenon in known.values())
    found = new_language.find_requests(known, "xx", [treebank(*[BOTH_COME] * 5)])
    assert found.own == []
    assert found.candidates["coord_subject"][1] == 5
    assert found.candidates["negation"][1] == 5
    assert "so_that" not in found.candidates
    few = new_language.find_requests(known, "xx", [treebank(*[BOTH_COME] * 4)])
    assert few.candidates == {}


def test_a_request_whose_annotation_is_not_there_is_named():
    found = new_language.find_requests(catalogue.load(PHENOMENA), "nl", [treebank(GIVES_UP)])
    assert "particle_verb" in found.own
    assert found.lacking["reflexive"] == "upos=PRON"


def test_the_files_of_a_language_are_read_by_a_run(tmp_path):
    known = catalogue.load(PHENOMENA)
    banks = [treebank(*[BOTH_COME] * 5)]
    found = new_language.find_requests(known, "xx", banks)
    path = tmp_path / "phenomena-xx.yaml"
    new_language.write_phenomena(path, known, "xx", found)
    written = catalogue.load(path)["coord_subject_xx"]
    assert (written.roles, written.experimental) == (("subject", "predicate"), ("xx",))
    assert len(written.rules["xx"]) == len(found.candidates["coord_subject"][0])


def test_a_parser_is_measured_and_named_in_the_config(tmp_path):
    parses = tmp_path / "parses.conllu"
    parses.write_text("\n\n".join(TINY.read_text("utf-8").split("\n\n")[:10]) + "\n\n", "utf-8")
    parser = create_parser("conllu", language="en", model=str(parses), options={})
    of_parser = {"parser": "conllu", "model": str(parses)}
    said = new_language.add(parser, "en", of_parser, [f"{TINY}[:10]"], tmp_path, PHENOMENA)
    assert f"| parser | {parser.signature} |" in said
    assert "10 sentences" in said
    config = yaml.safe_load((tmp_path / "config-en.yaml").read_text("utf-8"))
    assert config["parse"] == of_parser | {"quality": str(tmp_path / "quality-en.csv")}
    assert (tmp_path / "quality-en.csv").is_file()
