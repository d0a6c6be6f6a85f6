"""The files of a corpus that is cut into units: tables of whole segments in, the same tables of units out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Int64
from extractors.core.errors import InputError
from extractors.core.logs import log, progress
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.segments import HYPOTHESES, SEGMENTS, Corpus, read_corpus, read_hypotheses
from extractors.formats.treebank import Treebank
from extractors.formats.units import UNIT_CUTS, UNITS
from extractors.texts.spans import token_spans
from extractors.tokenizers import Token, tokens
from extractors.units.cutting import Ends, blocked_alone, common, parts
from extractors.units.matching import Sides, count_links, end_probabilities
from extractors.units.sentence_ends import sentence_starts

Links = dict[int, list[tuple[int, int]]]
"""By segment: (source token, target token)."""


@dataclass(frozen=True)
class Sentences:
    """The sentences, or pieces, of a segment's text.

    Attributes:
        tokens: index of the first surface token of each.
        characters: where each begins in the text.
        lengths: (m,) characters of each.
    """

    tokens: list[int]
    characters: list[int]
    lengths: Int64

    @classmethod
    def at(cls, starts: list[int], text: str, forms: Sequence[str], *, what: str, path: str) -> Sentences:
        """Those that begin at the tokens `starts` of a text whose tokens are `forms`."""
        spans = token_spans(text, forms, what=what, path=path)
        places = [0, *(spans[i][0] for i in starts[1:])] if starts else []
        return cls(starts, places, np.diff([*places, len(text)]) if places else np.zeros(0, dtype=np.int64))


def cut_to_files(
    segments: str | Path,
    parses: str | Path,
    alignments: Sequence[str | Path],
    systems: Mapping[str, str | Path],
    *,
    outputs: Mapping[str, str | Path],
) -> int:
    """Cut a corpus into units and write its tables again, of units; the number of units.

    Args:
        alignments: tables ALIGNMENT of whole segments: of references, and of outputs by the names of systems.
        systems: the tables of hypotheses.
        outputs: `segments`, `parses`, `units` and `cuts`.
    """
    corpus, treebank = read_corpus(segments), conllu.read(parses)
    outputs_of_systems = {name: read_hypotheses(path) for name, path in systems.items()}
    links = _links(alignments)
    cut = cut_corpus(corpus, treebank, outputs_of_systems, links, parses=str(parses))
    whole = cut.units.column("whole").to_pylist()
    provenance = tables.read(SEGMENTS, segments).column("provenance").to_pylist()
    tables.write(cut.segments(corpus, [provenance[i] for i in whole]), outputs["segments"])
    conllu.renumber(parses, outputs["parses"], cut.unit_of_sentence)
    tables.write(cut.units, outputs["units"])
    tables.write(cut.cuts, outputs["cuts"])
    return len(cut.units)


@dataclass(frozen=True)
class Cut:
    """A corpus in units: the tables UNITS and UNIT_CUTS, and the unit of each parsed sentence."""

    units: pa.Table
    cuts: pa.Table
    unit_of_sentence: list[int]

    def segments(self, corpus: Corpus, provenance: Sequence[str]) -> pa.Table:
        """The table SEGMENTS of units.

        Args:
            provenance: of each unit.
        """
        of_references = [
            units_of(texts, self.units, "reference_starts", k) for k, texts in enumerate(corpus.references.values())
        ]
        table = SEGMENTS.from_columns(
            {
                "segment_id": range(len(self.units)),
                "source": units_of(corpus.source, self.units, "source_start"),
                "references": [list(row) for row in zip(*of_references, strict=True)],
                "provenance": list(provenance),
            }
        )
        return tables.with_metadata(
            table,
            references="\t".join(corpus.references),
            source_language=corpus.source_language,
            target_language=corpus.target_language,
        )


def units_of(texts: Sequence[str], units: pa.Table, column: str, place: int | None = None) -> list[str]:
    """The texts of segments, cut into units.

    Args:
        column: of UNITS, with the starts.
        place: which of the starts, in a column that has several.
    """
    starts: dict[int, list[int]] = {}
    for whole, value in zip(units.column("whole").to_pylist(), units.column(column).to_pylist(), strict=True):
        starts.setdefault(whole, []).append(value if place is None else value[place])
    return [part for whole, places in starts.items() for part in parts(texts[whole], places)]


def cut_system(hypotheses: str | Path, units: str | Path, system: str) -> pa.Table:
    """The table HYPOTHESES of a system's output, cut into units."""
    table = tables.read(UNITS, units)
    names = tables.metadata(table, "systems", units, made_by="snakemake extract").split("\t")
    if system not in names:
        raise InputError(f"the units are not those of the system {system!r}", path=units, remedy="make them again")
    texts = units_of(read_hypotheses(hypotheses), table, "system_starts", names.index(system))
    return HYPOTHESES.from_columns({"segment_id": range(len(texts)), "hypothesis": texts})


