"""A suite in a user's own spreadsheet: a .csv or .tsv with the column `source` and what is known of each item.

Other columns, all optional: `id`, `category`, `phenomenon`, and `good` and `bad`, which say what right and wrong
translations contain. A cell of these has words or phrases with `|` between them, found as whole words whatever their
case, or one regular expression between slashes: `/\\bkn(o|e)w(n|s)?\\b/`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import regex

from extractors.core import cells
from extractors.core.errors import InputError
from extractors.core.escapes import plain
from extractors.core.logs import log
from extractors.formats.items import Item, Suite, normalised, number_sentences
from extractors.formats.undetermined import UNDETERMINED
from extractors.suites.formats import SuiteReader, _checks

COLUMNS = ("id", "source", "category", "phenomenon", "good", "bad")
DELIMITERS = {".csv": ",;", ".tsv": "\t"}
"""Of a .csv that one which the header has; spreadsheets write semicolons where a comma is the decimal mark."""
UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")
"""Letters of scripts without blanks between words, next to which a word may begin and end anywhere."""


class Spreadsheet(SuiteReader):
    """Reads a .csv (commas or semicolons) or .tsv in UTF-8 with a header.

    An item without an id is named by the number of its row, one without a phenomenon is of its category, and without
    this of the name of the file. A language that is not given is `und`. Columns with other names are left out, with a
    warning.
    """

    judge = "rules"

    def read(self, path: Path) -> Suite:
        """The rows as items; empty rows are left out."""
        rows = list(_rows(path))
        numbers = number_sentences([normalised(row["source"]) for _, row in rows])
        items = []
        for (line, row), number in zip(rows, numbers, strict=True):
            if not normalised(row["source"]):
                raise InputError("the row has no source", path=path, line=line, remedy="give each item a source text")
            items.append(
                Item(
                    item=row["id"],
                    sentence=number,
                    source=row["source"],
                    category=row["category"],
                    phenomenon=row["phenomenon"] or row["category"] or path.name.partition(".")[0],
                    positive_regex=_expression(row["good"], path, line),
                    negative_regex=_expression(row["bad"], path, line),
                )
            )
        named = (None if self.source_language else UNDETERMINED, None if self.target_language else UNDETERMINED)
        return _checks.suite(self, items, path, named, lines=[line for line, _ in rows])


def _delimiters(path: Path) -> str:
    suffix = Path(path.name.removesuffix(".gz")).suffix.lower()
    if suffix not in DELIMITERS:
        raise InputError(
            f"a spreadsheet ends in .csv or .tsv, not in {suffix or 'no suffix'!r}",
            path=path,
            remedy="save it as .csv (UTF-8); for another format give --format NAME (format: in the config)",
        )
    return DELIMITERS[suffix]


def _rows(path: Path) -> Iterator[tuple[int, Mapping[str, str]]]:
    """(line, its cells by column) of each row that is not empty."""
    delimiters = _delimiters(path)
    is_tsv = delimiters == "\t"
    (_, header), *rows = cells.rows(path, delimiters, quoted=not is_tsv)
    names = _header(header, path)
    for number, (line, row) in enumerate(rows, 1):
        if not any(map(str.strip, row)):
            continue
        if len(row) != len(names):
            raise InputError(
                f"the row has {len(row)} cells, the header {len(names)}",
                path=path,
                line=line,
                remedy="mend it" if is_tsv else "write a text that contains the delimiter in quotation marks",
            )
        texts = [(cell if is_tsv else plain(cell)).strip() for cell in row]
        by_column = dict.fromkeys(COLUMNS, "") | dict(zip(names, texts, strict=True))
        yield line, by_column | {"id": by_column["id"] or str(number)}


def _header(cells: list[str], path: Path) -> list[str]:
    names = [cell.strip().lower() for cell in cells]
    known = [name for name in names if name in COLUMNS]
    if "source" not in names or len(set(known)) != len(known):
        problem = "has no column `source`" if "source" not in names else "has a column twice"
        raise InputError(
            f"{problem}: its header is {', '.join(map(repr, cells)) or 'empty'}",
            path=path,
            line=1,
            remedy=f"name the columns in the first row: source, and any of {', '.join(COLUMNS[:1] + COLUMNS[2:])}",
        )
    if others := [cell for cell, name in zip(cells, names, strict=True) if name not in COLUMNS]:
        log.warning("%s: columns that are not read: %s", path, ", ".join(others))
    return names


def _expression(cell: str, path: Path, line: int) -> str | None:
    """The regular expression of a cell of `good` or `bad`; None of an empty one."""
    if len(cell) > 2 and cell[0] == cell[-1] == "/":
        return cell[1:-1]
    words = [word for part in cell.split("|") if (word := normalised(part))]
    if cell and not words:
        raise InputError(f"{cell!r} has no word", path=path, line=line, remedy="write words with | between them")
    return f"(?i:{'|'.join(map(_whole, words))})" if words else None


def _whole(word: str) -> str:
    """The expression of a word or phrase that stands by itself."""
    before, after = ("" if UNSPACED.match(end) or not end.isalnum() else "\\w" for end in (word[0], word[-1]))
    inner = regex.escape(word, special_only=True, literal_spaces=True)
    return f"{f'(?<!{before})' if before else ''}{inner}{f'(?!{after})' if after else ''}"
