"""DFKI's linguistic test suite: items with whole translations and regular expressions, as JSON.

Source: Macketanz, Avramidis, Burchardt, Wang, Ai, Manakhimova, Strohriegel, Möller and Uszkoreit (2022), A
Linguistically Motivated Test Suite to Semi-Automatically Evaluate German-English Machine Translation Output, LREC;
https://github.com/DFKI-NLP/mt-testsuite, testset/PAIR/items.json.
"""

from pathlib import Path
from typing import Any

from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.formats.items import Item, Suite, number_sentences
from extractors.suites.formats import SuiteReader, _checks

TEXTS = {
    "category": "category",
    "id": "item",
    "negative_regex": "negative_regex",
    "phenomenon": "phenomenon",
    "positive_regex": "positive_regex",
    "source_sentence": "source",
}
LISTS = ("negative_tokens", "positive_tokens")
PAIR = "langpair"
"""The keys of an item. The published files have each of them in each item; others are passed over."""
FILLED = ("id", "source_sentence", "phenomenon")


class Dfki(SuiteReader):
    """Reads `{"items": [...]}`, plain or gzip. An empty expression is none."""

    judge = "rules"

    def read(self, path: Path) -> Suite:
        """The suite in a file; its languages are those of `langpair`."""
        entries = jsonfile.load_list(path, "items")
        if not entries:
            raise InputError("has no items", path=path, remedy="give a file with items")
        for line, row in entries:
            _checks.check_entry(row, path, line, texts=[*TEXTS, PAIR], lists=LISTS, filled=FILLED)
        lines, rows = zip(*entries, strict=True)
        named = _checks.one_pair([row[PAIR] for row in rows], path, lines)
        numbers = number_sentences([row["source_sentence"] for row in rows])
        items = [_item(row, number) for row, number in zip(rows, numbers, strict=True)]
        return _checks.suite(self, items, path, named, lines=lines)


def _item(row: dict[str, Any], sentence: int) -> Item:
    values: dict[str, Any] = {field: row[key] for key, field in TEXTS.items()}
    values |= {key: tuple(row[key]) for key in LISTS}
    for field in ("positive_regex", "negative_regex"):
        values[field] = values[field] or None
    return Item(sentence=sentence, **values)
