from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from extractors.core.errors import InputError
from extractors.formats import all_tables, tables
from extractors.formats import columns as col
from extractors.formats.hits import HITS
from extractors.formats.scores import CORPUS_SCORES
from extractors.formats.sets import SETS
from tests.builders.hits import HIT
from tests.builders.rows import table_of

ROW = {"system": "a", "metric": "bleu", "n": 3, "score": 1.5, "signature": "x"}
LATER = (
    *col.since(2, col.text("of", "what it is of"), default="all"),
    *col.since(3, col.whole("documents", "documents in it", optional=True)),
)
GROWN = replace(CORPUS_SCORES, name="grown", columns=(*CORPUS_SCORES.columns, *LATER))
"""A table that has got a column in two versions."""


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".tsv"])
def test_every_form_reads_back_what_was_written(tmp_path, suffix):
    table = table_of(HITS, [HIT, HIT | {"segment_id": 4, "confidence": 0.9}])
    tables.write(table, tmp_path / f"hits{suffix}")
    assert tables.read(HITS, tmp_path / f"hits{suffix}").to_pylist() == table.to_pylist()


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".tsv"])
def test_some_rows_only(tmp_path, suffix):
    table = tables.signed(table_of(HITS, [HIT | {"segment_id": n} for n in range(5)]), "parser:x")
    tables.write(table, tmp_path / f"hits{suffix}")
    some = tables.read(HITS, tmp_path / f"hits{suffix}", where=pc.field("segment_id").isin([1, 4, 9]))
    assert some.to_pylist() == [HIT | {"segment_id": 1}, HIT | {"segment_id": 4}]
    assert tables.run_signature(some) == ("parser:x" if suffix == ".parquet" else "")


def test_a_missing_value_is_looked_for_in_the_rows_that_are_asked_for(tmp_path):
    rows = table_of(HITS, [HIT, HIT | {"segment_id": 4}])
    table = rows.set_column(9, "distance_ud", pa.array([None, 3], pa.int32()))
    tables.write(table, tmp_path / "hits.parquet")
    assert len(tables.read(HITS, tmp_path / "hits.parquet", where=pc.field("segment_id") == 4)) == 1
    with pytest.raises(InputError, match="row 0 of those asked for has no distance_ud"):
        tables.read(HITS, tmp_path / "hits.parquet", where=pc.field("segment_id") == 3)


def test_an_unknown_suffix_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot write a table"):
        tables.write(table_of(HITS, [HIT]), tmp_path / "hits.xlsx")


def test_a_missing_column_value_or_file_is_refused(tmp_path):
    path = tmp_path / "sets.csv"
    path.write_text("phenomenon,kind\nx,minimum\n")
    with pytest.raises(InputError, match="no column 'distance_from'"):
        tables.read(SETS, path)
    path.write_text("system,metric,n,score,signature\ns,bleu,3,1.0,x\ns,bleu,,1.0,x\n")
    with pytest.raises(InputError, match="row 1 has no n") as caught:
        tables.read(CORPUS_SCORES, path)
    assert caught.value.line == 3
    with pytest.raises(InputError, match="no such file"):
        tables.read(SETS, tmp_path / "none.parquet")
    (tmp_path / "bad.parquet").write_text("not parquet")
    with pytest.raises(InputError, match="is not a table of sets"):
        tables.read(SETS, tmp_path / "bad.parquet")


def test_signatures_add_up():
    table = tables.signed(table_of(HITS, [HIT]), "parser:x")
    assert tables.run_signature(table, "controls:y") == "parser:x|controls:y"


def test_metadata_that_are_missing_name_who_writes_them():
    with pytest.raises(InputError) as caught:
        tables.metadata(table_of(HITS, []), "lemmas", "lexicon.csv", made_by="snakemake score")
    assert caught.value.problem == "has no metadata 'lemmas'"
    assert "snakemake score" in caught.value.remedy


def test_text_that_is_no_utf8_in_parquet_is_refused(tmp_path):
    table = table_of(HITS, [HIT])
    place = table.column_names.index("head_form")
    broken = pa.array([b"\xff\xfe"]).view(pa.string())
    pq.write_table(table.set_column(place, "head_form", broken), tmp_path / "hits.parquet")
    with pytest.raises(InputError, match=r"is not a table of hits: .*UTF8"):
        tables.read(HITS, tmp_path / "hits.parquet")


def test_a_flipped_bit_in_a_page_of_parquet_is_refused(tmp_path):
    path = tmp_path / "t.parquet"
    row = {"metric": "bleu", "signature": "x"}
    rows = [{**row, "system": f"s{n}", "n": n * n, "score": (n * 0.37) ** 0.5} for n in range(200)]
    tables.write(table_of(CORPUS_SCORES, rows), path)
    whole = path.read_bytes()
    group = pq.read_metadata(path).row_group(0)
    for place in range(group.num_columns):
        column = group.column(place)
        # The last byte of a chunk is content and not the header of a page.
        start = column.dictionary_page_offset or column.data_page_offset
        data = bytearray(whole)
        data[start + column.total_compressed_size - 1] ^= 4
        path.write_bytes(data)
        with pytest.raises(InputError, match="is not a table of corpus scores"):
            tables.read(CORPUS_SCORES, path)


def test_parquet_without_checksums_is_read(tmp_path):
    path = tmp_path / "plain.parquet"
    pq.write_table(table_of(CORPUS_SCORES, [ROW]), path, compression="zstd")
    assert tables.read(CORPUS_SCORES, path).to_pylist() == [ROW]


