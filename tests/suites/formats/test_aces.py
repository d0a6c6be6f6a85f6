"""ACES, read and written, with and without quoting."""

import re

import pytest

from challenge_sets_suites import formats as suites
from challenge_sets_suites.formats import SuiteReader
from challenge_sets_suites.formats.aces import Aces, category_of
from challenge_sets_suites.tables.contrastive import scored_sentences
from extractors.core import registry
from extractors.core.errors import InputError
from tests.builders.pairs import ACES

QUOTED = (
    "source\tgood-translation\tincorrect-translation\treference\tphenomena\tlangpair\tbleu-good\n"
    '"She said ""no""."\t"Sie sagte ""nein""."\t"Sie\tsagte"\tR\taddition\ten-de\t31.5\n'
    "Two.\tZwei.\tDrei.\tR\tnonsense\ten-fr\t0\n"
    '"Three\nlines."\tDrei.\tVier.\tR\tmy-own\ten-de\t7\n'
)


def read(folder, text, **options):
    (folder / "aces.tsv").write_text(text, encoding="utf-8")
    return Aces(**options).read(folder / "aces.tsv")


def test_an_item_is_a_row(tmp_path):
    suite = read(tmp_path, ACES)
    first, second, third = suite.items
    assert first.source == 'She said "no".'
    assert (first.reference, first.contrastive) == ('Sie sagte "nein".', 'Sie sagte "ja".')
    assert [item.category for item in suite.items] == ["real-world knowledge", "mistranslation", "omission"]
    assert (first.sentence, second.sentence, third.sentence) == (0, 1, 0)
    assert (suite.source_language, suite.target_language, suite.judge) == ("en", "de", "contrastive")


def test_each_row_has_a_line_for_its_own_good_translation(tmp_path):
    suite = read(tmp_path, ACES)
    assert [s.items for s in scored_sentences(suite.items, suite.rest)] == [[0], [1], [2]]


def test_quoting_is_read_where_it_is_asked_for(tmp_path):
    suite = read(tmp_path, QUOTED, quoting="csv", langpair="en-de")
    assert [item.source for item in suite.items] == ['She said "no".', "Three\nlines."]
    assert suite.items[0].contrastive == "Sie\tsagte"


SEVERAL = QUOTED.replace('"', "").replace("Sie\tsagte", "Sie").replace("Three\nlines", "Three")


@pytest.mark.parametrize(
    ("content", "options", "line", "words"),
    [
        ("source\tgood\n", {}, 1, "no column 'good-translation'"),
        (ACES.splitlines()[0] + "\n", {}, 1, "no rows in the file"),
        (ACES + "one\ttwo\n", {}, 5, "2 fields, but the header has 6"),
        (QUOTED.replace("Sie\tsagte", "Sie"), {"langpair": "en-de"}, 2, "the file seems to be quoted"),
        (ACES.replace("She", '"She" and he', 1), {"quoting": "csv"}, 2, "is not a table with"),
        (SEVERAL, {}, None, "2 language pairs in the file: en-de (2), en-fr (1)"),
        (SEVERAL, {"langpair": "en-df"}, None, "unknown langpair 'en-df'"),
        (ACES, {"source_language": "fr"}, None, "the source language is 'en', and 'fr'"),
        (ACES.replace("\tlangpair", "\tother"), {}, None, "does not name the source language"),
        (ACES.replace("\tlangpair", "\tother"), {"langpair": "en-de"}, 1, "no column 'langpair'"),
    ],
)
def test_bad_files_are_refused_with_their_line(tmp_path, content, options, line, words):
    with pytest.raises(InputError, match=re.escape(words)) as caught:
        read(tmp_path, content, **options)
    assert (caught.value.path, caught.value.line) == (tmp_path / "aces.tsv", line)
    assert caught.value.remedy


def test_a_quoting_that_does_not_exist_is_refused():
    with pytest.raises(InputError, match="unknown value 'cvs' for the option quoting"):
        registry.create(suites, SuiteReader, "aces", {"quoting": "cvs"})


def test_languages_can_be_named_where_the_file_has_none(tmp_path):
    plain = ACES.replace("\tlangpair", "\tother")
    suite = read(tmp_path, plain, source_language="en", target_language="de")
    assert (len(suite.items), suite.source_language, suite.target_language) == (3, "en", "de")


@pytest.mark.parametrize(
    ("phenomenon", "category"),
    [
        ("addition", "addition"),
        ("xnli-addition-neutral", "mistranslation"),
        ("untranslated-vs-synonym", "untranslated"),
        ("punctuation:deletion_all", "punctuation"),
        ("mine", ""),
    ],
)
def test_categories_are_the_top_levels(phenomenon, category):
    assert category_of(phenomenon) == category
