"""LingEval97's JSON of contrastive translation pairs (Sennrich, EACL 2017, https://aclanthology.org/E17-2060/).

A list of sentences, each with `source`, `reference`, `origin` (set, dot, 1-based line) and `errors`, a list of
`type`, `contrastive` and, where they mean something, `distance` (words) and `frequency` (in the training data).
An item is an error; its phenomenon is the type, its category a group of types (`contrastive.GROUPS`).

Three keys are ours, and written only where an item has other values than reading would give it: `sentence` (number of
a sentence), `id` and `category` (of an error). Programs that read LingEval97 do not look at them. Keys that we do not
know, and how a number was written ("0" or 0), are kept in `Suite.rest`.
"""

import itertools
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.files import write_text
from extractors.formats.contrastive import GROUPS, ScoredSentence, rest_of, scored_sentences
from extractors.formats.items import Item, Suite
from extractors.suites.formats import SuiteWriter
from extractors.suites.formats._checks import refuse_fields
from extractors.suites.formats._checks import suite as suite_of

SENTENCE_KEYS: Mapping[str, type] = {"source": str, "reference": str, "errors": list}
ERROR_KEYS: Mapping[str, type] = {"type": str, "contrastive": str}
NUMBERS = ("distance", "frequency")
HELD = ("item", "source", "phenomenon", "category", "reference", "contrastive", "origin", *NUMBERS)
LARGEST = 2**31 - 1
DIGITS = re.compile(r"\d{1,10}", re.ASCII)
SURROGATE = re.compile("[\ud800-\udfff]")

Entry = dict[str, Any]


class Lingeval97(SuiteWriter):
    """Reads and writes LingEval97's JSON; the languages are English and German unless others are given."""

    judge = "contrastive"

    def read(self, path: Path) -> Suite:
        """The suite in a file; errors of its content name the line in which their sentence begins."""
        sentences = [
            _Sentence(entry, number, path, line) for number, (line, entry) in enumerate(jsonfile.load_list(path))
        ]
        if not sentences:
            raise InputError("no sentences in the file", path=path, line=1, remedy="give a list of sentences")
        _check_order([(s.number, s.entry["reference"], bool(s.items), s.line) for s in sentences], path)
        items = [item for sentence in sentences for item in sentence.items]
        rest = {
            "without_errors": {str(s.number): s.entry for s in sentences if not s.items},
            "sentences": {s.items[0].item: s.more for s in sentences if s.items and s.more},
            "errors": {name: more for s in sentences for name, more in s.more_of_errors.items()},
        }
        named = (None if self.source_language else "en", None if self.target_language else "de")
        lines = [sentence.line for sentence in sentences for _ in sentence.items]
        about = json.dumps({key: value for key, value in rest.items() if value}, ensure_ascii=False)
        return suite_of(self, items, path, named, lines=lines, rest=about)

    def write(self, suite: Suite, path: Path) -> None:
        """Write the sentences in the order in which they are scored.

        Raises:
            InputError: an item has what the JSON cannot hold, or sentences are not in the order of their numbers.
        """
        refuse_fields(suite, HELD, ("reference", "contrastive"), "lingeval97", path)
        about = rest_of(suite.rest)
        about.pop("reference_for", None)
        sentences = scored_sentences(suite.items, json.dumps(about))
        _check_order([(s.sentence, s.reference, bool(s.items), None) for s in sentences], path)
        for sentence in sentences:
            _check_same([suite.items[k] for k in sentence.items], path)
        entries = [_entry(sentence, place, suite, about) for place, sentence in enumerate(sentences)]
        with write_text(path) as out:
            json.dump(entries, out, ensure_ascii=False, indent=2)
            out.write("\n")


