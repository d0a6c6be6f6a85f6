"""The block `publish`: what is said of the source corpus when its sets are published."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from extractors.core.settings import Settings, setting


@dataclass(frozen=True, kw_only=True)
class PublishSettings(Settings):
    """The statements of the publisher about a corpus; extractors.config.publishing asks whether that suffices."""

    licence: str | None = setting(
        None, "the hub's identifier of the corpus's licence, such as cc-by-4.0, or other", minLength=1
    )
    licence_name: str | None = setting(None, "what a licence is called that is other", minLength=1)
    licence_url: str | None = setting(None, "where it can be read", minLength=1)
    attribution: str | None = setting(None, "whom to name, in the words that the corpus asks for", minLength=1)
    corpus: str | None = setting(
        None,
        "what the corpus is called on the card, such as WMT21 news; the name of the set if there is none",
        minLength=1,
    )
    source_url: str | None = setting(None, "where the corpus can be obtained", minLength=1)
    citation: str | None = setting(None, "BibTeX of the corpus", minLength=1)
    name: str | None = setting(
        None, "the name of the data set; that of the corpus if there is none", format="name", pattern="^[^+=]*$"
    )
    pretty_name: str | None = setting(None, "the title of the card", minLength=1)
    ids_only: bool = setting(False, "publish numbers alone, and no text")
    derivatives: str | None = setting(
        None,
        "`allowed` if you have read the licence and it allows derivatives; for licences whose identifier does not tell",
        enum=["allowed", None],
    )

    def as_dict(self) -> dict[str, Any]:
        """The values that are set."""
        return {name: value for name, value in super().as_dict().items() if value is not None}
