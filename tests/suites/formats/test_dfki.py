"""DFKI's JSON: every key comes back, and what is wrong is named with its line."""

import gzip
import json

import pytest

from challenge_sets_suites.formats.dfki import Dfki
from extractors.core.errors import InputError
from tests.builders.rule_suites import BUNDLED

ROW = {
    "category": "Negation",
    "id": "0007",
    "langpair": "ende",
    "negative_regex": "",
    "negative_tokens": [],
    "phenomenon": "Negation",
    "positive_regex": "nie",
    "positive_tokens": ["Er kam nie.", ""],
    "source_sentence": "He  never came.",
}


def file(tmp_path, *rows, **top):
    path = tmp_path / "items.json"
    path.write_text(json.dumps({"items": rows, **top}, indent=1), encoding="utf-8")
    return path


def test_an_item_has_all_that_the_row_has(tmp_path):
    suite = Dfki().read(file(tmp_path, ROW))
    assert (suite.source_language, suite.target_language, suite.judge) == ("en", "de", "rules")
    (read,) = suite.items
    assert (read.item, read.category, read.phenomenon) == ("0007", "Negation", "Negation")
    assert (read.source, read.positive_regex, read.negative_regex) == ("He  never came.", "nie", None)
    assert (read.positive_tokens, read.negative_tokens) == (("Er kam nie.", ""), ())


def test_the_bundled_suite_is_read_plain_and_packed(tmp_path):
    original = BUNDLED / "rules" / "items.en-de.json"
    (tmp_path / "items.json.gz").write_bytes(gzip.compress(original.read_bytes()))
    assert Dfki().read(tmp_path / "items.json.gz") == Dfki().read(original)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"positive_regex": None}, "positive_regex must be a text"),
        ({"positive_tokens": "Er kam nie."}, "positive_tokens must be a list"),
        ({"negative_tokens": [1]}, "negative_tokens.0 must be a text"),
        ({"source_sentence": " "}, "source_sentence must not be blank"),
        ({"langpair": "deen"}, "is of 'deen', the first item of 'ende'"),
    ],
)
def test_a_bad_item_is_named(tmp_path, change, words):
    with pytest.raises(InputError, match=words) as error:
        Dfki().read(file(tmp_path, ROW, {**ROW, "id": "0008", **change}))
    assert error.value.line == 17


@pytest.mark.parametrize("text", ["[]", '{"items": {}}', '{"items": []}', '{"items": [3]}'])
def test_what_has_no_items_is_refused(tmp_path, text):
    (tmp_path / "items.json").write_text(text)
    with pytest.raises(InputError):
        Dfki().read(tmp_path / "items.json")