class _Sentence:
    """A sentence of the file, checked.

    Attributes:
        entry: as it stands in the file.
        more: keys that items do not hold.
        more_of_errors: the same of its errors, by item; also numbers that are not written as such.
    """

    def __init__(self, entry: Any, place: int, path: Path, line: int) -> None:
        self.path, self.line, self.name = path, line, f"sentence {place + 1}"
        self.entry: Entry = self._object(entry, self.name, SENTENCE_KEYS)
        if "origin" in entry and not isinstance(entry["origin"], str):
            raise self._wrong(f"{self.name}: `origin` must be a text")
        self.number = self._whole(entry.get("sentence", place), f"{self.name}: `sentence`")
        known = {*SENTENCE_KEYS, "origin", "sentence"}
        self.more = {key: value for key, value in self.entry.items() if key not in known}
        self.more_of_errors: dict[str, Entry] = {}
        self.items = [self._item(error, place) for place, error in enumerate(self.entry["errors"], 1)]

    def _item(self, error: Any, place: int) -> Item:
        where = f"{self.name}, error {place}"
        self._object(error, where, ERROR_KEYS)
        name = error.get("id", default_id(self.number, place))
        category = error.get("category", GROUPS.get(error["type"], ""))
        if not isinstance(name, str) or not isinstance(category, str):
            raise self._wrong(f"{where}: `id` and `category` must be texts")
        values = {key: self._number(error[key], f"{where}: `{key}`") for key in NUMBERS if key in error}
        known = {*ERROR_KEYS, "id", "category", *NUMBERS}
        more = {key: value for key, value in error.items() if key not in known}
        more |= {key: error[key] for key, value in values.items() if value is None or type(error[key]) is not int}
        if more:
            self.more_of_errors[name] = more
        return Item(
            item=name,
            sentence=self.number,
            source=self.entry["source"],
            phenomenon=error["type"],
            category=category,
            reference=self.entry["reference"],
            origin=self.entry.get("origin"),
            contrastive=error["contrastive"],
            distance=values.get("distance"),
            frequency=values.get("frequency"),
        )

    def _object(self, value: Any, where: str, keys: Mapping[str, type]) -> Entry:
        if not isinstance(value, dict):
            raise self._wrong(f"{where} must be an object")
        for key, kind in keys.items():
            if not isinstance(value.get(key), kind):
                what = "list" if kind is list else "text"
                raise self._wrong(f"{where} has no {what} `{key}`")
            if kind is str and SURROGATE.search(value[key]):
                raise self._wrong(f"{where}: `{key}` has half of a surrogate pair instead of a character")
        return value

    def _number(self, value: Any, where: str) -> int | None:
        """A number, also one that is written as text; None for null, as if the key were not there."""
        if isinstance(value, str) and DIGITS.fullmatch(value):
            value = int(value)
        return None if value is None else self._whole(value, where)

    def _whole(self, value: Any, where: str) -> int:
        if type(value) is not int or not 0 <= value <= LARGEST:
            raise self._wrong(f"{where} must be a whole number from 0 to {LARGEST}, got {value!r}")
        return value

    def _wrong(self, problem: str) -> InputError:
        return InputError(problem, path=self.path, line=self.line, remedy="see docs/contrastive-pairs.md for the form")


def default_id(sentence: int, place: int) -> str:
    """The id of an error that has none: the 1-based numbers of its sentence and of itself there."""
    return f"{sentence + 1}.{place}"


def _check_order(sentences: list[tuple[int, str, bool, int | None]], path: Path) -> None:
    """Refuse numbers from which the order of the sentences would not come out again.

    Args:
        sentences: number, reference, whether it has errors, and line of each.
    """
    for before, after in itertools.pairwise(sentences):
        # Two references of one source text may have errors of their own.
        twins = before[0] == after[0] and before[1] != after[1] and before[2] and after[2]
        if after[0] <= before[0] and not twins:
            raise InputError(
                f"the sentence {after[0]} comes after the sentence {before[0]}",
                path=path,
                line=after[3],
                remedy="put sentences in the order of their numbers, each once for a reference",
            )


def _check_same(items: list[Item], path: Path) -> None:
    """Refuse a sentence whose errors do not agree about it."""
    if len({(item.source, item.origin) for item in items}) > 1:
        raise InputError(
            f"items of the sentence {items[0].sentence} have different source texts or origins",
            path=path,
            remedy="give each source text a different number",
        )


def _entry(sentence: ScoredSentence, place: int, suite: Suite, about: Entry) -> Entry:
    number: Entry = {} if sentence.sentence == place else {"sentence": sentence.sentence}
    if not sentence.items:
        kept: Entry = about["without_errors"][str(sentence.sentence)]
        return kept | number
    first = suite.items[sentence.items[0]]
    entry: Entry = {"source": sentence.source, "reference": sentence.reference}
    if first.origin is not None:
        entry["origin"] = first.origin
    entry |= number | about.get("sentences", {}).get(first.item, {})
    kept_of_errors = about.get("errors", {})
    entry["errors"] = [
        _error(item, number, kept_of_errors.get(item.item, {}))
        for number, item in enumerate((suite.items[k] for k in sentence.items), 1)
    ]
    return entry


def _error(item: Item, place: int, kept: Entry) -> Entry:
    error: Entry = {"type": item.phenomenon, "contrastive": item.contrastive}
    for key in NUMBERS:
        value = getattr(item, key)
        if key in kept and (value is None if kept[key] is None else value == int(kept[key])):
            error[key] = kept[key]
        elif value is not None:
            error[key] = value
    if item.item != default_id(item.sentence, place):
        error["id"] = item.item
    if item.category != GROUPS.get(item.phenomenon, ""):
        error["category"] = item.category
    return error | {key: value for key, value in kept.items() if key not in NUMBERS}
