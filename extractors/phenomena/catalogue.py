"""config/phenomena.yaml: what to look for, by language."""

import csv
import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import Field, InstanceOf

from extractors.core import yamlfile
from extractors.core.errors import InputError, nearest, unknown
from extractors.core.files import read_text
from extractors.core.settings import Keys
from extractors.phenomena import DEFAULT_FILE, grew, readings
from extractors.phenomena.catalogue_files import SHIPPED, CatalogueEntry, CatalogueFiles, WrittenLexicon, read
from extractors.phenomena.entries import Example, PhenomenonEntry, RequestEntry
from extractors.phenomena.estimands import SOURCE, Estimand
from extractors.phenomena.grew import Request, lexicons
from extractors.phenomena.grew.lexicons import Lexicon
from extractors.phenomena.readings import Reading

EXAMPLES = Path(__file__).with_name("examples.csv")
"""Pairs of sentences written for the project, one with a hit of a shipped phenomenon and one without.

`challenge-sets try --examples` parses them and looks in each for its phenomenon.
"""
QUESTIONS = EXAMPLES.with_name("questions.csv")
"""What is asked about the shipped phenomena, by language of the reader."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A request and the two of its nodes that a hit reports."""

    request: Request
    head: str
    dependent: str


class Phenomenon(PhenomenonEntry):
    """An entry of config/phenomena.yaml.

    Attributes:
        chosen_by: what chooses the segments of its sets: SOURCE, or of a measure OUTPUTS or REFERENCE.
        rules: by language; empty if there is a measure.
        readings: by language, how many of its hits in gold trees were judged right; of a shipped phenomenon alone.
    """

    label: str
    description: str = ""
    chosen_by: str = SOURCE  # type: ignore[assignment]
    rules: InstanceOf[Mapping[str, tuple[Rule, ...]]] = Field(default={})
    readings: dict[str, InstanceOf[Reading]] = Field(default={})

    def definition(self, language: str) -> str:
        """Write out all that decides on its hits in a language, and nothing else: a new description changes no hit."""
        # The texts of requests, not where they stand: a file of another name, or a line more above, changes no hit.
        rules = [(rule.request.source.text, rule.head, rule.dependent) for rule in self.rules.get(language, ())]
        words = [lexicon.checksum(columns) for lexicon, columns in self.lexicons(language).items()]
        measure = self.measure and f"{self.measure}/{self.chosen_by}"
        return repr((self.id, self.distance, measure, rules, *([words] if words else ())))

    def lexicons(self, language: str) -> dict[Lexicon, tuple[str, ...]]:
        """Return the lexicons that its requests look words up in, each with the columns that decide on hits, sorted."""
        columns: dict[Lexicon, set[str]] = {}
        for rule in self.rules.get(language, ()):
            for lexicon, names in rule.request.lexicons.items():
                columns.setdefault(lexicon, set()).update(names)
        return {lexicon: tuple(sorted(names)) for lexicon, names in columns.items()}

    def has(self, language: str) -> bool:
        """Return whether it can be looked for in this language."""
        return self.measure is not None or language in self.rules


def load(path: str | Path, *, languages: Collection[str] | None = None) -> dict[str, Phenomenon]:
    """Load the phenomena of a file by id: from the files that it includes, then its own.

    One that overrides another takes its place.

    Args:
        languages: whose requests are parsed now, all if None; others are parsed when they are asked for.
    """
    files = read(path)
    words = _words(files)
    phenomena = {
        name: _phenomenon(entry, {lexicon: words[id(written)] for lexicon, written in entry.lexicons.items()})
        for name, entry in files.entries.items()
    }
    for phenomenon in phenomena.values():
        for language in phenomenon.rules:
            if languages is None or language in languages:
                _ = phenomenon.rules[language]
    return phenomena


def _words(files: CatalogueFiles) -> dict[int, Lexicon]:
    """Read every lexicon once, also one that another replaces; the keys are the id() of its WrittenLexicon."""
    return {id(written): _lexicon(written) for written in files.every_lexicon}


def _lexicon(written: WrittenLexicon) -> Lexicon:
    file, name, keys = written.file, written.name, ("lexicons", written.name)
    if not lexicons.NAME.fullmatch(name):
        raise file.error(f"no request can write the name {name!r} of a lexicon", keys, "use letters, digits and _")
    if "\n" in written.text:
        # The table begins on the line below the name.
        return lexicons.parse(written.text, name, file.path, line=file.lines[keys] + 1)
    if not (path := _lexicon_file(file.path, written.text)).is_file():
        raise file.error(
            f"no such file: {path}, of the lexicon {name}",
            keys,
            f"write a path from the folder of this file, or `{SHIPPED}:FILE` for one that comes with the project",
        )
    return lexicons.read(path, name)


def _lexicon_file(path: Path, text: str) -> Path:
    """Return the path of a lexicon: `shipped:FILE` is beside the shipped catalogue, so that a copy of that finds it."""
    kind, colon, name = text.partition(":")
    return DEFAULT_FILE.parent / name if colon and kind == SHIPPED else path.parent / text


