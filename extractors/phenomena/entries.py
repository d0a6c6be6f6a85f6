"""The keys of config/phenomena.yaml, as a user writes them, with their meanings."""

from string import Formatter
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, Strict, model_validator

from extractors.core.settings import Distinct, Settings, Several, Text, named

ROLES = ("head", "dependent")
"""What the two words of a hit are called where an entry names no roles."""
Id = Annotated[str, Field(pattern="^[a-z][a-z0-9_]*$"), named("phenomenon")]
Nodes = Annotated[tuple[str, str], Strict(False)]
Roles = Annotated[tuple[Text, Text], Strict(False)]
Distances = Annotated[Distinct[Annotated[int, Field(ge=0, le=1_000_000)]], Field(min_length=1)]
Sentence = Annotated[str, Field(min_length=10)]
FILLED_IN = ("head", "dependent", "words")
"""What a question may have in braces."""


def _check_braces(question: str) -> str:
    """Refuse a question with a name in braces that nothing is filled in for."""
    try:
        names = {name for _, name, *_ in Formatter().parse(question) if name is not None}
    except ValueError as error:
        raise ValueError(f"its braces cannot be read ({error}): double those that are text") from None
    if wrong := names - {*FILLED_IN}:
        raise ValueError(f"nothing is filled in for {{{min(wrong)}}}; there are {{head}}, {{dependent}}, {{words}}")
    return question


Question = Annotated[str, Field(min_length=10), AfterValidator(_check_braces)]


class Example(Settings):
    """A sentence that holds a phenomenon, and one that does not."""

    hit: str
    none: str
    missed: Text | None = Field(default=None, description="why the shipped parser does not find the hit")

    @property
    def texts(self) -> tuple[str, str]:
        return self.hit, self.none


class RequestEntry(Settings):
    """A request, and the pair of its nodes where that is not the one of the phenomenon."""

    request: str
    pair: Nodes | None = Field(default=None, description="the two nodes whose distance is measured, [head, dependent]")

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, written: Any) -> Any:
        return {"request": written} if isinstance(written, str) else written


class PhenomenonEntry(Settings):
    """A phenomenon."""

    id: Id = Field(description="lower-case letters, digits and underscores; it names files and columns")
    override: bool = Field(
        default=False, description="whether it takes the place of the phenomenon of that id in an included file"
    )
    label: Text | None = Field(
        default=None,
        description='its name in a sentence, in the plural, as "particle verbs"; the id with blanks if there is none',
    )
    roles: Roles = Field(default=ROLES, description="the roles of the two words of the pair, as [verb, particle]")
    description: Sentence | None = Field(default=None, description="one sentence")
    source: Text = Field(default="the user", description="the paper or test suite that the phenomenon comes from")
    pair: Nodes | None = Field(default=None, description="the two nodes whose distance is measured, [head, dependent]")
    distance: Literal["surface", "ud"] = Field(
        default="surface",
        description="surface (tokens between, without punctuation) or ud (the paper's, words between, with"
        " punctuation)",
    )
    minimum_distances: Distances | None = Field(
        default=None, description="minimum distances of the sets, instead of those of the run's config"
    )
    tested_distance: Annotated[int, Field(ge=0, le=1_000_000)] = Field(
        default=0,
        description="minimum distance of the set that is tested; all others are a profile (docs/statistics.md)",
    )
    experimental: Annotated[Distinct[str], Field(min_length=1)] = Field(
        default=(),
        description="languages whose requests are not trusted yet; not run unless a config names the phenomenon",
    )
    twin_of: str | None = Field(
        default=None,
        description="the phenomenon that this is another definition of; not run unless the config asks for twins or"
        " names it",
    )
    measure: Literal["reordering", "crossing"] | None = Field(
        default=None, description="found from the alignment and not by a request"
    )
    order: bool = Field(
        default=False,
        description="whether systems are compared by the order of the hits' words, too: where the dependent stands"
        " among the words up to the head, or a word that moved among its neighbours",
    )
    chosen_by: Literal["outputs", "reference"] = Field(
        default="outputs",
        description="of a measure, the texts whose links it is taken of: outputs (of all systems; the reference where a"
        " corpus has none) or reference (the first one, as in the paper, which then scores its own choice)",
    )
    requests: Annotated[dict[str, Annotated[Several[RequestEntry], Field(min_length=1)]], Field(min_length=1)] = Field(
        default={},
        description="by language (ISO 639-1), a list of requests, whose hits are united: `{de: ['pattern ...']}`",
    )
    examples: dict[str, Example] = Field(
        default={},
        description="by language, a sentence that holds the phenomenon and one that does not:"
        " `{de: {hit: ..., none: ...}}`",
    )
    question: dict[str, Question] = Field(
        default={},
        description="by language of the reader, what `challenge-sets ask` asks about a translation (yes or no);"
        " {head}, {dependent} and {words} (both) stand for the words of the hit",
    )


class PhenomenaFile(Settings):
    """A file of phenomena."""

    include: Annotated[Several[Text], Field(min_length=1)] = Field(
        default=(),
        description="files whose phenomena come first: `shipped` for those of this project, or paths relative to"
        " this file",
    )
    lexicons: dict[str, Text] = Field(
        default={},
        description="tables of words that requests look words up in, by name: a TSV file by its path relative to this"
        " file, `shipped:FILE` for one that comes with the project, or the table itself, in several lines; one of this"
        " name takes the place of that of an included file",
    )
    phenomena: Several[PhenomenonEntry] = Field(description="those of this file; none, where it only includes others")
