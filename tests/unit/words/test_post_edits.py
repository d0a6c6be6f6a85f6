"""Post-edits: which words were changed, and what that says of the words of hits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.formats import tables
from extractors.formats.segments import HYPOTHESES, SEGMENTS
from extractors.formats.testset_scores import SEGMENT_SCORES
from extractors.words import post_edits
from extractors.words.post_edits import changed_words, edit_rates_to_file, word_edits
from tests.builders.rows import table_of

WORDS = st.lists(st.sampled_from("abcd"), max_size=8)


@pytest.mark.parametrize(
    ("output", "edited", "kept", "of_edited", "gaps", "distance"),
    [
        ("a b c", "a b c", "111", "111", "0000", 0),
        ("a x c", "a b c", "101", "101", "0000", 1),
        ("a c", "a b c", "11", "101", "010", 1),
        ("a b c", "a c", "101", "11", "0000", 1),
        ("b a c", "a c b", "011", "110", "0001", 2),
        ("", "a", "", "0", "1", 1),
        ("A b", "a b", "01", "01", "000", 1),
    ],
)
def test_words_are_kept_changed_or_inserted(output, edited, kept, of_edited, gaps, distance):
    found = word_edits(output.split(), edited.split())
    as_text = ["".join(str(int(flag)) for flag in flags) for flags in found[:3]]
    assert (*as_text, found.distance) == (kept, of_edited, gaps, distance)


@given(WORDS, WORDS)
def test_kept_words_are_those_that_both_have_in_one_order(output, edited):
    found = word_edits(output, edited)
    ours, theirs = (
        [w for w, kept in zip(*side, strict=True) if kept] for side in ((output, found.output), (edited, found.edited))
    )
    assert ours == theirs
    assert max(len(output), len(edited)) - len(ours) <= found.distance <= len(output) + len(edited) - 2 * len(ours)
    assert word_edits(edited, output).distance == found.distance
    assert (found.distance == 0) == (output == edited)


def test_what_an_output_lacks_is_marked_in_the_post_edit():
    found = changed_words({"s": ["He gave .", "Right ."]}, {"s": ["He gave up .", "Right ."]}, "en")
    assert [(error.start, error.end) for error in found["s", 0][0]] == [(8, 10)]
    assert found["s", 1] == [[]]


def test_rates_are_edits_by_words_of_the_post_edit(tmp_path, caplog):
    rows = [{"segment_id": n, "source": "x", "references": [], "provenance": f"s:{n}"} for n in range(3)]
    table = tables.with_metadata(table_of(SEGMENTS, rows), references="", source_language="de", target_language="en")
    tables.write(table, tmp_path / "segments.parquet")
    for name, texts in {"s": ["He gave .", "Right .", "x"], "edited": ["He gave up .", "Right .", ""]}.items():
        rows = [{"segment_id": n, "hypothesis": text} for n, text in enumerate(texts)]
        tables.write(table_of(HYPOTHESES, rows), tmp_path / f"{name}.parquet")
    scores = tmp_path / "hter.parquet"
    files = {"outputs": {"s": tmp_path / "s.parquet"}, "post_edits": {"s": tmp_path / "edited.parquet"}}
    assert edit_rates_to_file(segments=tmp_path / "segments.parquet", **files, scores=scores) == 2
    found = tables.read(SEGMENT_SCORES, scores).to_pylist()
    # A segment without a post-edit has no score.
    assert [(row["segment_id"], row["system"], row["score"]) for row in found] == [(0, "s", 0.25), (1, "s", 0.0)]
    assert "1 of 3 post-edits of s are empty" in caplog.text


def test_what_is_too_long_to_compare_is_said_and_has_no_rate(monkeypatch, caplog):
    monkeypatch.setattr(post_edits, "MOST_CELLS", 5)
    found = changed_words({"s": ["He gave .", "Right ."]}, {"s": ["He gave up .", "Right ."]}, "en")
    assert list(found) == [("s", 1)]
    assert "1 post-edits are too long to compare with outputs" in caplog.text
