"""A corpus of a run: what the user wrote of it, checked; errors name the file and line of a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from extractors import aligners, metrics, parsers
from extractors.config import publishing
from extractors.config.languages import check_language
from extractors.config.test_sets import SCORES_FOLDER, settings_of
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.core.names import check_names
from extractors.core.yamlfile import Keys, ValueOrigin
from extractors.evalsets.reading import files_of_set
from extractors.phenomena import catalogue, quality, trust
from extractors.phenomena.catalogue import Phenomenon
from extractors.phenomena.detection import Detection
from extractors.phenomena.quality import Quality
from extractors.phenomena.trust import Choice, Wanted
from extractors.settings.accuracy import AccuracySettings
from extractors.settings.controls import COVARIATES, NAMES
from extractors.settings.languages import UNDETERMINED
from extractors.settings.metrics import Options, of_language
from extractors.settings.publishing import PublishSettings
from extractors.settings.segment_scores import SegmentScoreFile
from extractors.settings.tools import AlignerSettings, ParserSettings, TranslatorSettings, model_of
from extractors.texts import places
from extractors.texts.places import Place
from extractors.texts.reading import check_place, files_of, systems_at


@dataclass(frozen=True, kw_only=True)
class CorpusConfig:
    """A corpus to run; {data_dir} is replaced in its places.

    Attributes:
        unit: what sets and scores are of: `segment`, or `sentence` (see extractors.units).
        test_set: what extractors.testsets reads it from; None if the user has named each text.
        parse: the parser, with the model of the source language.
        align: the aligner, with the references to align.
        lemmas: what gives the lemmas of the target language: the parser and its model of that language.
        segment_scores: the files of scores that the user brings, by the name of the metric.
        names: the places that name the domain and the document of each segment, those of them that there are.
        detection: how well the phenomena are found, as far as it is known, and which are not run for that.
        covariates: the places with a number for each segment that controls can be matched on, by name.
        translations: how each system is made whose output the run makes itself; its place is among those of `systems`.
        publish: what is said of the corpus when its sets are published.
    """

    name: str
    test_set: str | None
    source_language: str
    target_language: str
    source: Place
    references: dict[str, Place]
    systems: dict[str, Place]
    unit: str
    parse: ParserSettings
    align: AlignerSettings
    lemmas: AccuracySettings
    segment_scores: dict[str, SegmentScoreFile]
    names: dict[str, Place]
    covariates: dict[str, Place]
    translations: dict[str, TranslatorSettings]
    phenomena: list[Phenomenon]
    detection: Detection
    minimum_confidence: float
    publish: PublishSettings

    @property
    def phenomenon_ids(self) -> list[str]:
        return [p.id for p in self.phenomena]

    @property
    def definition_checksums(self) -> dict[str, str]:
        """The checksum of each phenomenon's definition, which tells whether its detection was measured."""
        return {p.id: catalogue.definitions_checksum([p.definition(self.source_language)]) for p in self.phenomena}

    @property
    def aligned_references(self) -> tuple[str, ...]:
        """The references that are aligned, the first of them for reordering."""
        return self.align.references or tuple(self.references)

    def files(self) -> list[str]:
        """The files that the source and the references are read from."""
        return [file for place in (self.source, *self.references.values()) for file in files_of(place)]

    def other_files(self) -> list[str]:
        """The files that systems, segment scores, covariates, and names of domains and documents are read from."""
        others = [*self.systems.values(), *self.names.values(), *self.covariates.values()]
        files = [file for place in others for file in files_of(place)]
        files += [str(file) for file in files_of_set(self.test_set)] if self.test_set else []
        return [*files, *(file.path for file in self.segment_scores.values() if not self.is_made(file))]

    def is_made(self, scores: SegmentScoreFile) -> bool:
        """Whether the run itself writes a file of scores, from the test set that has them."""
        return self.test_set is not None and scores.path.endswith(
            f"/{self.name}/{SCORES_FOLDER}/{Path(scores.path).name}"
        )

    def library_places(self) -> list[Place]:
        """The places that are read from a library (sacreBLEU, `datasets`) and from no file."""
        texts = (self.source, *self.references.values(), *self.systems.values())
        every = (*texts, *self.names.values(), *self.covariates.values())
        return [place for place in every if not files_of(place)]

    def computed(self, of_run: Mapping[str, Options]) -> dict[str, Options]:
        """The options of each metric of the run, with those that the target language asks for."""
        return of_language(of_run, self.target_language)

    def metrics(self, of_run: Mapping[str, Options]) -> dict[str, Options]:
        """The options of each metric of the run and of the scores that the user brings, for `create_metric`."""
        return {**self.computed(of_run), **{name: file.metric_options for name, file in self.segment_scores.items()}}


