"""When units of sentences are advised, and what is parsed once: blocks of equal text."""

import pytest

from extractors.core.files import read_text
from extractors.extract import parse
from extractors.extract.shards import SEGMENTS_A_BLOCK
from extractors.formats.treebank import Sentence, Word
from extractors.models.parsers import Parser


class OneSentence(Parser):
    """Says how many warnings there were when it began."""

    signature = "one:1"

    def __init__(self, caplog):
        self._caplog, self.warnings = caplog, None

    def parse(self, segments):
        for segment in segments:
            if self.warnings is None:
                self.warnings = sum(record.levelname == "WARNING" for record in self._caplog.records)
            words = [
                Word(w, w, "X", "_", "_", min(n, 1), "dep" if n else "root") for n, w in enumerate(segment.split())
            ]
            yield [Sentence(tuple(words), segment)]


@pytest.mark.parametrize(("words", "count"), [(60, 1), (59, 0)])
def test_long_segments_are_told_before_they_are_parsed(tmp_path, caplog, words, count):
    parser = OneSentence(caplog)
    texts = ["Wort " * words] * 2 + ["Ein Wort"] * 8
    parse.parse_to_file(parser, texts, tmp_path / "x.conllu", suggest_units=True)
    assert parser.warnings == count
    told = [record.message for record in caplog.records if record.levelname == "WARNING"]
    assert len(told) == count
    assert not count or told[0].startswith("2 of 10 segments have 60 words or more: distances")


class Counting(Parser):
    """Writes down how many segments it was given at a time."""

    signature = "counting:1"

    def __init__(self, signature="counting:1", needs_whole_corpus=False):
        self.signature, self.needs_whole_corpus, self.given = signature, needs_whole_corpus, []

    def parse(self, segments):
        self.given.append(len(segments))
        for segment in segments:
            yield [Sentence((Word(segment, segment, "X", "_", "_", 0, "root"),), segment)]


TEXTS = [f"Wort{number}" for number in range(SEGMENTS_A_BLOCK + 10)]


@pytest.fixture
def parsed(tmp_path, monkeypatch):
    """A function that parses texts with a cache, and gives the file's text."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def parsed(parser, texts, *, first=0, keep=None):
        parse.parse_to_file(parser, texts, tmp_path / "x.conllu.gz", first=first, keep=keep)
        return read_text(tmp_path / "x.conllu.gz")

    return parsed


def test_a_block_of_equal_text_is_parsed_once(parsed, caplog):
    caplog.set_level("INFO")
    text, without = parsed(Counting(), TEXTS, keep={}), parsed(Counting(), TEXTS)
    again = Counting()
    assert parsed(again, TEXTS, keep={}) == text == without
    assert again.given == []
    assert f"{len(TEXTS)} segments had been parsed before" in caplog.text
    changed = [*TEXTS[:-1], "anders"]
    assert parsed(again, changed, keep={}) == parsed(Counting(), changed)
    assert again.given == [10]


@pytest.mark.parametrize(
    ("parser", "texts", "given"),
    [
        (Counting(), TEXTS[:3], {"options": {"a": 2}}),
        (Counting("counting:2"), TEXTS[:3], {}),
        (Counting(), TEXTS[:2], {}),
        (Counting(), TEXTS[:3], {"first": SEGMENTS_A_BLOCK}),
        (Counting(needs_whole_corpus=True), TEXTS[:3], {}),
    ],
)
def test_what_may_have_another_parse_is_parsed(parsed, parser, texts, given):
    parsed(Counting(), TEXTS[:3], keep={"a": 1})
    parsed(parser, texts, first=given.get("first", 0), keep=given.get("options", {"a": 1}))
    assert parser.given == [len(texts)]
