"""The block `publish`: what is said of the source corpus when its sets are published."""

from typing import Annotated, Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from extractors.core.settings import Settings, Text, named


class PublishSettings(Settings):
    """The statements of the publisher about a corpus; extractors.config.publication asks whether that suffices."""

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
