from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from extractors.core.errors import InputError
from extractors.training.aligner.gold import GoldPair, Scores, Sentences, read_gold, score

ENTRY: dict[str, Any] = {
    "id": "a",
    "de": ["Ja", ",", "gern"],
    "en": ["Gladly"],
    "sure": [[2, 0]],
    "possible": [[2, 0], [0, 0]],
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


def test_sure_links_are_possible_too(tmp_path: Path) -> None:
    (pair,) = read_gold(write(tmp_path, [ENTRY | {"possible": []}]), source_language="de", target_language="en")
    assert pair.possible == {(2, 0)}


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


def test_scores_are_those_of_och_and_ney() -> None:
    tokens = ["a", "b", "c"]
    gold = [
        GoldPair(tokens, tokens, frozenset({(0, 0), (1, 1)}), frozenset({(0, 0), (1, 1), (2, 2)})),
        GoldPair(tokens, tokens, frozenset({(2, 0)}), frozenset({(2, 0)})),
    ]
    # 4 links, of which 3 are possible and 2 of 3 sure ones.
    scores = score([[(0, 0), (2, 2), (0, 2)], [(2, 0)]], gold)
    assert (scores.precision, scores.recall, scores.aer) == pytest.approx((3 / 4, 2 / 3, 1 - (2 + 3) / (4 + 3)))
    assert scores.f1 == pytest.approx(2 * 0.75 * (2 / 3) / (0.75 + 2 / 3))
    assert str(scores) == "precision 75.0, recall 66.7, F1 70.6, AER 28.6"
    perfect = score([list(pair.sure) for pair in gold], gold)
    assert perfect == Scores(precision=1.0, recall=1.0, aer=0.0)


def test_no_links_have_no_precision() -> None:
    gold = [GoldPair(["a"], ["b"], frozenset({(0, 0)}), frozenset({(0, 0)}))]
    scores = score([[]], gold)
    assert math.isnan(scores.precision)
    assert (scores.recall, scores.aer) == (0, 1)
    with pytest.raises(ValueError, match="longer"):
        score([], gold)


def test_sentences_are_known_whatever_their_case_and_blanks() -> None:
    sentences = Sentences([GoldPair(["ja", ",", "groß"], ["yes", "."], frozenset(), frozenset())])
    assert sentences.has("Ja, GROSS", "no")
    assert sentences.has("nein", "YES .")
    assert not sentences.has("yes.", "ja, groß")
