"""Test sets whose outputs people scored, with the challenge sets that our pipeline makes of their sources."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from _campaign import campaign, documents
from _common import known_phenomena

from extractors.core.arrays import Float64, Int32
from extractors.core.files import read_lines, read_text
from extractors.extract.align import align_corpus
from extractors.extract.detect import detect
from extractors.extract.parse import parse_to_file
from extractors.extract.segment_covariates import of_parts
from extractors.extract.select import ranges, select
from extractors.extract.set_settings import SetSettings
from extractors.formats import conllu, tables
from extractors.formats.alignment import AlignmentParts
from extractors.formats.segments import Corpus
from extractors.inputs.evaluation_sets import read_set
from extractors.inputs.testsets import EvalSet, GivenScores
from extractors.models.parsers import DEFAULT_PARSER, create_parser

TED = "mqm:{data}/mqm/mqm_ted_ende.tsv.gz#en-de"
WMT23 = "mteval:{data}/wmt-formats/mt-metrics-eval/wmt23-ende.tar.gz#en-de"
WMT21 = (
    "wmt24:{data}/wmt21/en-de#en-de + avgmqm:{data}/mqm/mqm_newstest2021_ende.avg_seg_scores.tsv.gz#Nemo=NVIDIA-NeMo,"
    "ref-B=,metricsystem1=,metricsystem2=,metricsystem3=,metricsystem4=,metricsystem5="
)
WMT21_DE = "wmt24:{data}/wmt21/de-en#de-en"
NEURAL = {"XCOMET-XL": "XCOMET-XL-refA", "CometKiwi": "CometKiwi-src"}
"""Metrics of WMT23 besides chrF, by the name that the page gives them."""


@dataclass(frozen=True)
class Rated:
    """A test set of N segments and K systems.

    Attributes:
        human: (N, K) by the protocol, higher is better, NaN where nobody scored.
        metrics: (N, K) by the name of the metric, higher is better.
        documents: (N,) the number of each segment's document.
        note: what a reader must know of its scores.
    """

    name: str
    languages: tuple[str, str]
    source: list[str]
    reference: list[str]
    outputs: dict[str, list[str]]
    human: dict[str, Float64]
    metrics: dict[str, Float64]
    documents: npt.NDArray[np.int64]
    note: str


def rated_sets(data: Path) -> list[Rated]:
    """The four test sets."""
    return [_ted(data), _wmt23(data), _wmt21(data), _wmt21_german(data)]


def _ted(data: Path) -> Rated:
    found = read_set(TED.format(data=data))
    human = {"MQM": _scores(found.scores["mqm"], list(found.systems), len(found.segments))}
    return _rated("TED en-de", found, "ref", human, {}, _documents(found), "One rater a segment, five talks.")


def _wmt23(data: Path) -> Rated:
    found = read_set(WMT23.format(data=data))
    names = {"MQM": "mqm.merged", "DA+SQM": "da-sqm"} | NEURAL
    values = {name: _scores(found.scores[key], list(found.systems), len(found.segments)) for name, key in names.items()}
    human = {name: values.pop(name) for name in ("MQM", "DA+SQM")}
    return _rated("WMT23 en-de", found, "refA", human, values, _documents(found), "Segments are paragraphs.")


def _wmt21(data: Path) -> Rated:
    found = read_set(WMT21.format(data=data))
    systems = sorted({score.system for score in found.scores["mqm"].values} & set(found.systems))
    human = {"MQM": _scores(found.scores["mqm"], systems, len(found.segments))}
    return _rated("WMT21 en-de", found, "A", human, {}, _blocks(data, "en-de"), "News; one rater a segment.", systems)


def _wmt21_german(data: Path) -> Rated:
    found = read_set(WMT21_DE.format(data=data))
    of_documents = _blocks(data, "de-en")
    human = {"DA": _direct_assessment(data / "wmt21/de-en/human-da.csv", list(found.systems), of_documents)}
    note = (
        "News. The campaign numbers the segments in an order of its own. Only documents whose length no other document"
        " has are sure to be the same in both orders; only these are used."
    )
    return _rated("WMT21 de-en", found, "A", human, {}, of_documents, note)


def _rated(
    name: str,
    found: EvalSet,
    reference: str,
    human: dict[str, Float64],
    metrics: dict[str, Float64],
    of_documents: npt.NDArray[np.int64],
    note: str,
    systems: Sequence[str] | None = None,
) -> Rated:
    assert found.languages is not None
    outputs = {system: _texts(found.systems[system].texts) for system in systems or found.systems}
    source = _texts([segment.source for segment in found.segments])
    references = _texts(found.references[reference].texts)
    languages = found.languages[0][:2], found.languages[1][:2]
    return Rated(name, languages, source, references, outputs, human, metrics, of_documents, note)


def _texts(texts: Sequence[str | None]) -> list[str]:
    """As a run reads them: a line break inside a segment is a blank."""
    return [(text or "").replace("\n", " ") for text in texts]


def _scores(scores: GivenScores, systems: Sequence[str], segments: int) -> Float64:
    """(N, K) means over raters, higher is better."""
    values = np.full((segments, len(systems)), np.nan)
    place = {system: k for k, system in enumerate(systems)}
    for (system, segment), (value, _) in scores.mean_by_segment().items():
        if system in place:
            values[segment, place[system]] = value if scores.higher_is_better else -value
    return values


def _documents(found: EvalSet) -> npt.NDArray[np.int64]:
    return _numbers([str(segment.document) for segment in found.segments])


def _blocks(data: Path, pair: str) -> npt.NDArray[np.int64]:
    return _numbers(read_lines(data / f"documents/wmt21-boundaries/{pair}.docs"))


def _numbers(names: Sequence[str]) -> npt.NDArray[np.int64]:
    return np.unique(np.array(names), return_inverse=True)[1].astype(np.int64)


def _direct_assessment(path: Path, systems: Sequence[str], of_documents: npt.NDArray[np.int64]) -> Float64:
    """(N, K) z-scores of the documents whose number of segments is that of no other."""
    scores, order = campaign(path, systems)
    sizes = Counter(length for _, length in documents(order))
    of_length = {length: first for first, length in documents(order) if sizes[length] == 1}
    lines: dict[int, int] = {}
    for document, length in Counter(of_documents.tolist()).items():
        if length in of_length:
            first_line = int(np.flatnonzero(of_documents == document)[0])
            lines |= {of_length[length] + i: first_line + i for i in range(length)}
    human = np.full((len(of_documents), len(systems)), np.nan)
    human[list(lines.values())] = scores[list(lines)]
    return human


@dataclass(frozen=True)
class Extracted:
    """What our pipeline makes of a source.

    Attributes:
        hits, sets: the tables HITS and SETS.
        covariates: (N,) of each covariate, by name.
    """

    hits: pa.Table
    sets: pa.Table
    covariates: Mapping[str, Float64]


def folder_of(rated: Rated, work: Path) -> Path:
    """Where what is made of a test set is kept."""
    folder = work / rated.name.replace(" ", "-").lower()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def extracted(rated: Rated, work: Path) -> Extracted:
    """Hits, sets and covariates by the shipped models.

    Args:
        work: where the parse and the links are kept, which take most of the time.
    """
    folder = folder_of(rated, work)
    source, target = rated.languages
    parses, links = folder / "source.conllu.gz", folder / "alignment.parquet"
    if not parses.exists():
        parse_to_file(create_parser(DEFAULT_PARSER, language=source, model=None, options={}), rated.source, parses)
    treebank = conllu.read(parses)
    if not links.exists():
        corpus = Corpus(source, target, rated.source, {"A": rated.reference})
        aligned = align_corpus(corpus, treebank, aligner="simalign", model=None, options={}, references=["A"])
        tables.write(aligned, links)
    chosen = known_phenomena(source)
    found = detect([treebank], chosen, language=source, links=AlignmentParts(links, "A"), source=rated.source)
    hits = pa.concat_tables(found)
    sets = select(hits, {p.id: ranges(SetSettings().of_phenomenon(p.minimum_distances)) for p in chosen})
    return Extracted(hits, sets, of_parts([treebank], len(rated.source)))


def minimum_sets(found: Extracted) -> dict[tuple[str, int], Int32]:
    """The segments of each set at a minimum distance, by phenomenon and distance."""
    return {
        (row["phenomenon"], row["distance_from"]): np.array(row["segment_ids"], dtype=np.int32)
        for row in found.sets.to_pylist()
        if row["kind"] == "minimum"
    }


def word_frequencies(data: Path, language: str) -> Counter[str]:
    """How often each word form stands in texts that are none of the test sets: books, captions, news of 2013."""
    counts: Counter[str] = Counter()
    for name in (
        f"books/books.{language}.gz",
        f"multi30k/train.{language}.gz",
        f"newstest2013/newstest2013.{language}",
    ):
        counts.update(words_of(read_text(data / name)))
    return counts


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, without what has no letter."""
    return [word for part in text.casefold().split() if (word := part.strip(".,;:!?\"'()[]„“”‚‘’»«–-…")).isalpha()]
