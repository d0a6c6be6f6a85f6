import json
from pathlib import Path
from typing import Any

import pytest

from challenge_sets_lab.alignment_quality.gold_links import GoldPair, read, read_gold
from extractors.core.errors import InputError

ENTRY: dict[str, Any] = {
    "id": "a",
    "de": ["Ja", ",", "gern"],
    "en": ["Gladly"],
    "sure": [[2, 0]],
    "possible": [[0, 0]],
}


def write(tmp_path: Path, content: Any) -> Path:
    path = tmp_path / "gold.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def test_gold_links_are_read_in_either_direction(tmp_path: Path) -> None:
    path = write(tmp_path, [ENTRY])
    (pair,) = read_gold(path, source_language="de", target_language="en")
    assert pair == GoldPair(["Ja", ",", "gern"], ["Gladly"], frozenset({(2, 0)}), frozenset({(2, 0), (0, 0)}))
    (turned,) = read_gold(path, source_language="en", target_language="de")
    assert turned == GoldPair(["Gladly"], ["Ja", ",", "gern"], frozenset({(0, 2)}), frozenset({(0, 2), (0, 0)}))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[", "is not JSON"),
        ({}, "is not a list"),
        ([], "is not a list"),
        ([{k: v for k, v in ENTRY.items() if k != "en"}], "has no tokens of de and en"),
        ([{k: v for k, v in ENTRY.items() if k != "sure"}], "cannot be read: 'sure'"),
        ([ENTRY | {"sure": [[0, 1]]}], "links to tokens that it does not have"),
        ([ENTRY | {"sure": [[0]]}], "cannot be read"),
        (["de en"], "cannot be read|has no tokens"),
    ],
)
def test_what_is_not_gold_is_refused(tmp_path: Path, content: Any, words: str) -> None:
    path = write(tmp_path, content)
    with pytest.raises(InputError, match=words) as caught:
        read_gold(path, source_language="de", target_language="en")
    assert caught.value.path == path
    assert caught.value.remedy


TOKENS = [(["a", "b", "c"], ["x", "y"]), (["a"], ["x"])]
SURE, POSSIBLE = [{(0, 0), (2, 1)}, {(0, 0)}], [{(0, 0), (2, 1), (1, 0)}, {(0, 0)}]
FORMS = {
    "awesome-align, from 1": ("1-1 2p1 3-2\n1-1\n", 1),
    "awesome-align, from 0": ("0-0 1p0 2-1\n0-0\n", 0),
    "NAACL": ("1 1 1 S\n1 2 1 P\n0001 3 2\n2 1 1 S 0.9\n", 1),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_links(tmp_path: Path, form: str) -> None:
    text, first = FORMS[form]
    (tmp_path / "gold").write_text(text, encoding="utf-8")
    gold = read(tmp_path / "gold", tokens=TOKENS)
    assert [pair.sure for pair in gold.pairs] == SURE
    assert [pair.possible for pair in gold.pairs] == POSSIBLE
    assert (gold.first, gold.tokens, gold.has_text) == (first, TOKENS, True)
    assert read(tmp_path / "gold", first=first).pairs[0].possible == POSSIBLE[0]


def test_a_table_holds_its_sentences(tmp_path: Path) -> None:
    path = tmp_path / "gold.tsv"
    path.write_text("a b c\tx y\t0-0 2-1\na\tx\t0-0\n", encoding="utf-8")
    gold = read(path)
    assert [pair.sure for pair in gold.pairs] == SURE
    assert gold.tokens == TOKENS
    with pytest.raises(InputError, match="holds its sentences"):
        read(path, tokens=TOKENS)
    path.write_text("a b c\tx y\t0-0 2-1\na x\t0-0\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"gold\.tsv:2: has 2 fields"):
        read(path)


def test_sentences_without_links_in_a_file_of_links_are_pairs_too(tmp_path: Path) -> None:
    (tmp_path / "gold").write_text("1 3 2\n", encoding="utf-8")
    assert [len(pair.sure) for pair in read(tmp_path / "gold", tokens=TOKENS).pairs] == [1, 0]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("1-1\n", 2, "has 1 lines, and there are 2 pairs"),
        ("1 1 1 S\n5 1 1 S\n", 2, "a link in sentence 5, and there are 2"),
        ("0p0\n0p0\n", None, "no sure link"),
        ("0-0\nx\n", 2, "'x' is not a link"),
        ("1 1 1 S\n1-1\n", 2, "'1-1' is not a link"),
        ("0 1 1 S\n", 1, "is not a link"),
        ("0-0:1.5\n0-0\n", 1, "the confidence of the link 0-0:1.5 must be a number from 0 to 1"),
    ],
)
def test_gold_of_other_pairs_or_forms_is_refused_with_its_line(
    tmp_path: Path, text: str, line: int | None, words: str
) -> None:
    path = tmp_path / "gold"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read(path, tokens=TOKENS)
    assert words in caught.value.problem
    assert (caught.value.path, caught.value.line) == (path, line)
    assert caught.value.remedy


def test_gold_in_json_needs_its_languages_and_counts_from_0(tmp_path: Path) -> None:
    path = write(tmp_path, [ENTRY])
    assert read(path, languages=("de", "en")).pairs[0].sure == {(2, 0)}
    for options, words in (({}, "names its tokens by language"), ({"first": 1}, "counts tokens from 0")):
        with pytest.raises(InputError, match=words):
            read(path, **{"languages": ("de", "en") if options else None, **options})
