"""The block `atlas`: corpora whose phenomena are pooled."""

from typing import Annotated

from pydantic import Field

from extractors.core.settings import Settings, named


class AtlasSettings(Settings):
    """The corpora of the target `atlas`."""

    corpora: dict[Annotated[str, named("corpus")], Annotated[int, Field(ge=0, le=9999)] | None] = Field(
        default={}, description="corpora of this config with systems, each with its year, or null; none for no atlas"
    )
    reports: bool = Field(
        default=True, description="also write the corpora's reports, and link the cells to them and to their examples"
    )
    charts: bool = Field(default=True, description="also draw heat maps and forest plots as SVG and PDF (`charts/`)")
