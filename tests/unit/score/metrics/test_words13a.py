"""The tokenizer 13a: equal to sacreBLEU's on any line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from extractors.score.metrics import _words13a

LINES = st.text(st.sampled_from(list("ab.,-5'& \t\n\u00a0\u2028{(;äé٥")) | st.characters(), max_size=20)
PIECES = st.lists(st.sampled_from(["<skipped>", "&amp;", "&quot;", "-\n", "1,5", "..", ".,", " ", "x"]), max_size=6)


@given(st.lists(LINES | PIECES.map("".join), max_size=4))
def test_words_are_those_of_sacrebleu(lines: list[str]) -> None:
    assert _words13a.split_lines(lines) == [Tokenizer13a()(line.rstrip()).split() for line in lines]


def test_a_line_with_the_mark_that_stands_between_lines_is_split_by_itself() -> None:
    assert _words13a.split_lines(["a \0 b.", "c"]) == [["a", "\0", "b", "."], ["c"]]


def test_sacrebleu_that_splits_otherwise_is_followed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(_words13a, "Tokenizer13a", lambda: lambda line: line.replace("a", " a "))
    split = _words13a.splitter.__wrapped__()
    assert split(["bab", "c"]) == [["b", "a", "b"], ["c"]]
    assert "splits words differently" in caplog.text


def test_ours_is_taken_beside_the_installed_sacrebleu() -> None:
    assert _words13a.splitter() is _words13a.split_lines
