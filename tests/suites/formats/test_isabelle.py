"""The JSON of Isabelle et al.: items, outputs that people judged, and what is wrong in which line."""

import json

import pytest

from challenge_sets_suites.formats.isabelle import Isabelle
from challenge_sets_suites.tables.items import Item
from extractors.core.errors import InputError

ENTRIES = [
    {
        "id": "T1a",
        "category": "Syntactic",
        "subcategory": "Tag questions",
        "question": "Is the tag a natural one?",
        "source": "You sing, don't you?",
        "reference": "Du singst, oder?",
        "outputs": {
            "one": {"text": "Du singst, oder?", "pass": True},
            "two": {"text": "Du singst, tust du nicht?", "pass": False},
            "three": {"text": "Du singst,  nicht wahr?"},
        },
    },
    {
        "id": "T1b",
        "category": "Syntactic",
        "subcategory": "Tag questions",
        "question": "Is the tag a natural one?",
        "source": "You sing, don't you?",
        "author": "one of us",
    },
]


def reader(**languages):
    return Isabelle(**{"source_language": "en", "target_language": "de", **languages})


def written(path, entries):
    path.write_text(json.dumps(entries, ensure_ascii=False, indent=1), encoding="utf-8")
    return path


def test_items_and_what_people_say(tmp_path):
    suite = reader().read(written(tmp_path / "s.json", ENTRIES))
    first, second = suite.items
    assert first == Item(
        item="T1a",
        sentence=0,
        source="You sing, don't you?",
        phenomenon="Tag questions",
        category="Syntactic",
        question="Is the tag a natural one?",
        reference="Du singst, oder?",
    )
    assert (second.sentence, second.reference) == (0, None)
    assert (suite.source_language, suite.target_language, suite.judge) == ("en", "de", "people")
    given = [(row["system"], row["verdict"], row["judge"]) for row in suite.given.to_pylist()]
    assert given == [("one", "right", "people"), ("two", "wrong", "people"), ("three", "undecided", "people")]


def without(key):
    return lambda entry: entry.pop(key)


def having(**values):
    return lambda entry: entry.update(values)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (without("question"), "no 'question'"),
        (without("id"), "no 'id'"),
        (having(id=" "), "id must not be blank"),
        (having(outputs=["x"]), "outputs must be a mapping"),
        (having(outputs={"one": {"pass": True}}), "outputs.one has no 'text'"),
        (having(outputs={"one": {"text": "x", "pass": "yes"}}), "outputs.one.pass must be true or false"),
    ],
)
def test_a_spoiled_item_is_named_by_its_line(tmp_path, spoil, words):
    entries = json.loads(json.dumps(ENTRIES))
    spoil(entries[1])
    path = written(tmp_path / "s.json", entries)
    with pytest.raises(InputError, match=words) as error:
        reader().read(path)
    assert (error.value.path, error.value.remedy != "") == (path, True)
    assert path.read_text().splitlines()[error.value.line - 1].strip() == "{"
    assert error.value.line > 10
