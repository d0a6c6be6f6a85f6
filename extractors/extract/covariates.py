"""Segment covariates used to match controls: length, rare words, clauses, depth, sentences, domain, document.

Sets differ from a corpus in more than their phenomenon: segments with a long-distance dependency have more clauses and
deeper trees. Controls can be matched on these too, which shows whether they make the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from extractors.core.arrays import Float64
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats import conllu, tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.segments import read_corpus
from extractors.formats.treebank import Treebank
from extractors.formats.units import UNITS
from extractors.texts.parses import check_parse
from extractors.texts.places import Place
from extractors.texts.reading import read_texts, same_length

RARE_BELOW = 3
"""A word form that the source has less often is rare."""
CLAUSES = ("csubj", "ccomp", "xcomp", "advcl", "acl", "parataxis")
"""Relations, without what follows a colon, whose dependent is the head of a clause."""


def of_treebank(treebank: Treebank, segments: int) -> dict[str, Float64]:
    """(N,) values of each covariate that a parse gives, by name; 0 for a segment without words.

    length: surface tokens. rare_words: share of the words, punctuation apart, whose form occurs less than three
    times in this source. clauses: sentences, and words in a relation of a clause or coordinated verbs. depth: arcs
    from a root to the word that is farthest from it. sentences: as the parser cuts them.

    Args:
        segments: N, of the corpus; the parse has no more.
    """
    if len(treebank) and treebank.segment[-1] >= segments:
        raise InputError(
            f"the parse has segment {treebank.segment[-1]}, the corpus only {segments} segments",
            path=treebank.source,
            remedy="give parse and corpus of the same text",
        )
    segment = treebank.segment[treebank.sentence]

    def count(words: npt.NDArray[np.bool_]) -> Float64:
        return np.bincount(segment[words], minlength=segments).astype(np.float64)

    folded = [form.casefold() for form in treebank.form.values]
    numbers = {form: number for number, form in enumerate(dict.fromkeys(folded))}
    forms = np.array([numbers[form] for form in folded], dtype=np.int64)[treebank.form.codes]
    said = ~treebank.upos.of(np.array([upos in ("PUNCT", "SYM") for upos in treebank.upos.values], dtype=np.bool_))
    rare = said & (np.bincount(forms, minlength=1)[forms] < RARE_BELOW)
    relations = [value.partition(":")[0] for value in treebank.deprel.values]
    clause = treebank.deprel.of(np.array([relation in CLAUSES for relation in relations], dtype=np.bool_))
    joined = treebank.deprel.of(np.array([relation == "conj" for relation in relations], dtype=np.bool_))
    verb = treebank.upos.of(np.array([upos == "VERB" for upos in treebank.upos.values], dtype=np.bool_))
    depth = np.zeros(segments)
    np.maximum.at(depth, segment, _depths(treebank))
    return {
        "length": count(treebank.begins_token),
        "rare_words": count(rare) / np.maximum(count(said), 1),
        "clauses": count((treebank.head == 0) | clause | (joined & verb)),
        "depth": depth,
        "sentences": np.bincount(treebank.segment, minlength=segments).astype(np.float64),
    }


def _depths(treebank: Treebank) -> Float64:
    """(W,) arcs from each word up to its root."""
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
    units: Sequence[str | Path] = (),
) -> pa.Table:
    """The table COVARIATES of a corpus.

    Args:
        parses, segments: what `parse` and `ingest` made.
        domain, document: the place that names the domain, and the document, of each segment.
        units: the table UNITS if segments were cut. Names are then those of whole segments, and a segment is the
            document of its units where none is named, since they depend on each other.

    Raises:
        InputError: the parse or the names are of another corpus.
    """
    corpus, treebank = read_corpus(segments), conllu.read(parses)
    check_parse(treebank, corpus.source)
    count = len(corpus)
    whole = np.arange(count) if not units else tables.read(UNITS, units[0]).column("whole").to_numpy()
    named = int(whole.max(initial=-1)) + 1
    places = (("domain", domain), ("document", document))
    names: dict[str, list[str | None]] = {name: [None] * count for name, _ in places}
    for name, place in places:
        if place is not None:
            of_segments = names_of(place, named, source=str(segments))
            if name == "document":
                _warn_of_interrupted(of_segments, place)
            names[name] = [of_segments[i] for i in whole]
    if units and document is None:
        names["document"] = [f"segment {i}" for i in whole]
    return COVARIATES.from_columns({"segment_id": np.arange(count), **of_treebank(treebank, count), **names})


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
            " and examples show no line beside them there; give two documents two names",
            place.text,
            line,
            name,
            len(again),
        )


def names_of(place: Place, segments: int, *, source: str) -> list[str]:
    """(N,) the name of each segment's domain or document, from a text that has one a line.

    Args:
        place: see extractors.importers.
        segments: N.
        source: what the segments are of, for messages.
    """
    names = [text.strip() for text in read_texts(place)]
    same_length(len(names), place, segments, source)
    return names
