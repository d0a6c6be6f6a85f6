"""config/word_choices.yaml: words with several translations, of which the context decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import yaml

from extractors.core import yamlfile
from extractors.core.errors import InputError, nearest
from extractors.phenomena import grew
from extractors.phenomena.grew import Request


@dataclass(frozen=True, slots=True)
class Alternative:
    """A translation: the word, or the lemma of its forms; when it is right; every form that counts."""

    word: str
    meaning: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordChoice:
    """An entry of config/word_choices.yaml.

    Attributes:
        language: of the source side.
        words: forms of the ambiguous word; empty if a request alone tells it.
        request: the request and its node that is the word.
        phenomenon: the phenomenon whose hits hold the word, and which of their words it is, "head" or "dependent".
        targets: by target language, the competing translations.
    """

    id: str
    language: str
    description: str
    source: str
    words: tuple[str, ...]
    request: tuple[Request, str] | None
    phenomenon: tuple[str, str] | None
    targets: Mapping[str, tuple[Alternative, ...]]

    @property
    def needs_parses(self) -> bool:
        return self.request is not None or self.phenomenon is not None

    def alternatives(self, language: str) -> tuple[Alternative, ...]:
        """The competing translations in a language.

        Raises:
            InputError: it has none in this language.
        """
        if language not in self.targets:
            raise InputError(
                f"the word choice {self.id!r} has no translations into {language!r}",
                remedy=nearest(language, self.targets),
            )
        return self.targets[language]


@cache
def schema() -> dict[str, Any]:
    """The JSON schema of the file."""
    text = (
        resources.files("extractors.phenomena.word_choice")
        .joinpath("catalogue.schema.yaml")
        .read_text(encoding="utf-8")
    )
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


def load(path: str | Path) -> dict[str, WordChoice]:
    """The word choices of a file by id, in its order; every request is parsed.

    Raises:
        InputError: with file, line, reason and remedy.
    """
    file = yamlfile.load(path)
    yamlfile.check(file, schema())
    choices: dict[str, WordChoice] = {}
    for number, entry in enumerate(file.data["choices"]):
        if entry["id"] in choices:
            raise file.error(f"the word choice {entry['id']!r} is there twice", ("choices", number), "rename one")
        choices[entry["id"]] = _choice(file, ("choices", number), entry)
    return choices


def _choice(file: yamlfile.YamlFile, keys: yamlfile.Keys, entry: dict[str, Any]) -> WordChoice:
    for key, other in (("request", "node"), ("phenomenon", "role")):
        if (key in entry) != (other in entry):
            given, wanted = (key, other) if key in entry else (other, key)
            raise file.error(f"{entry['id']} has a {given}, but no {wanted}", (*keys, given), f"give `{wanted}:`")
    if not any(key in entry for key in ("words", "request", "phenomenon")):
        raise file.error(f"{entry['id']} names no word", keys, "give words, a request with its node, or a phenomenon")
    if "request" in entry and "phenomenon" in entry:
        raise file.error(f"{entry['id']} has a request and a phenomenon", (*keys, "request"), "give one of the two")
    return WordChoice(
        id=entry["id"],
        language=entry["language"],
        description=entry["description"],
        source=entry.get("source", ""),
        words=tuple(entry.get("words", ())),
        request=_request(file, keys, entry) if "request" in entry else None,
        phenomenon=(entry["phenomenon"], entry["role"]) if "phenomenon" in entry else None,
        targets={
            language: _alternatives(file, (*keys, "targets", language), entries)
            for language, entries in entry["targets"].items()
        },
    )


def _request(file: yamlfile.YamlFile, keys: yamlfile.Keys, entry: dict[str, Any]) -> tuple[Request, str]:
    try:
        request = grew.parse(entry["request"], name=f"{file.path}: {entry['id']}")
    except grew.RequestError as error:
        raise file.error(
            f"in the request of {entry['id']}: {error}",
            (*keys, "request"),
            "see the request language in config/README.md",
        ) from None
    node = entry["node"]
    if node not in request.pattern_nodes:
        raise file.error(
            f"the node {node!r} of {entry['id']} is no node of the pattern",
            (*keys, "node"),
            nearest(node, request.pattern_nodes),
        )
    return request, node


def _alternatives(
    file: yamlfile.YamlFile, keys: yamlfile.Keys, entries: list[dict[str, Any]]
) -> tuple[Alternative, ...]:
    owner: dict[str, str] = {}
    alternatives = []
    for number, entry in enumerate(entries):
        forms = tuple(entry.get("forms", (entry["word"],)))
        for form in forms:
            if form in owner:
                raise file.error(
                    f"the form {form!r} is one of {owner[form]!r} and of {entry['word']!r}",
                    (*keys, number),
                    "a form must tell which translation it is: leave it out of one, or of both",
                )
            owner[form] = entry["word"]
        alternatives.append(Alternative(entry["word"], entry["meaning"], forms))
    if len({alternative.word for alternative in alternatives}) < len(alternatives):
        raise file.error("two translations have one name", keys, "write their forms together")
    return tuple(alternatives)
