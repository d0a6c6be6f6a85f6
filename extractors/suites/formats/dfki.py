"""DFKI's linguistic test suite: items with whole translations and regular expressions, as JSON.

Source: Macketanz, Avramidis, Burchardt, Wang, Ai, Manakhimova, Strohriegel, Möller and Uszkoreit (2022), A
Linguistically Motivated Test Suite to Semi-Automatically Evaluate German-English Machine Translation Output, LREC;
https://github.com/DFKI-NLP/mt-testsuite, testset/PAIR/items.json.
"""

import json
from pathlib import Path
from typing import Any

from extractors.core import jsonfile
from extractors.core.errors import nearest
from extractors.core.files import write_text
from extractors.core.jsonfile import JsonFile
from extractors.formats.items import Item, Suite, check_ids, number_sentences
from extractors.suites.formats import SuiteWriter, _checks

TEXTS = {
    "category": "category",
    "id": "item",
    "negative_regex": "negative_regex",
    "phenomenon": "phenomenon",
    "positive_regex": "positive_regex",
    "source_sentence": "source",
}
LISTS = {"negative_tokens": "negative_tokens", "positive_tokens": "positive_tokens"}
PAIR = "langpair"
KEYS = {*TEXTS, *LISTS, PAIR}
"""The keys of an item. The published files have each of them in each item."""


class Dfki(SuiteWriter):
    """Reads `{"items": [...]}`, plain or gzip. Keys that it does not know are kept for writing.

    An empty expression is none.
    """

    judge = "rules"

    def read(self, path: Path) -> Suite:
        """The suite in a file; its languages are those of `langpair`."""
        file = jsonfile.load(path)
        if not isinstance(file.data, dict) or not isinstance(file.data.get("items"), list):
            raise file.error("has no list of items", remedy='the file must be {"items": [...]}')
        rows = file.data["items"]
        if not rows:
            raise file.error("has no items", remedy="give a file with items")
        for number, row in enumerate(rows):
            _check(file, number, row)
        source, target = self._languages(file)
        numbers = number_sentences([row["source_sentence"] for row in rows])
        items = [_item(row, number) for row, number in zip(rows, numbers, strict=True)]
        check_ids([item.item for item in items], path)
        return Suite(
            items=items, source_language=source, target_language=target, judge=self.judge, rest=_rest(file.data)
        )

    def _languages(self, file: JsonFile) -> tuple[str, str]:
        rows = file.data["items"]
        pair = rows[0][PAIR]
        for number, row in enumerate(rows):
            if row[PAIR] != pair:
                raise file.error(
                    f"the item {row['id']!r} is of {row[PAIR]!r}, the first item of {pair!r}",
                    number,
                    "give each language pair a file of its own",
                )
        source, target = _checks.pair(pair, file.path, None)
        return (
            _checks.language(self.source_language, source, "source", file.path),
            _checks.language(self.target_language, target, "target", file.path),
        )

    def write(self, suite: Suite, path: Path) -> None:
        """Write the suite byte by byte as DFKI does: sorted keys, ASCII, two blanks a level."""
        _checks.refuse_fields(suite, {*TEXTS.values(), *LISTS.values()}, "dfki", path)
        rest = json.loads(suite.rest or "{}")
        pair = suite.source_language + suite.target_language
        of_items = rest.get("items", {})
        rows = [_row(item, pair) | of_items.get(item.item, {}) for item in suite.items]
        with write_text(path) as out:
            document = {**rest.get("file", {}), "items": rows}
            json.dump(document, out, indent=2, sort_keys=True, separators=(", ", ": "))


def _check(file: JsonFile, number: int, row: Any) -> None:
    """Refuse an item that is not of the format."""
    if not isinstance(row, dict):
        raise file.error(f"item {number + 1} is not an object", remedy='an item is {"id": ..., ...}')
    name = f"item {number + 1}" + (f" (id {row['id']!r})" if "id" in row else "")
    for key in sorted(KEYS):
        if key not in row:
            others = [other for other in row if other not in KEYS]
            raise file.error(f"{name} has no {key!r}", number, f"its other keys: {nearest(key, others)}")
        value = row[key]
        if key in LISTS:
            if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
                raise file.error(f"{key} of {name} is not a list of texts", number, 'write ["...", "..."], or []')
        elif not isinstance(value, str):
            raise file.error(f"{key} of {name} is not a text", number, 'write it in quotes, "" for none')
    for key in ("id", "source_sentence", "phenomenon"):
        if not row[key].strip():
            raise file.error(f"the {key} of {name} is empty", number, "every item needs one")


def _item(row: dict[str, Any], sentence: int) -> Item:
    values: dict[str, Any] = {field: row[key] for key, field in TEXTS.items()}
    values |= {field: tuple(row[key]) for key, field in LISTS.items()}
    for field in ("positive_regex", "negative_regex"):
        values[field] = values[field] or None
    return Item(sentence=sentence, **values)


def _row(item: Item, pair: str) -> dict[str, Any]:
    texts = {key: getattr(item, field) or "" for key, field in TEXTS.items()}
    return {**texts, **{key: list(getattr(item, field)) for key, field in LISTS.items()}, PAIR: pair}


def _rest(data: dict[str, Any]) -> str:
    """What the file has besides the known keys, of itself and by item; empty if nothing."""
    of_file = {key: value for key, value in data.items() if key != "items"}
    of_items = {row["id"]: extra for row in data["items"] if (extra := {k: v for k, v in row.items() if k not in KEYS})}
    rest = {key: value for key, value in (("file", of_file), ("items", of_items)) if value}
    return json.dumps(rest, ensure_ascii=False) if rest else ""
