import pytest

from extractors.core.errors import InputError
from extractors.extract import select
from extractors.formats.sets import Range, set_key
from tests.builders.hits import hits
from tests.builders.sets import ranges

FIVE_HITS = hits((5, "a", 0), (5, "a", 3), (2, "a", 1), (9, "b", 2), (2, "a", 1))


def test_minimum_exact_and_bucket():
    wanted = ranges(minimum=[0, 1, 3, 9], exact=[0, 1], buckets=[(1, 4)])
    rows = select.select(FIVE_HITS, {"a": wanted, "none": wanted[:1]}).to_pylist()
    found = {(r["phenomenon"], *set_key(r)[1:]): (r["segment_ids"], r["hits"]) for r in rows}
    assert found == {
        ("a", Range("minimum", 0, None)): ([2, 5], 4),
        ("a", Range("minimum", 1, None)): ([2, 5], 3),
        ("a", Range("minimum", 3, None)): ([5], 1),
        ("a", Range("minimum", 9, None)): ([], 0),
        ("a", Range("exact", 0, 1)): ([5], 1),
        ("a", Range("exact", 1, 2)): ([2], 2),
        ("a", Range("bucket", 1, 4)): ([2, 5], 3),
        ("none", Range("minimum", 0, None)): ([], 0),
    }


def test_bad_ranges_are_refused():
    with pytest.raises(InputError, match="is empty"):
        ranges(minimum=[0], buckets=[(3, 3)])
    with pytest.raises(InputError, match="must be at least 0"):
        ranges(minimum=[-1])


def test_exported_texts_are_line_by_line_the_segments_of_the_ids(tmp_path):
    table = select.select(FIVE_HITS, {"a": ranges(minimum=[0, 9])})
    texts = {"source.de": [f"s{i}" for i in range(10)], "systems/x.en": [f"x{i}" for i in range(10)]}
    assert select.export(table, texts, tmp_path) == 1
    folder = tmp_path / "a" / "min0"
    assert (folder / "ids.txt").read_text() == "2\n5\n"
    assert (folder / "source.de").read_text() == "s2\ns5\n"
    assert (folder / "systems" / "x.en").read_text() == "x2\nx5\n"
    assert not (tmp_path / "a" / "min9").exists(), "an empty set leaves no files"
