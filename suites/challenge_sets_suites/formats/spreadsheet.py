"""A suite in a user's own spreadsheet: a .csv, .tsv or .xlsx with the column `source` and what is known of each item.

Other columns, all optional: `id`, `category`, `phenomenon`, and `good` and `bad`, which say what right and wrong
translations contain. A cell of these has words, phrases and regular expressions with `|` between them. Words are found
as whole words whatever their case. An expression stands between slashes, `/\\bkn(o|e)w(n|s)?\\b/`, and may have
an `i` behind it, for any case.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import regex

from challenge_sets_suites import workbook
from challenge_sets_suites.formats import SuiteReader, _checks
from challenge_sets_suites.tables.items import Item, Suite, normalised, number_sentences
from extractors.core import cells
from extractors.core.errors import InputError
from extractors.core.escapes import plain
from extractors.core.languages import UNDETERMINED
from extractors.core.logs import log

COLUMNS = ("id", "source", "category", "phenomenon", "good", "bad")
EXPRESSION = regex.compile(r"\s*/(?P<text>.+?)(?<!\\)/(?P<flags>\w*)\s*(?:\||$)", regex.DOTALL)
"""An expression and the end of its part of a cell."""
GLOBAL_FLAGS = regex.compile(r"\(\?[a-zA-Z0-9]+\)")
WORD = regex.compile(r"[^|]*(?:\||$)")
UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")
"""Letters of scripts without blanks between words, next to which a word may begin and end anywhere."""


class Spreadsheet(SuiteReader):
    """Reads a .csv (commas, semicolons or tabs) or .tsv in UTF-8, or the first sheet of an .xlsx, with a header.

    An item without an id is named by the number of its row, one without a phenomenon is of its category, and without
    this of the name of the file. A language that is not given is `und`. Columns with other names are left out, with a
    warning.
    """

    judge = "rules"

    def read(self, path: Path) -> Suite:
        """Read the rows as items; empty rows are left out."""
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


def _cells(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield (line, cells) of each row, the header first."""
    suffix = Path(path.name.removesuffix(".gz")).suffix.lower()
    if suffix == ".xlsx":
        yield from workbook.read(path)
    elif suffix == ".csv":
        yield from ((line, list(map(plain, row))) for line, row in cells.rows(path, cells.CSV))
    elif suffix == ".tsv":
        yield from cells.rows(path, "\t", quoted=False)
    else:
        raise InputError(
            f"a spreadsheet ends in .csv, .tsv or .xlsx, not in {suffix or 'no suffix'!r}",
            path=path,
            remedy="save it as .csv (UTF-8); for another format give --format NAME (format: in the config)",
        )


def _rows(path: Path) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield (line, cells by column) of each row that is not empty."""
    rows = _cells(path)
    names = _header(*next(rows, (1, [])), path)
    for number, (line, row) in enumerate(rows, 1):
        if not any(map(str.strip, row)):
            continue
        # Workbooks end a row with its last filled cell, and may fill cells behind the last column.
        if len(row) != len(names) and (path.suffix.lower() != ".xlsx" or any(map(str.strip, row[len(names) :]))):
            raise InputError(
                f"the row has {len(row)} cells, the header {len(names)}",
                path=path,
                line=line,
                remedy="give each row the columns of the header; of a .csv, put a text with the delimiter in quotes",
            )
        texts = [cell.strip() for cell in row]
        by_column = dict.fromkeys(COLUMNS, "") | dict(zip(names, texts, strict=False))
        if any(text and not name for name, text in zip(names, texts, strict=False)):
            raise InputError(
                "the row has a text under no column's name",
                path=path,
                line=line,
                remedy="name the column in the header, or remove the text",
            )
        yield line, by_column | {"id": by_column["id"] or str(number)}


def _header(line: int, written: list[str], path: Path) -> list[str]:
    """Check the header and return the names of its columns, in lower case; a column without a name has an empty one."""
    names = [cell.strip().lower() for cell in written]
    columns = [name for name in names if name in COLUMNS]
    if "source" not in names or len(set(columns)) != len(columns):
        problem = "has no column `source`" if "source" not in names else "has a column twice"
        raise InputError(
            f"{problem}: its header is {', '.join(map(repr, written)) or 'empty'}",
            path=path,
            line=line,
            remedy=f"name the columns in the first row: source, and any of {', '.join(COLUMNS[:1] + COLUMNS[2:])}",
        )
    if others := [cell for cell, name in zip(written, names, strict=True) if name and name not in COLUMNS]:
        log.warning("%s: columns that are not read: %s", path, ", ".join(others))
    return names


def _expression(cell: str, path: Path, line: int) -> str | None:
    """Turn a cell of `good` or `bad` into a regular expression; None if it is empty."""
    words, expressions, at = [], [], 0
    while at < len(cell):
        if match := EXPRESSION.match(cell, at):
            expressions.append(_flagged(match["text"], match["flags"], path, line))
        else:
            match = WORD.match(cell, at)
            assert match is not None
            if word := normalised(match[0].removesuffix("|")):
                words.append(_whole(_no_slash(word, path, line)))
        at = match.end()
    if cell and not words + expressions:
        raise InputError(f"{cell!r} has no word", path=path, line=line, remedy="write words with | between them")
    parts = [f"(?i:{'|'.join(words)})", *expressions] if words else expressions
    if len(parts) < 2:
        return parts[0] if parts else None
    if any(GLOBAL_FLAGS.search(part) for part in parts):
        raise InputError(
            f"an expression beside others has a flag for all of them: {cell!r}",
            path=path,
            line=line,
            remedy="write the flag behind the slash, as in /auf/i",
        )
    # Numbers of groups begin anew in each part.
    return f"(?|{'|'.join(parts)})"


def _flagged(text: str, flags: str, path: Path, line: int) -> str:
    if flags not in ("", "i"):
        raise InputError(
            f"the expression /{text}/ has the flags {flags!r}",
            path=path,
            line=line,
            remedy="leave them out; the one flag is i, for any case",
        )
    return f"(?i:{text})" if flags else text


def _no_slash(word: str, path: Path, line: int) -> str:
    """Refuse a word that begins with a slash, as only an expression does; return any other as it is."""
    if word.startswith("/"):
        raise InputError(
            f"{word!r} begins with a slash, as an expression does, and has no slash at its end",
            path=path,
            line=line,
            remedy=r"write /EXPRESSION/ or /EXPRESSION/i; of a text with a slash, /\/TEXT/",
        )
    return word


def _whole(word: str) -> str:
    """Make an expression that finds a word or phrase only where it stands by itself."""
    before, after = ("" if UNSPACED.match(end) or not end.isalnum() else "\\w" for end in (word[0], word[-1]))
    inner = regex.escape(word, special_only=True, literal_spaces=True)
    return f"{f'(?<!{before})' if before else ''}{inner}{f'(?!{after})' if after else ''}"
