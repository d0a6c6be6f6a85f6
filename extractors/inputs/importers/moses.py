"""Moses pairs: a text for each language beside the other, `corpus.de` and `corpus.en`, the segment is the line."""

import glob
from functools import cached_property
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import read_lines
from extractors.inputs.importers import FileImporter, Segments


class Moses(FileImporter):
    """`moses:corpus#de` is corpus.de or corpus.de.gz."""

    @cached_property
    def path(self) -> Path:
        name, column, stem = self.name, self.column, Path(self.name)
        texts = sorted(path for path in stem.parent.glob(f"{glob.escape(stem.name)}.*") if path.is_file())
        languages = sorted({path.name.removeprefix(f"{stem.name}.").removesuffix(".gz") for path in texts})
        if column is None:
            raise InputError(
                "the language of the text is not named",
                path=f"moses:{name}",
                remedy=f"write moses:{name}#LANGUAGE with one of: {', '.join(languages) or 'none is here'}",
            )
        found = [path for path in (Path(f"{name}.{column}"), Path(f"{name}.{column}.gz")) if path in texts]
        if len(found) == 1:
            return found[0]
        if found:
            raise InputError(f"both {found[0].name} and {found[1].name} are here", path=stem, remedy="name one of them")
        raise InputError(
            f"no such file: {name}.{column} or {name}.{column}.gz",
            remedy=f"beside it are: {', '.join(path.name for path in texts) or 'none of that stem'}",
        )

    def segments(self) -> Segments:
        return list(enumerate(read_lines(self.path), 1))