def corpus_config(
    name: str, data: Mapping[str, Any], known: dict[str, Phenomenon], accuracy: AccuracySettings, origin: ValueOrigin
) -> CorpusConfig:
    """The corpus of a name.

    Args:
        data: the config of the run with its defaults.
        known: the phenomena that can be looked for.

    Raises:
        InputError: a place or a name that is not there, with its file and line.
    """
    entry, keys = data["corpora"][name], ("corpora", name)
    check_languages(entry, keys, origin)

    def fill(place: str) -> Place:
        return places.parse(place.replace("{data_dir}", data["data_dir"]))

    try:
        written = entry.get("references", {})
        by_name = {"A": written} if isinstance(written, str) else written
        references = {reference: fill(place) for reference, place in by_name.items()}
        check_names(references, "reference")
        systems = systems_of(entry, data["download"], fill)
        source = fill(entry["source"])
        for place in (source, *references.values()):
            check_place(place, download=data["download"])
        names = entry.get("phenomena", data.get("phenomena"))
        _check_references(entry, systems)
        phenomena = catalogue.select(
            known, names, entry["source_language"], path=data["phenomena_file"], twins=data["paper"]
        )
    except InputError as error:
        problem = error.problem if error.path is None else f"{error.path}: {error.problem}"
        raise origin.error(f"corpus {name}: {problem}", keys, error.remedy) from None
    translations = _translations(entry, keys, systems, origin)
    scores_folder = Path(data["results"], name, SCORES_FOLDER)
    parse = ParserSettings.of(data.get("parse", {}) | entry.get("parse", {}))
    align = AlignerSettings.of(data.get("align", {}) | entry.get("align", {}))
    _check_known("parser", parse.parser, registry.names(parsers), ("parse", "parser"), origin)
    _check_known("aligner", align.aligner, registry.names(aligners), ("align", "aligner"), origin)
    for reference in align.references or ():
        _check_known("reference", reference, list(references), (*keys, "align", "references"), origin)
    parse = parse.of_language(entry["source_language"])
    phenomena = _findable(phenomena, by_name, names, keys, origin)
    choice = _choice(phenomena, entry, data, parse, keys, origin)
    translated = {s: places.parse(Path(data["results"], name, "translations", f"{s}.txt")) for s in translations}
    return CorpusConfig(
        name=name,
        test_set=None if (taken := settings_of(entry, data)) is None else taken.test_set,
        source_language=entry["source_language"],
        target_language=entry.get("target_language", UNDETERMINED),
        source=source,
        references=references,
        systems=systems | translated,
        unit=_unit(entry, keys, align, references, origin),
        parse=parse,
        align=align,
        lemmas=_lemmas(accuracy, entry.get("target_language", UNDETERMINED), origin),
        names=_names(entry, keys, data, fill, origin),
        covariates=_covariates(entry, keys, data, fill, origin),
        segment_scores=_segment_scores(entry, keys, [*systems, *translations], scores_folder, fill, origin),
        translations=translations,
        phenomena=choice.phenomena,
        detection=choice.detection,
        minimum_confidence=_minimum("minimum_confidence", entry, data),
        publish=publishing.of_config(data.get("publish", {}), entry.get("publish", {}), keys, origin),
    )


def check_languages(entry: Mapping[str, Any], keys: Keys, origin: ValueOrigin) -> None:
    """Refuse a code that is no language's, or not the one that it goes by here."""
    for key in ("source_language", "target_language"):
        try:
            check_language(entry.get(key, UNDETERMINED))
        except InputError as error:
            raise origin.error(error.problem, (*keys, key), error.remedy) from None


def _check_references(entry: Mapping[str, Any], systems: Mapping[str, Place]) -> None:
    """Refuse outputs without what they are scored against, and texts without their language."""
    targets = [key for key in ("references", "systems", "translate", "segment_scores") if entry.get(key)]
    if "target_language" not in entry and (targets or systems):
        raise InputError(f"it has {targets[0]} and no target_language", remedy="say which language they are in")
    if "references" not in entry and targets:
        raise InputError(
            f"it has {targets[0]} and no references", remedy="give references, or extract the source alone"
        )


