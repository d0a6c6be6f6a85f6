"""Segment covariates used to match controls: length, rare words, clauses, depth, sentences, domain, document, and those
that the user brings.

Sets differ from a corpus in more than their phenomenon: segments with a long-distance dependency have more clauses and
deeper trees. Controls can be matched on these too, which shows whether they make the difference.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Bool, Float64
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.extract.control_settings import check_brought
from extractors.formats import conllu, tables
from extractors.formats.covariates import COVARIATES, MEASURED
from extractors.formats.segments import SEGMENTS, read_source
from extractors.formats.treebank import Treebank
from extractors.formats.units import UNITS
from extractors.inputs.beside_source import numbers_beside, texts_beside
from extractors.inputs.parses import checked_parts
from extractors.inputs.places import Place

RARE_BELOW = 3
"""A word form that the source has less often is rare."""
CLAUSES = ("csubj", "ccomp", "xcomp", "advcl", "acl", "parataxis")
"""Relations, without what follows a colon, whose dependent is the head of a clause."""


def measure_parts(parts: Iterable[Treebank], segments: int) -> dict[str, Float64]:
    """Compute (N,) values of each covariate that a parse gives (MEASURED), by name; 0 for a segment without words.

    Punctuation and symbols do not count as words; a clause is a sentence, a word in a relation of a clause, or a verb
    that is coordinated.

    Args:
        parts: the parts of a parse, in order.
        segments: N, of the corpus; a parse with more is refused.
    """
    numbers: dict[str, int] = {}
    forms = [np.zeros(0, dtype=np.int32)]
    values: dict[str, Float64] = defaultdict(lambda: np.zeros(segments))
    for treebank in parts:
        if len(treebank) and treebank.segment[-1] >= segments:
            raise InputError(
                f"the parse has segment {treebank.segment[-1]}, but the corpus has only {segments} segments",
                path=treebank.source,
                remedy="give a parse and a corpus of the same text",
            )
        begin, end = int(treebank.segment[0]), int(treebank.segment[-1]) + 1
        is_word = ~treebank.upos.of(lambda upos: upos in ("PUNCT", "SYM"))
        folded = [numbers.setdefault(form.casefold(), len(numbers)) for form in treebank.form.values]
        forms.append(np.array(folded, dtype=np.int32)[treebank.form.codes[is_word]])
        for name, part_values in _measure_part(treebank, begin, is_word).items():
            values[name][begin:end] += part_values
    count, words = values["words"], np.concatenate(forms)
    is_rare = (np.bincount(words, minlength=1) < RARE_BELOW)[words]
    rare = np.bincount(np.repeat(np.arange(segments), count.astype(np.int64)), weights=is_rare, minlength=segments)
    shares: dict[str, Float64] = {"rare_words": rare.astype(np.float64), "proper_names": values["proper_names"]}
    return {name: shares[name] / np.maximum(count, 1) if name in shares else values[name] for name in MEASURED}


def _measure_part(treebank: Treebank, begin: int, is_word: Bool) -> dict[str, Float64]:
    """Compute the covariates of the segments of a part, the first being `begin`; shares are still counts of words."""
    segment = treebank.segment[treebank.sentence] - begin
    segments = int(treebank.segment[-1]) + 1 - begin

    def count(words: Bool) -> Float64:
        return np.bincount(segment[words], minlength=segments).astype(np.float64)

    clause = treebank.deprel.of(lambda relation: relation.partition(":")[0] in CLAUSES)
    joined = treebank.deprel.of(lambda relation: relation.partition(":")[0] == "conj")
    verb = treebank.upos.of(lambda upos: upos == "VERB")
    depth = np.zeros(segments)
    np.maximum.at(depth, segment, _depths(treebank))
    return {
        "length": count(treebank.begins_token),
        "clauses": count((treebank.head == 0) | clause | (joined & verb)),
        "depth": depth,
        "sentences": np.bincount(treebank.segment - begin, minlength=segments).astype(np.float64),
        "proper_names": count(treebank.upos.of(lambda upos: upos == "PROPN")),
        "words": count(is_word),
    }


def _depths(treebank: Treebank) -> Float64:
    """Count (W,) the arcs from each word up to its root."""
    depth = np.zeros(len(treebank))
    above = treebank.head_word
    # A circle of arcs, which a file may have, has no root; no tree is deeper than its words.
    for _ in range(int(np.diff(treebank.sentence_start).max(initial=0))):
        if not (inside := above >= 0).any():
            break
        depth += inside
        above = np.where(inside, treebank.head_word[above], -1)
    return depth


def measure(
    parses: str | Path,
    segments: str | Path,
    *,
    domain: Place | None = None,
    document: Place | None = None,
    brought: Mapping[str, Place] | None = None,
    units: str | Path | None = None,
    uncut: str | Path | None = None,
) -> pa.Table:
    """Measure the covariates of a corpus, and return the table COVARIATES.

    Args:
        parses, segments: what `parse` and `ingest` made.
        domain, document: the place that names the domain, and the document, of each segment.
        brought: the places with a number for each segment, by the name of the covariate.
        units: the table UNITS if segments were cut. Names and numbers are then given for whole segments, and a segment
            is the document of its units where none is named, since they depend on each other.
        uncut: the whole segments, a table as `segments`, where these were cut.
    """
    brought = brought or {}
    check_brought(brought)
    count = sum(map(len, tables.read_parts(SEGMENTS, segments, columns=["segment_id"])))
    measured = measure_parts(checked_parts(conllu.read_parts(parses), read_source(segments)), count)
    whole = np.arange(count) if units is None else tables.read(UNITS, units).column("whole").to_numpy()
    source = list(read_source(uncut or segments))
    places = (("domain", domain), ("document", document))
    names: dict[str, list[str | None]] = {name: [None] * count for name, _ in places}
    for name, place in places:
        if place is not None:
            segment_names = names_of(place, source, source_name=segments)
            if name == "document":
                _warn_of_interrupted(segment_names, place)
            names[name] = [segment_names[i] for i in whole]
    if units is not None and document is None:
        names["document"] = [f"segment {i}" for i in whole]
    numbers = {
        name: np.array(numbers_beside(place, source, source_name=segments))[whole] for name, place in brought.items()
    }
    columns = {"segment_id": np.arange(count), **measured, **names, **numbers}
    return COVARIATES.with_further(brought).from_columns(columns)


def _warn_of_interrupted(documents: Sequence[str], place: Place) -> None:
    """Warn of a document whose lines do not stand together: two may have one name, or the lines another order."""
    ended: set[str] = set()
    again: dict[str, int] = {}
    for line, (document, last) in enumerate(zip(documents, [None, *documents], strict=False), start=1):
        if document != last:
            if document in ended:
                again.setdefault(document, line)
            ended.add(document)
    if again:
        name, line = next(iter(again.items()))
        log.warning(
            "%s, line %d: the document %r begins again, after other documents (%d do): its lines count as one document,"
            " and examples show no neighbouring lines there; give two documents two names",
            place.text,
            line,
            name,
            len(again),
        )


def names_of(place: Place, source: Sequence[str], *, source_name: object) -> list[str]:
    """Read (N,) the name of each segment's domain or document, one a line; `source_name`: for messages."""
    names = [text.strip() for text in texts_beside(place, source, source_name=source_name)]
    if "" in names:
        raise InputError(
            "the line is empty, but must have a name",
            path=place.path,
            line=names.index("") + 1,
            remedy="write a name on the line of each segment, or `unknown` where there is none",
        )
    return names
