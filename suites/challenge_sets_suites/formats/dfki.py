"""DFKI's linguistic test suite: items with whole translations and regular expressions, as JSON.

Source: Macketanz, Avramidis, Burchardt, Wang, Ai, Manakhimova, Strohriegel, Möller and Uszkoreit (2022), A
Linguistically Motivated Test Suite to Semi-Automatically Evaluate German-English Machine Translation Output, LREC;
https://github.com/DFKI-NLP/mt-testsuite, testset/PAIR/items.json.
"""

from pathlib import Path

from challenge_sets_suites.formats import SuiteReader, _checks
from challenge_sets_suites.tables.items import Item, Suite, number_sentences
from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.settings import Several


class DfkiItem(_checks.JsonItem):
    """An item of the file; the published files have each key in each item."""

    id: _checks.Filled
    langpair: str
    category: str
    phenomenon: _checks.Filled
    source_sentence: _checks.Filled
    positive_tokens: Several[str]
    negative_tokens: Several[str]
    positive_regex: str
    negative_regex: str


class Dfki(SuiteReader):
    """Reads `{"items": [...]}`, plain or gzip. An empty expression is none."""

    judge = "rules"

    def read(self, path: Path) -> Suite:
        """Read the suite in a file, with the languages in `langpair`."""
        entries = jsonfile.load_list(path, "items")
        if not entries:
            raise InputError("has no items", path=path, remedy="give a file with items")
        lines = [line for line, _ in entries]
        rows = [DfkiItem.at(entry, path, line) for line, entry in entries]
        named = _checks.one_pair([row.langpair for row in rows], path, lines)
        items = [
            Item(
                item=row.id,
                sentence=sentence,
                source=row.source_sentence,
                phenomenon=row.phenomenon,
                category=row.category,
                positive_tokens=row.positive_tokens,
                negative_tokens=row.negative_tokens,
                positive_regex=row.positive_regex or None,
                negative_regex=row.negative_regex or None,
            )
            for row, sentence in zip(rows, number_sentences([row.source_sentence for row in rows]), strict=True)
        ]
        return _checks.suite(self, items, path, named, lines=lines)
