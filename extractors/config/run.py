"""Read, check and resolve config/config.yaml once, for a run; errors name the file and line of a value.

The keys of the file, with their defaults, bounds and meanings, are in extractors.config.model.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

from pydantic import ValidationError, create_model

from extractors.config.corpus import CorpusConfig, corpus_config
from extractors.config.corpus_texts import with_hter
from extractors.config.from_testset import expanded
from extractors.config.model import Config, CorpusEntry
from extractors.core import wings, yamlfile
from extractors.core.settings import problems
from extractors.core.wings import WingConfig
from extractors.core.yamlfile import ValueOrigin
from extractors.extract.control_settings import COVARIATES
from extractors.extract.set_settings import SetSettings
from extractors.phenomena import DEFAULT_FILE, catalogue
from extractors.phenomena.estimands import estimands


@dataclass(frozen=True, kw_only=True)
class RunConfig:
    """A whole run.

    Attributes:
        settings: the config with its defaults.
        sets: the distances of the sets of each phenomenon.
        blocks: what wings made of their blocks, by the name of the block.
    """

    settings: Config
    corpora: dict[str, CorpusConfig]
    sets: dict[str, SetSettings]
    blocks: dict[str, WingConfig]

    def asked_of(self, corpus: CorpusConfig) -> dict[str, dict[str, Any]]:
        """Return what is asked of each phenomenon of a corpus, as JSON values of Estimand."""
        asked = estimands(corpus.phenomena, self.settings.sets.tested_distances)
        return {name: estimand.as_dict() for name, estimand in asked.items()}

    def tested_by_order(self, corpus: CorpusConfig) -> dict[str, tuple[int, str | None]]:
        """Return the phenomena at which systems are compared by word order: the tested distance and measure of each."""
        asked = self.asked_of(corpus)
        return {one.id: (asked[one.id]["distance"], one.measure) for one in corpus.phenomena if one.order}

    @property
    def results(self) -> Path:
        """The folder for everything that is made."""
        return Path(self.settings.results)


def load_config(paths: Sequence[str | Path], *, overrides: Mapping[str, Any] | None = None) -> RunConfig:
    """Load the run of one config file, or of several, merged as by `read_config`.

    Args:
        overrides: values that override those of every file.
    """
    return build_config(*read_config(paths, overrides=overrides))


def read_config(
    paths: Sequence[str | Path], *, overrides: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any], list[yamlfile.YamlFile]]:
    """Read config files, and return their merged values and the files.

    Args:
        overrides: values that override every file, as Snakemake's `--config`.
    """
    files = [yamlfile.load(path) for path in paths]
    for file in files:
        if not isinstance(file.data, dict):
            raise file.error("must be a config with keys at its top", (), "see config/README.md")
    return {**merged([file.data for file in files]), **(overrides or {})}, files


def merged(configs: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Merge configs as Snakemake merges its `--configfile`s.

    Mappings are merged key by key at any depth; of any other value, a list too, the last config's counts.
    """
    return reduce(_merged, configs, {})


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


def check_config(config: Mapping[str, Any], files: Sequence[yamlfile.YamlFile] = ()) -> Config:
    """Check the keys and values of a config, and fill in its defaults, as a run's manifest keeps it.

    What a corpus takes `from` a test set stands there as if the user had written it.

    Args:
        config: the values, merged from the files and the command line.
        files: the files they came from, for messages.
    """
    origin = ValueOrigin(files)
    for file in files:
        yamlfile.check_read_alike(file)
    written = _with_text_keys(config)
    model = _model_for(written, origin)
    try:
        checked = model.model_validate(written)
    except ValidationError as error:
        first = problems(error, written, model)[0]
        is_of_line = len(first.keys) == 1 and not origin.has(first.keys)
        if is_of_line and isinstance(written[str(first.keys[0])], int | float):
            number = "Snakemake reads what looks like a number as one (2024_11 as 202411): write a path as ./2024_11"
            raise origin.error(first.text, first.keys, f"{number}, or write the key into a config file") from None
        raise origin.error(first.text, first.keys, first.remedy) from None
    corpora: dict[str, CorpusEntry] = {}
    for name in checked.corpora:
        corpora[name] = with_hter(name, expanded(name, checked, origin), checked)
    found: dict[str, Any] = {"corpora": corpora}
    # Whoever runs the workflow as a module, from another folder, gets the phenomena that come with it.
    if "phenomena_file" not in checked.model_fields_set and not Path(checked.phenomena_file).exists():
        found["phenomena_file"] = str(DEFAULT_FILE)
    return checked.model_copy(update=found)


