"""Zip files as OPUS gives them: a Moses pair (`Books.de-en.de`, `Books.de-en.en`) beside a README and a licence."""

import lzma
import struct
import zipfile
import zlib
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import check_unpacked, decode, lines
from extractors.inputs.importers import FileImporter, Segments

NOT_TEXTS = frozenset({"ids", "scores", "xml", "txt", "md", "html", "gz"})
"""Ends of names that are no languages: what else OPUS packs."""


class Zip(FileImporter):
    """`books.zip#de` is the one text in it whose name ends in .de; `books.zip#Books.de-en.de` that of this name."""

    suffixes, counted = (".zip",), None

    def segments(self) -> Segments:
        path = self.path
        try:
            with zipfile.ZipFile(path) as archive:
                member = _member(path, archive, self.column)
                data = archive.read(member)
        except (
            zipfile.BadZipFile,
            zlib.error,
            lzma.LZMAError,
            EOFError,
            LookupError,
            struct.error,
            ValueError,
        ) as error:
            raise InputError(
                f"is a broken zip file ({error})", path=path, remedy="copy or download it again"
            ) from error
        except (RuntimeError, NotImplementedError) as error:
            # A password, or a way of packing that Python does not know.
            raise InputError(f"cannot be unpacked: {error}", path=path, remedy="unpack it yourself") from error
        name = f"{path}#{member.filename}"
        return list(enumerate(lines(decode(data, name), name), 1))


def _member(path: Path, archive: zipfile.ZipFile, column: str | None) -> zipfile.ZipInfo:
    """The text that a column names."""
    texts = [info for info in archive.infolist() if not info.is_dir() and _language(info.filename)]
    if column is None:
        known = ", ".join(sorted({_language(info.filename) for info in texts})) or "it has none"
        raise InputError(
            "the text to read is not named", path=path, remedy=f"write {path}#LANGUAGE with one of: {known}"
        )
    found = [info for info in archive.infolist() if info.filename == column] or [
        info for info in texts if _language(info.filename) == column
    ]
    if not found:
        raise InputError(
            f"no text in it ends in .{column}",
            path=path,
            remedy=f"it has: {', '.join(info.filename for info in archive.infolist()) or 'nothing'}",
        )
    if len(found) > 1:
        raise InputError(
            f"{len(found)} texts in it end in .{column}: {', '.join(info.filename for info in found)}",
            path=path,
            remedy=f"name one of them: {path}#{found[0].filename}",
        )
    info = found[0]
    check_unpacked(info.compress_size, info.file_size, path, info.filename)
    return info


def _language(name: str) -> str:
    """The end of a name, empty where it is none of a language."""
    stem, _, end = name.rpartition("/")[2].rpartition(".")
    return end if stem and not name.startswith("__MACOSX/") and end.lower() not in NOT_TEXTS else ""