def _phenomenon(written: CatalogueEntry, words: Mapping[str, Lexicon]) -> Phenomenon:
    file, entry = written.file, written.entry
    keys: Keys = ("phenomena", written.number)
    if (entry.measure is None) == (not entry.requests):
        raise file.error(f"{entry.id} needs either requests or a measure", keys, "give one of the two")
    rules = _Rules(written, words)
    for key in ("examples", "experimental"):
        for language in getattr(entry, key):
            if language not in rules:
                raise file.error(
                    f"{entry.id} has {key} for {language!r}, but no request", (*keys, key), nearest(language, rules)
                )
    asked = Estimand.of(entry)
    values = {name: getattr(entry, name) for name in entry.model_fields_set} | {
        "label": asked.label,
        "description": entry.description or f"The hits of the requests of {entry.id}.",
        "chosen_by": asked.chosen_by,
    }
    if written.is_shipped:
        values["examples"] = {**_shipped_examples().get(entry.id, {}), **entry.examples}
        values["question"] = {**_shipped_questions().get(entry.id, {}), **entry.question}
        values["readings"] = dict(readings.shipped().get(entry.id, {}))
    return Phenomenon(**values, rules=rules)


@cache
def _shipped_examples() -> Mapping[str, Mapping[str, Example]]:
    """Read the examples of the shipped phenomena, by phenomenon and language."""
    examples: dict[str, dict[str, Example]] = {}
    for row in csv.DictReader(read_text(EXAMPLES).splitlines()):
        example = Example(hit=row["hit"], none=row["none"], missed=row["missed"] or None)
        examples.setdefault(row["phenomenon"], {})[row["language"]] = example
    return examples


@cache
def _shipped_questions() -> Mapping[str, Mapping[str, str]]:
    """Read the questions of the shipped phenomena, by phenomenon and language of the reader."""
    questions: dict[str, dict[str, str]] = {}
    for row in csv.DictReader(read_text(QUESTIONS).splitlines()):
        questions.setdefault(row["phenomenon"], {})[row["language"]] = row["question"]
    return questions


class _Rules(Mapping[str, tuple[Rule, ...]]):
    """The rules of a phenomenon by language. To parse the requests of all languages takes longer than to read them."""

    def __init__(self, written: CatalogueEntry, words: Mapping[str, Lexicon]) -> None:
        self._written, self._words = written, words
        self._parsed: dict[str, tuple[Rule, ...]] = {}

    def __getitem__(self, language: str) -> tuple[Rule, ...]:
        if language not in self._parsed:
            file, entry = self._written.file, self._written.entry
            keys: Keys = ("phenomena", self._written.number, "requests", language)
            self._parsed[language] = tuple(
                _rule(file, (*keys, position), item, entry, self._words)
                for position, item in enumerate(entry.requests[language])
            )
        return self._parsed[language]

    def __contains__(self, language: object) -> bool:
        return language in self._written.entry.requests

    def __iter__(self) -> Iterator[str]:
        return iter(self._written.entry.requests)

    def __len__(self) -> int:
        return len(self._written.entry.requests)


def _rule(
    file: yamlfile.YamlFile, keys: Keys, item: RequestEntry, entry: PhenomenonEntry, words: Mapping[str, Lexicon]
) -> Rule:
    pair = item.pair or entry.pair
    if pair is None:
        raise file.error(f"{entry.id} has no pair", keys, "give `pair: [HEAD, DEPENDENT]`, two nodes of the request")
    try:
        request = grew.parse(item.request, name=f"{file.path}: {entry.id}", lexicons=words)
        request.require_nodes(*pair)
    except grew.RequestError as error:
        raise file.error(
            f"in a request of {entry.id}: {error}", keys, "see the request language in config/README.md"
        ) from None
    return Rule(request=request, head=pair[0], dependent=pair[1])


def lexicons_of(path: str | Path) -> dict[str, Lexicon]:
    """Read the lexicons that requests can use in a file of phenomena, by name."""
    files = read(path)
    words = _words(files)
    return {name: words[id(written)] for name, written in files.lexicons.items()}


def select(
    phenomena: dict[str, Phenomenon],
    names: Sequence[str] | None,
    language: str,
    *,
    path: str | Path,
    twins: bool = False,
) -> list[Phenomenon]:
    """Choose the phenomena to look for in a language: the named ones, or the default ones that have it.

    Args:
        twins: choose other definitions of default ones, too.
    """
    if names is None:
        every = [p for p in phenomena.values() if twins or p.twin_of is None]
        chosen = [p for p in every if p.has(language) and language not in p.experimental]
        if not chosen:
            raise InputError(
                f"no phenomenon has a request for the language {language!r}",
                path=path,
                remedy="add a request for this language",
            )
        return chosen
    chosen = []
    for name in names:
        if name not in phenomena:
            raise unknown("phenomenon", name, phenomena, path=path)
        if not phenomena[name].has(language):
            raise InputError(
                f"the phenomenon {name!r} has no request for the language {language!r}",
                path=path,
                remedy=f"add one (it has {', '.join(sorted(phenomena[name].rules))}), or leave out the phenomenon",
            )
        chosen.append(phenomena[name])
    return chosen


def definitions_checksum(definitions: Sequence[str]) -> str:
    """Return the checksum of the definitions of phenomena, for a signature."""
    return hashlib.sha256("\n".join(sorted(definitions)).encode()).hexdigest()[:8]
