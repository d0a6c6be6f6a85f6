"""Whether tokens are counted from 0 or from 1 is certain or refused."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenge_sets_lab.alignment_quality.link_files import first_token, of_lines, read_placed, turned
from extractors.core.errors import InputError

LENGTHS = [(3, 2), (4, 4)]


def first(*lines: str, lengths=LENGTHS, given: int | None = None) -> int:
    return first_token(list(of_lines(lines, "f")), lengths, path="f", given=given, flag="--first")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [(("1-1", "0-2"), 0), (("1-0", ""), 0), (("1-1", "2-4"), 1), (("3-1", "1-1"), 1), (("", ""), 0)],
)
def test_a_first_or_a_last_token_tells(lines, expected) -> None:
    assert first(*lines) == expected
    # A user who says so is right.
    assert first(*lines, given=expected) == expected


@pytest.mark.parametrize(
    ("lines", "given", "line", "words"),
    [
        (("0-1", "2-4"), None, 2, "ends a sentence counted from 1, and the link 0-1 in line 1 begins one from 0"),
        (("1-1", "2-2"), None, None, "nothing tells whether"),
        (("1-1", "2-0"), 1, 2, "has a token 0, and --first 1"),
        (("1-1", "2-4"), 0, 2, "points behind the last word"),
        (("1-1", "5-1"), None, 2, "points at source word 5 of a sentence of 4"),
        (("1-3", "1-1"), 1, 1, "points at target word 3 of a sentence of 2"),
    ],
)
def test_what_is_not_certain_or_cannot_be_is_refused(lines, given, line, words) -> None:
    with pytest.raises(InputError) as caught:
        first(*lines, given=given)
    assert words in caught.value.problem
    assert (caught.value.path, caught.value.line) == ("f", line)
    assert caught.value.remedy


def test_the_remedy_of_doubt_is_the_flag() -> None:
    with pytest.raises(InputError, match=r"remedy: say --first 0 or --first 1$"):
        first("1-1", "2-2")
    with pytest.raises(InputError, match="remedy: say --first 0 or --first 1, or give the text"):
        first("1-1", "3-2", lengths=None)
    assert first("1-1", "3-2", lengths=None, given=1) == 1


@given(st.data(), st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=4))
def test_links_written_from_either_number_are_never_taken_for_the_other(data, lengths) -> None:
    links = [
        data.draw(st.frozensets(st.tuples(st.integers(0, m - 1), st.integers(0, n - 1)), max_size=4))
        for m, n in lengths
    ]
    for start in (0, 1):
        lines = [" ".join(f"{i + start}-{j + start}" for i, j in sorted(of_pair)) for of_pair in links]
        with suppress(InputError):
            assert first(*lines, lengths=lengths) == start or not any(links)


def test_confidences_and_kinds_are_read_in_both_forms(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("0-0:0.5 1p2\n\n", encoding="utf-8")
    (tmp_path / "b").write_text("1 0 0 S 0.5\n1 1 2 P\n", encoding="utf-8")
    one, other = read_placed(tmp_path / "a"), read_placed(tmp_path / "b")
    assert [of.link for of in one.placed] == [of.link for of in other.placed]
    assert [(of.link.is_sure, of.link.confidence) for of in one.placed] == [(True, 0.5), (False, None)]
    assert (one.pairs, other.pairs) == (2, 1)
    assert [of.link[:2] for of in turned(one.placed)] == [(0, 0), (2, 1)]
