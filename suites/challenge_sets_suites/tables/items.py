"""Items: what a test suite asks of a translation, one thing at a time."""

import unicodedata
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from extractors.core.errors import InputError
from extractors.formats import columns as col
from extractors.formats import tables
from extractors.formats.definition import Format

ITEMS = Format(
    "items",
    "one thing that a translation of a source text must get right",
    "items.parquet",
    (
        col.text("item", "id, unique in the suite"),
        col.whole("sentence", "0-based number of the source text in the suite; items of one text share it"),
        col.text("source", "the source text"),
        col.text("phenomenon", "the phenomenon under test; of contrastive pairs the kind of error"),
        col.text("category", "the group of phenomena that it belongs to; empty if there are none"),
        col.whole("distance", "words between the two that are tested, as the suite counts", optional=True),
        col.whole("frequency", "of the word that is tested, in the training data", optional=True),
        col.text("reference", "a right translation", optional=True),
        col.text("origin", "where the source text is from", optional=True),
        col.text("contrastive", "the reference with one error", optional=True),
        col.text("positive_regex", "expression that right translations match", optional=True),
        col.text("negative_regex", "expression that wrong translations match", optional=True),
        col.texts("positive_tokens", "whole translations that are right"),
        col.texts("negative_tokens", "whole translations that are wrong"),
        col.text("word", "the ambiguous word of the source text", optional=True),
        col.whole(
            "position",
            "0-based number of that word among the surface tokens of the normalised source text",
            optional=True,
        ),
        col.texts("right_words", "translations of that word that are right here"),
        col.texts("wrong_words", "translations of that word that are right elsewhere"),
        col.text("question", "the question that an annotator answers about the output", optional=True),
        col.wholes(
            "marks",
            "where the words that are asked about stand in the source text: the first character of each and the one"
            " after its last",
        ),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A row of `ITEMS`; what its judge does not need is left out.

    Attributes:
        item: id, unique in the suite.
        sentence: number of the source text in the suite; also the line of a system's output, where the outputs stand
            in the order of the suite.
    """

    item: str
    sentence: int
    source: str
    phenomenon: str
    category: str = ""
    distance: int | None = None
    frequency: int | None = None
    reference: str | None = None
    origin: str | None = None
    contrastive: str | None = None
    positive_regex: str | None = None
    negative_regex: str | None = None
    positive_tokens: tuple[str, ...] = ()
    negative_tokens: tuple[str, ...] = ()
    word: str | None = None
    position: int | None = None
    right_words: tuple[str, ...] = ()
    wrong_words: tuple[str, ...] = ()
    question: str | None = None
    marks: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Suite:
    """A test suite.

    Attributes:
        judge: name of the judge that its items are made for.
        given: judgments that the suite's own file has (a table of `JUDGMENTS`), if any.
        rest: JSON text of what the file has besides items, so that the reader of its format can write it again.
    """

    items: Sequence[Item]
    source_language: str
    target_language: str
    judge: str
    given: pa.Table | None = None
    rest: str = ""

    def table(self) -> pa.Table:
        """Return the items as a table, with the languages, the judge and the rest as metadata."""
        names = [column.name for column in ITEMS.columns]
        columns = {name: [getattr(item, name) for item in self.items] for name in names}
        return tables.with_metadata(
            ITEMS.from_columns(columns),
            source_language=self.source_language,
            target_language=self.target_language,
            judge=self.judge,
            rest=self.rest,
        )


def suite_of(table: pa.Table, path: str | Path) -> Suite:
    """Build the suite from a table of items that `Suite.table` made; it has no judgments."""
    about = {
        key: tables.metadata(table, key, path, made_by="challenge-sets suite items")
        for key in ("source_language", "target_language", "judge", "rest")
    }
    lists = [column.name for column in ITEMS.columns if pa.types.is_list(column.type)]
    rows = table.to_pylist()
    items = [Item(**{**row, **{name: tuple(row[name]) for name in lists}}) for row in rows]
    check_ids([item.item for item in items], path)
    return Suite(items=items, **about)


def check_ids(ids: Sequence[str], path: str | Path, lines: Sequence[int] | None = None) -> None:
    """Refuse two items with one id; `lines` are those of the items in the file, for the message."""
    seen: set[str] = set()
    for number, item in enumerate(ids):
        if item in seen:
            raise InputError(
                f"two items have the id {item!r}",
                path=path,
                line=None if lines is None else lines[number],
                remedy="give each item a different id",
            )
        seen.add(item)


def check_items(
    asked: Iterable[str], known: Container[str], path: str | Path | None = None, line: int | None = None
) -> None:
    """Refuse an item that a suite does not have; `path` and `line` are where it is named."""
    for item in asked:
        if item not in known:
            raise InputError(
                f"the suite does not have the item {item!r}", path=path, line=line, remedy="give the suite of this item"
            )


def some(ids: Sequence[object]) -> str:
    """List the first few of some ids, for a message."""
    return ", ".join(map(str, ids[:5])) + (", ..." if len(ids) > 5 else "")


def normalised(text: str) -> str:
    """Normalise a text for comparison: Unicode NFC, runs of white space one blank, none at the ends.

    Zero-width and control characters, which nobody sees and spreadsheets cannot hold, are left out.
    """
    # What is left out may have stood between a letter and its accent.
    return " ".join(unicodedata.normalize("NFC", text.translate(INVISIBLE)).split())


INVISIBLE = dict.fromkeys(
    [
        *map(ord, "\u200b\u2060\ufeff\ufffe\uffff"),
        *(code for code in (*range(0x20), *range(0x7F, 0xA0)) if not chr(code).isspace()),
    ]
)


def number_sentences(sources: Sequence[str]) -> list[int]:
    """Number the distinct source texts in order of first appearance; return the number of each text."""
    numbers: dict[str, int] = {}
    return [numbers.setdefault(source, len(numbers)) for source in sources]
