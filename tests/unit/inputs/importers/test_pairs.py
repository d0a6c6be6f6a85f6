"""Moses pairs, beside each other and in zip files."""

import gzip
import zipfile

import pytest

from extractors.core.errors import InputError
from extractors.inputs.places import parse
from extractors.inputs.reading import files_of, read_segments


def packed(folder, names, *, text="eins\nzwei\n"):
    path = folder / "b.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, text)
    return path


OPUS = ("README", "LICENSE", "Books.de-en.de", "Books.de-en.en", "Books.de-en.ids", "Books.de-en.xml")


def test_the_text_of_a_language_is_read_from_what_opus_packs(tmp_path):
    path = packed(tmp_path, OPUS)
    assert read_segments(parse(f"{path}#de")) == [(1, "eins"), (2, "zwei")]
    assert read_segments(parse(f"{path}#Books.de-en.en")) == [(1, "eins"), (2, "zwei")]
    assert files_of(parse(f"{path}#de")) == [str(path)]


@pytest.mark.parametrize(
    ("names", "column", "words", "remedy"),
    [
        (OPUS, "#fr", "no text in it ends in .fr", "README, LICENSE, Books.de-en.de"),
        (OPUS, "", "not named", "b.zip#LANGUAGE with one of: de, en"),
        (("a/X.de", "b/Y.de"), "#de", "2 texts in it end in .de: a/X.de, b/Y.de", "b.zip#a/X.de"),
        ((), "#de", "ends in .de", "it has: nothing"),
        (("X.de/",), "#de", "ends in .de", "X.de/"),
        (("__MACOSX/._X.de",), "#de", "ends in .de", "MACOSX"),
    ],
)
def test_what_is_not_one_text_is_refused_with_what_there_is(tmp_path, names, column, words, remedy):
    with pytest.raises(InputError, match=words) as caught:
        read_segments(parse(f"{packed(tmp_path, names)}{column}"))
    assert remedy in caught.value.remedy


def test_a_broken_zip_is_refused(tmp_path):
    path = packed(tmp_path, OPUS, text="eins\n" * 5000)
    data = bytearray(path.read_bytes())
    at = data.index(b"Books.de-en.de") + 20
    data[at : at + 4] = b"\0\0\0\0"
    path.write_bytes(data)
    with pytest.raises(InputError, match="broken zip"):
        read_segments(parse(f"{path}#de"))
    path.write_bytes(b"PK no")
    with pytest.raises(InputError, match="broken zip"):
        read_segments(parse(f"{path}#de"))


def test_broken_lzma_in_a_zip_is_refused(tmp_path):
    path = tmp_path / "b.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("X.de", "eins\n" * 1000)
    data = bytearray(path.read_bytes())
    data[60:70] = b"\xff" * 10
    path.write_bytes(data)
    with pytest.raises(InputError, match="broken zip"):
        read_segments(parse(f"{path}#de"))


def test_a_name_in_a_zip_may_have_a_hash(tmp_path):
    path = packed(tmp_path, ("A#1.de", "B.de"))
    assert read_segments(parse(f"{path}#A#1.de")) == [(1, "eins"), (2, "zwei")]


def test_a_locked_zip_is_refused(tmp_path):
    path = packed(tmp_path, ("X.de",))
    data = bytearray(path.read_bytes())
    for mark, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(mark) + flags] |= 1
    path.write_bytes(data)
    with pytest.raises(InputError, match="cannot be unpacked"):
        read_segments(parse(f"{path}#de"))


def test_a_zip_bomb_is_not_unpacked(tmp_path):
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("X.de", "w") as out:
        for _ in range(101):
            out.write(b"\0" * 1_000_000)
    with pytest.raises(InputError, match="to 101000000 or more: not a text"):
        read_segments(parse(f"{path}#de"))


def test_a_text_that_is_not_utf8_is_named_with_its_line(tmp_path):
    path = packed(tmp_path, ("X.de",), text="eins\nGr\udcf6\udcdfe\n".encode(errors="surrogateescape"))
    with pytest.raises(InputError, match="invalid UTF-8") as caught:
        read_segments(parse(f"{path}#de"))
    assert str(caught.value.path).endswith("b.zip#X.de")
    assert caught.value.line == 2


def test_a_stem_stands_for_its_texts(tmp_path):
    (tmp_path / "x[1].de-en.de").write_text("eins\n")
    (tmp_path / "x[1].de-en.en.gz").write_bytes(gzip.compress(b"one\n"))
    stem = f"moses:{tmp_path}/x[1].de-en"
    assert read_segments(parse(f"{stem}#de")) == [(1, "eins")]
    assert read_segments(parse(f"{stem}#en")) == [(1, "one")]
    assert files_of(parse(f"{stem}#en")) == [f"{tmp_path}/x[1].de-en.en.gz"]
    with pytest.raises(InputError, match="no such file") as caught:
        read_segments(parse(f"{stem}#fr"))
    assert "x[1].de-en.de, x[1].de-en.en.gz" in caught.value.remedy
    with pytest.raises(InputError, match="not named") as caught:
        read_segments(parse(stem))
    assert "one of: de, en" in caught.value.remedy
    (tmp_path / "x[1].de-en.en").write_text("one\n")
    with pytest.raises(InputError, match="both"):
        read_segments(parse(f"{stem}#en"))
