"""Test sets with marked errors, from texts to hits and links, in a folder; what is there is not made again."""

import hashlib
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from _common import known_phenomena

from extractors.core import yamlfile
from extractors.core.logs import log
from extractors.extract import campaign_tables, segment_covariates
from extractors.extract.align import align_corpus, align_outputs
from extractors.extract.detect import detect
from extractors.extract.ingest import ingest, ingest_system
from extractors.extract.parse import parse_to_file
from extractors.formats import conllu, tables
from extractors.formats.alignment import AlignmentParts
from extractors.formats.campaign_scores import RATINGS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.inputs.evaluation_sets import read_set
from extractors.inputs.places import parse
from extractors.models.parsers import create_parser


@dataclass(frozen=True)
class MarkedSet:
    """An annotation of outputs.

    Attributes:
        place: its texts, ratings and errors, as `from:` reads them.
        campaign: which of the campaigns there.
        aligner, options: what links the words.
    """

    name: str
    place: str
    campaign: str
    aligner: str = "simalign"
    options: Mapping[str, Any] = field(default_factory=dict)


def read_sets(path: Path, data: Path) -> list[MarkedSet]:
    """The sets of a file like benchmarks/marked.yaml; `{data}` in a place is a folder."""
    content = yamlfile.load(path).data
    return [MarkedSet(name=name, **one | {"place": one["place"].format(data=data)}) for name, one in content.items()]


def prepare(of: MarkedSet, work: Path) -> Path:
    """The set's folder, as a run has RESULTS/CORPUS up to hits and links; texts of two sets are parsed once."""
    folder = work / of.name.replace(" ", "-")
    found = read_set(of.place)
    source, target = found.languages or ("en", "de")
    text = f"testset:{of.place}#"

    def make(file: str, make_it: Callable[[Path], None]) -> Path:
        path = folder / file
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            log.info("%s: %s", of.name, file)
            make_it(path)
        return path

    def ingest_texts(path: Path) -> None:
        references = {ref: parse(f"{text}references/{ref}") for ref in found.references}
        table = ingest(
            source=parse(f"{text}source"), references=references, source_language=source, target_language=target
        )
        tables.write(table, path)

    segments = make("segments.parquet", ingest_texts)
    corpus = read_corpus(segments)
    make("test_set", lambda path: campaign_tables.write(found, path, systems=list(found.systems), people={}))
    ratings = tables.read(RATINGS, folder / "test_set/ratings.parquet").to_pylist()
    rated = {(row["system"], row["segment_id"]) for row in ratings if row["campaign"] == of.campaign}
    systems = {}
    for system in sorted({system for system, _ in rated} & {*found.systems}):

        def ingest_output(path: Path, system: str = system) -> None:
            tables.write(ingest_system(place=parse(f"{text}systems/{system}"), source=corpus.source, of=text), path)

        systems[system] = make(f"systems/{system}.parquet", ingest_output)

    def parse_source(path: Path) -> None:
        known = work / hashlib.sha256("\n".join(corpus.source).encode()).hexdigest()
        if not known.exists():
            parse_to_file(create_parser("biaffine", language=source, model=None, options={}), corpus.source, path)
            shutil.copy(path, known)
        shutil.copy(known, path)

    treebank = conllu.read(make("source.conllu.gz", parse_source))
    documents = parse(f"{text}document") if all(segment.document for segment in found.segments) else None
    make(
        "covariates.parquet",
        lambda path: tables.write(
            segment_covariates.measure(folder / "source.conllu.gz", segments, domain=None, document=documents), path
        ),
    )
    aligner: dict[str, Any] = {"aligner": of.aligner, "model": None, "options": of.options}
    make(
        "alignment.parquet",
        lambda path: tables.write(align_corpus(corpus, treebank, references=list(corpus.references), **aligner), path),
    )

    def find_hits(path: Path) -> None:
        links = AlignmentParts(folder / "alignment.parquet", None)
        hits = detect([treebank], known_phenomena(source), language=source, links=links, source=corpus.source)
        tables.write_parts(hits, path)

    make("hits.parquet", find_hits)
    # What was not rated is not aligned, which takes the most time.
    outputs = {
        system: [text if (system, n) in rated else "" for n, text in enumerate(read_hypotheses(path))]
        for system, path in systems.items()
    }
    make(
        "output_alignment.parquet", lambda path: tables.write(align_outputs(corpus, treebank, outputs, **aligner), path)
    )
    return folder
