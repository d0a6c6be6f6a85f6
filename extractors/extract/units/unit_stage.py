"""Cut a corpus into units: read tables of whole segments, write the same tables of units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Int64
from extractors.core.errors import InputError
from extractors.core.logs import log, progress
from extractors.extract.units.sentence_cutting import Ends, blocked_alone, common, parts, sentence_starts
from extractors.extract.units.sentence_matching import count_links, end_probabilities
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.segments import HYPOTHESES, SEGMENTS, Corpus, read_corpus, read_hypotheses
from extractors.formats.statistics import read_statistics, write_statistics
from extractors.formats.treebank import Treebank
from extractors.formats.units import UNIT_CUTS, UNITS
from extractors.models.spans import token_spans
from extractors.models.tokenizers import tokens

Links = dict[int, list[tuple[int, int]]]
"""By segment: (source token, target token)."""


@dataclass(frozen=True)
class SegmentSentences:
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
    def at(cls, starts: list[int], text: str, forms: Sequence[str], *, what: str, path: str) -> SegmentSentences:
        """Locate the sentences that begin at the tokens `starts` of a text whose tokens are `forms`."""
        spans = token_spans(text, forms, what=what, path=path)
        characters = [0, *(spans[i][0] for i in starts[1:])] if starts else []
        return cls(starts, characters, np.diff([*characters, len(text)]) if characters else np.zeros(0, dtype=np.int64))


def cut_to_files(
    segments: str | Path,
    parses: str | Path,
    systems: Mapping[str, str | Path],
    *,
    alignment: str | Path | None,
    output_alignment: str | Path | None,
    outputs: Mapping[str, str | Path],
) -> int:
    """Cut a corpus into units, write its tables again with units, and return the number of units.

    Args:
        systems: the tables of hypotheses.
        alignment, output_alignment: tables ALIGNMENT of whole segments, to references and to outputs; None without any.
        outputs: the files to write: `segments`, `parses`, `units` and `cuts`.
    """
    corpus, treebank = read_corpus(segments), conllu.read(parses)
    outputs_of_systems = {name: read_hypotheses(path) for name, path in systems.items()}
    cut = cut_corpus(
        corpus, treebank, outputs_of_systems, _links(alignment), _links(output_alignment), parses=str(parses)
    )
    whole = cut.units.column("whole").to_pylist()
    provenance = tables.read(SEGMENTS, segments).column("provenance").to_pylist()
    texts = cut_texts({"": corpus.source, **corpus.references}, cut.units)
    unit_corpus = replace(corpus, source=texts.pop(""), references=texts)
    tables.write(unit_corpus.table([provenance[i] for i in whole]), outputs["segments"])
    conllu.renumber(parses, outputs["parses"], cut.unit_of_sentence)
    tables.write(cut.units, outputs["units"])
    tables.write_with_csv(cut.cuts, outputs["cuts"])
    return len(cut.units)


@dataclass(frozen=True)
class Cut:
    """A corpus in units: the tables UNITS and UNIT_CUTS, and the unit of each parsed sentence."""

    units: pa.Table
    cuts: pa.Table
    unit_of_sentence: list[int]


def units_of(texts: Sequence[str], units: pa.Table, column: str, number: int | None = None) -> list[str]:
    """Cut the texts of segments into units.

    Args:
        column: the column of UNITS with the starts.
        number: which of the starts, in a column that has several.
    """
    starts: dict[int, list[int]] = {}
    for whole, value in zip(units.column("whole").to_pylist(), units.column(column).to_pylist(), strict=True):
        starts.setdefault(whole, []).append(value if number is None else value[number])
    return [part for whole, cuts in starts.items() for part in parts(texts[whole], cuts)]


def cut_texts(corpus: Mapping[str, Sequence[str]], table: pa.Table) -> dict[str, list[str]]:
    """Cut a copy of the texts that units were made of, at the same places: the source, named "", and references."""
    names = list(corpus)
    return {
        name: units_of(texts, table, "reference_starts", names.index(name) - 1)
        if name
        else units_of(texts, table, "source_start")
        for name, texts in corpus.items()
    }


def without_systems(table: pa.Table) -> pa.Table:
    """Remove the cuts of outputs from units, for users who have outputs of other systems."""
    index = table.schema.get_field_index("system_starts")
    bare = table.set_column(
        index, UNITS.schema.field(index), pa.array([[]] * len(table), UNITS.schema.field(index).type)
    )
    return tables.with_metadata(bare.replace_schema_metadata(table.schema.metadata), systems="")


def cut_system(hypotheses: str | Path, units: str | Path, system: str) -> pa.Table:
    """Cut the output of a system into units, and return the table HYPOTHESES."""
    table = tables.read(UNITS, units)
    names = tables.metadata(table, "systems", units, made_by="snakemake extract").split("\t")
    if system not in names:
        raise InputError(
            f"the units were made without the system {system!r}",
            path=units,
            remedy="make them again: snakemake extract",
        )
    texts = units_of(read_hypotheses(hypotheses), table, "system_starts", names.index(system))
    return HYPOTHESES.from_columns({"segment_id": range(len(texts)), "hypothesis": texts})


def spread_scores(statistics: str | Path, units: str | Path, path: str | Path) -> int:
    """Write the statistics of units, each with the row of its segment, and return the number of units."""
    segment_scores = read_statistics(statistics)
    whole: list[int] = tables.read(UNITS, units).column("whole").to_pylist()
    if max(whole, default=-1) >= len(segment_scores.rows):
        raise InputError(
            f"has units of segment {max(whole)}, but there are scores of only {len(segment_scores.rows)} segments",
            path=units,
            remedy="make both again from the same corpus",
        )
    write_statistics(replace(segment_scores, rows=segment_scores.rows[whole]), path)
    return len(whole)


@dataclass(frozen=True)
class UnitTranslation:
    """A reference or a system's output, to be cut.

    Attributes:
        name: `reference NAME` or `system NAME`.
        texts: of each segment.
        links: by segment, those of the source's tokens with its own.
        characters: its length, for each character of the source.
        may_be_empty: a unit may have no text, as where a system left a sentence out.
    """

    name: str
    texts: Sequence[str]
    links: Links
    characters: float
    may_be_empty: bool

    def ends(self, segment: int, source: SegmentSentences, language: str) -> tuple[Ends, list[int]]:
        """Find where the translation of a segment can be cut, where its pieces begin, and where the last one ends."""
        text = self.texts[segment]
        cut = tokens(text, language)
        forms = [token.form for token in cut]
        what = f"segment {segment} of {self.name}"
        target = SegmentSentences.at(sentence_starts(cut), text, forms, what=what, path="its own tokens")
        counts = count_links(self.links.get(segment, []), source.tokens, target.tokens)
        probable = end_probabilities(source.lengths, target.lengths, counts, self.characters)
        return Ends.of(probable, may_be_empty=self.may_be_empty), [*target.characters, len(text)]


def cut_corpus(
    corpus: Corpus,
    treebank: Treebank,
    systems: Mapping[str, Sequence[str]],
    links: Mapping[str, Links],
    output_links: Mapping[str, Links],
    *,
    parses: str,
) -> Cut:
    """Cut a corpus into units. `links`, `output_links`: by reference, and by system."""
    # A reference and a system may have one name.
    named = [("reference", corpus.references, links), ("system", systems, output_links)]
    texts = [
        UnitTranslation(
            f"{kind} {name}", texts, kind_links.get(name, {}), _ratio(corpus.source, texts), kind == "system"
        )
        for kind, by_name, kind_links in named
        for name, texts in by_name.items()
    ]
    counts = CutCounts([text.name for text in texts])
    sentences_of = _sentences(treebank)
    rows: list[dict[str, Any]] = []
    unit_of_sentence: list[int] = []
    for segment, text in enumerate(progress(corpus.source, what="units", total=len(corpus))):
        forms, what = treebank.surface.get(segment, []), f"segment {segment} of the source"
        source = SegmentSentences.at(sentences_of.get(segment, []), text, forms, what=what, path=parses)
        translation_ends = [translation.ends(segment, source, corpus.target_language) for translation in texts]
        begins = common([ends for ends, _ in translation_ends], len(source.tokens))
        starts = [[0, *(places[ends.piece[begin - 1]] for begin in begins[1:])] for ends, places in translation_ends]
        units = [parts(t.texts[segment], places) for t, places in zip(texts, starts, strict=True)]
        counts.add([ends for ends, _ in translation_ends], begins, len(source.tokens), units if len(begins) > 1 else ())
        # A segment without words has one unit, of no sentence.
        sizes = np.diff([*begins, max(len(source.tokens), 1)]).tolist()
        for k, (begin, size) in enumerate(zip(begins, sizes, strict=True)):
            at = [places[k] for places in starts]
            unit_of_sentence += [len(rows)] * min(size, len(source.tokens))
            rows.append(
                {
                    "segment_id": len(rows),
                    "whole": segment,
                    "sentences": min(size, len(source.tokens)),
                    "source_start": source.characters[begin] if source.characters else 0,
                    "reference_starts": at[: len(corpus.references)],
                    "system_starts": at[len(corpus.references) :],
                }
            )
    counts.say(len(corpus), len(rows))
    table = tables.with_metadata(UNITS.table(rows), references="\t".join(corpus.references), systems="\t".join(systems))
    return Cut(table, UNIT_CUTS.table(counts.rows), unit_of_sentence)


def _sentences(treebank: Treebank) -> dict[int, list[int]]:
    """Return, by segment, the number of the first surface token of each sentence."""
    first_tokens: dict[int, list[int]] = {}
    first_words = treebank.sentence_start[:-1]
    for segment, token in zip(treebank.segment.tolist(), treebank.token[first_words].tolist(), strict=True):
        first_tokens.setdefault(segment, []).append(token)
    return first_tokens


def _ratio(source: Sequence[str], target: Sequence[str]) -> float:
    """Return the number of target characters per source character, over the corpus."""
    return max(sum(map(len, target)), 1) / max(sum(map(len, source)), 1)


def _links(path: str | Path | None) -> dict[str, Links]:
    """Read the links of each segment, by reference or system."""
    links: dict[str, Links] = {}
    if path is None:
        return links
    table = tables.read(ALIGNMENT, path)
    columns = (table.column(name).to_pylist() for name in ("reference", "segment_id", "source", "target"))
    for name, segment, source, target in zip(*columns, strict=True):
        links.setdefault(name, {}).setdefault(segment, []).append((source, target))
    return links


class CutCounts:
    """How many ends each text could be cut at: the rows of UNIT_CUTS, the last one of all texts together."""

    def __init__(self, texts: Sequence[str]) -> None:
        zero = dict.fromkeys(("ends", "sure", "alone", "empty", "whole"), 0)
        self.rows: list[dict[str, Any]] = [{"text": name, **zero} for name in (*texts, "all")]

    def add(self, ends: Sequence[Ends], begins: Sequence[int], sentences: int, units: Sequence[Sequence[str]]) -> None:
        """Add a segment.

        Args:
            begins: the sentences that begin its units.
            units: the units of each text, some perhaps empty; none if the segment stays whole.
        """
        inside = max(sentences - 1, 0)
        sure = [int(text_ends.sure.sum()) for text_ends in ends] + [len(begins) - 1]
        for row, alone, cut in zip(self.rows, [*blocked_alone(ends), 0], sure, strict=True):
            row["ends"] += inside
            row["sure"] += cut
            row["alone"] += alone
            row["whole"] += inside > 0 and not cut
        for row, text_units in zip(self.rows, units, strict=False):
            row["empty"] += sum(not unit for unit in text_units)

    def say(self, segments: int, units: int) -> None:
        """Log what was cut, and which text alone keeps many ends from being cut."""
        *text_rows, together = self.rows
        log.info(
            "%d segments in %d units: cut at %d of %d sentence ends in all texts; %d of several sentences stay whole",
            segments,
            units,
            together["sure"],
            together["ends"],
            together["whole"],
        )
        for row in text_rows:
            if row["alone"] * 10 > row["ends"]:
                log.warning(
                    "%s alone keeps %d of %d sentence ends from being cut: are its lines those of the source?",
                    row["text"],
                    row["alone"],
                    row["ends"],
                )
