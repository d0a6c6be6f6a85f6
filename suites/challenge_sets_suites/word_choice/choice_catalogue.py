"""word_choices.yaml: words with several translations, of which the context decides."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from extractors.core import yamlfile
from extractors.core.errors import InputError, nearest
from extractors.core.settings import Distinct, Keys, Settings, Several, Text
from extractors.phenomena import grew

Code = Annotated[str, Field(pattern="^[a-z]{2,3}$")]
Forms = Annotated[Distinct[Text], Field(min_length=1)]


class Alternative(Settings):
    """A translation."""

    word: Text = Field(description="the word, or several with blanks between, or the lemma of its forms")
    meaning: Annotated[str, Field(min_length=5)] = Field(description="one line, when it is right")
    forms: Forms | None = Field(default=None, description="every form that counts; the word alone if there are none")

    @property
    def all_forms(self) -> tuple[str, ...]:
        return self.forms or (self.word,)


class WordChoice(Settings):
    """An entry of word_choices.yaml."""

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
    targets: Annotated[dict[Code, Annotated[Several[Alternative], Field(min_length=2)]], Field(min_length=1)] = Field(
        description="by language of the target side (ISO 639-1), the competing translations"
    )

    @property
    def needs_parses(self) -> bool:
        return bool(self.request or self.phenomenon)

    def alternatives(self, language: str) -> tuple[Alternative, ...]:
        """Return the competing translations in a language."""
        if language not in self.targets:
            raise InputError(
                f"the word choice {self.id!r} has no translations into {language!r}",
                remedy=nearest(language, self.targets),
            )
        return self.targets[language]


class WordChoiceFile(Settings):
    """A file of word choices."""

    choices: Annotated[Several[WordChoice], Field(min_length=1)]


def load(path: str | Path) -> dict[str, WordChoice]:
    """Load the word choices of a file by id, in its order; every request is parsed."""
    file = yamlfile.load(path)
    written = yamlfile.check(file, WordChoiceFile)
    choices: dict[str, WordChoice] = {}
    for number, entry in enumerate(written.choices):
        if entry.id in choices:
            raise file.error(f"the word choice {entry.id!r} is there twice", ("choices", number), "rename one")
        _check(file, ("choices", number), entry)
        choices[entry.id] = entry
    return choices


def _check(file: yamlfile.YamlFile, keys: Keys, entry: WordChoice) -> None:
    """Refuse an entry whose keys do not go together, whose request is invalid, or whose translations share a form."""
    for key, other in (("request", "node"), ("phenomenon", "role")):
        if (getattr(entry, key) is None) != (getattr(entry, other) is None):
            present, wanted = (key, other) if getattr(entry, other) is None else (other, key)
            raise file.error(f"{entry.id} has a {present}, but no {wanted}", (*keys, present), f"give `{wanted}:`")
    if not (entry.words or entry.request or entry.phenomenon):
        raise file.error(f"{entry.id} names no word", keys, "give words, a request with its node, or a phenomenon")
    if entry.request and entry.phenomenon:
        raise file.error(f"{entry.id} has a request and a phenomenon", (*keys, "request"), "give one of the two")
    if entry.request and entry.node:
        try:
            grew.parse(entry.request, name=f"{file.path}: {entry.id}").require_nodes(entry.node)
        except grew.RequestError as error:
            raise file.error(
                f"in the request of {entry.id}: {error}",
                (*keys, "request"),
                "see the request language in config/README.md",
            ) from None
    for language, alternatives in entry.targets.items():
        _check_forms(file, (*keys, "targets", language), alternatives)


def _check_forms(file: yamlfile.YamlFile, keys: Keys, alternatives: Sequence[Alternative]) -> None:
    owner: dict[str, str] = {}
    for number, alternative in enumerate(alternatives):
        for form in alternative.all_forms:
            if form in owner:
                raise file.error(
                    f"the form {form!r} is one of {owner[form]!r} and of {alternative.word!r}",
                    (*keys, number),
                    "a form must tell which translation it is: leave it out of one, or of both",
                )
            owner[form] = alternative.word
    if len({alternative.word for alternative in alternatives}) < len(alternatives):
        raise file.error("two translations have one name", keys, "write their forms together")
