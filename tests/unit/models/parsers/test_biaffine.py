"""The default parser with the shipped models."""

import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.formats.treebank import MultiwordToken, Sentence
from extractors.models.parsers import biaffine
from extractors.models.parsers._biaffine.model import Analysis
from extractors.models.parsers._words import syntactic_words
from extractors.models.parsers.biaffine import BiaffineParser
from extractors.models.tokenizers import Token, tokens


@pytest.fixture(scope="module")
def german() -> BiaffineParser:
    return BiaffineParser(language="de")


@pytest.fixture(scope="module")
def english() -> BiaffineParser:
    return BiaffineParser(language="en")


def parse(parser: BiaffineParser, text: str) -> Sentence:
    ((sentence,),) = parser.parse([text])
    return sentence


def test_german_phenomena(german: BiaffineParser) -> None:
    words = parse(german, "Der Mann macht die Tür zu.").words
    assert [(w.form, w.deprel, w.head) for w in words if w.form == "zu"] == [("zu", "compound:prt", 3)]
    words = parse(german, "Er hat sich im Garten gewaschen.").words
    assert "Reflex=Yes" in next(w.feats for w in words if w.form == "sich")


def test_english_phenomena(english: BiaffineParser) -> None:
    words = parse(english, "She gave her old job up.").words
    assert [(w.form, w.deprel, w.head) for w in words if w.form == "up"] == [("up", "compound:prt", 2)]
    assert [w.lemma for w in words[:2]] == ["she", "give"]


def test_words_carry_all_columns_and_a_confidence(english: BiaffineParser) -> None:
    for word in parse(english, "He hurt himself in her house.").words:
        assert "_" not in (word.lemma, word.upos, word.xpos)
        assert word.confidence is not None
        assert 0 < word.confidence <= 1
        features = word.feats.split("|")
        assert features == sorted(features, key=str.lower)


def test_several_sentences_cover_the_segment(english: BiaffineParser) -> None:
    ((first, second),) = english.parse(["She saw the house.  He did not see it."])
    assert (first.text, second.text) == ("She saw the house.", "He did not see it.")


def test_a_sentence_may_begin_only_after_a_mark_that_ends_one() -> None:
    words = syntactic_words(tokens('He saw 3 men. "Stop!" (She left.) They don\'t', "en"))
    may_begin = [form for form, may in zip(words.forms, words.may_begin, strict=True) if may]
    assert may_begin == ["He", '"', "Stop", '"', "(", ")", "They"]


def test_the_batch_size_changes_nothing(german: BiaffineParser) -> None:
    segments = ["Er geht zum Arzt.", "", "Sie lacht, weil er singt."] * 3
    other = BiaffineParser(language="de", batch_size=2).parse(segments)
    for first, second in zip(german.parse(segments), other, strict=True):
        assert [w[:7] for s in first for w in s.words] == [w[:7] for s in second for w in s.words]


def test_a_very_long_segment_is_read_in_pieces_and_stays_whole(
    english: BiaffineParser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(biaffine, "LONGEST", 10)
    text = "She saw the old house. " * 4 + "It's " * 25
    (sentences,) = english.parse([text])
    assert "".join("".join(s.text.split()) for s in sentences) == "".join(text.split())
    assert all(len(s.words) <= 11 for s in sentences)
    assert [s.text for s in sentences[:4]] == ["She saw the old house."] * 4
    assert sum(len(s.multiword) for s in sentences) == 25


def analysis(heads: list[int], starts: list[int]) -> Analysis:
    """Of words that are called by their numbers."""
    n = len(heads)
    names = [f"w{k}" for k in range(n)]
    return Analysis(
        upos=["X"] * n,
        xpos=["_"] * n,
        lemma=names,
        feats=["_"] * n,
        deprel=["root" if not head else "dep" for head in heads],
        start=np.array([k in starts for k in range(n)]),
        head=np.array(heads),
        confidence=np.full(n, 0.5, dtype=np.float32),
    )


def test_sentences_and_parts_of_a_long_segment_have_heads_of_their_own() -> None:
    surface = [
        Token("a", ("a",), True),
        Token("b", ("b",), True),
        Token("cd", ("c", "d"), True),
        Token("e", ("e",), True),
        Token("f", ("f",), False),
    ]
    # The first part is of two sentences, and ends inside the token `cd`.
    parts = [analysis([0, 0, 2], [0, 1]), analysis([0, 0, 2], [0, 1])]
    sentences = biaffine._sentences(surface, syntactic_words(surface), parts)
    assert [s.text for s in sentences] == ["a", "b cd", "e f"]
    assert [[w.form for w in s.words] for s in sentences] == [["a"], ["b", "c", "d"], ["e", "f"]]
    assert [[w.head for w in s.words] for s in sentences] == [[0], [0, 1, 1], [0, 1]]
    assert [s.multiword for s in sentences] == [(), (MultiwordToken(2, 3, "cd", True),), ()]


def test_a_language_without_a_shipped_model_says_what_to_do() -> None:
    with pytest.raises(InputError, match="parser-fr") as error:
        BiaffineParser(language="fr")
    assert "lab add-language" in str(error.value)
    assert "stanza" in str(error.value)
