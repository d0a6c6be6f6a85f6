"""ACES: contrastive pairs for metrics, as TSV (Amrhein, Moghe and Guillou, WMT 2022, https://aclanthology.org/2022.wmt-1.44/).

A row has `source`, `good-translation`, `incorrect-translation`, `reference`, `phenomena` and `langpair`. The item's
reference is the good translation; the row's `reference`, with which metrics compare, and other columns are passed over.
The category is the paper's top level (its Table 1).

Files of ACES are met with and without quoting: as pandas writes them, a text with a quotation mark is in quotation
marks, and its own are doubled; as tools for corpora write them, a quotation mark is an ordinary character. Where the
one is read as the other texts are wrong, so that a file which looks unlike what the option says is refused.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from challenge_sets_suites.formats import SuiteReader, _checks
from challenge_sets_suites.tables.items import Item, Suite, number_sentences
from extractors.core import cells
from extractors.core.errors import InputError, check_known

SOURCE, GOOD, BAD, REFERENCE, PHENOMENON, PAIR = COLUMNS = (
    "source",
    "good-translation",
    "incorrect-translation",
    "reference",
    "phenomena",
    "langpair",
)

CATEGORIES = {
    "addition": "addition",
    "omission": "omission",
    "copy-source": "untranslated",
    "untranslated": "untranslated",
    "do-not-translate": "do not translate",
    "hyponym-replacement": "overtranslation",
    "hypernym-replacement": "undertranslation",
    "antonym-replacement": "real-world knowledge",
    "commonsense": "real-world knowledge",
    "real-world-knowledge": "real-world knowledge",
    "similar-language": "wrong language",
    "punctuation": "punctuation",
}
"""By the beginning of a phenomenon's name; all others of ACES are mistranslation."""
MISTRANSLATIONS = (
    "ambiguous-translation",
    "anaphoric",
    "coreference",
    "hallucination",
    "lexical-overlap",
    "modal_verb",
    "nonsense",
    "ordering-mismatch",
    "overly-literal",
    "pleonastic_it",
    "xnli",
)

DOUBLED = re.compile('"(?:[^"]|"")*""(?:[^"]|"")*"')
"""A text in quotation marks, with doubled ones inside."""

Row = dict[str, str]


@dataclass(kw_only=True)
class Aces(SuiteReader):
    """Reads ACES.

    Args:
        langpair: as in the file (`en-de`), of a file with several.
        quoting: `none` (a quotation mark is an ordinary character) or `csv` (as pandas writes).
    """

    judge = "contrastive"

    langpair: str | None = None
    quoting: Literal["none", "csv"] = "none"

    def read(self, path: Path) -> Suite:
        """Read the rows of one language pair, in the order of the file."""
        rows = list(self._rows(path))
        pair = self._pair([row.get(PAIR) for _, row in rows], path)
        chosen = [(line, row) for line, row in rows if pair is None or row[PAIR] == pair]
        numbers = number_sentences([row[SOURCE] for _, row in chosen])
        items = [
            Item(
                item=str(place),
                sentence=number,
                source=row[SOURCE],
                phenomenon=row[PHENOMENON],
                category=category_of(row[PHENOMENON]),
                reference=row[GOOD],
                contrastive=row[BAD],
            )
            for place, (number, (_, row)) in enumerate(zip(numbers, chosen, strict=True), 1)
        ]
        source, _, target = (pair or "").partition("-")
        named = (source or None, target or None)
        return _checks.suite(self, items, path, named, rest=json.dumps({"reference_for": "item"}))

    def _rows(self, path: Path) -> Iterator[tuple[int, Row]]:
        """Yield each row with the line in which it begins."""
        (_, header), *rows = cells.rows(path, "\t", quoted=self.quoting == "csv")
        for name in (SOURCE, GOOD, BAD, PHENOMENON):
            if header.count(name) != 1:
                raise InputError(
                    f"no column {name!r}" if name not in header else f"two columns {name!r}",
                    path=path,
                    line=1,
                    remedy=f"the header of ACES is {', '.join(COLUMNS)}, with tabs between",
                )
        if not rows:
            raise InputError("no rows in the file", path=path, line=1, remedy="give a file with rows")
        for line, fields in rows:
            if self.quoting == "none" and any(DOUBLED.fullmatch(field) for field in fields):
                raise InputError(
                    "a text in quotation marks with doubled ones inside: the file seems to be quoted",
                    path=path,
                    line=line,
                    remedy="set quoting=csv, or take the quotation marks away",
                )
            if len(fields) != len(header):
                raise InputError(
                    f"{len(fields)} fields, but the header has {len(header)}",
                    path=path,
                    line=line,
                    remedy="give every row all the columns; if texts are in quotation marks, set quoting=csv",
                )
            yield line, dict(zip(header, fields, strict=True))

    def _pair(self, pairs: list[str | None], path: Path) -> str | None:
        """Return the language pair to read; None where the file names none."""
        counts = Counter(pair for pair in pairs if pair is not None)
        if not counts:
            if self.langpair is None:
                return None
            raise InputError("no column 'langpair'", path=path, line=1, remedy="leave out the option langpair")
        if self.langpair is not None:
            check_known("langpair", [self.langpair], counts, path=path)
            return self.langpair
        if len(counts) > 1:
            most = ", ".join(f"{pair} ({count:,})" for pair, count in counts.most_common(5))
            raise InputError(
                f"{len(counts)} language pairs in the file: {most}{', ...' if len(counts) > 5 else ''}",
                path=path,
                remedy="choose one: langpair=en-de, say",
            )
        return next(iter(counts))


def category_of(phenomenon: str) -> str:
    """Return the top-level category of a phenomenon in ACES; empty if ACES does not have it."""
    for start, category in CATEGORIES.items():
        if phenomenon.startswith(start):
            return category
    return "mistranslation" if phenomenon.startswith(MISTRANSLATIONS) else ""
