"""Test sets with marked errors, as a run leaves them in a folder; what is there is not made again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from extractors.core.logs import log
from extractors.extract import campaign_tables as test_set
from extractors.extract import segment_covariates
from extractors.extract.align import align_corpus, align_outputs
from extractors.extract.detect import detect
from extractors.extract.ingest import ingest, ingest_system
from extractors.extract.parse import parse_to_file
from extractors.extract.select import ranges, select
from extractors.extract.set_settings import SetSettings
from extractors.formats import conllu, tables
from extractors.formats.alignment import AlignmentParts
from extractors.formats.campaign_scores import RATINGS
from extractors.formats.hits import HITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.inputs.evaluation_sets import read_set
from extractors.inputs.places import parse
from extractors.models.parsers import create_parser
from extractors.phenomena import DEFAULT_FILE, catalogue
from extractors.phenomena.catalogue import Phenomenon
from extractors.score.accuracy.accuracy_settings import AccuracySettings
from extractors.score.accuracy.accuracy_stage import accuracy_to_files
from extractors.score.accuracy.errors_stage import human_errors_to_files
from extractors.score.accuracy.lexicon import default_parser, lexicon_to_file
from extractors.score.statistics.statistics_settings import StatisticsSettings

SETS = {
    "TED": "mqm:{data}/mqm/mqm_ted_ende.tsv.gz#en-de",
    "WMT23": "wmt24:{data}/documents/wmt23-en-de#en-de + "
    "segrating:{data}/mqm/wmt23_ende.mqm.merged.seg.rating.gz#synthetic_ref=",
}
ALIGNER: dict[str, Any] = {"aligner": "simalign", "model": None, "options": {}}


def known_phenomena(language: str) -> list[Phenomenon]:
    """The phenomena of a language that run by default."""
    return list(catalogue.select(catalogue.load(DEFAULT_FILE), None, language, path=DEFAULT_FILE))


def prepare(name: str, data: Path, folder: Path) -> Path:
    """A set of SETS as a run's folder RESULTS/CORPUS has it, up to accuracy and marked errors."""
    place = SETS[name].format(data=data)
    found = read_set(place)
    source, target = found.languages or ("en", "de")
    text = f"testset:{place}#"

    def make(file: str, work: Callable[[Path], None]) -> Path:
        path = folder / file
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            log.info("%s: %s", name, file)
            work(path)
        return path

    def ingest_texts(path: Path) -> None:
        references = {ref: parse(f"{text}references/{ref}") for ref in found.references}
        table = ingest(
            source=parse(f"{text}source"), references=references, source_language=source, target_language=target
        )
        tables.write(table, path)

    segments = make("segments.parquet", ingest_texts)
    corpus = read_corpus(segments)
    systems = {}
    for system in found.systems:

        def ingest_output(path: Path, system: str = system) -> None:
            place = parse(f"{text}systems/{system}")
            tables.write(ingest_system(place=place, segments=len(corpus), corpus=text), path)

        systems[system] = make(f"systems/{system}.parquet", ingest_output)

    def read_errors(path: Path) -> None:
        test_set.write(place, path, systems=list(systems), scores=[])

    make("test_set", read_errors)

    def parse_source(path: Path) -> None:
        parse_to_file(create_parser("biaffine", language=source, model=None, options={}), corpus.source, path)

    treebank = conllu.read(make("source.conllu.gz", parse_source))
    documents = parse(f"{text}document") if all(segment.document for segment in found.segments) else None
    make(
        "covariates.parquet",
        lambda path: tables.write(
            segment_covariates.measure(folder / "source.conllu.gz", segments, domain=None, document=documents), path
        ),
    )
    make(
        "alignment.parquet",
        lambda path: tables.write(align_corpus(corpus, treebank, references=list(corpus.references), **ALIGNER), path),
    )

    def find_hits(path: Path) -> None:
        links = AlignmentParts(folder / "alignment.parquet", None)
        hits = detect([treebank], known_phenomena(source), language=source, links=links, source=corpus.source)
        tables.write_parts(hits, path)

    make("hits.parquet", find_hits)

    def select_sets(path: Path) -> None:
        hits = tables.read(HITS, folder / "hits.parquet")
        wanted = {p.id: ranges(SetSettings().of_phenomenon(p.minimum_distances)) for p in known_phenomena(source)}
        tables.write(select(hits, wanted), path)

    make("sets.parquet", select_sets)
    rated = {row["segment_id"] for row in tables.read(RATINGS, folder / "test_set/ratings.parquet").to_pylist()}
    # What nobody rated is not aligned, which takes the most time.
    outputs = {
        system: [text if n in rated else "" for n, text in enumerate(read_hypotheses(path))]
        for system, path in systems.items()
    }
    make(
        "lexicon.parquet",
        lambda path: lexicon_to_file(
            segments=segments, systems=systems.values(), parser=default_parser(target), lexicon=path
        ),
    )
    make(
        "output_alignment.parquet", lambda path: tables.write(align_outputs(corpus, treebank, outputs, **ALIGNER), path)
    )

    shared = {
        "segments": segments,
        "parses": folder / "source.conllu.gz",
        "set_table": folder / "sets.parquet",
        "covariates": folder / "covariates.parquet",
        "systems": systems,
        "ordered": [p.id for p in known_phenomena(source) if p.measure],
        "settings": AccuracySettings(),
        **{table: folder / f"{table}.parquet" for table in ("alignment", "hits", "output_alignment")},
    }
    if not (folder / "accuracy_hits.parquet").exists():
        accuracy_to_files(
            **shared,
            lexicon=folder / "lexicon.parquet",
            accuracy=folder / "accuracy.parquet",
            effects=folder / "accuracy_effects.parquet",
            by_hit=folder / "accuracy_hits.parquet",
            statistics=StatisticsSettings(),
        )
    if not (folder / "human_errors.parquet").exists():
        human_errors_to_files(
            **shared,
            test_set=folder / "test_set",
            by_phenomenon=folder / "human_errors.parquet",
            by_hit=folder / "human_error_hits.parquet",
            agreement=folder / "error_agreement.parquet",
        )
    return folder
