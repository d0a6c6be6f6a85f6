from extractors.core.errors import InputError
from extractors.core.files import read_lines
from extractors.inputs.importers import FileImporter, Segments


class TextImporter(FileImporter):
    """Any suffix that no other importer claims."""

    def segments(self) -> Segments:
        if self.column is not None:
            raise InputError(
                f"plain text has no column {self.column!r}", path=self.path, remedy="leave out the part after #"
            )
        return list(enumerate(read_lines(self.path), 1))
