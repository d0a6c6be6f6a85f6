import gzip
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from extractors.core.errors import InputError
from extractors.inputs import places
from extractors.inputs.places import parse
from extractors.inputs.reading import check_place, files_of, read_segments


@pytest.mark.parametrize(
    ("name", "text", "place", "line", "words"),
    [
        ("c.tsv", "a\tb\n1\t2\n3\n", "c.tsv#b", 3, "1 fields, but the header has 2"),
        ("c.tsv", "a\tb\n1\t2\n", "c.tsv#x", 1, "no column 'x'"),
        ("c.tsv", "a\tb\n1\t2\n", "c.tsv", 1, "not named"),
        ("c.jsonl", '{"a": "x"}\n{"a": \n', "c.jsonl#a", 2, "not JSON"),
        ("c.jsonl", '{"a": "x"}\n{"b": "x"}\n', "c.jsonl#a", 2, "no field 'a'"),
        ("c.jsonl", '{"a": 7}\n', "c.jsonl#a", 1, "not text"),
        ("c.txt", "x\n", "c.txt#a", None, "plain text has no column"),
        ("c.csv", 'a,b\n1,"2\n', "c.csv#a", 2, "unexpected end of data"),
        ("c.csv", "a,a\n1,2\n", "c.csv#a", 1, "2 columns are called 'a'"),
        ("c.tsv", "a\ta\n1\t2\n", "c.tsv#a", 1, "2 columns are called 'a'"),
        ("c.jsonl", '{"a": "x\\ud800"}\n', "c.jsonl#a", 1, "half of a character"),
    ],
)
def test_bad_columns_are_refused_with_their_line(tmp_path, name, text, place, line, words):
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=words) as caught:
        read_segments(parse(f"{tmp_path}/{place}"))
    assert caught.value.line == line


def test_a_path_with_a_hash_that_exists_is_a_path(tmp_path):
    (tmp_path / "a#b").write_text("x\n")
    assert read_segments(parse(f"{tmp_path}/a#b")) == [(1, "x")]


@pytest.mark.parametrize("name", ["a.tsv", "a#b.tsv", "tmx:a.tsv", "a=b.tsv"])
@pytest.mark.parametrize("column", ["de", "#de", "C#", "a#b"])
def test_marks_in_names_of_files_and_columns(tmp_path, monkeypatch, name, column):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(f"{column}\ten\nJa\tYes\n")
    assert read_segments(parse(f"{name}#{column}")) == [(2, "Ja")]
    assert files_of(parse(f"{name}#{column}")) == [name]
    assert texts_of(places.named([f"A={name}#{column}"], default="")) == {"A": f"{name}#{column}"}


def test_a_file_of_two_columns_is_named_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.tsv").write_text("de\ten\nJa\tYes\n")
    (tmp_path / "b.de").write_text("Ja\n")
    assert files_of(parse("b.de"), parse("a.tsv#de"), parse("a.tsv#en")) == ["b.de", "a.tsv"]


def test_the_suffix_tells_the_format_in_capitals_too(tmp_path):
    for name in ("c.CSV", "c.csv.tsv"):
        (tmp_path / name).write_text('de\n"Ja, ""gut"""\n')
    assert read_segments(parse(f"{tmp_path}/c.CSV#de")) == [(2, 'Ja, "gut"')]
    assert read_segments(parse(f"{tmp_path}/c.csv.tsv#de")) == [(2, '"Ja, ""gut"""')]


def test_fields_may_be_long_and_have_a_carriage_return(tmp_path):
    (tmp_path / "c.csv").write_text(f'id,de\n1,"{"a " * 600_000}"\n2,b\n')
    assert [(line, len(text)) for line, text in read_segments(parse(f"{tmp_path}/c.csv#de"))] == [
        (2, 1_200_000),
        (3, 1),
    ]
    (tmp_path / "c.tsv").write_bytes(b"de\ten\n" + b"x" * 200_000 + b"\ty\na\rb\ty\n")
    assert read_segments(parse(f"{tmp_path}/c.tsv#de")) == [(2, "x" * 200_000), (3, "a b")]


def test_columns_inside_others_of_parquet(tmp_path):
    path = tmp_path / "c.parquet"
    pq.write_table(pa.table({"t": [{"de": "Ja", "en": "Yes"}, {"de": "", "en": "No"}], "x.y": ["a", "b"]}), path)
    assert read_segments(parse(f"{path}#t.de")) == [(1, "Ja"), (2, "")]
    assert read_segments(parse(f"{path}#x.y")) == [(1, "a"), (2, "b")]
    with pytest.raises(InputError, match="no column 't'") as caught:
        read_segments(parse(f"{path}#t"))
    assert "one of: t.de, t.en, x.y" in caught.value.remedy
    pq.write_table(pa.table({"t": pa.array([{"de": "Ja"}, None])}), path)
    with pytest.raises(InputError, match="no text in the column"):
        read_segments(parse(f"{path}#t.de"))
    pq.write_table(pa.table({"segment_id": [0, 1], "hypothesis": ["a", "b"]}), path)
    assert read_segments(parse(str(path))) == [(1, "a"), (2, "b")]


@pytest.mark.parametrize("name", ["news.de", "news.parquet", "news.tmx"])
def test_a_folder_is_no_file(tmp_path, name):
    (tmp_path / name).mkdir()
    for use in (read_segments, check_place):
        with pytest.raises(InputError, match="is a folder"):
            use(parse(f"{tmp_path}/{name}#de"))


