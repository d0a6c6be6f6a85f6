import pytest

from extractors.extract.units.sentence_cutting import sentence_starts
from extractors.models.tokenizers import tokens


def pieces(text, language="en"):
    cut = tokens(text, language)
    starts = sentence_starts(cut)
    ends = [*starts[1:], len(cut)][: len(starts)]
    return [" ".join(t.form for t in cut[a:b]) for a, b in zip(starts, ends, strict=True)]


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("It rains. We stay.", ["It rains .", "We stay ."]),
        ('"Does it rain?" We stay.', ['" Does it rain ? "', "We stay ."]),
        ("It rains! (We stay.) Well ...", ["It rains !", "( We stay . )", "Well ..."]),
        ("It rains and we stay", ["It rains and we stay"]),
        ("They left. and stayed", ["They left . and stayed"]),
        ("", []),
    ],
)
def test_a_sentence_may_begin_where_one_ended_and_no_small_letter_follows(text, starts):
    assert pieces(text) == starts


def test_signs_that_no_white_space_follows_end_sentences_too():
    assert pieces("下雨了。我们留下。", "zh") == ["下 雨 了 。", "我 们 留 下 。"]


def test_a_number_with_a_point_inside_is_no_end():
    assert pieces("It costs 3.50 Euros.") == ["It costs 3.50 Euros ."]
