"""The block `suites` of a config, as a user writes it: every key with its default, bounds and meaning."""

from typing import Annotated, Any, Literal

from pydantic import Field

from challenge_sets_suites import formats, judges
from challenge_sets_suites.pair_scorer_settings import PairScorerSettings
from extractors.config.model import LANGUAGE, MOST, PLACE, Language, OfSystem, Systems
from extractors.core import registry
from extractors.core.settings import Settings, Text, apart, checked, named


class SuiteEntry(Settings):
    """A test suite of the config."""

    format: Annotated[str, checked(lambda name: registry.check_known(formats, name))] = Field(
        description="the format of the file, one of challenge_sets_suites/formats"
    )
    file: Text = Field(description="the file of the items")
    options: dict[str, Any] = Field(default={}, description="options of the format")
    source_language: Language | None = Field(default=None, description=LANGUAGE)
    target_language: Language | None = Field(default=None, description=LANGUAGE)
    judge: Annotated[str, checked(lambda name: registry.check_known(judges, name))] | None = Field(
        default=None, description="the judge, one of challenge_sets_suites/judges; that of the format if none is named"
    )
    judge_options: dict[str, Any] = Field(default={}, description="options of the judge")
    systems: Systems = Field(
        default={}, description="outputs, or scores, one file a system; a folder, a list of places, or places by name"
    )
    score_by: Annotated[dict[OfSystem, PairScorerSettings], apart("system")] = Field(
        default={}, description="models that this run scores contrastive pairs by, by the name of the system"
    )
    sources: Text | None = Field(default=None, description=PLACE)
    annotations: Text | None = Field(
        default=None,
        description="a folder of people's answers, filled sheets (.csv, .xlsx) of outputs that nothing decided on",
    )
    compare_on: Literal["common", "own"] = Field(
        default="common",
        description="the items of tests, ranks and clusters, those decided for every system (common, the default) or"
        " own",
    )
    table_as: Literal["lingeval97", "human", "word-choice"] | None = Field(
        default=None, description="a paper whose tables are written, too, as by `challenge-sets suite table --as`"
    )


Suites = Annotated[dict[Annotated[str, named("suite")], SuiteEntry], apart("suite")]
SUITES: Any = Field(default={}, max_length=MOST, description="test suites to judge, by name; a name becomes a folder")
