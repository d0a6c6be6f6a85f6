"""About how many segments a place has, by which a run cuts a corpus into shards."""

import gzip

import pytest

from extractors.inputs.importers import BYTES_A_SEGMENT
from extractors.inputs.places import parse
from extractors.inputs.reading import rough_count

LINES = "eins\n\nzwei drei\n"
TMX = "<tmx><body>" + "<tu><tuv><seg>a</seg></tuv></tu>" * 4 + "</body></tmx>"


@pytest.mark.parametrize(
    ("name", "content", "column", "count"),
    [
        ("a.txt", LINES.encode(), "", 3),
        ("a.txt.gz", gzip.compress(LINES.encode(), mtime=0), "", 3),
        ("a.tsv", b"source\n" + LINES.encode(), "#source", 4),
        ("a.tmx", TMX.encode(), "#de", 4),
        ("a.parquet", b"x" * 7 * BYTES_A_SEGMENT, "#de", 7),
    ],
)
def test_a_file_is_counted_without_a_library(tmp_path, name, content, column, count):
    (tmp_path / name).write_bytes(content)
    assert rough_count(parse(f"{tmp_path / name}{column}")) == count


def test_a_test_set_of_a_library_is_not_counted():
    assert rough_count(parse("sacrebleu:wmt21:en-de#src")) == 0


def test_a_test_set_of_files_is_counted(tmp_path):
    folder = tmp_path / "qe"
    folder.mkdir()
    for side in ("src", "mt", "pe"):
        (folder / f"dev.{side}").write_text("eins\nzwei\ndrei\n", encoding="utf-8")
    assert rough_count(parse(f"testset:wmtqe:{folder}#de-en#source")) == 3
