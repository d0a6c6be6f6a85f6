"""config/config.yaml: what to run. Defaults are in config.schema.yaml, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import yaml

from extractors import aligners, metrics, parsers
from extractors.config import corpus as config_corpus
from extractors.config import publishing
from extractors.config.corpus import Blame
from extractors.config.publishing import PublishSettings
from extractors.core import registry, yamlfile
from extractors.core.errors import InputError
from extractors.formats.sets import Range, ranges
from extractors.phenomena import catalogue
from extractors.phenomena.catalogue import Phenomenon
from extractors.texts.reading import check_place, files_of

PARSE_DEFAULTS: dict[str, Any] = {"parser": parsers.DEFAULT, "model": None, "options": {}}
ALIGN_DEFAULTS: dict[str, Any] = {"aligner": "simalign", "model": None, "options": {}, "references": None}


@dataclass(frozen=True)
class CorpusConfig:
    """A corpus to run; places are as the user wrote them, with {data_dir} replaced.

    Attributes:
        lemmas: what gives the lemmas of the target language: whether they are compared at all, parser
            (None for the default where it has a model), model and options.
        segment_scores: the files of scores that the user brings, by the name of the metric, each as the
            attributes of extractors.score.imported_scores.Source.
        domain: the place that names the domain of each segment.
        publish: what is said of the corpus when its sets are published.
        translations: how each system is made whose output the run makes itself, as the keyword arguments of
            extractors.translation.translator.Translator; its place is among those of `systems`.
    """

    name: str
    source_language: str
    target_language: str
    source: str
    references: dict[str, str]
    systems: dict[str, str]
    parse: dict[str, Any]
    align: dict[str, Any]
    lemmas: dict[str, Any]
    segment_scores: dict[str, dict[str, Any]]
    domain: str | None
    translations: dict[str, dict[str, Any]]
    phenomena: list[Phenomenon]
    minimum_confidence: float
    publish: PublishSettings

    @property
    def phenomenon_ids(self) -> list[str]:
        return [p.id for p in self.phenomena]

    def files(self) -> list[str]:
        """The files that the source and the references are read from."""
        return [file for place in (self.source, *self.references.values()) for file in files_of(place)]

    def other_files(self) -> list[str]:
        """The files that systems, segment scores and domains are read from."""
        others = [*self.systems.values(), *([self.domain] if self.domain else [])]
        files = [file for place in others for file in files_of(place)]
        return [*files, *(source["path"] for source in self.segment_scores.values())]

    def library_places(self) -> list[str]:
        """The places that are read from a library (sacreBLEU, `datasets`) and from no file."""
        places = (
            self.source,
            *self.references.values(),
            *self.systems.values(),
            *([self.domain] if self.domain else []),
        )
        return [place for place in places if not files_of(place)]

    def metrics(self, run: RunConfig) -> dict[str, dict[str, Any]]:
        """The options of each metric of the run and of the scores that the user brings, for `create_metric`."""
        brought = {
            name: {"segment_scores": True, "higher_is_better": source.get("higher_is_better", True)}
            for name, source in self.segment_scores.items()
        }
        return run.metrics | brought


@dataclass(frozen=True)
class RunConfig:
    """A whole run.

    Attributes:
        ranges: the distances of each phenomenon's sets.
        metrics: the options of each metric.
        statistics: how scores are tested, as of extractors.score.settings.Settings.
        accuracy: whether accuracy is measured, and how.
        confounds: what is matched besides the length, to see what it changes.
        report: what the report holds.
        data: the config as a mapping, with defaults.
    """

    results: Path
    corpora: dict[str, CorpusConfig]
    phenomena_file: Path
    ranges: dict[str, list[Range]]
    controls: dict[str, Any]
    metrics: dict[str, dict[str, Any]]
    statistics: dict[str, Any]
    accuracy: dict[str, Any]
    confounds: dict[str, Any]
    report: dict[str, Any]
    data: dict[str, Any]


@cache
def config_schema() -> dict[str, Any]:
    """The JSON schema of the config."""
    text = resources.files("extractors.config").joinpath("run.schema.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


def load_config(paths: Sequence[str | Path], *, overrides: Mapping[str, Any] | None = None) -> RunConfig:
    """The run of one config file, or of several of which a later one overrides the earlier.

    Args:
        overrides: values that override those of every file.
    """
    files = [yamlfile.load(path) for path in paths]
    merged: dict[str, Any] = {}
    for file in files:
        _merge(merged, file.data if isinstance(file.data, dict) else {})
    return build_config({**merged, **(overrides or {})}, files)


def _merge(into: dict[str, Any], other: Mapping[str, Any]) -> None:
    for name, value in other.items():
        if isinstance(value, dict) and isinstance(into.get(name), dict):
            _merge(into[name], value)
        else:
            into[name] = value


def build_config(config: Mapping[str, Any], files: Sequence[yamlfile.YamlFile]) -> RunConfig:
    """Check a config and fill in its defaults.

    Args:
        config: the values, merged from the files and the command line.
        files: the files they came from, for messages.

    Raises:
        InputError: an unknown key, name or value, with its line and the nearest known one; a file
            that does not exist; a phenomenon that the language does not have.
    """
    blame = Blame(files)
    config = _with_text_keys(config)
    # Of the command line, Snakemake's --config takes True for a truth value, and true for text.
    if config.get("download") in ("true", "false"):
        config = {**config, "download": config["download"] == "true"}
    for keys, problem, remedy in yamlfile.problems(dict(config), config_schema()):
        raise blame.error(problem, keys, remedy)
    data = {k: v["default"] for k, v in config_schema()["properties"].items() if "default" in v} | dict(config)
    for block in ("sets", "controls", "confounds", "statistics", "accuracy", "report"):
        defaults = {k: v["default"] for k, v in config_schema()["properties"][block]["properties"].items()}
        data[block] = defaults | data[block]
    data["metrics"] = {name: dict(options or {}) for name, options in data["metrics"].items()}
    for metric in data["metrics"]:
        if metric not in registry.names(metrics):
            raise blame.unknown("metric", metric, registry.names(metrics), ("metrics", metric))
    known = catalogue.load(data["phenomena_file"])
    corpora = {name: _corpus(name, data, known, blame) for name in data["corpora"]}
    return RunConfig(
        results=Path(data["results"]),
        corpora=corpora,
        phenomena_file=Path(data["phenomena_file"]),
        ranges={p.id: _ranges(p, data["sets"], blame) for p in known.values()},
        controls=data["controls"],
        metrics=data["metrics"],
        statistics=data["statistics"],
        accuracy=data["accuracy"],
        confounds=data["confounds"],
        report=_report(data, corpora, blame),
        data=data,
    )


def _report(data: Mapping[str, Any], corpora: Mapping[str, CorpusConfig], blame: Blame) -> dict[str, Any]:
    """The block `report`; the metric that it names is one that every corpus with systems has."""
    block: dict[str, Any] = data["report"]
    for corpus in corpora.values():
        known = [*data["metrics"], *corpus.segment_scores]
        if corpus.systems and block["metric"] is not None and block["metric"] not in known:
            raise blame.unknown("metric", block["metric"], known, ("report", "metric"))
    return block


def _with_text_keys(value: Any) -> Any:
    """YAML reads the name 1 as a number; names are text."""
    if isinstance(value, Mapping):
        return {str(name): _with_text_keys(item) for name, item in value.items()}
    return value


def _ranges(phenomenon: Phenomenon, block: Mapping[str, Any], blame: Blame) -> list[Range]:
    # A phenomenon with distances of its own, such as reordering, has no use for the run's small exact ones.
    own = phenomenon.minimum_distances
    try:
        return ranges(
            minimum=own or block["minimum_distances"],
            exact=() if own else block["exact_distances"],
            buckets=() if own else [(a, b) for a, b in block["buckets"]],
        )
    except InputError as error:
        raise blame.error(error.problem, ("sets",), error.remedy) from None


def _corpus(name: str, data: Mapping[str, Any], known: dict[str, Phenomenon], blame: Blame) -> CorpusConfig:
    entry, keys = data["corpora"][name], ("corpora", name)

    def fill(place: str) -> str:
        return place.replace("{data_dir}", data["data_dir"])

    try:
        references = entry["references"]
        references = {"A": references} if isinstance(references, str) else references
        references = {k: fill(v) for k, v in references.items()}
        systems = config_corpus.systems(entry, data, fill)
        for place in (fill(entry["source"]), *references.values()):
            check_place(place, download=data["download"])
        names = entry.get("phenomena", data.get("phenomena"))
        found = catalogue.select(known, names, entry["source_language"], path=data["phenomena_file"])
    except InputError as error:
        problem = error.problem if error.path is None else f"{error.path}: {error.problem}"
        raise blame.error(f"corpus {name}: {problem}", keys, error.remedy) from None
    translations = config_corpus.translations(entry, keys, systems, blame)
    parse = PARSE_DEFAULTS | data.get("parse", {}) | entry.get("parse", {})
    align = ALIGN_DEFAULTS | data.get("align", {}) | entry.get("align", {})
    if parse["parser"] not in registry.names(parsers):
        raise blame.unknown("parser", parse["parser"], registry.names(parsers), ("parse", "parser"))
    if align["aligner"] not in registry.names(aligners):
        raise blame.unknown("aligner", align["aligner"], registry.names(aligners), ("align", "aligner"))
    if isinstance(parse["model"], dict):
        parse["model"] = parse["model"].get(entry["source_language"])
    align["references"] = align["references"] or list(references)
    for reference in align["references"]:
        if reference not in references:
            raise blame.unknown("reference", reference, list(references), (*keys, "align", "references"))
    return CorpusConfig(
        name=name,
        source_language=entry["source_language"],
        target_language=entry["target_language"],
        source=fill(entry["source"]),
        references=references,
        systems=systems | {s: str(Path(data["results"], name, "translations", f"{s}.txt")) for s in translations},
        parse=parse,
        align=align,
        lemmas=config_corpus.lemmas(data["accuracy"], entry["target_language"], blame),
        domain=config_corpus.domain(entry, keys, data, fill, blame),
        segment_scores=config_corpus.segment_scores(entry, keys, [*systems, *translations], fill, blame),
        translations=translations,
        phenomena=found,
        minimum_confidence=float(entry.get("minimum_confidence", data["minimum_confidence"])),
        publish=publishing.of_config(data.get("publish", {}), entry.get("publish", {}), keys, blame),
    )