def test_a_path_that_no_file_can_have_is_no_file(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for place in (f"{tmp_path}/loop#de", f"{tmp_path}/{'x' * 300}"):
        for use in (read_segments, check_place):
            with pytest.raises(InputError, match="no such file"):
                use(parse(place))


def texts_of(named):
    """Places by name as the texts that a user writes."""
    return {name: place.text for name, place in named.items()}


def test_names_of_places(tmp_path):
    assert texts_of(places.named(["ref.en"], default="A")) == {"A": "ref.en"}
    assert texts_of(places.named(["B=x.en", "dir/y.en.gz", "t.tsv#z"], default="A")) == {
        "B": "x.en",
        "y": "dir/y.en.gz",
        "z": "t.tsv#z",
    }
    with pytest.raises(InputError, match="given twice"):
        places.named(["a/x.en", "b/x.en"], default="")
    with pytest.raises(InputError, match="no such folder"):
        places.in_folder(tmp_path / "none")
    with pytest.raises(InputError, match="no outputs"):
        places.in_folder(tmp_path)


def test_a_file_with_one_column_may_have_empty_segments(tmp_path):
    (tmp_path / "c.tsv.gz").write_bytes(gzip.compress(b"de\nJa\n\nNein\n"))
    assert read_segments(parse(f"{tmp_path}/c.tsv.gz#de")) == [(2, "Ja"), (3, ""), (4, "Nein")]


@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "a\rb"])
def test_a_line_break_inside_a_segment_becomes_a_blank(tmp_path, caplog, text):
    pq.write_table(pa.table({"de": [text]}), tmp_path / "c.parquet")
    assert read_segments(parse(f"{tmp_path}/c.parquet#de")) == [(1, "a b")]
    assert "1 segments have line breaks inside" in caplog.text


def test_a_pattern_that_no_file_has_is_told():
    with pytest.raises(InputError, match="no file has such a name"):
        places.named(["outputs/*ONLINE*"], default="")


def test_the_name_of_a_file_names_a_system(tmp_path):
    for name in ("lr=0.1.en", "b.en.gz"):
        (tmp_path / name).write_text("x\n")
    assert texts_of(places.named([f"{tmp_path}/lr=0.1.en", f"x={tmp_path}/b.en.gz"], default="")) == {
        "lr=0.1": f"{tmp_path}/lr=0.1.en",
        "x": f"{tmp_path}/b.en.gz",
    }
    assert texts_of(places.in_folder(tmp_path)) == {"lr=0.1": f"{tmp_path}/lr=0.1.en", "b": f"{tmp_path}/b.en.gz"}
    (tmp_path / "b.de").write_text("x\n")
    with pytest.raises(InputError, match=r"two files for the system 'b': b.de and b.en.gz"):
        places.in_folder(tmp_path)


@pytest.mark.parametrize(
    "item",
    ["../../../../OUTSIDE=x.en", "=cmd|'/C calc'!A0=x.en", "{x}=x.en", "@SUM(1).en", "a{x}.en", "a b.en", "t.tsv#C#"],
)
def test_a_name_that_would_be_another_path_or_a_formula_is_refused(tmp_path, monkeypatch, item):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.tsv").touch()
    with pytest.raises(InputError, match="cannot be the name of a text") as caught:
        places.named([item], default="")
    assert "NAME=FILE" in caught.value.remedy
    assert caught.value.path is not None


@pytest.mark.parametrize(
    "name", [b"=cmd|.en", b"{x}.en", b"a b.en", b"x\n.en", b"\xff.en", b"a\x1b[2J.en", b"y" * 120 + b".en"]
)
def test_a_file_with_such_a_name_is_refused_and_named(tmp_path, name):
    (tmp_path / os.fsdecode(name)).write_text("x\n")
    with pytest.raises(InputError, match="cannot be the name of a system") as caught:
        places.in_folder(tmp_path)
    assert caught.value.path.name == os.fsdecode(name)
    assert "rename the file" in caught.value.remedy


def test_systems_that_differ_in_case_alone_are_refused(tmp_path):
    for name in ("x.en", "X.en"):
        (tmp_path / name).write_text("x\n")
    for find in (places.in_folder, lambda folder: places.named([f"{folder}/x.en", f"{folder}/X.en"], default="")):
        with pytest.raises(InputError, match="differ only in case"):
            find(tmp_path)


def test_a_path_that_is_no_text_is_refused(tmp_path):
    (tmp_path / os.fsdecode(b"s\xff.de")).write_text("x\n")
    with pytest.raises(InputError, match="bytes that are not text"):
        parse(tmp_path / os.fsdecode(b"s\xff.de"))


def test_a_pattern_finds_systems_by_a_part_of_their_files(tmp_path):
    (tmp_path / "out").mkdir()
    for name in ("wmt.hyp.A.en", "wmt.hyp.B-1.en", "wmt.hyp.C.en.gz", "wmt.src.en", "other.txt"):
        (tmp_path / "out" / name).write_text("x\n")
    found = places.by_pattern(f"{tmp_path}/out/*.hyp.{{system}}.en")
    assert texts_of(found) == {name: f"{tmp_path}/out/wmt.hyp.{name}.en" for name in ("A", "B-1")}
    with pytest.raises(InputError, match="no file matches"):
        places.by_pattern(f"{tmp_path}/out/{{system}}.hyp.fr")
    (tmp_path / "out/news.hyp.A.en").write_text("x\n")
    with pytest.raises(InputError, match="two files for the system 'A'"):
        places.by_pattern(f"{tmp_path}/out/*.hyp.{{system}}.en")


def test_what_lies_beside_outputs_is_no_system(tmp_path):
    for name in ("a.en", "README", "README.md", "notes.md", ".hidden", "a.en~", "LICENSE.txt", "SHA256SUMS"):
        (tmp_path / name).write_text("x\n")
    assert list(places.in_folder(tmp_path)) == ["a"]
