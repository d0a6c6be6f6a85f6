"""Building ready-made sets from the folders of campaigns, with the parser and the aligner of a run by default."""

import tempfile
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.config.corpus import CorpusConfig
from extractors.config.publish_settings import PublishSettings
from extractors.config.run import RunConfig, build_config
from extractors.core.errors import InputError
from extractors.core.install import EXTRAS
from extractors.core.logs import log
from extractors.core.version import __version__
from extractors.extract import parse, segment_covariates, select
from extractors.extract.align import align_corpus, align_outputs
from extractors.extract.control_settings import NAMES
from extractors.extract.detect import detect
from extractors.formats import conllu, tables
from extractors.formats.alignment import AlignmentParts, OutputParts
from extractors.formats.covariates import MEASURED
from extractors.formats.origin import inherit_origin, origin_of
from extractors.formats.published import PUBLISHED_IDS
from extractors.formats.ready_made_tables import BASELINE, LINES, PAIR_SEGMENTS
from extractors.formats.segments import Corpus
from extractors.formats.statistics import write_statistics
from extractors.inputs.campaigns import EvalSet
from extractors.inputs.evaluation_sets import read_texts_of_set
from extractors.inputs.places import Place
from extractors.inputs.reading import read_texts
from extractors.models.parsers import create_parser
from extractors.models.tool_settings import model_of
from extractors.phenomena.catalogue import Phenomenon
from extractors.publish import description, ready_made_sets
from extractors.publish.description import Description, checksum
from extractors.publish.ready_made_sets import clean, line_checksum
from extractors.publish.rows import located
from extractors.publish.run_results import phenomena_of_sets
from extractors.score import segment_statistics
from extractors.score.metric_settings import primary_metric
from extractors.score.metrics import metric_signature
from extractors.score.scorer import SetScorer
from extractors.score.statistics.statistics_settings import StatisticsSettings

LANGUAGES = ("de", "en")
"""Those whose parsers ship."""
ALIGNED = {"de-en", "en-de"}
"""The pairs of the aligner that ships."""
METRICS: Mapping[str, Mapping[str, Any]] = {"chrf": {}, "bleu": {}}
NOT_IN_BASE = {f"{language}-mecab" for language in EXTRAS if language in ("ja", "ko")}
"""Tokenizers of BLEU that need an extra: those pairs have chrF alone."""
UNSURE = {"wmt23-en-he"}
"""Whose other reference is not known to be a translation by people from nothing."""
LICENCE = "shared task data of WMT: free for research; cite the findings of its year"


def build(test_sets: Mapping[str, Path], output: Path, *, pairs: Collection[str] | None = None) -> list[str]:
    """Write the ready-made sets of test sets, whose folders are by sacreBLEU's name (wmt24); the names of the sets.

    Pairs are all from English and German that sacreBLEU has, or some of these.
    """
    made = []
    for test_set, folder in test_sets.items():
        references = {p: r for p, r in _references(test_set).items() if pairs is None or p in pairs}
        corpora = {
            f"{test_set}-{pair}": {"from": {"place": f"wmt:{folder}#{pair}", "references": [reference]}}
            for pair, reference in references.items()
        }
        run = build_config({"corpora": corpora, "metrics": METRICS}, [])
        for language in LANGUAGES:
            of_language = {pair: run.corpora[f"{test_set}-{pair}"] for pair in references if pair[:2] == language}
            if of_language:
                _SourceLines(run, test_set, language, of_language, output / test_set).write()
                made += [f"{test_set}:{pair}" for pair in of_language]
    return made


def _references(test_set: str) -> dict[str, str]:
    """By pair from our languages, the reference that sacreBLEU scores with."""
    from sacrebleu.dataset import DATASETS

    if test_set not in DATASETS:
        raise InputError(f"sacreBLEU has no test set {test_set!r}", remedy="name it as sacreBLEU does: wmt24=FOLDER")
    dataset = DATASETS[test_set]
    return {
        pair: (entry.get("refs", dataset.kwargs["refs"]) if isinstance(entry, dict) else dataset.kwargs["refs"])[0]
        for pair, entry in dataset.langpairs.items()
        if pair.partition("-")[0] in LANGUAGES
    }


