"""The tokenizer 13a: equal to sacreBLEU's on any line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from extractors.metrics import _words13a

LINES = st.text(st.sampled_from(list("ab.,-5'& \t\n\u00a0\u2028{(;äé٥")) | st.characters(), max_size=20)
PIECES = st.lists(st.sampled_from(["<skipped>", "&amp;", "&quot;", "-\n", "1,5", "..", ".,", " ", "x"]), max_size=6)


@given(LINES | PIECES.map("".join))
def test_words_are_those_of_sacrebleu(line: str) -> None:
    assert _words13a.split(line) == Tokenizer13a()(line.rstrip()).split()


def test_sacrebleu_that_splits_otherwise_is_followed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(_words13a, "Tokenizer13a", lambda: lambda line: line.replace("a", " a "))
    split = _words13a.splitter.__wrapped__()
    assert split("bab") == ["b", "a", "b"]
    assert "splits words differently" in caplog.text


def test_ours_is_taken_beside_the_installed_sacrebleu() -> None:
    assert _words13a.splitter() is _words13a.split
