"""Links: looked up by source token, and read some segments at a time."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.alignment import ALIGNMENT, AlignmentParts, OutputParts, surely_aligned
from tests.builders.rows import links_table

ROWS = st.lists(st.tuples(st.integers(0, 4), st.sampled_from("AB"), st.integers(0, 3), st.integers(0, 3)), max_size=12)


def links(rows):
    return links_table(*((*row, "x", f"{row[0]}.{row[3]}") for row in rows))


@given(ROWS, st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), max_size=6))
def test_tokens_are_looked_up_together_as_one_by_one(rows, wanted):
    alignment = AlignmentParts(links(rows), None).up_to()
    positions, forms = alignment.of_tokens([s for s, _ in wanted], [t for _, t in wanted])
    assert positions == [alignment.targets.get(place, []) for place in wanted]
    assert forms == [[f"{s}.{j}" for j in found] for (s, _), found in zip(wanted, positions, strict=True)]


def test_a_target_token_with_two_forms_has_that_of_its_last_row():
    table = links([(0, "A", 0, 1), (0, "A", 1, 1)])
    table = table.set_column(5, ALIGNMENT.schema.field(5), [["first", "last"]])
    assert AlignmentParts(table, None).up_to().of_tokens([0], [0]) == ([[1]], [["last"]])


@given(ROWS.filter(bool), st.sets(st.integers(0, 4)), st.booleans())
def test_parts_have_all_links_of_the_reference_once(tmp_path_factory, rows, cuts, in_order):
    path = tmp_path_factory.mktemp("links") / "alignment.parquet"
    rows = sorted(rows, key=lambda row: row[0]) if in_order else rows
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "ROWS_A_PART", 2)
        tables.write(tables.with_metadata(links(rows), aligner="of a test"), path)
        parts = AlignmentParts(path, rows[-1][1])
        taken = [parts.up_to(cut) for cut in sorted(cuts)] + [parts.up_to()]
    assert {(part.reference, part.aligner) for part in taken} == {(rows[-1][1], "of a test")}
    expected = sorted((row for row in rows if row[1] == rows[-1][1]), key=lambda row: row[0])
    found = [tuple(row.values())[:4] for part in taken for row in part.links.to_pylist()]
    assert found == expected
    for cut, part in zip(sorted(cuts), taken, strict=False):
        assert all(segment <= cut for segment in part.links.column("segment_id").to_pylist())


@given(ROWS.filter(bool), st.sets(st.integers(0, 4)), st.integers(0, 3))
def test_parts_of_outputs_have_all_links_once(rows, cuts, more):
    systems = len({name for _, name, *_ in rows}) + more
    parts = OutputParts(links(rows), systems=systems)
    taken = [parts.up_to(cut) for cut in sorted(cuts)] + [parts.up_to()]
    assert {part.texts for part in taken} == {systems}
    assert OutputParts(links(rows)).up_to().texts == systems - more
    found = [tuple(row.values())[:4] for part in taken for row in part.links.to_pylist()]
    assert found == sorted(rows, key=lambda row: row[0])
    for cut, part in zip(sorted(cuts), taken, strict=False):
        assert all(segment <= cut for segment in part.links.column("segment_id").to_pylist())


def test_a_reference_without_links_is_refused(tmp_path):
    tables.write(links([(0, "B", 0, 0), (1, "A", 0, 0)]), tmp_path / "a.tsv")
    assert AlignmentParts(tmp_path / "a.tsv", None).reference == "B"
    with pytest.raises(InputError, match=r"a\.tsv.*no links to the reference 'C'\n.*choose one of: B, A"):
        AlignmentParts(tmp_path / "a.tsv", "C")


SURE = pa.array([1.0, 0.5, 0.9, 0.2], pa.float32())


def sure_links():
    table = links([(0, "A", 0, 0), (0, "A", 1, 1), (1, "A", 0, 0), (2, "A", 1, 0)])
    return table.set_column(6, ALIGNMENT.schema.field(6), [SURE])


def test_links_of_a_confidence_or_more_are_left():
    assert surely_aligned(sure_links(), 0.0).num_rows == 4
    # As a float32, 0.9 is less than 0.9.
    assert surely_aligned(sure_links(), 0.9).column("segment_id").to_pylist() == [0, 1]


def test_a_link_without_confidence_is_refused_where_one_is_asked_for():
    assert surely_aligned(links([(0, "A", 0, 0)]), 0.0).num_rows == 1
    mixed = sure_links().set_column(6, ALIGNMENT.schema.field(6), [pa.array([1.0, 1.0, None, None], pa.float32())])
    with pytest.raises(InputError, match=r"2 of 4 links have no confidence.*first is 0-0 of segment 1") as caught:
        surely_aligned(mixed, 0.5)
    assert "0-2:0.93" in caught.value.remedy
    with pytest.raises(InputError, match="must be from 0 to 1, got"):
        surely_aligned(sure_links(), 1.5)


@pytest.mark.parametrize("suffix", ["parquet", "tsv"])
def test_a_file_without_a_column_is_refused(tmp_path, suffix):
    path = tmp_path / f"links.{suffix}"
    tables.write(sure_links().drop_columns(["confidence"]), path)
    with pytest.raises(InputError, match="the table of alignment has no column 'confidence'"):
        tables.read(ALIGNMENT, path)
