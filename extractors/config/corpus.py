"""Check what the user wrote about one corpus of a run; errors name the file and line of a value."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from extractors.config.corpus_texts import (
    WrittenCorpus,
    WrittenEntry,
    check_references,
    covariates_of,
    is_hter_file,
    names_of,
    post_edits_of,
    segment_scores_of,
)
from extractors.config.from_testset import SCORES_FOLDER, taken_from
from extractors.config.model import Config
from extractors.config.output_settings import PublishSettings
from extractors.core.errors import InputError
from extractors.core.settings import Keys
from extractors.core.yamlfile import ValueOrigin
from extractors.inputs.evaluation_sets import files_of_set
from extractors.inputs.places import Place
from extractors.inputs.reading import files_of, is_of_library
from extractors.models.tool_settings import NO_ALIGNER, AlignerSettings, ParserSettings, for_language
from extractors.phenomena import catalogue, detection
from extractors.phenomena.catalogue import Phenomenon
from extractors.phenomena.chosen_phenomena import Detection, choose
from extractors.phenomena.estimands import OUTPUTS, REFERENCE
from extractors.scoring.imported_score_settings import SegmentScoreFile
from extractors.scoring.metric_settings import Options, of_language


@dataclass(frozen=True, kw_only=True)
class CorpusConfig:
    """A corpus to run; {data_dir} is replaced in its places.

    Attributes:
        unit: what sets and scores are of: `segment`, or `sentence` (see extractors.extract.units).
        humans: the references that people made, but for those that the audit finds to be edited outputs.
        said_humans: those of which the config says so in so many words, which the audit leaves alone.
        test_set: what extractors.inputs.testsets reads it from; None if the user has named each text.
        post_edits: by system, the place of what a post-editor made of its output.
        parse: the parser, with the model of the source language.
        align: the aligner, with the references to align.
        segment_scores: the files of scores that the user brings, by the name of the metric.
        names: the places that name the domain and the document of each segment, those of them that there are.
        detection: how well the phenomena are found, as far as it is known, and which are not run for that.
        covariates: the places with a number for each segment that controls can be matched on, by name.
        publish: what is said of the corpus when its sets are published.
    """

    name: str
    test_set: str | None
    source_language: str
    target_language: str
    source: Place
    references: dict[str, Place]
    humans: tuple[str, ...]
    said_humans: tuple[str, ...]
    systems: dict[str, Place]
    post_edits: dict[str, Place]
    unit: str
    parse: ParserSettings
    align: AlignerSettings
    segment_scores: dict[str, SegmentScoreFile]
    names: dict[str, Place]
    covariates: dict[str, Place]
    phenomena: list[Phenomenon]
    detection: Detection
    minimum_confidence: float
    publish: PublishSettings

    @property
    def phenomenon_ids(self) -> list[str]:
        return [p.id for p in self.phenomena]

    @property
    def is_aligned(self) -> bool:
        """Whether there are links to references, from which reordering and accuracy come."""
        return bool(self.references) and self.align.aligner != NO_ALIGNER

    @property
    def is_chosen_by_outputs(self) -> bool:
        """Whether the outputs of systems choose the sets of a phenomenon, so that they are aligned first."""
        return any(p.chosen_by == OUTPUTS for p in self.phenomena)

    @property
    def definition_checksums(self) -> dict[str, str]:
        """The checksum of each phenomenon's definition, which tells whether its detection was measured."""
        return {p.id: catalogue.definitions_checksum([p.definition(self.source_language)]) for p in self.phenomena}

    @property
    def aligned_references(self) -> tuple[str, ...]:
        """The names of the references to align: those in `align.references`, or all.

        The target words of hits come from the first.
        """
        return self.align.references or tuple(self.references)

    def files(self) -> list[str]:
        """Return the files that the source and the references are read from."""
        return files_of(self.source, *self.references.values())

    def other_files(self) -> list[str]:
        """Return the files that all else is read from; scores that the run itself writes are left out."""
        texts = [*self.systems.values(), *self.post_edits.values()]
        files = files_of(*texts, *self.names.values(), *self.covariates.values())
        files += [str(file) for file in files_of_set(self.test_set)] if self.test_set else []
        return [*files, *(file.path for file in self.segment_scores.values() if not self.is_made(file))]

    def is_made(self, scores: SegmentScoreFile) -> bool:
        """Return whether the run itself writes a file of scores."""
        return self.is_taken(scores) or is_hter_file(scores.path, self.name)

    def is_taken(self, scores: SegmentScoreFile) -> bool:
        """Return whether the run writes a file of scores from the corpus's test set."""
        return self.test_set is not None and scores.path.endswith(
            f"/{self.name}/{SCORES_FOLDER}/{Path(scores.path).name}"
        )

    @property
    def taken_scores(self) -> list[str]:
        """The names of the scores that the run takes from the test set."""
        return [name for name, file in self.segment_scores.items() if self.is_taken(file)]

    @property
    def scored_people(self) -> dict[str, list[str]]:
        """The human translations that have those scores, by the name of the scores."""
        return {name: list(self.segment_scores[name].humans) for name in self.taken_scores}

    @property
    def own_outputs(self) -> dict[str, Place]:
        """The outputs of systems that are not those of the test set."""
        taken = f"testset:{self.test_set}#systems/"
        return {name: place for name, place in self.systems.items() if place.text != f"{taken}{name}"}

    def places(self) -> list[Place]:
        """Return the place of each text of the corpus, and of its names and covariates."""
        texts = (self.source, *self.references.values(), *self.systems.values())
        return [*texts, *self.post_edits.values(), *self.names.values(), *self.covariates.values()]

    def library_places(self) -> list[Place]:
        """Return the places that are read from a library (sacreBLEU, `datasets`) instead of a file."""
        return list(filter(is_of_library, self.places()))

    def computed(self, of_run: Mapping[str, Options]) -> dict[str, Options]:
        """Return the options of each metric of the run, with the target language's defaults; {} without a reference."""
        return {} if not self.references else of_language(of_run, self.target_language)

    def metrics(self, of_run: Mapping[str, Options]) -> dict[str, Options]:
        """Return the options of each metric, computed by the run or brought by the user, for `create_metric`."""
        return {**self.computed(of_run), **{name: file.metric_options for name, file in self.segment_scores.items()}}