def test_a_table_is_written_in_parts_as_whole_and_read_in_parts(tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "ROWS_A_PART", 3)
    table = table_of(HITS, [HIT | {"segment_id": i} for i in range(8)])
    tables.write(table, tmp_path / "whole.parquet")
    count = tables.write_parts([table[:1], table[1:1], table[1:6], table[6:]], tmp_path / "parts.parquet")
    assert count == 8
    assert (tmp_path / "parts.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    parts = list(tables.read_parts(HITS, tmp_path / "whole.parquet", columns=["segment_id"]))
    assert [part.column("segment_id").to_pylist() for part in parts] == [[0, 1, 2], [3, 4, 5], [6, 7]]
    tables.write_parts([table[:4], table[4:]], tmp_path / "small.parquet", rows=3)
    assert pq.read_metadata(tmp_path / "small.parquet").num_row_groups == 3
    assert tables.read(HITS, tmp_path / "small.parquet").to_pylist() == table.to_pylist()


@pytest.mark.parametrize("name", ["t.parquet", "t.tsv"])
def test_a_table_without_rows_is_one_part(tmp_path, name):
    assert tables.write_parts([table_of(SETS, [])], tmp_path / name) == 0
    (part,) = tables.read_parts(SETS, tmp_path / name)
    assert part.schema.names == SETS.schema.names
    assert len(part) == 0


def test_a_missing_value_in_a_later_part_is_refused_with_its_row(tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "ROWS_A_PART", 2)
    column = pa.array([0, 1, 2, None], pa.int32())
    pq.write_table(table_of(HITS, [HIT] * 4).set_column(0, "segment_id", column), tmp_path / "t.parquet")
    with pytest.raises(InputError, match="row 3 has no segment_id"):
        list(tables.read_parts(HITS, tmp_path / "t.parquet", columns=["segment_id"]))
    pq.write_table(table_of(HITS, [HIT]).drop_columns("head"), tmp_path / "t.parquet")
    with pytest.raises(InputError, match="has no column 'head'"):
        list(tables.read_parts(HITS, tmp_path / "t.parquet"))


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".tsv"])
def test_a_column_that_a_file_is_too_old_for_has_its_default_which_is_said_once(tmp_path, suffix, caplog):
    form, path = replace(GROWN, name=f"grown {suffix}"), tmp_path / f"t{suffix}"
    tables.write(table_of(CORPUS_SCORES, [ROW]), path)
    with caplog.at_level("INFO", logger="extractors"):
        expected = ROW | {"of": "all", "documents": None}
        assert tables.read(form, path).to_pylist() == [expected]
        (part,) = tables.read_parts(form, path, columns=["of", "n"])
        assert part.to_pylist() == [{"n": 3, "of": "all"}]
        # Written again, it is of the version of its columns.
        tables.write(tables.read(form, path), tmp_path / "new.parquet")
        assert tables.read(form, tmp_path / "new.parquet").to_pylist() == [expected]
    first, second = caplog.messages
    assert f"{path} is of a time when the table of grown {suffix} had no column 'of': its rows have 'all'" in first
    assert "'documents': its rows have a missing value there; to fill it: make it again" in second
    assert pq.read_schema(tmp_path / "new.parquet").metadata[b"version"] == b"3"


def test_a_table_of_a_later_version_is_refused_with_what_helps(tmp_path):
    path = tmp_path / "t.parquet"
    tables.write(table_of(GROWN, [ROW | {"of": "all", "documents": 2}]), path)
    for read in (tables.read, tables.empty):
        with pytest.raises(InputError, match=r"has version 3, but challenge-sets .* reads versions up to 1") as caught:
            read(CORPUS_SCORES, path)
        assert "pip install --upgrade" in caught.value.remedy
    tables.write(tables.read(GROWN, path).drop_columns("of"), path)
    with pytest.raises(InputError, match="has no column 'of'"):
        tables.read(GROWN, path)


def test_a_column_of_the_user_is_not_taken_for_a_later_one_of_its_name(tmp_path):
    form = replace(CORPUS_SCORES, further=col.text("NAME", "of the user"))
    tables.write(form.with_further(["of"]).table([ROW | {"of": "mine"}]), tmp_path / "t.parquet")
    assert tables.read(replace(GROWN, further=form.further), tmp_path / "t.parquet").column("of").to_pylist() == ["all"]


@pytest.mark.parametrize("form", [*all_tables.formats(), *all_tables.formats(lab=True)], ids=lambda form: form.name)
def test_what_came_later_can_be_missing_or_has_a_default(form):
    assert [c.name for c in form.columns if c.since > 1 and not c.optional and c.default is None] == []


@pytest.mark.parametrize("is_lab", [False, True])
def test_the_page_of_formats_has_a_section_for_each_table_and_names_each_column(is_lab):
    forms = all_tables.formats(lab=is_lab)
    introduction, *sections = all_tables.page(lab=is_lab).split("\n## ")
    assert introduction.startswith("# Tables")
    by_name = {section.partition("\n")[0]: section for section in sections}
    assert len(by_name) == len(sections)
    by_name.pop("Columns of many tables", None)
    assert [*by_name] == [form.name for form in forms]
    for form in forms:
        lines = by_name[form.name].splitlines()
        assert lines[2] == f"One row: {form.row}. File: `{form.file}`."
        assert all(line.startswith("- ") for line in lines[4:] if line)
        assert all(f"`{name}`" in by_name[form.name] for column in form.columns for name in column.name.split(", "))
