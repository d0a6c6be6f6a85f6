"""LingEval97's JSON of contrastive translation pairs (Sennrich, EACL 2017, https://aclanthology.org/E17-2060/).

A list of sentences, each with `source`, `reference`, `origin` (set, dot, 1-based line) and `errors`, a list of
`type`, `contrastive` and, where they mean something, `distance` (words) and `frequency` (in the training data).
An item is an error; its phenomenon is the type, its category a group of types (`contrastive.GROUPS`).

Three keys are ours, and written only where an item has other values than reading would give it: `sentence` (number of
a sentence), `id` and `category` (of an error). Programs that read LingEval97 do not look at them. Sentences without
errors, and numbers that were written as text ("0"), are kept in `Suite.rest`. Other keys are passed over.
"""

import itertools
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from challenge_sets_suites.formats import SuiteWriter
from challenge_sets_suites.formats._checks import JsonItem, check_pairs
from challenge_sets_suites.formats._checks import suite as suite_of
from challenge_sets_suites.tables.contrastive import GROUPS, ScoredSentence, rest_of, scored_sentences
from challenge_sets_suites.tables.items import Item, Suite
from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.files import write_text

NUMBERS = ("distance", "frequency")
DIGITS = re.compile(r"\d{1,10}", re.ASCII)

Raw = dict[str, Any]
"""An object as it stands in the file."""
Whole = Annotated[int, Field(ge=0, le=2**31 - 1)]
Number = Annotated[Whole, BeforeValidator(lambda n: int(n) if isinstance(n, str) and DIGITS.fullmatch(n) else n)]
"""A whole number, also one that is written as text."""


class LingevalError(JsonItem):
    """An error of a sentence."""

    type: str
    contrastive: str
    id: str = ""
    category: str | None = None
    distance: Number | None = None
    frequency: Number | None = None


class LingevalSentence(JsonItem):
    """A sentence of the file."""

    source: str
    reference: str
    errors: list[LingevalError]
    origin: str | None = None
    sentence: Whole | None = None


class Lingeval97(SuiteWriter):
    """Reads and writes LingEval97's JSON; the languages are English and German unless others are given."""

    judge = "contrastive"

    def read(self, path: Path) -> Suite:
        """Read the suite in a file; errors in its content name the line in which their sentence begins."""
        objects = jsonfile.load_list(path)
        if not objects:
            raise InputError("no sentences in the file", path=path, line=1, remedy="give a list of sentences")
        ordered: list[tuple[int, str, int]] = []
        items: list[Item] = []
        lines: list[int] = []
        rest: dict[str, Raw] = {"without_errors": {}, "errors": {}}
        for index, (line, raw) in enumerate(objects):
            sentence = LingevalSentence.at(raw, path, line)
            number = index if sentence.sentence is None else sentence.sentence
            sentence_items = _items(sentence, number)
            ordered.append((number, sentence.reference, line))
            items += sentence_items
            lines += [line] * len(sentence_items)
            if not sentence_items:
                rest["without_errors"][str(number)] = raw
            for item, error in zip(sentence_items, raw["errors"], strict=True):
                if as_text := {key: error[key] for key in NUMBERS if isinstance(error.get(key), str)}:
                    rest["errors"][item.item] = as_text
        named = (None if self.source_language else "en", None if self.target_language else "de")
        about = json.dumps({key: value for key, value in rest.items() if value}, ensure_ascii=False)
        suite = suite_of(self, items, path, named, lines=lines, rest=about)
        _check_order(ordered, suite, path)
        return suite

    def write(self, suite: Suite, path: Path) -> None:
        """Write the sentences in the order in which they are scored."""
        check_pairs(suite, "lingeval97", path)
        about = rest_of(suite.rest)
        about.pop("reference_for", None)
        sentences = scored_sentences(suite.items, json.dumps(about))
        for sentence in sentences:
            _check_same([suite.items[k] for k in sentence.items], path)
        entries = [_entry(sentence, place, suite, about) for place, sentence in enumerate(sentences)]
        with write_text(path) as out:
            json.dump(entries, out, ensure_ascii=False, indent=2)
            out.write("\n")


def _items(sentence: LingevalSentence, number: int) -> list[Item]:
    return [
        Item(
            item=error.id or default_id(number, place),
            sentence=number,
            source=sentence.source,
            phenomenon=error.type,
            category=GROUPS.get(error.type, "") if error.category is None else error.category,
            reference=sentence.reference,
            origin=sentence.origin,
            contrastive=error.contrastive,
            distance=error.distance,
            frequency=error.frequency,
        )
        for place, error in enumerate(sentence.errors, 1)
    ]


def default_id(sentence: int, place: int) -> str:
    """Return the id of an error that has none: the 1-based number of its sentence, and its own within the sentence."""
    return f"{sentence + 1}.{place}"


def _check_order(read: Sequence[tuple[int, str, int]], suite: Suite, path: Path) -> None:
    """Refuse sentence numbers that would not restore the order of the sentences, which is the order of their scores.

    Args:
        read: number, reference and line of each sentence in the file.
    """
    scored = [(sentence.sentence, sentence.reference) for sentence in scored_sentences(suite.items, suite.rest)]
    for (number, reference, line), again in itertools.zip_longest(read, scored, fillvalue=(-1, "", 1)):
        if (number, reference) != again:
            raise InputError(
                f"the sentence {number} cannot be scored at its place by its number",
                path=path,
                line=line,
                remedy="number sentences in their order; one without errors has a number of its own",
            )


def _check_same(items: list[Item], path: Path) -> None:
    """Refuse a sentence whose errors have different source texts."""
    if len({item.source for item in items}) > 1:
        raise InputError(
            f"items of the sentence {items[0].sentence} have different source texts",
            path=path,
            remedy="give each source text a different number",
        )


def _entry(sentence: ScoredSentence, place: int, suite: Suite, about: Raw) -> Raw:
    number: Raw = {} if sentence.sentence == place else {"sentence": sentence.sentence}
    if not sentence.items:
        kept: Raw = about["without_errors"][str(sentence.sentence)]
        return kept | number
    first = suite.items[sentence.items[0]]
    entry: Raw = {"source": sentence.source, "reference": sentence.reference}
    if first.origin is not None:
        entry["origin"] = first.origin
    as_text = about.get("errors", {})
    errors = [
        _error(item, number, as_text.get(item.item, {}))
        for number, item in enumerate((suite.items[k] for k in sentence.items), 1)
    ]
    return entry | number | {"errors": errors}


def _error(item: Item, place: int, as_text: Raw) -> Raw:
    error: Raw = {"type": item.phenomenon, "contrastive": item.contrastive}
    for key in NUMBERS:
        if (value := getattr(item, key)) is not None:
            error[key] = str(value) if key in as_text else value
    if item.item != default_id(item.sentence, place):
        error["id"] = item.item
    if item.category != GROUPS.get(item.phenomenon, ""):
        error["category"] = item.category
    return error
