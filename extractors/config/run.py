"""config/config.yaml: what to run.

The shape of the file is in run.schema.yaml; the blocks of settings, with their defaults, stand in the
modules `settings` of the stages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import yaml

from extractors.config.corpus import CorpusConfig, corpus_config
from extractors.config.from_campaign import expanded
from extractors.config.publish_settings import PublishSettings
from extractors.config.report_settings import ReportSettings
from extractors.config.suite import SuiteConfig, suite_config
from extractors.core import registry, yamlfile
from extractors.core.errors import InputError
from extractors.core.names import check_names
from extractors.core.settings import Settings
from extractors.core.yamlfile import ValueOrigin
from extractors.extract.control_settings import COVARIATES, ConfoundSettings, ControlSettings, check_brought
from extractors.extract.set_settings import SetSettings
from extractors.inputs.campaign_settings import FromTestSet
from extractors.models.settings import AlignerSettings, ParserSettings, TranslatorSettings
from extractors.phenomena import DEFAULT_FILE, catalogue
from extractors.score import metrics
from extractors.score.accuracy.settings import AccuracySettings
from extractors.score.imported_score_settings import SegmentScoreFile
from extractors.score.metric_settings import DEFAULT_METRICS, Options
from extractors.score.statistics.settings import StatisticsSettings

Block = TypeVar("Block", bound=Settings)

OF_RUN: dict[str, type[Settings]] = {
    "sets": SetSettings,
    "controls": ControlSettings,
    "confounds": ConfoundSettings,
    "statistics": StatisticsSettings,
    "accuracy": AccuracySettings,
    "report": ReportSettings,
}
"""The blocks that a run has once."""
BLOCKS: dict[str, type[Settings]] = {
    **OF_RUN,
    "parse": ParserSettings,
    "align": AlignerSettings,
    "translate": TranslatorSettings,
    "publish": PublishSettings,
    "segment_scores": SegmentScoreFile,
    "from": FromTestSet,
}


@dataclass(frozen=True, kw_only=True)
class RunConfig:
    """A whole run.

    Attributes:
        sets: the distances of the sets of each phenomenon.
        metrics: the options of each metric.
        shard_size: the most segments that a job parses or aligns (extract.shards).
    """

    results: Path
    shard_size: int
    corpora: dict[str, CorpusConfig]
    suites: dict[str, SuiteConfig]
    phenomena_file: Path
    sets: dict[str, SetSettings]
    controls: ControlSettings
    confounds: ConfoundSettings
    metrics: dict[str, Options]
    statistics: StatisticsSettings
    accuracy: AccuracySettings
    report: ReportSettings


@cache
def config_schema() -> dict[str, Any]:
    """The JSON schema of the config."""
    text = resources.files("extractors.config").joinpath("run.schema.yaml").read_text(encoding="utf-8")
    schema: dict[str, Any] = yaml.safe_load(text)
    schema["properties"]["metrics"]["default"] = {name: {} for name in DEFAULT_METRICS}
    for name, block in BLOCKS.items():
        schema["$defs"][name] = {**schema["$defs"].get(name, {}), **block.schema()}
    return schema


def load_config(paths: Sequence[str | Path], *, overrides: Mapping[str, Any] | None = None) -> RunConfig:
    """The run of one config file, or of several, merged as by `read_config`.

    Args:
        overrides: values that override those of every file.
    """
    return build_config(*read_config(paths, overrides=overrides))


def read_config(
    paths: Sequence[str | Path], *, overrides: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any], list[yamlfile.YamlFile]]:
    """The values of config files, and the files.

    Args:
        overrides: values that take the place of those of every file, as Snakemake's `--config`.
    """
    files = [yamlfile.load(path) for path in paths]
    for file in files:
        if not isinstance(file.data, dict):
            raise file.error("is no config: it has no keys at its top", (), "see config/README.md")
    return {**merged([file.data for file in files]), **(overrides or {})}, files


def merged(configs: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Configs as one, as Snakemake merges its `--configfile`s.

    Mappings are merged key by key at any depth; of any other value, a list too, the last config's counts.
    """
    together: dict[str, Any] = {}
    for config in configs:
        together = _merged(together, config)
    return together


