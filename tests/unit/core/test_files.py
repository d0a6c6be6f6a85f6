import gzip
import os
import unicodedata

import pytest

from extractors.core import files
from extractors.core.errors import InputError


def test_an_interrupted_write_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("old")

    def fail():
        with files.write_text(path) as out:
            out.write("half of the new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]


def test_gzip_output_has_the_same_bytes_each_time(tmp_path):
    for name in ("a.gz", "b.gz"):
        with files.write_text(tmp_path / name) as out:
            out.write("Größe\n")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == "Größe\n".encode()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a\nb\n", ["a", "b"]),
        (b"a\nb", ["a", "b"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        (b"a\n\nb\n\n", ["a", "", "b", ""]),
        ("a\u2028b\x85c\nd\n".encode(), ["a\u2028b\x85c", "d"]),
        (unicodedata.normalize("NFD", "schön\n").encode(), ["schön"]),
        (gzip.compress(b"a\nb\n", mtime=0), ["a", "b"]),
    ],
)
def test_lines(tmp_path, data, expected):
    (tmp_path / "f").write_bytes(data)
    assert files.read_lines(tmp_path / "f") == expected


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"", None, "empty"),
        (b"good\nbad \xff here\n", 2, "invalid UTF-8: byte 0xff"),
        (b"\x1f\x8bbroken", None, "broken gzip"),
    ],
)
def test_bad_files_are_refused_with_their_line(tmp_path, data, line, words):
    path = tmp_path / "f.txt"
    path.write_bytes(data)
    with pytest.raises(InputError, match=words) as caught:
        files.read_lines(path)
    assert caught.value.path == path
    assert caught.value.line == line
    assert caught.value.remedy


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        files.read_lines(tmp_path / "none")
    with pytest.raises(InputError, match="is a folder"):
        files.read_lines(tmp_path)


def test_the_state_of_a_folder_changes_with_its_content_and_not_with_its_age(tmp_path):
    def state():
        files.state.cache_clear()
        return files.state(tmp_path)

    (tmp_path / "a").write_text("1")
    before = state()
    os.utime(tmp_path / "a", (0, 0))
    assert state() == before
    (tmp_path / "a").write_text("2")
    assert state() != before


def test_the_checksum_of_a_folder_depends_on_names_and_content(tmp_path):
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "a").write_text("1")
    before = files.sha256(tmp_path / "m")
    (tmp_path / "m" / "a").rename(tmp_path / "m" / "b")
    assert files.sha256(tmp_path / "m") != before