class _SourceLines:
    """The pairs of a test set with one source language."""

    def __init__(
        self, run: RunConfig, test_set: str, language: str, corpora: Mapping[str, CorpusConfig], folder: Path
    ) -> None:
        self._run, self._test_set, self._language, self._folder = run, test_set, language, folder
        self._corpora = corpora
        self._sources = {pair: _clean(read_texts(corpus.source)) for pair, corpus in corpora.items()}
        self._lines = list(dict.fromkeys(line for source in self._sources.values() for line in source))
        self._any = next(iter(corpora.values()))
        choice = self._any.parse
        self._parser = create_parser(
            choice.parser, language=language, model=model_of(choice.model, language), options=choice.options
        )

    def write(self) -> None:
        lexical = [p for p in self._any.phenomena if p.measure is None]
        with tempfile.TemporaryDirectory() as place:
            parses = Path(place, "lines.conllu.gz")
            parse.parse_to_file(self._parser, self._lines, parses)
            hits = self._detect(parses, lexical, Corpus(self._language, self._language, self._lines, {}))
            values = segment_covariates.of_parts(conllu.read_parts(parses), len(self._lines))
        sums = [line_checksum(line) for line in self._lines]
        lines = LINES.from_columns({"checksum": sums, **{name: values[name] for name in MEASURED}})
        tables.write(lines, self._folder / ready_made_sets.lines_file(self._language))
        tables.write(hits, self._folder / ready_made_sets.hits_file(self._language))
        for pair, corpus in self._corpora.items():
            self._write_pair(pair, corpus)

    def _detect(
        self,
        parses: Path,
        phenomena: Sequence[Phenomenon],
        corpus: Corpus,
        links: AlignmentParts | None = None,
        outputs: OutputParts | None = None,
    ) -> pa.Table:
        """The hits, with the places of their words."""
        detection = self._any.detection
        found = pa.concat_tables(
            detect(
                conllu.read_parts(parses),
                phenomena,
                language=self._language,
                links=links,
                outputs=outputs,
                minimum_confidence=self._any.minimum_confidence,
                minimum_precision=detection.minimum_precision,
                minimum_confidences=detection.minimum_confidences,
                source=corpus.source,
            )
        )
        return inherit_origin(located(found, conllu.read(parses), corpus), found)

    def _write_pair(self, pair: str, corpus: CorpusConfig) -> None:
        folder, source = self._folder / pair, self._sources[pair]
        ((name, place),) = corpus.references.items()
        texts = Corpus(self._language, corpus.target_language, source, {name: _clean(read_texts(place))})
        number = {line: i for i, line in enumerate(self._lines)}
        segments = PAIR_SEGMENTS.from_columns(
            {
                "line": [number[line] for line in source],
                "reference": [line_checksum(line) for line in texts.references[name]],
                **{name: _numbers(corpus.names.get(name), len(source)) for name in NAMES},
            }
        )
        tables.write(segments, folder / ready_made_sets.SEGMENTS_OF_PAIR)
        outputs = {system: read_texts(place) for system, place in corpus.systems.items()}
        phenomena = [p for p in corpus.phenomena if p.measure is None or pair in ALIGNED]
        if pair in ALIGNED:
            tables.write(self._aligned(corpus, texts, outputs), folder / ready_made_sets.HITS_OF_PAIR)
        hits = ready_made_sets.hits_of(folder, self._language, segments.column("line").to_numpy())
        described = self._description(corpus, texts, phenomena, hits, pair)
        description.write(described, folder)
        baseline = self._baseline(described, texts, outputs, hits)
        tables.write(baseline, folder / ready_made_sets.BASELINE_OF_PAIR)
        write_humans(read_texts_of_set(corpus.test_set or ""), name, described, folder)
        log.info("%s:%s: %d segments, %d systems", self._test_set, pair, len(source), len(outputs))

    def _aligned(self, corpus: CorpusConfig, texts: Corpus, outputs: Mapping[str, Sequence[str]]) -> pa.Table:
        """The hits that are measured on the alignment; their origin is that of a run's hits."""
        how: dict[str, Any] = {
            "aligner": corpus.align.aligner,
            "model": corpus.align.model,
            "options": corpus.align.options,
            "minimum_confidence": corpus.align.minimum_confidence,
        }
        with tempfile.TemporaryDirectory() as place:
            parses, links, of_outputs = (
                Path(place, name) for name in ("s.conllu.gz", "links.parquet", "outputs.parquet")
            )
            parse.parse_to_file(self._parser, texts.source, parses)
            treebank = conllu.read(parses)
            (name,) = texts.references
            tables.write(align_corpus(texts, treebank, references=[name], **how), links)
            tables.write(align_outputs(texts, treebank, outputs, **how), of_outputs)
            hits = self._detect(
                parses,
                corpus.phenomena,
                texts,
                AlignmentParts(links, name),
                OutputParts(of_outputs, systems=len(outputs)) if corpus.is_chosen_by_outputs else None,
            )
        measured = pa.array([p.id for p in corpus.phenomena if p.measure is not None], pa.string())
        return hits.filter(pc.is_in(hits.column("phenomenon"), measured)).select(
            [column.name for column in PUBLISHED_IDS.columns]
        )

    def _description(
        self, corpus: CorpusConfig, texts: Corpus, phenomena: Sequence[Phenomenon], hits: pa.Table, pair: str
    ) -> Description:
        metrics = {
            name: dict(options)
            for name, options in corpus.computed(METRICS).items()
            if options.get("tokenize") not in NOT_IN_BASE
        }
        settings = PublishSettings.of(
            {
                "licence": "other",
                "licence_name": LICENCE,
                "attribution": f"the organisers of {self._test_set.upper()}",
                "ids_only": True,
            }
        )
        ranges = {p.id: select.ranges(self._run.sets[p.id]) for p in phenomena}
        origin, counts = origin_of(hits), Counter(hits.column("phenomenon").to_pylist())
        entries = phenomena_of_sets(
            self._run.settings.phenomena_file, select.select(hits, ranges), self._language, origin, {}
        )
        return Description(
            name=f"{self._test_set}-{pair}",
            pretty_name=f"Challenge sets of {self._test_set.upper()} {pair}",
            source_language=self._language,
            target_language=corpus.target_language,
            segments=len(texts),
            source_sha256=checksum(texts.source),
            references={name: checksum(text) for name, text in texts.references.items()},
            signature=tables.run_signature(hits),
            version=__version__,
            parser=self._parser.signature,
            aligner="none" if origin is None else origin.alignment,
            target_reference=None,
            metric=primary_metric(list(metrics)),
            metrics=metrics,
            metric_signatures={name: metric_signature(name, o, references=1) for name, o in metrics.items()},
            statistics=StatisticsSettings(),
            phenomena=[{**entry, "hits": counts[entry["id"]]} for entry in entries],
            publish=settings,
        )

    def _baseline(
        self,
        described: Description,
        texts: Corpus,
        outputs: Mapping[str, Sequence[str]],
        hits: pa.Table,
    ) -> pa.Table:
        """The scores of the submitted systems."""
        sets = ready_made_sets.sets_of(described, hits)
        statistics = [
            segment_statistics.statistics(
                system=system,
                metric=metric,
                options=options,
                hypotheses=hypotheses,
                references=list(texts.references.values()),
            )
            for metric, options in described.metrics.items()
            for system, hypotheses in outputs.items()
        ]
        wanted: list[tuple[str | None, int | None, Any]] = [(None, None, np.arange(len(texts)))]
        wanted += [
            (row["phenomenon"], row["distance_from"], row["segment_ids"])
            for row in sets.to_pylist()
            if row["kind"] == "minimum" and row["segments"]
        ]
        rows: list[dict[str, Any]] = []
        for block in SetScorer.of(statistics, described.metrics).blocks:
            for phenomenon, distance, ids in wanted:
                scores = block.made.score(block.rows[ids].sum(axis=0, dtype=np.float64))
                of_set = {"phenomenon": phenomenon, "distance_from": distance, "metric": block.metric}
                rows += [
                    {"system": system, "score": score, **of_set}
                    for system, score in zip(block.systems, scores.tolist(), strict=True)
                ]
        return BASELINE.table(rows)


def write_humans(texts: EvalSet, reference: str, described: Description, folder: Path) -> None:
    """Write what the other references score against the one of a set, as if they were systems: numbers and no text."""
    read = {name: _clean([text or "" for text in of.texts]) for name, of in texts.references.items()}
    is_by_people = described.metric and described.name not in UNSURE
    for name in sorted(read.keys() - {reference}) if is_by_people else ():
        found = segment_statistics.statistics(
            system=name,
            metric=described.metric or "",
            options=described.metrics[described.metric or ""],
            hypotheses=read[name],
            references=[read[reference]],
        )
        write_statistics(found, folder / ready_made_sets.HUMANS_OF_PAIR / f"{name}.parquet")


def _numbers(place: Place | None, count: int) -> Sequence[int | None]:
    """The number of each segment's name in a text that has one a line, in the order of the names."""
    if place is None:
        return [None] * count
    return [int(number) for number in np.unique(np.array(read_texts(place)), return_inverse=True)[1]]


def _clean(texts: Sequence[str]) -> list[str]:
    return [clean(text) for text in texts]
