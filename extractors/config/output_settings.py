"""The blocks `report` and `publish`: what a run's page holds, and whether and how its sets may be published."""

from typing import Annotated, Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from extractors.core.errors import InputError
from extractors.core.settings import Settings, Text, named

IDS_ONLY = "`ids_only: true` (--ids-only) publishes the sets without any text"
NEEDED = {
    "licence": "the hub's identifier of the {kind}'s licence, such as cc-by-4.0",
    "attribution": "whom to name as its authors, in the words that they ask for",
}
FORBIDDEN = {
    "corpus": (
        "forbids to pass on what is made from it, as its sets are",
        f"{IDS_ONLY}; those who have the corpus rebuild them with `challenge-sets dataset rebuild`",
    ),
    "suite": (
        "forbids to pass it on in another form",
        "ask its authors, or tell others where to get it: `challenge-sets suite judge --format` reads it as it is",
    ),
}
"""What a licence says that forbids derivatives, and what to do."""
UNCLEAR = frozenset({"cc", "deepfloyd-if-license", "gemma", "llama2", "openrail", "other", "unknown"})
"""The hub's identifiers of families of licences of which some forbid derivatives."""


class ReportSettings(Settings):
    """The content of the report of a corpus, and its largest size."""

    metric: str | None = Field(
        default=None,
        description="the primary metric, by which phenomena are tested and which is shown first; by default chrf, or"
        " the first of a run without chrf",
    )
    headline: list[str] = Field(
        default=["particle_verb", "reflexive", "preposition_stranding", "reordering"],
        description="the phenomena whose scores are shown first, before those with a finding",
    )
    examples: int = Field(
        default=200, ge=1, le=1_000_000, description="segments that are shown as examples of a phenomenon, at most"
    )
    megabytes: float = Field(default=10, gt=0, le=10_000, description="how large the page may be, in millions of bytes")
    charts: bool = Field(default=False, description="also draw the charts as SVG and PDF, with their data as CSV")


class PublishSettings(Settings):
    """The statements of the publisher about a corpus; `check_licence` asks whether that suffices."""

    licence: Annotated[str, Field(pattern="^[a-z0-9][a-z0-9.-]*$")] | None = Field(
        default=None, description="the hub's identifier of the corpus's licence, such as cc-by-4.0, or other"
    )
    licence_name: Text | None = Field(default=None, description="the name of the licence if `licence` is other")
    licence_url: Text | None = Field(default=None, description="where it can be read")
    attribution: Text | None = Field(default=None, description="whom to name, in the words that the corpus asks for")
    corpus: Text | None = Field(
        default=None,
        description="the name of the corpus on the card, such as WMT21 news; the name of the set if there is none",
    )
    source_url: Text | None = Field(default=None, description="where the corpus can be obtained")
    citation: Text | None = Field(default=None, description="BibTeX of the corpus")
    name: Annotated[str, named("data set"), Field(pattern="^[^+=]*$")] | None = Field(
        default=None, description="the name of the data set; that of the corpus if there is none"
    )
    pretty_name: Text | None = Field(default=None, description="the title of the card")
    ids_only: bool = Field(default=False, description="publish numbers alone, and no text")
    derivatives: Literal["allowed"] | None = Field(
        default=None,
        description="`allowed` if you have read the licence and it allows derivatives; for licences whose"
        " identifier does not tell",
    )

    @model_serializer(mode="wrap")
    def _of_what_is_set(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in write(self).items() if value is not None}


def check_licence(settings: PublishSettings, name: str, *, kind: Literal["corpus", "suite"] = "corpus") -> None:
    """Refuse to publish a corpus or suite without a licence and attribution, or whose licence does not allow it.

    With ids only, no part of a corpus is passed on, so any licence will do; it must be given all the same,
    since the card says under which one the texts are.

    Args:
        name: of the corpus or suite, for messages.
    """
    for key, what in NEEDED.items():
        if not (getattr(settings, key) or "").strip():
            place = f" (or write `publish: {{{key}: ...}}` under corpora.{name} or at the top of the config)"
            raise InputError(
                f"the {kind} {name} has no {key}, without which nothing is published",
                remedy=f"give --{key}{place if kind == 'corpus' else ''}: {what.format(kind=kind)}",
            )
    licence = str(settings.licence)
    if licence == "other" and not settings.licence_name:
        raise InputError(
            f"the licence of the {kind} {name} is `other`, but has no name",
            remedy="give --option licence_name=NAME (`licence_name:`), and licence_url for its address",
        )
    if settings.ids_only and kind == "corpus":
        return
    if "nd" in licence.split("-"):
        problem, remedy = FORBIDDEN[kind]
        raise InputError(f"the licence {licence} of the {kind} {name} {problem}", remedy=remedy)
    if licence in UNCLEAR and settings.derivatives != "allowed":
        raise InputError(
            f"the licence {licence!r} of the {kind} {name} does not say whether what is made from it may be passed on",
            remedy="read it: if it allows that, give --option derivatives=allowed (`derivatives: allowed`)"
            + (f"; if not, {IDS_ONLY}" if kind == "corpus" else ""),
        )
