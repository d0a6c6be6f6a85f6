"""config/word_choices.yaml: words with several translations, of which the context decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from extractors.core import yamlfile
from extractors.core.errors import InputError, nearest
from extractors.core.settings import Distinct, Keys, Settings, Several, Text
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
    """An entry of config/word_choices.yaml; `WordChoiceEntry` says what its keys mean.

    Attributes:
        request: the request and its node that is the word.
        phenomenon: the phenomenon whose hits hold the word, and which of their words it is, "head" or "dependent".
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
        """The competing translations in a language. Raises InputError: it has none in this language."""
        if language not in self.targets:
            raise InputError(
                f"the word choice {self.id!r} has no translations into {language!r}",
                remedy=nearest(language, self.targets),
            )
        return self.targets[language]


Code = Annotated[str, Field(pattern="^[a-z]{2,3}$")]
Forms = Annotated[Distinct[Text], Field(min_length=1)]


class AlternativeEntry(Settings):
    """A translation in the file."""

    word: Text = Field(description="the word, or several with blanks between, or the lemma of its forms")
    meaning: Annotated[str, Field(min_length=5)] = Field(description="one line, when it is right")
    forms: Forms | None = Field(default=None, description="every form that counts; the word alone if there are none")


class WordChoiceEntry(Settings):
    """A word choice in the file."""

    id: Annotated[str, Field(pattern="^[a-z][a-z0-9_]*$")] = Field(
        description="lower-case letters, digits and underscores; it names the choice on the command line"
    )
    language: Code = Field(description="of the source side (ISO 639-1)")
    description: Annotated[str, Field(min_length=10)] = Field(description="one line, what the choice is about")
    source: str = Field(default="", description="the paper or test suite that the choice comes from")
    words: Forms = Field(default=(), description="every form of the ambiguous word, as tokens of the source side")
    request: str | None = Field(default=None, description="a request in Grew's syntax; the word must be its node")
    node: str | None = Field(default=None, description="the node of the request that is the word")
    phenomenon: str | None = Field(
        default=None, description="id of a phenomenon of config/phenomena.yaml; the word must be in one of its hits"
    )
    role: Literal["head", "dependent"] | None = Field(
        default=None, description="which of the two words of a hit is the word"
    )
    targets: Annotated[dict[Code, Annotated[Several[AlternativeEntry], Field(min_length=2)]], Field(min_length=1)] = (
        Field(description="by language of the target side (ISO 639-1), the competing translations")
    )


class WordChoiceFile(Settings):
    """A file of word choices."""

    choices: Annotated[Several[WordChoiceEntry], Field(min_length=1)]


def load(path: str | Path) -> dict[str, WordChoice]:
    """The word choices of a file by id, in its order; every request is parsed.

    Raises:
        InputError: with file, line, reason and remedy.
    """
    file = yamlfile.load(path)
    written = yamlfile.check(file, WordChoiceFile)
    choices: dict[str, WordChoice] = {}
    for number, entry in enumerate(written.choices):
        if entry.id in choices:
            raise file.error(f"the word choice {entry.id!r} is there twice", ("choices", number), "rename one")
        choices[entry.id] = _choice(file, ("choices", number), entry)
    return choices


def _choice(file: yamlfile.YamlFile, keys: Keys, entry: WordChoiceEntry) -> WordChoice:
    for key, other in (("request", "node"), ("phenomenon", "role")):
        if (getattr(entry, key) is None) != (getattr(entry, other) is None):
            given, wanted = (key, other) if getattr(entry, other) is None else (other, key)
            raise file.error(f"{entry.id} has a {given}, but no {wanted}", (*keys, given), f"give `{wanted}:`")
    if not (entry.words or entry.request or entry.phenomenon):
        raise file.error(f"{entry.id} names no word", keys, "give words, a request with its node, or a phenomenon")
    if entry.request and entry.phenomenon:
        raise file.error(f"{entry.id} has a request and a phenomenon", (*keys, "request"), "give one of the two")
    return WordChoice(
        id=entry.id,
        language=entry.language,
        description=entry.description,
        source=entry.source,
        words=entry.words,
        request=_request(file, keys, entry.id, entry.request, entry.node) if entry.request and entry.node else None,
        phenomenon=(entry.phenomenon, entry.role) if entry.phenomenon and entry.role else None,
        targets={
            language: _alternatives(file, (*keys, "targets", language), entries)
            for language, entries in entry.targets.items()
        },
    )


def _request(file: yamlfile.YamlFile, keys: Keys, choice: str, text: str, node: str) -> tuple[Request, str]:
    try:
        request = grew.parse(text, name=f"{file.path}: {choice}")
        request.require_nodes(node)
    except grew.RequestError as error:
        raise file.error(
            f"in the request of {choice}: {error}", (*keys, "request"), "see the request language in config/README.md"
        ) from None
    return request, node


def _alternatives(file: yamlfile.YamlFile, keys: Keys, entries: Sequence[AlternativeEntry]) -> tuple[Alternative, ...]:
    owner: dict[str, str] = {}
    alternatives = []
    for number, entry in enumerate(entries):
        forms = entry.forms or (entry.word,)
        for form in forms:
            if form in owner:
                raise file.error(
                    f"the form {form!r} is one of {owner[form]!r} and of {entry.word!r}",
                    (*keys, number),
                    "a form must tell which translation it is: leave it out of one, or of both",
                )
            owner[form] = entry.word
        alternatives.append(Alternative(entry.word, entry.meaning, forms))
    if len({alternative.word for alternative in alternatives}) < len(alternatives):
        raise file.error("two translations have one name", keys, "write their forms together")
    return tuple(alternatives)
