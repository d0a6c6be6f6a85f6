import gzip
import os
import unicodedata
from pathlib import Path

import pytest

from extractors.core import files
from extractors.core.errors import InputError


@pytest.mark.parametrize(("replacing", "inner"), [(files.replacing, ""), (files.replacing_folder, "file")])
def test_who_is_interrupted_leaves_the_old_file_or_folder_and_nothing_else(tmp_path, replacing, inner):
    place = tmp_path / "out"
    with replacing(place) as new:
        (new / inner).write_text("old")

    def fail():
        with replacing(place) as new:
            (new / inner).write_text("half of the new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert (place / inner).read_text() == "old"
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.parametrize("read", [files.read_bytes, files.sha256, files.state])
def test_what_has_no_end_is_refused(read):
    with pytest.raises(InputError, match="is a device, not a file"):
        read("/dev/zero")


def write_folder(path, text):
    with files.replacing_folder(path) as new:
        (new / "file").write_text(text)


def test_a_folder_is_written_with_its_parents_and_the_permissions_of_any_other(tmp_path):
    write_folder(tmp_path / "a" / "b", "new")
    (tmp_path / "ordinary").mkdir()
    assert (tmp_path / "a" / "b" / "file").read_text() == "new"
    assert (tmp_path / "a" / "b").stat().st_mode == (tmp_path / "ordinary").stat().st_mode
    assert [p.name for p in (tmp_path / "a").iterdir()] == ["b"]


def remake(folder, **texts):
    with files.remaking_folder(folder) as new:
        for name, text in texts.items():
            (new / name).write_text(text)


def held(folder):
    return {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if p.is_file()}


def test_what_the_user_put_into_a_folder_that_is_made_again_stays(tmp_path):
    folder = tmp_path / "charts"
    remake(folder, a="1", b="1", c="1")
    (folder / "mine").mkdir()
    (folder / "mine/notes.txt").write_text("theirs")
    (folder / ".gitignore").write_text("*")
    (folder / "b").write_text("1, and a remark")
    (folder / files.STAMP).touch()
    for number in ("2", "3"):
        # `c` is no longer made, and what was made is not the user's.
        remake(folder, a=number, b=number)
        found = held(folder)
        del found[files.MADE]
        assert found == {
            "a": number,
            "b": number,
            "b.kept": "1, and a remark",
            "mine/notes.txt": "theirs",
            ".gitignore": "*",
        }
    (folder / "b").write_text("another remark")
    remake(folder, b="4")
    assert (folder / "b.kept").read_text() == "another remark"
    assert (folder / "b.kept.kept").read_text() == "1, and a remark"


def test_a_folder_without_its_list_loses_nothing(tmp_path):
    folder = tmp_path / "charts"
    remake(folder, a="1")
    (folder / files.MADE).write_text("[]")
    remake(folder, a="2")
    assert held(folder)["a.kept"] == "1"


def test_a_folder_is_replaced_with_all_that_it_held(tmp_path):
    folder = tmp_path / "folder"
    write_folder(folder, "old")
    (folder / "more").touch()
    write_folder(folder, "new")
    assert {p.name: p.read_text() for p in folder.iterdir()} == {"file": "new"}
    assert list(tmp_path.iterdir()) == [folder]


def test_a_folder_that_cannot_be_put_in_place_leaves_the_old_one(tmp_path, monkeypatch):
    folder = tmp_path / "folder"
    write_folder(folder, "old")
    rename = Path.rename

    def refuse(path, target):
        if path.name == "new":
            raise PermissionError
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(PermissionError):
        write_folder(folder, "new")
    assert (folder / "file").read_text() == "old"
    assert list(tmp_path.iterdir()) == [folder]


def test_the_folder_one_is_in_and_a_link_stand_for_the_folder_itself(tmp_path, monkeypatch):
    folder, link = tmp_path / "folder", tmp_path / "link"
    write_folder(folder, "old")
    link.symlink_to(folder)
    write_folder(link, "by the link")
    assert link.is_symlink()
    assert (folder / "file").read_text() == "by the link"
    monkeypatch.chdir(folder)
    write_folder(".", "by the dot")
    assert (folder / "file").read_text() == "by the dot"


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


def flipped(data, place):
    return data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"", None, "empty"),
        (b"good\nbad \xff here\n", 2, "invalid UTF-8: byte 0xff"),
        ("good\n".encode("utf-16"), None, "(?s)the file is UTF-16, but must be UTF-8.*iconv -f utf-16 "),
        ("good ä\n".encode("utf-16-le"), None, "(?s)the file is UTF-16, but must be UTF-8.*iconv -f utf-16le"),
        ("good\n".encode("utf-16-be"), None, "(?s)the file is UTF-16, but must be UTF-8.*iconv -f utf-16be"),
        (b"\x1f\x8bbroken", None, "broken gzip"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n", None, "git lfs pull"),
        (gzip.compress(bytes(range(256)) * 9, mtime=0)[:-20], None, "broken gzip"),
        (flipped(gzip.compress(b"some text " * 99, mtime=0), 12), None, "broken gzip"),
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


def test_a_gzip_bomb_is_refused_before_it_is_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "LARGEST", 100_000)
    for name, data in (("bomb", b"a" * 30_000_000), ("text", b"".join(b"%d\n" % n for n in range(100_000)))):
        (tmp_path / name).write_bytes(gzip.compress(data))
    assert len(files.read_lines(tmp_path / "text")) == 100_000
    with pytest.raises(InputError, match=r"grows from \d+ bytes to \d+ or more when unpacked, so it is not text"):
        files.read_lines(tmp_path / "bomb")


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


def test_an_empty_gzip_file_is_refused(tmp_path):
    (tmp_path / "source.conllu.gz").touch()
    with pytest.raises(InputError, match=r"broken gzip file \(it is empty\)"):
        files.read_text(tmp_path / "source.conllu.gz")