def _merged(config: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    # New mappings, as an alias (*NAME) may have the same one elsewhere.
    together = dict(config)
    for name, value in other.items():
        known = together.get(name, {})
        if not isinstance(value, Mapping):
            together[name] = value
        elif isinstance(known, Mapping):
            together[name] = _merged(known, value)
        elif value:
            # Snakemake lets an empty mapping change nothing, whatever stood there.
            together[name] = _merged({}, value)
    return together


def with_defaults(config: Mapping[str, Any], files: Sequence[yamlfile.YamlFile] = ()) -> dict[str, Any]:
    """Check a config against its schema and fill in its defaults, as a run's manifest keeps it.

    What a corpus takes `from` a test set stands there as if the user had written it.

    Args:
        config: the values, merged from the files and the command line.
        files: the files they came from, for messages.

    Raises:
        InputError: an unknown key or a value that does not fit, with its line and the nearest known one.
    """
    for file in files:
        yamlfile.check_read_alike(file)
    config = _with_text_keys(config)
    # Of the command line, Snakemake's --config takes True for a truth value, and true for text.
    if config.get("download") in ("true", "false"):
        config = {**config, "download": config["download"] == "true"}
    for keys, problem, remedy in yamlfile.problems(dict(config), config_schema()):
        raise ValueOrigin(files).error(problem, keys, remedy)
    data = defaults() | dict(config)
    # Whoever runs the workflow as a module, from another folder, gets the phenomena that come with it.
    if "phenomena_file" not in config and not Path(data["phenomena_file"]).exists():
        data["phenomena_file"] = str(DEFAULT_FILE)
    for name, block in OF_RUN.items():
        data[name] = block.defaults() | data[name]
    data["metrics"] = {name: dict(options or {}) for name, options in data["metrics"].items()}
    data["corpora"] = {name: expanded(name, data, ValueOrigin(files)) for name in data["corpora"]}
    return data


def defaults() -> dict[str, Any]:
    """The config of a run in which the user says nothing; it has no corpora."""
    top = {name: entry["default"] for name, entry in config_schema()["properties"].items() if "default" in entry}
    return {**top, **{name: block.defaults() for name, block in OF_RUN.items()}}


def build_config(config: Mapping[str, Any], files: Sequence[yamlfile.YamlFile]) -> RunConfig:
    """Check a config and the names and files in it.

    Args:
        config, files: as of `with_defaults`.

    Raises:
        InputError: as `with_defaults`, an unknown name, a file that does not exist, or a phenomenon that the language
            does not have, with its line and the nearest known one.
    """
    origin = ValueOrigin(files)
    data = with_defaults(config, files)
    _check_names(data, origin)
    _check_results(data, origin)
    _check_covariates(data, origin)
    for metric in data["metrics"]:
        if metric not in registry.names(metrics):
            error = origin.unknown("metric", metric, registry.names(metrics), ("metrics", metric))
            error.remedy = (
                f"{error.remedy}; segment scores of another, as COMET's, go into `segment_scores:` of a corpus"
            )
            raise error
    accuracy = _block(AccuracySettings, data, "accuracy", origin)
    sets = _block(SetSettings, data, "sets", origin)
    known = catalogue.load(data["phenomena_file"])
    run = RunConfig(
        results=Path(data["results"]),
        shard_size=data["shard_size"],
        corpora={name: corpus_config(name, data, known, accuracy, origin) for name in data["corpora"]},
        suites={name: suite_config(name, data, origin) for name in data["suites"]},
        phenomena_file=Path(data["phenomena_file"]),
        sets={p.id: sets.of_phenomenon(p.minimum_distances) for p in known.values()},
        controls=_block(ControlSettings, data, "controls", origin),
        confounds=_block(ConfoundSettings, data, "confounds", origin),
        metrics=data["metrics"],
        statistics=_block(StatisticsSettings, data, "statistics", origin),
        accuracy=accuracy,
        report=_block(ReportSettings, data, "report", origin),
    )
    _check_report(run, origin)
    return run


def _block(block: type[Block], data: Mapping[str, Any], name: str, origin: ValueOrigin) -> Block:
    """A block of the config; what it refuses is named with its file and line."""
    try:
        return block.of(data[name])
    except InputError as error:
        raise origin.error(error.problem, (name,), error.remedy) from None


FOLDERS = ("suites", "pooled")
"""Folders of results that are no corpus's."""


def _check_results(data: Mapping[str, Any], origin: ValueOrigin) -> None:
    """Refuse a folder of results in which nothing can be written."""
    path = Path(data["results"])
    if file := next((place for place in (path, *path.parents) if place.is_file()), None):
        raise origin.error(f"the results cannot be in {path}: {file} is a file", ("results",), "name a folder")
    if set("{}*?[]") & set(data["results"]):
        raise origin.error(
            f"the results cannot be in {path}: Snakemake takes {{}}*?[] for patterns",
            ("results",),
            "name a folder without these characters",
        )


def _check_covariates(data: Mapping[str, Any], origin: ValueOrigin) -> None:
    """Refuse a covariate of a name that it cannot have, and one that is neither measured nor brought by a corpus."""
    brought: set[str] = set()
    for corpus, entry in data["corpora"].items():
        try:
            check_brought(names := entry.get("covariates", {}))
        except InputError as error:
            raise origin.error(error.problem, ("corpora", corpus, "covariates"), error.remedy) from None
        brought |= names.keys()
    known = [*COVARIATES, *sorted(brought)]
    for keys in (("controls", "match"), ("confounds", "covariates"), ("controls", "tolerances")):
        for name in data[keys[0]][keys[1]]:
            origin.check_known("covariate", name, known, keys)


def _check_names(data: Mapping[str, Any], origin: ValueOrigin) -> None:
    """Refuse a run of nothing, and a corpus whose folder is another one's."""
    if not data["corpora"] and not data["suites"]:
        raise origin.error("nothing to run", (), "give `corpora:` or `suites:`, see config/README.md")
    for kind in ("corpora", "suites"):
        try:
            check_names(data[kind], {"corpora": "corpus", "suites": "suite"}[kind])
        except InputError as error:
            raise origin.error(error.problem, (kind,), error.remedy) from None
    for name in FOLDERS:
        if name in map(str.lower, data["corpora"]):
            raise origin.error(
                f"a corpus cannot be called {name!r}: the folder of that name holds other results",
                ("corpora", name),
                "give it another name",
            )


def _check_report(run: RunConfig, origin: ValueOrigin) -> None:
    """Refuse a metric of the block `report` that a corpus with systems does not have."""
    for corpus in run.corpora.values():
        known = [*run.metrics, *corpus.segment_scores]
        if corpus.systems and run.report.metric is not None:
            origin.check_known("metric", run.report.metric, known, ("report", "metric"))


def _with_text_keys(value: Any) -> Any:
    """YAML reads the name 1 as a number; names are text."""
    if isinstance(value, Mapping):
        return {str(name): _with_text_keys(item) for name, item in value.items()}
    return value