def _unit(
    entry: Mapping[str, Any], keys: Keys, align: AlignerSettings, references: Mapping[str, Place], origin: ValueOrigin
) -> str:
    """What sets and scores are of; sentences are matched by links of all texts, which one's own links do not have."""
    unit: str = entry.get("unit", "segment")
    if unit == "sentence" and align.aligner == "pharaoh":
        raise origin.error(
            "unit: sentence matches sentences by links to references and outputs, and these links are your own",
            (*keys, "unit"),
            "take another aligner, such as eflomal, or leave out `unit`",
        )
    if unit == "sentence" and align.references and set(align.references) != set(references):
        raise origin.error(
            "unit: sentence cuts every reference by its links, and align.references leaves some out",
            (*keys, "unit"),
            "name every reference in align.references, or leave that out",
        )
    return unit


def _findable(
    phenomena: list[Phenomenon],
    references: Mapping[str, str],
    named: Sequence[str] | None,
    keys: Keys,
    origin: ValueOrigin,
) -> list[Phenomenon]:
    """Those that can be found: without references there is no alignment to measure."""
    measured = [p.id for p in phenomena if p.measure is not None]
    if references or not measured:
        return phenomena
    if named is not None:
        raise origin.error(
            f"{measured[0]} is found in the alignment with a reference, and the corpus has none",
            (*keys, "phenomena"),
            "give a reference, or leave the phenomenon out",
        )
    return [p for p in phenomena if p.measure is None]


def _minimum(name: str, entry: Mapping[str, Any], data: Mapping[str, Any]) -> float:
    """`minimum_confidence` or `minimum_precision` of a corpus."""
    return float(entry.get(name, data[name]))


def _choice(
    phenomena: list[Phenomenon],
    entry: Mapping[str, Any],
    data: Mapping[str, Any],
    parse: ParserSettings,
    keys: Keys,
    origin: ValueOrigin,
) -> Choice:
    """The phenomena that the parser finds well enough, or that are asked for by name."""
    wanted = Wanted(
        named=entry.get("phenomena", data.get("phenomena")) is not None,
        imprecise=data["imprecise"],
        minimum_precision=_minimum("minimum_precision", entry, data),
    )
    if wanted.minimum_precision and _minimum("minimum_confidence", entry, data):
        raise origin.error(
            "a minimum precision and a minimum confidence are asked for, and the first chooses the second",
            _place("minimum_precision", entry, keys),
            "leave out one of them",
        )
    try:
        return trust.choose(phenomena, _quality(parse, entry["source_language"]), entry["source_language"], wanted)
    except InputError as error:
        # One without a file is of what was asked for, one with a file of the figures.
        file = "" if error.path is None else f"{error.path}:{error.line}: " if error.line else f"{error.path}: "
        place = _place("parse" if file else "minimum_precision", entry, keys)
        raise origin.error(file + error.problem, place, error.remedy) from None


def _place(name: str, entry: Mapping[str, Any], keys: Keys) -> Keys:
    """Where a key stands: in the corpus, or at the top of the config."""
    return (*keys, name) if name in entry else (name,)


def _quality(parse: ParserSettings, language: str) -> Quality | None:
    """What was measured with the parser; None if nothing was.

    Raises:
        InputError: the file is no table of quality, or of another parser or language.
    """
    if parse.quality is None:
        return quality.of_model(parse.parser, model_of(parse.model, language), language)
    found = quality.load(str(parse.quality))
    if found.language != language or found.parser.partition(":")[0] != parse.parser:
        raise InputError(
            f"was measured with {found.parser} on {found.language!r}, and the corpus is parsed by {parse.parser} in"
            f" {language!r}",
            path=found.path,
            remedy="give the figures of this parser and language, or leave out `quality`",
        )
    return found


def _check_known(kind: str, name: str, known: Sequence[str], keys: Keys, origin: ValueOrigin) -> None:
    if name not in known:
        raise origin.unknown(kind, name, known, keys)


def _lemmas(accuracy: AccuracySettings, language: str, origin: ValueOrigin) -> AccuracySettings:
    """The parser that gives lemmas, with its model of the target language."""
    if accuracy.parser is not None:
        _check_known("parser", accuracy.parser, registry.names(parsers), ("accuracy", "parser"), origin)
    if accuracy.compare == "forms" and (accuracy.parser or accuracy.model or accuracy.options):
        raise origin.error(
            "forms are compared, and a parser is given for lemmas", ("accuracy",), "leave out one of them"
        )
    return replace(accuracy, model=model_of(accuracy.model, language))


