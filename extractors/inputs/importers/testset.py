"""Texts of a test set as its organisers give them (extractors.inputs.testsets): `testset:wmt24:FOLDER#en-de#source`.

The column after the last `#` is `source`, `references/NAME`, `systems/NAME`, `post_edits/NAME`, `document` or
`domain`. The config's `from:` writes these places; they can be written by hand, too, where a place is wanted.
"""

from collections.abc import Callable
from pathlib import Path

from extractors.core.errors import InputError, unknown
from extractors.inputs.evaluation_sets import files_of_set, read_texts_of_set, with_paths
from extractors.inputs.importers import Importer, Segments
from extractors.inputs.testsets import EvalSet, Translation

SOURCE, REFERENCES, SYSTEMS, POST_EDITS = "source", "references", "systems", "post_edits"
NAMES = ("document", "domain")


def columns(test_set: EvalSet) -> list[str]:
    """List the texts of a set by the names that places have for them."""
    named = [name for name in NAMES if has_names(test_set, name)]
    source = [SOURCE] if has_source(test_set) else []
    return [
        *source,
        *named,
        *(f"{REFERENCES}/{name}" for name in test_set.references),
        *(f"{SYSTEMS}/{name}" for name in test_set.systems),
        *(f"{POST_EDITS}/{name}" for name in test_set.post_edits),
    ]


def has_source(test_set: EvalSet) -> bool:
    """Say whether every segment has its source."""
    return all(segment.source is not None for segment in test_set.segments)


def has_names(test_set: EvalSet, name: str) -> bool:
    """Say whether every segment has its document or domain."""
    return all(getattr(segment, name) is not None for segment in test_set.segments)


class Testset(Importer):
    """Any format of extractors.inputs.testsets."""

    def roughly(self) -> int:
        return len(read_texts_of_set(self.name).segments)

    def with_paths(self, change: Callable[[str], str]) -> str:
        return with_paths(self.name, change)

    def files(self) -> list[Path]:
        return files_of_set(self.name)

    def own_columns(self) -> tuple[str, str | None] | None:
        test_set = read_texts_of_set(self.name)
        document = "document" if has_names(test_set, "document") else None
        return (SOURCE, document) if self.column != SOURCE and has_source(test_set) else None

    def segments(self) -> Segments:
        test_set, column = read_texts_of_set(self.name), self.column
        if column not in columns(test_set):
            if column == SOURCE:
                raise InputError(
                    "no file of the test set has the source texts",
                    path=self.name,
                    remedy="put the organisers' file with the sources into the folder of the outputs",
                )
            raise unknown("text of the test set", str(column), columns(test_set), path=self.name)
        if column == SOURCE:
            return [(segment.line.number or 0, segment.source or "") for segment in test_set.segments]
        if column in NAMES:
            return [(segment.line.number or 0, getattr(segment, str(column))) for segment in test_set.segments]
        kind, _, name = str(column).partition("/")
        texts: Translation = getattr(test_set, kind)[name]
        # A text that is not there is an empty line: the audit of the inputs says which.
        return [(line.number or 0, text or "") for line, text in zip(texts.lines, texts.texts, strict=True)]