def corpus_config(name: str, config: Config, known: dict[str, Phenomenon], origin: ValueOrigin) -> CorpusConfig:
    """Check a corpus of the config, and resolve its places, phenomena and settings.

    Args:
        known: the phenomena that can be looked for.
    """
    entry = config.corpora[name]
    written = WrittenEntry(entry, ("corpora", name), config, origin)
    language = entry.source_language
    with written.at(begin=f"corpus {name}: "):
        references = {reference: written.fill(place) for reference, place in entry.references_by_name.items()}
        systems = written.systems()
        source = written.fill(entry.source)
        for place in (source, *references.values()):
            written.check_here(place)
        names = config.phenomena_of(entry)
        check_references(entry, systems)
        phenomena = catalogue.select(known, names, language, path=config.phenomena_file, twins=config.paper)
    parse = entry.parse.over(config.parse).of_language(language)
    align = entry.align.over(config.align).named()
    for reference in align.references or ():
        written.check_known("reference", reference, list(references), "align", "references")
    _check_unit(written, align, references)
    phenomena = _findable(
        written,
        phenomena,
        is_aligned=bool(references) and align.aligner != NO_ALIGNER,
        has_outputs=bool(systems) and align.aligns_outputs,
    )
    chosen, known_detection = _choice_of(written, phenomena, parse)
    return CorpusConfig(
        name=name,
        test_set=None if (taken := taken_from(entry, config)) is None else taken.test_set,
        source_language=language,
        target_language=entry.target_language,
        source=source,
        references=references,
        humans=entry.human_references,
        said_humans=entry.said_humans,
        systems=systems,
        post_edits=post_edits_of(written, [*systems]),
        unit=entry.unit,
        parse=parse,
        align=align,
        names=names_of(written),
        covariates=covariates_of(written),
        segment_scores=segment_scores_of(
            written,
            [*systems],
            no_people=[name for name in references if name not in entry.human_references],
        ),
        phenomena=chosen,
        detection=known_detection,
        minimum_confidence=config.minimum_of("minimum_confidence", entry),
        publish=entry.publish.over(config.publish),
    )