def _model_for(written: Mapping[str, Any], origin: ValueOrigin) -> type[Config]:
    """Return the model of a config with the blocks of those wings that it asks for.

    Raises:
        InputError: a block is of a wing that is not installed.
    """
    others = [key for key in written if key not in Config.model_fields]
    found = wings.with_blocks(others)
    for key in others:
        if key not in found and (missing := wings.not_installed(key, f"`{key}:`")) is not None:
            raise origin.error(missing.problem, (key,), missing.remedy)
    fields: dict[str, Any] = {block: wing.field() for block, wing in found.items()}
    return create_model("Config", __base__=Config, **fields) if fields else Config


def build_config(config: Mapping[str, Any], files: Sequence[yamlfile.YamlFile]) -> RunConfig:
    """Check a config and resolve the names and files in it; for the arguments see `check_config`."""
    origin = ValueOrigin(files)
    settings = check_config(config, files)
    for check in (_check_work, _check_results, _check_covariates):
        check(settings, origin)
    known = catalogue.load(
        settings.phenomena_file, languages={entry.source_language for entry in settings.corpora.values()}
    )
    run = RunConfig(
        settings=settings,
        corpora={},
        blocks={},
        sets={p.id: settings.sets.of_phenomenon(p.minimum_distances) for p in known.values()},
    )
    for name in settings.corpora:
        run.corpora[name] = corpus_config(name, settings, known, origin)
    for block, wing in wings.with_blocks([*config]).items():
        run.blocks[block] = wing.resolved(settings, origin)
    _check_report(run, origin)
    return run


def _check_work(settings: Config, origin: ValueOrigin) -> None:
    """Reject a config without corpora and without a block of a wing."""
    if not settings.corpora and type(settings) is Config:
        raise origin.error("nothing to run", (), "give `corpora:`, see config/README.md")


def _check_results(settings: Config, origin: ValueOrigin) -> None:
    """Reject a folder of results in which nothing can be written."""
    path = Path(settings.results)
    if file := next((place for place in (path, *path.parents) if place.is_file()), None):
        raise origin.error(f"the results cannot be in {path}: {file} is a file", ("results",), "name a folder")


def _check_covariates(settings: Config, origin: ValueOrigin) -> None:
    """Reject a covariate that is neither measured nor brought by a corpus."""
    brought = {name for entry in settings.corpora.values() for name in entry.covariates}
    known = [*COVARIATES, *sorted(brought)]
    for keys, names in (
        (("controls", "match"), settings.controls.match or ()),
        (("controls", "tolerances"), settings.controls.tolerances),
    ):
        for name in names:
            origin.check_known("covariate", name, known, keys)


def _check_report(run: RunConfig, origin: ValueOrigin) -> None:
    """Reject a primary metric that a corpus with systems does not have, and a tested distance of no phenomenon."""
    for name in run.settings.sets.tested_distances:
        origin.check_known("phenomenon", name, list(run.sets), ("sets", "tested_distances"))
    for corpus in run.corpora.values():
        known = [*run.settings.metrics, *corpus.segment_scores]
        if corpus.systems and run.settings.report.metric is not None:
            origin.check_known("metric", run.settings.report.metric, known, ("report", "metric"))


def _with_text_keys(value: Any) -> Any:
    """Turn all keys into text: YAML reads the name 1 as a number."""
    if isinstance(value, Mapping):
        return {str(name): _with_text_keys(item) for name, item in value.items()}
    return value
