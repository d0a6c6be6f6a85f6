"""LingEval97's JSON, read and written."""

import copy
import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenge_sets_suites.formats.lingeval97 import Lingeval97
from challenge_sets_suites.tables.contrastive import GROUPS
from challenge_sets_suites.tables.items import Item, Suite
from extractors.core.errors import InputError
from tests.builders import pairs
from tests.builders.pairs import LINGEVAL97


def read(folder, sentences):
    (folder / "pairs.json").write_text(pairs.lingeval97_text(sentences), encoding="utf-8")
    return Lingeval97().read(folder / "pairs.json")


def round_trip(folder, sentences):
    Lingeval97().write(read(folder, sentences), folder / "again.json")
    return json.loads((folder / "again.json").read_text(encoding="utf-8"))


def test_an_item_is_an_error(tmp_path):
    suite = read(tmp_path, LINGEVAL97)
    assert (suite.source_language, suite.target_language, suite.judge) == ("en", "de", "contrastive")
    first, second, third = suite.items
    assert first == Item(
        item="1.1",
        sentence=0,
        source="He sleeps.",
        phenomenon="subj_verb_agreement",
        category="agreement",
        distance=1,
        frequency=310,
        reference="Er schläft.",
        origin="newstest2009.7",
        contrastive="Er schlafen.",
    )
    assert (second.category, second.distance, second.frequency) == ("polarity_insertion", None, None)
    assert (third.item, third.sentence, third.distance, third.frequency) == ("3.1", 2, 0, 0)


def test_the_json_comes_out_as_it_went_in_without_keys_that_nobody_knows(tmp_path):
    strange = copy.deepcopy(LINGEVAL97)
    del strange[2]["origin"]
    strange[2]["errors"][0]["type"] = "of_my_own"
    expected = copy.deepcopy(strange)
    strange[0]["note"] = {"a": [1, None]}
    strange[0]["errors"][1] |= {"distance": None, "by": "me"}
    assert round_trip(tmp_path, strange) == expected


text = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
number = st.integers(0, 2**31 - 1)
error = st.fixed_dictionaries(
    {"type": st.sampled_from([*GROUPS, "mine"]), "contrastive": text},
    optional={"distance": number | number.map(str), "frequency": number | number.map(str)},
)
sentence = st.fixed_dictionaries(
    {"source": text, "reference": text, "errors": st.lists(error, max_size=3)}, optional={"origin": text}
)


@given(sentences=st.lists(sentence, min_size=1, max_size=5))
def test_any_sentences_come_out_as_they_went_in(tmp_path_factory, sentences):
    assert round_trip(tmp_path_factory.mktemp("any"), sentences) == sentences


def test_suites_of_others_keep_ids_numbers_and_categories(tmp_path):
    items = [
        pairs.pair("a", 4),
        pairs.pair("b", 4, category="mine"),
        pairs.pair("c", 4, reference="R4 again", distance=2),
        pairs.pair("d", 9, phenomenon="clause_omission", category="omission"),
        pairs.pair("e", 4, origin="x.7"),
        pairs.pair("f", 4, origin="x.8"),
    ]
    suite = Suite(items=items, source_language="de", target_language="en", judge="contrastive")
    Lingeval97().write(suite, tmp_path / "pairs.json")
    again = Lingeval97(source_language="de", target_language="en").read(tmp_path / "pairs.json")
    assert list(again.items) == items
    assert (again.source_language, again.target_language) == ("de", "en")


def test_a_part_of_a_suite_can_be_written(tmp_path):
    suite = read(tmp_path, LINGEVAL97)
    part = replace(suite, items=suite.items[2:])
    Lingeval97().write(part, tmp_path / "part.json")
    again = Lingeval97().read(tmp_path / "part.json")
    assert list(again.items) == suite.items[2:]
    assert [json.loads(again.rest)["without_errors"]["1"]["reference"]] == ["Guten Morgen!"]


@pytest.mark.parametrize(
    ("items", "words"),
    [
        ([pairs.pair("a", question="Is it?")], "no room for the question of item 'a'"),
        ([pairs.pair("a", contrastive=None)], "'a' has no contrastive"),
        ([pairs.pair("a"), pairs.pair("b", source="x")], "the sentence 0 have different source texts"),
    ],
)
def test_what_the_json_cannot_hold_is_not_written(tmp_path, items, words):
    suite = Suite(items=items, source_language="en", target_language="de", judge="contrastive")
    with pytest.raises(InputError, match=words) as caught:
        Lingeval97().write(suite, tmp_path / "pairs.json")
    assert caught.value.remedy
    assert not (tmp_path / "pairs.json").exists()


BARE = '{"source": "S", "reference": "R", "errors": []}'


def one(**error):
    return json.dumps({"source": "S", "reference": "R", "errors": [{"type": "t", "contrastive": "E", **error}]})


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ("", 1, "is not JSON: "),
        ('{"source": 1}', 1, "is not a list"),
        ("[]", 1, "no sentences in the file"),
        ("[\n\n]", 1, "no sentences in the file"),
        (f"[{one()},\n\n{{]", 3, "is not JSON: "),
        (f"[{one()}\n{one()}]", 2, "is not JSON: "),
        (f"[{one()}\n", 2, "is not JSON: "),
        (f"[{one()}]\n[]", 2, "is not JSON: "),
        ("[\n7]", 2, "the item must be a mapping"),
        (f'[{one()},\n{{"source": "S", "errors": []}}]', 2, "the item has no 'reference'"),
        ('[{"source": "S", "reference": "R"}]', 1, "the item has no 'errors'"),
        (f"[\n\n{one(type=3)}]", 3, "errors.0.type must be a text"),
        (f"[{one(distance=1.5)}]", 1, "errors.0.distance must be a whole number"),
        (f"[{one(distance=-1)}]", 1, "errors.0.distance must be at least 0"),
        (f"[{one(frequency=True)}]", 1, "errors.0.frequency must be a whole number, got True"),
        (f"[{one(frequency='many')}]", 1, "errors.0.frequency must be a whole number, got 'many'"),
        (f"[{one(frequency=2**31)}]", 1, "errors.0.frequency must be at most"),
        (f"[{one(contrastive=chr(0xD800))}]", 1, "is not JSON: "),
        (f"[{one(id='1.1')},\n{one(id='1.1')}]", 2, "two items have the id '1.1'"),
        (f'[{one()[:-1]}, "sentence": 1}},\n{one(id="a")}]', 2, "the sentence 1 cannot be scored at its place"),
        (f'[{one()[:-1]}, "sentence": 5}},\n{BARE}]', 1, "the sentence 5 cannot be scored at its place"),
    ],
)
def test_bad_files_are_refused_with_their_line(tmp_path, content, line, words):
    path = tmp_path / "pairs.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(words)) as caught:
        Lingeval97().read(path)
    assert (caught.value.path, caught.value.line) == (path, line)
    assert caught.value.remedy