def _findable(
    written: WrittenCorpus, phenomena: list[Phenomenon], *, is_aligned: bool, has_outputs: bool
) -> list[Phenomenon]:
    """Leave out phenomena that cannot be found: reordering is found by links to outputs or references.

    Without references, outputs are aligned for reordering alone, which takes most of a run's time: only if it is named.

    Args:
        has_outputs: whether there are outputs that can be aligned; without them a reference chooses sets instead.
    """
    measured = [p.id for p in phenomena if p.measure is not None]
    if is_aligned or not measured:
        by_reference = {} if has_outputs else {"chosen_by": REFERENCE}
        return [p if p.measure is None else p.model_copy(update=by_reference) for p in phenomena]
    is_named = written.config.phenomena_of(written.entry) is not None
    if is_named and has_outputs:
        return phenomena
    if is_named:
        raise written.error(
            f"{measured[0]} is found by links to outputs or to a reference, but the corpus has none, or no aligner",
            "give outputs or a reference, and an aligner, or leave the phenomenon out",
            "phenomena",
        )
    return [p for p in phenomena if p.measure is None]


def _choice_of(
    written: WrittenCorpus, phenomena: list[Phenomenon], parse: ParserSettings
) -> tuple[list[Phenomenon], Detection]:
    """Choose the phenomena that the parser finds well enough, or that are asked for by name."""
    config, entry, origin = written.config, written.entry, written.origin
    every = config.imprecise or config.phenomena_of(entry) is not None
    minimum, language = config.minimum_of("minimum_precision", entry), entry.source_language
    if minimum and config.minimum_of("minimum_confidence", entry):
        raise origin.error(
            "a minimum precision and a minimum confidence are both asked for, but the first sets the second",
            _keys_of("minimum_precision", written),
            "leave out one of them",
        )
    try:
        figures = _figures(parse, language)
        return choose(phenomena, figures, language, every=every, minimum_precision=minimum)
    except InputError as error:
        # One without a file is of what was asked for, one with a file of the figures.
        place = _keys_of("minimum_precision" if error.path is None else "parse", written)
        raise origin.error(error.placed_problem, place, error.remedy) from None


def _figures(parse: ParserSettings, language: str) -> detection.DetectionFigures | None:
    """Return what was measured with the parser on the language; None if nothing was."""
    if parse.quality is None:
        return detection.model_figures(parse.parser, for_language(parse.model, language), language)
    found = detection.read_figures(str(parse.quality))
    if found.language != language or found.parser.partition(":")[0] != parse.parser:
        raise InputError(
            f"was measured with {found.parser} on {found.language!r}, but the corpus is parsed by {parse.parser} in"
            f" {language!r}",
            path=found.path,
            remedy="give the figures of this parser and language, or leave out `quality`",
        )
    return found


def _keys_of(name: str, written: WrittenCorpus) -> Keys:
    """Return where a key stands: in the corpus, or at the top of the config."""
    return (*written.keys, name) if name in written.entry.model_fields_set else (name,)


def _check_unit(written: WrittenCorpus, align: AlignerSettings, references: Mapping[str, Place]) -> None:
    """Refuse sentences without links of all texts, by which they are matched; one's own links are not of all."""
    if written.entry.unit == "sentence" and not align.aligns_outputs:
        raise written.error(
            "unit: sentence matches sentences by links to references and outputs, but this aligner makes none",
            "use the aligner simalign, or leave out `unit`",
            "unit",
        )
    if written.entry.unit == "sentence" and align.references and set(align.references) != set(references):
        raise written.error(
            "unit: sentence cuts every reference by its links, but align.references leaves some out",
            "name every reference in align.references, or leave out align.references",
            "unit",
        )