def systems_of(entry: Mapping[str, Any], download: bool, fill: Callable[[str], Place]) -> dict[str, Place]:
    """The places of the outputs that the user has, by system.

    Raises:
        InputError: one that is not on this machine.
    """
    value = entry.get("systems", {})
    if isinstance(value, str):
        systems = systems_at(fill(value), download=download)
    elif isinstance(value, dict):
        systems = {name: fill(place) for name, place in value.items()}
        check_names(systems, "system")
    else:
        systems = places.named([fill(place).text for place in value], default="")
    for place in systems.values():
        check_place(place, download=download)
    return systems


def _translations(
    entry: Mapping[str, Any], keys: Keys, systems: Mapping[str, Place], origin: ValueOrigin
) -> dict[str, TranslatorSettings]:
    """How the outputs are made that the user does not have, by system."""
    written = entry.get("translate", {})
    if both := sorted(written.keys() & systems.keys()):
        raise origin.error(
            f"the system {both[0]!r} is given by `systems:` and is to be made by `translate:`",
            (*keys, "translate", both[0]),
            "give one of them another name",
        )
    try:
        check_names([*systems, *written], "system")
    except InputError as error:
        raise origin.error(error.problem, (*keys, "translate"), error.remedy) from None
    return {name: TranslatorSettings.of(options) for name, options in written.items()}


def _segment_scores(
    entry: Mapping[str, Any],
    keys: Keys,
    systems: Sequence[str],
    scores_folder: Path,
    fill: Callable[[str], Place],
    origin: ValueOrigin,
) -> dict[str, SegmentScoreFile]:
    """The files of scores; they are read later, and must be there, save those that the run writes.

    Args:
        scores_folder: where it writes them.
    """
    files = {}
    for name, value in entry.get("segment_scores", {}).items():
        place = (*keys, "segment_scores", name)
        try:
            file = SegmentScoreFile.written(value)
        except InputError as error:
            raise origin.error(error.problem, place, error.remedy) from None
        file = replace(file, path=fill(file.path).text)
        if name in registry.names(metrics):
            raise origin.error(
                f"{name!r} is the name of a metric that is computed", place, "give the scores another name"
            )
        is_made = "from" in entry and Path(file.path).parent == scores_folder
        if not is_made and not (places.exists(file.path) and Path(file.path).is_file()):
            raise origin.error(f"no such file: {file.path}", place, "paths are relative to the folder you run in")
        for system in file.systems:
            _check_known("system", system, systems, (*place, "systems", system), origin)
        files[name] = file
    return files


def _names(
    entry: Mapping[str, Any], keys: Keys, data: Mapping[str, Any], fill: Callable[[str], Place], origin: ValueOrigin
) -> dict[str, Place]:
    """The places of domains and documents, which must be there if controls are matched on them.

    Documents must be there, too, if tests are to go by them; units of cut segments have these as documents.
    """
    found = {}
    for name in NAMES:
        if entry.get(name) is not None:
            found[name] = fill(entry[name])
            try:
                check_place(found[name], download=data["download"])
            except InputError as error:
                raise origin.error(error.problem, (*keys, name), error.remedy) from None
        elif name == "document" and data["statistics"]["cluster"] == "document" and entry.get("unit") != "sentence":
            raise origin.error(
                f"statistics.cluster is `document`, and the corpus {keys[-1]} names none",
                ("statistics", "cluster"),
                "give the corpus `document:`, a text with the name of each segment's document, one a line; or leave"
                " statistics.cluster out, which takes documents where they are known",
            )
        elif name in _matched(data):
            raise origin.error(
                f"controls are matched on the {name}, and the corpus names none",
                keys,
                f"give it `{name}:`, a text with the name of each segment's {name}, one a line",
            )
    return found


def _matched(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The covariates that controls are matched on, or may be."""
    return (*data["controls"]["match"], *data["confounds"]["covariates"])


def _covariates(
    entry: Mapping[str, Any], keys: Keys, data: Mapping[str, Any], fill: Callable[[str], Place], origin: ValueOrigin
) -> dict[str, Place]:
    """The places of the covariates that the user brings, which must be there if controls are matched on them."""
    found = {}
    for name, place in entry.get("covariates", {}).items():
        found[name] = fill(place)
        try:
            check_place(found[name], download=data["download"])
        except InputError as error:
            raise origin.error(error.problem, (*keys, "covariates", name), error.remedy) from None
    for name in _matched(data):
        if name not in COVARIATES and name not in found:
            raise origin.error(
                f"controls are matched on the {name}, and the corpus brings none",
                keys,
                f"give it `covariates: {{{name}: FILE}}`, a number for each segment, one a line",
            )
    return found
