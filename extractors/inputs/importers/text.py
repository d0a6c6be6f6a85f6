from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import read_lines
from extractors.inputs.importers import FileImporter


class TextImporter(FileImporter):
    """Any suffix that no other importer claims."""

    def read(self, path: Path, column: str | None) -> list[tuple[int, str]]:
        if column is not None:
            raise InputError(f"plain text has no column {column!r}", path=path, remedy="leave out the part after #")
        return list(enumerate(read_lines(path), 1))
