"""DFKI's JSON: every key comes back, and what is wrong is named with its line."""

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.suites.formats.dfki import Dfki
from tests.builders.rule_suites import BUNDLED, item

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


@pytest.mark.parametrize("name", ["again.json", "again.json.gz"])
def test_the_bundled_suite_is_written_byte_by_byte(tmp_path, name):
    original = BUNDLED / "rules" / "items.en-de.json"
    Dfki().write(Dfki().read(original), tmp_path / name)
    data = (tmp_path / name).read_bytes()
    assert (gzip.decompress(data) if name.endswith("gz") else data) == original.read_bytes()


TEXTS = st.text(st.characters(codec="utf-8"), max_size=8)


@given(
    regex=TEXTS,
    tokens=st.lists(TEXTS, max_size=3),
    source=TEXTS.filter(str.strip),
    extra=st.dictionaries(st.sampled_from(["comment", "barrier"]), TEXTS),
)
def test_every_key_of_every_item_comes_back(tmp_path_factory, regex, tokens, source, extra):
    folder = tmp_path_factory.mktemp("dfki")
    rows = [
        {**ROW, **extra, "positive_regex": regex, "negative_tokens": tokens, "source_sentence": source},
        {**ROW, "id": "0008"},
    ]
    Dfki().write(Dfki().read(file(folder, *rows, version=3)), folder / "again.json")
    assert json.loads((folder / "again.json").read_text(encoding="utf-8")) == {"items": rows, "version": 3}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"positive_regex": None}, "positive_regex of item 2 .*is not a text"),
        ({"positive_tokens": "Er kam nie."}, "positive_tokens of item 2 .*is not a list of texts"),
        ({"negative_tokens": [1]}, "negative_tokens of item 2 .*is not a list of texts"),
        ({"source_sentence": " "}, "source_sentence of item 2 .*is empty"),
        ({"langpair": "deen"}, "is of 'deen', the first item of 'ende'"),
    ],
)
def test_a_bad_item_is_named(tmp_path, change, words):
    with pytest.raises(InputError, match=words) as error:
        Dfki().read(file(tmp_path, ROW, {**ROW, "id": "0008", **change}))
    assert error.value.line == 17


def test_a_key_with_blanks_is_told_its_right_name(tmp_path):
    row = {key.replace("_", " "): value for key, value in ROW.items()}
    with pytest.raises(InputError, match="has no 'negative_regex'") as error:
        Dfki().read(file(tmp_path, row))
    assert "'negative regex'" in (error.value.remedy or "")


@pytest.mark.parametrize("text", ["[]", '{"items": {}}', '{"items": []}', '{"items": [3]}'])
def test_what_has_no_items_is_refused(tmp_path, text):
    (tmp_path / "items.json").write_text(text)
    with pytest.raises(InputError):
        Dfki().read(tmp_path / "items.json")


def test_two_items_of_one_id_are_refused(tmp_path):
    with pytest.raises(InputError, match="two items have the id '0007'"):
        Dfki().read(file(tmp_path, ROW, ROW))


def test_what_the_format_has_no_room_for_is_refused(tmp_path):
    suite = Dfki().read(file(tmp_path, ROW))
    other = type(suite)(items=[item(right_words=("ja",))], source_language="en", target_language="de", judge="rules")
    with pytest.raises(InputError, match="no room for the right_words of item '1'"):
        Dfki().write(other, tmp_path / "again.json")
