"""The fast count of edits: equal to sacreBLEU's for any words."""

import logging
import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import lib_ter
from sacrebleu.metrics.lib_ter import translation_edit_rate

from extractors.score.metrics import _edits, ter
from extractors.score.metrics._edits import _inside_beam, count_edits
from extractors.score.metrics.ter import Ter, agrees_with_sacrebleu


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from("abc"), max_size=12) | st.lists(st.sampled_from("abcdefghij"), max_size=16),
    st.lists(st.sampled_from("abc"), max_size=12) | st.lists(st.sampled_from("abcdefghij"), max_size=16),
)
def test_edits_equal_sacrebleus(hypothesis: list[str], reference: list[str]) -> None:
    assert count_edits(hypothesis, reference) == translation_edit_rate(hypothesis, reference)[0]


def long_pairs() -> Iterator[tuple[list[str], list[str]]]:
    """Pairs that reach the beam: lengths far apart, and runs moved, put in and replaced in long ones."""
    draw = random.Random(20)
    for lengths in [(1, 130), (2, 90), (3, 40), (90, 2), (30, 70), (70, 30), (45, 45), (30, 33)] * 4:
        words = [str(n) for n in range(draw.choice([4, 40, 200]))]
        hypothesis, reference = ([draw.choice(words) for _ in range(length)] for length in lengths)
        if min(lengths) >= 30 and draw.random() < 0.7:
            hypothesis = (reference + hypothesis)[: lengths[0]]
            start, length, target = draw.randrange(30), draw.randint(1, 15), draw.randrange(30)
            run = [hypothesis.pop(start) for _ in range(length) if start < len(hypothesis)]
            hypothesis[target:target] = run
            hypothesis[target : target + 8] = ["new"] * draw.randint(0, 20)
        yield hypothesis, reference


@pytest.mark.parametrize("pair", list(long_pairs()), ids=range(32))
def test_edits_of_long_pairs_equal_sacrebleus(pair: tuple[list[str], list[str]]) -> None:
    assert count_edits(*pair) == translation_edit_rate(*pair)[0]


def test_long_pairs_lie_on_both_sides_of_the_beams_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = []

    def record(*numbers: int) -> bool:
        bounds.append(_inside_beam(*numbers))
        return bounds[-1]

    monkeypatch.setattr(_edits, "_inside_beam", record)
    for pair in long_pairs():
        count_edits(*pair)
    assert min(bounds.count(False), bounds.count(True)) >= 5


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from("abcd"), max_size=18), st.lists(st.sampled_from("abcd"), max_size=18), st.integers(2, 8)
)
def test_edits_in_a_narrow_beam_equal_sacrebleus(hypothesis: list[str], reference: list[str], width: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_edits, "BEAM", width)
        patch.setattr(lib_ter, "_BEAM_WIDTH", width)
        assert count_edits(hypothesis, reference) == translation_edit_rate(hypothesis, reference)[0]


def test_all_canaries_agree() -> None:
    assert agrees_with_sacrebleu()


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("LONGEST_SHIFT", 9),
        ("LONGEST_SHIFT", 11),
        ("FARTHEST_SHIFT", 49),
        ("FARTHEST_SHIFT", 51),
        ("BEAM", 24),
        ("BEAM", 26),
        ("MOST_CANDIDATES", 800),
        ("MOST_CANDIDATES", 1250),
    ],
)
def test_canaries_notice_another_rule(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, rule: str, value: int
) -> None:
    monkeypatch.setattr(_edits, rule, value)
    monkeypatch.setattr(ter, "agrees_with_sacrebleu", ter.agrees_with_sacrebleu.__wrapped__)
    with caplog.at_level(logging.WARNING):
        statistics = Ter().statistics(["a b c d"], [["d c b a"]])
    assert "counts edits differently" in caplog.text
    assert statistics.tolist() == [[3, 4, 1]]