def cut_corpus(
    corpus: Corpus,
    treebank: Treebank,
    systems: Mapping[str, Sequence[str]],
    links: Mapping[str, Links],
    *,
    parses: str,
) -> Cut:
    """The units of a corpus.

    Args:
        links: by reference and by system.
        parses: the file of the treebank, for messages.
    """
    references = corpus.references
    texts = {**{f"reference {n}": t for n, t in references.items()}, **{f"system {n}": t for n, t in systems.items()}}
    by_text = [links.get(name, {}) for name in (*references, *systems)]
    ratios = [_ratio(corpus.source, of_text) for of_text in texts.values()]
    sentences_of = _sentences(treebank)
    columns: dict[str, list[object]] = {column.name: [] for column in UNITS.columns}
    unit_of_sentence: list[int] = []
    counts = {name: dict.fromkeys(("ends", "sure", "alone", "empty", "whole"), 0) for name in (*texts, "all")}
    for segment, source_text in enumerate(progress(corpus.source, what="units", total=len(corpus))):
        forms = treebank.surface.get(segment, [])
        what = f"segment {segment} of the source"
        source = Sentences.at(sentences_of.get(segment, []), source_text, forms, what=what, path=parses)
        found: dict[str, Ends] = {}
        pieces: list[Sentences] = []
        for name, of_text, of_links, ratio in zip(texts, texts.values(), by_text, ratios, strict=True):
            target = _pieces(of_text[segment], corpus.target_language, name)
            counted = count_links(of_links.get(segment, []), source.tokens, target.tokens)
            probable = end_probabilities(Sides(source.lengths, target.lengths, counted), ratio)
            found[name] = Ends.of(probable, may_be_empty=name.startswith("system "))
            pieces.append(target)
        begins = common(list(found.values()), len(source.tokens))
        _count(counts, found, len(source.tokens), begins)
        starts = [
            _starts(begins, ends, target, text[segment])
            for ends, target, text in zip(found.values(), pieces, texts.values(), strict=True)
        ]
        for name, places, text in zip(texts, starts, texts.values(), strict=True):
            counts[name]["empty"] += sum(not part for part in parts(text[segment], places)) if len(begins) > 1 else 0
        first = len(columns["segment_id"])
        for k, begin in enumerate(begins):
            until = begins[k + 1] if k + 1 < len(begins) else len(source.tokens)
            row = (
                first + k,
                segment,
                until - begin,
                source.characters[begin] if source.characters else 0,
                [places[k] for places in starts[: len(references)]],
                [places[k] for places in starts[len(references) :]],
            )
            for column, value in zip(columns.values(), row, strict=True):
                column.append(value)
            unit_of_sentence += [first + k] * (until - begin)
    units = tables.with_metadata(
        UNITS.from_columns(columns), references="\t".join(references), systems="\t".join(systems)
    )
    _say(counts, len(corpus), len(units))
    cuts = UNIT_CUTS.table([{"text": name, **numbers} for name, numbers in counts.items()])
    return Cut(units, cuts, unit_of_sentence)


def _starts(begins: Sequence[int], ends: Ends, target: Sentences, text: str) -> list[int]:
    """Where the units begin in a translation, in characters."""
    places = [*target.characters, len(text)]
    return [0, *(places[int(ends.piece[begin - 1])] for begin in begins[1:])]


def _pieces(text: str, language: str, what: str) -> Sentences:
    cut: list[Token] = tokens(text, language)
    return Sentences.at(sentence_starts(cut), text, [t.form for t in cut], what=what, path="its tokens")


def _sentences(treebank: Treebank) -> dict[int, list[int]]:
    """By segment: the number of the first surface token of each sentence."""
    found: dict[int, list[int]] = {}
    first_words = treebank.sentence_start[:-1]
    for segment, token in zip(treebank.segment.tolist(), treebank.token[first_words].tolist(), strict=True):
        found.setdefault(segment, []).append(token)
    return found


def _ratio(source: Sequence[str], target: Sequence[str]) -> float:
    """Characters of the target for each of the source, over the corpus."""
    return max(sum(map(len, target)), 1) / max(sum(map(len, source)), 1)


def _links(alignments: Sequence[str | Path]) -> dict[str, Links]:
    """By reference or system, the links of each segment."""
    found: dict[str, Links] = {}
    for path in alignments:
        table = tables.read(ALIGNMENT, path)
        columns = (table.column(name).to_pylist() for name in ("reference", "segment_id", "source", "target"))
        for name, segment, source, target in zip(*columns, strict=True):
            found.setdefault(name, {}).setdefault(segment, []).append((source, target))
    return found


def _count(counts: dict[str, dict[str, int]], ends: Mapping[str, Ends], sentences: int, begins: Sequence[int]) -> None:
    """Add a segment to the numbers of UNIT_CUTS."""
    inside = max(sentences - 1, 0)
    alone = blocked_alone(ends) if ends else {}
    for name, of_text in ends.items():
        counts[name]["ends"] += inside
        counts[name]["sure"] += int(of_text.sure.sum())
        counts[name]["alone"] += alone[name]
        counts[name]["whole"] += inside > 0 and not of_text.sure.any()
    counts["all"]["ends"] += inside
    counts["all"]["sure"] += len(begins) - 1
    counts["all"]["whole"] += inside > 0 and len(begins) == 1


def _say(counts: Mapping[str, Mapping[str, int]], segments: int, units: int) -> None:
    everything = counts["all"]
    log.info(
        "%d segments in %d units: cut at %d of %d sentence ends in all texts; %d of several sentences stay whole",
        segments,
        units,
        everything["sure"],
        everything["ends"],
        everything["whole"],
    )
    for name, numbers in counts.items():
        if name != "all" and numbers["alone"] * 10 > numbers["ends"]:
            log.warning(
                "%s alone keeps %d of %d sentence ends from being cut: are its lines those of the source?",
                name,
                numbers["alone"],
                numbers["ends"],
            )
