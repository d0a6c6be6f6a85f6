"""config/config.yaml as a user writes it: one tree of models with every key, its default, bounds and meaning.

The blocks of a stage's settings stand with the stage, in its module of settings. What the names in a config lead to
(files, phenomena, models) is looked for when a run is resolved: see extractors.config.run.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from extractors.config.output_settings import PublishSettings, ReportSettings
from extractors.core import registry, wings
from extractors.core.errors import InputError
from extractors.core.languages import UNDETERMINED, check_language, without_subtags
from extractors.core.settings import Distinct, Settings, Several, Text, apart, checked, named, refusal
from extractors.extract.control_settings import ControlSettings, check_brought
from extractors.extract.set_settings import SetSettings
from extractors.inputs.testset_settings import FromTestSet
from extractors.models.tool_settings import AlignerSettings, ParserSettings
from extractors.scoring import metrics
from extractors.scoring.imported_score_settings import SegmentScoreFile
from extractors.scoring.metric_settings import DEFAULT_METRICS, Options
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.accuracy_settings import AccuracySettings


def _check_corpus(name: str) -> None:
    if name.lower() in wings.HOMES:
        raise InputError(
            f"a corpus cannot be named {name!r}: the folder of that name holds other results",
            remedy="give it another name",
        )


def _check_metric(name: str) -> None:
    try:
        registry.check_known(metrics, name)
    except InputError as error:
        other = "scores of other programs, as COMET's, come by `segment_scores:` of a corpus"
        raise InputError(error.problem, remedy=f"{error.remedy}; {other}") from None


def _check_brought_metric(name: str) -> None:
    if name in registry.names(metrics):
        raise InputError(
            f"{name!r} is the name of a metric that is computed here", remedy="give the scores another name"
        )


def _check_results(folder: str) -> None:
    if set("{}*?[]") & set(folder):
        raise InputError(
            f"the results cannot be in {folder}: Snakemake reads {{}}*?[] as patterns",
            remedy="name a folder without these characters",
        )


MOST = 1_000
"""Corpora of a config: each of them is read before a run begins."""
Language = Annotated[str, AfterValidator(without_subtags), checked(check_language)]
OfSystem = Annotated[str, named("system")]


class ReferenceText(Settings):
    """A reference, and who made it."""

    text: str = Field(default="", description="its place; of a test set, that of the reference of this name")
    kind: Literal["human", "post-edit", "machine"] = Field(
        default="human",
        description="who made it; human references are the baseline that systems are compared with, but for one that"
        " shares more than a tenth of its long segments with a system, unless `human` is written here",
    )

    @model_validator(mode="before")
    @classmethod
    def _of_place(cls, written: Any) -> Any:
        """Take a place alone for a human reference."""
        return {"text": written} if isinstance(written, str) else written


References = (
    Text | Annotated[dict[Annotated[str, named("reference")], ReferenceText], Field(min_length=1), apart("reference")]
)
Systems = (
    Text
    | Annotated[Several[Text], Field(min_length=1)]
    | Annotated[dict[OfSystem, Text], Field(min_length=1), apart("system")]
)
ByMetric = dict[Annotated[str, named("metric"), checked(_check_brought_metric)], SegmentScoreFile]
OptionsOfMetric = Annotated[dict[str, Any], BeforeValidator(lambda options: options or {})]
Metrics = dict[Annotated[str, checked(_check_metric)], OptionsOfMetric]
Phenomena = Annotated[Distinct[str], Field(min_length=1)]
# Of the command line, Snakemake's --config takes True for a truth value, and true for text.
Truth = Annotated[bool, BeforeValidator(lambda given: {"true": True, "false": False}.get(str(given), given))]

LANGUAGE = 'the ISO 639-1 code of a language; a script or region is left out; quote "no" (Norwegian)'
PLACE = (
    "a file of text, one segment a line (.gz too), FILE#COLUMN of a .tsv, .csv, .jsonl, .parquet or .tmx,"
    " or IMPORTER:NAME#COLUMN"
)
CONFIDENCE = (
    "hits of which the parser is less sure are left out; hits found from the alignment stay; a value above 0 needs a"
    " parser that gives confidences (multilingual)"
)
PRECISION = (
    "the share of hits that shall be right; the confidence that each phenomenon needs for it is that of the figures"
    " measured with the parser, and a phenomenon that does not reach it is not run; hits found from the alignment stay"
)
PHENOMENA = "the phenomena to look for, instead of all that are run by default"


class CorpusEntry(Settings):
    """A corpus of the config."""

    from_: FromTestSet | None = Field(
        default=None,
        alias="from",
        description="a test set as its organisers give it, which has all or some of the keys below",
    )
    source_language: Language = Field(default=UNDETERMINED, description=LANGUAGE)
    target_language: Language = Field(default=UNDETERMINED, description=LANGUAGE)
    source: Text = Field(default="", description=PLACE)
    references: References = Field(
        default={},
        description="one reference, or several by name, each a place or `{text: PLACE, kind: post-edit}`; none if only"
        " sets of the source are wanted",
    )
    systems: Systems = Field(
        default={},
        description="a folder with one file a system, a test set of sacreBLEU, a list of places, or places by name;"
        " none if only sets are wanted",
    )
    unit: Literal["segment", "sentence"] = Field(
        default="segment",
        description="the unit of sets, controls and scores: segments, or the sentences that they are cut into in all"
        " texts",
    )
    phenomena: Phenomena | None = Field(default=None, description=PHENOMENA)
    minimum_confidence: float | None = Field(default=None, ge=0, le=1, description=CONFIDENCE)
    minimum_precision: float | None = Field(default=None, ge=0, lt=1, description=PRECISION)
    parse: ParserSettings = Field(default=ParserSettings(), description="the parser of the source")
    align: AlignerSettings = Field(default=AlignerSettings(), description="the word aligner")
    domain: Text | None = Field(default=None, description=PLACE)
    document: Text | None = Field(default=None, description=PLACE)
    covariates: Annotated[dict[str, Text], Field(min_length=1), checked(check_brought)] = Field(
        default={},
        description="places with a number for each segment (a score of difficulty), by name, to match controls on: a"
        " file with one number a line, or FILE#COLUMN of a .tsv, .csv, .jsonl or .parquet",
    )
    segment_scores: ByMetric = Field(
        default={},
        description="scores of segments by system that are there already (COMET, human judgements), by the name to give"
        " them: a file with a column a system and a row a segment, or a file and how it is laid out",
    )
    post_edits: Annotated[dict[OfSystem, Text], Field(min_length=1), apart("system")] = Field(
        default={},
        description="post-edits of systems' outputs, one a line, by the name of the system: places, as of systems",
    )
    publish: PublishSettings = Field(
        default=PublishSettings(), description="the description of the source corpus in its published sets"
    )

    @model_validator(mode="after")
    def _check_source(self) -> Self:
        for key in ("source_language", "source"):
            if self.from_ is None and key not in self.model_fields_set:
                raise refusal(f"a corpus has no {key!r}, which it needs", self.meaning_of(key))
        for name, place in self.references_by_name.items() if self.from_ is None else ():
            if not place:
                raise refusal(f"the reference {name} has no text", "write `text: PLACE` beside its kind")
        return self

    @property
    def references_by_name(self) -> dict[str, str]:
        """The places of the references; one without a name is called A."""
        return {name: of.text for name, of in self._references.items()}

    @property
    def human_references(self) -> tuple[str, ...]:
        """The references that people made."""
        return tuple(name for name, of in self._references.items() if of.kind == "human")

    @property
    def said_humans(self) -> tuple[str, ...]:
        """Those of which the config says so, so that no likeness to an output takes them from the baseline."""
        return tuple(n for n in self.human_references if "kind" in self._references[n].model_fields_set)

    @property
    def _references(self) -> dict[str, ReferenceText]:
        return {"A": ReferenceText(text=self.references)} if isinstance(self.references, str) else self.references


class Config(Settings):
    """A config: what to run."""

    results: Annotated[str, checked(_check_results)] = Field(
        default="results", description="the folder for everything that is made"
    )
    data_dir: str = Field(default="data", description="the folder that {data_dir} stands for in paths")
    download: Truth = Field(default=False, description="download missing `sacrebleu:` and `huggingface:` data")
    corpora: Annotated[dict[Annotated[str, named("corpus"), checked(_check_corpus)], CorpusEntry], apart("corpus")] = (
        Field(default={}, max_length=MOST, description="the corpora to run, by name; a name becomes a folder")
    )
    check_languages: Truth = Field(
        default=True,
        description="refuse texts that are clearly in another language than is said, and outputs that are the source",
    )
    shard_size: int = Field(
        default=51200,
        ge=1,
        le=1_000_000_000,
        description="segments that a job parses or aligns of a large corpus, in whole blocks of 512",
    )
    phenomena_file: str = Field(default="config/phenomena.yaml", description="the file that defines the phenomena")
    phenomena: Phenomena | None = Field(default=None, description=PHENOMENA)
    paper: bool = Field(
        default=False,
        description="look for other definitions of the same phenomena, too, such as the paper's own rules",
    )
    imprecise: bool = Field(
        default=False,
        description="look for phenomena, too, that this parser finds too imprecisely, or was measured never to show",
    )
    minimum_confidence: float = Field(default=0, ge=0, le=1, description=CONFIDENCE)
    minimum_precision: float = Field(default=0, ge=0, lt=1, description=PRECISION)
    parse: ParserSettings = Field(default=ParserSettings(), description="the parser of the source")
    align: AlignerSettings = Field(default=AlignerSettings(), description="the word aligner")
    sets: SetSettings = Field(
        default=SetSettings(), description="the distances that sets are made of, and whether their texts are written"
    )
    controls: ControlSettings = Field(
        default=ControlSettings(), description="samples of segments matched to a set by source length and domain"
    )
    metrics: Annotated[Metrics, Field(min_length=1)] = Field(
        default={name: {} for name in DEFAULT_METRICS},
        description="the metrics and their options",
    )
    statistics: StatisticsSettings = Field(default=StatisticsSettings(), description="how scores are tested")
    accuracy: AccuracySettings = Field(
        default=AccuracySettings(), description="whether the outputs have the words of the hits"
    )
    publish: PublishSettings = Field(
        default=PublishSettings(), description="the description of the source corpus in its published sets"
    )
    report: ReportSettings = Field(default=ReportSettings(), description="the content of the report of a corpus")

    def as_dict(self) -> dict[str, Any]:
        """Return the config as JSON values with its defaults; a corpus has only what it sets itself.

        An entry of a wing's block, too.
        """
        kinds = ("corpora", *(name for name in type(self).model_fields if name not in Config.model_fields))
        own = {
            kind: {
                name: entry.model_dump(mode="json", exclude_unset=True) for name, entry in getattr(self, kind).items()
            }
            for kind in kinds
        }
        return {name: value for name, value in {**super().as_dict(), **own}.items() if value is not None}

    @property
    def computed_metrics(self) -> Mapping[str, Options]:
        """The options of the metrics that the run computes itself."""
        return self.metrics

    def filled(self, text: str) -> str:
        """Replace {data_dir} in a text."""
        return text.replace("{data_dir}", self.data_dir)

    def phenomena_of(self, corpus: CorpusEntry) -> tuple[str, ...] | None:
        """Return the phenomena named for a corpus, or else for the run; None if none are named."""
        return self.phenomena if corpus.phenomena is None else corpus.phenomena

    def minimum_of(self, name: Literal["minimum_confidence", "minimum_precision"], corpus: CorpusEntry) -> float:
        """Return the minimum set for a corpus, or else for the run."""
        own: float | None = getattr(corpus, name)
        return float(getattr(self, name) if own is None else own)

    def publish_of(self, corpus: str, given: PublishSettings) -> PublishSettings:
        """Combine the settings to publish a corpus: given ones come first, then the corpus's, then the run's."""
        own = self.corpora[corpus].publish if corpus in self.corpora else PublishSettings()
        return given.over(own.over(self.publish))

    def matched(self) -> tuple[str, ...]:
        """Return the covariates that controls are matched on, or may be."""
        return self.controls.match or ()
