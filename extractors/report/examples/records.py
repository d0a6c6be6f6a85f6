"""Make the records of segments for the page: texts, parse, hits, and the marks of each hit in each text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.errors import InputError
from extractors.formats import conllu, tables
from extractors.formats.accuracy import ACCURACY, ACCURACY_HITS
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.covariates import COVARIATES
from extractors.formats.definition import Format
from extractors.formats.human_errors import HUMAN_ERROR_HITS, POST_EDITS
from extractors.formats.origin import origin_of
from extractors.formats.segments import HYPOTHESES, SEGMENTS
from extractors.formats.treebank import Treebank
from extractors.models.spans import LocatedWords, Span, token_spans, word_spans
from extractors.models.tokenizers import tokens
from extractors.report.examples.context import Context
from extractors.report.examples.segment_scores import ShownScores
from extractors.report.examples.text_marks import DEPENDENT, HEAD, Mark, Output, runs
from extractors.report.numbers import Row
from extractors.words.lemmas import NO_LEMMAS, TargetLemmas
from extractors.words.rendering_judge import by_turns

OF_POST_EDIT = "post-edit of "
SIDES = {"head": HEAD, "dependent": DEPENDENT}
REMEDY = "make the tables of the corpus again, by one run (snakemake extract score)"

Error = tuple[str, int, int]
"""What people marked: kind and text, and where it begins and ends in the output."""
Links = Mapping[tuple[int, str, int], Sequence[int]]
"""Segment, reference, source token -> the reference's tokens."""


@dataclass(frozen=True)
class Records:
    """Makes the records of a corpus's segments.

    Attributes:
        folder: the results of the corpus.
        systems: whose outputs to show.
        hits: the table of all its hits.
        shown: the segments that may be asked for.
        measured: whether it is known which words of hits the outputs have.
        scores: of the segments, if they are to be shown.
        languages: `source_language` and `target_language` of the corpus.
        references: their names, in the order of the table of segments, then those of post-edits (`post_edited`).
        phenomena: those that have hits; records refer to them by number.
    """

    folder: Path
    systems: Sequence[str]
    hits: pa.Table
    shown: Collection[int]
    scores: ShownScores | None = None

    @cached_property
    def languages(self) -> dict[str, str]:
        return {key: self._metadata(key) for key in ("source_language", "target_language")}

    @cached_property
    def references(self) -> list[str]:
        return [*filter(None, self._metadata("references").split("\t")), *post_edited(self.folder, self.systems)]

    def _metadata(self, key: str) -> str:
        path = self.folder / "segments.parquet"
        return tables.metadata(tables.empty(SEGMENTS, path), key, path, made_by="snakemake extract")

    @cached_property
    def _by_hit(self) -> Path | None:
        return measured_hits(self.folder, self.systems, self.hits)

    @property
    def is_aligned(self) -> bool:
        return are_aligned(self.hits)

    @property
    def measured(self) -> bool:
        return self._by_hit is not None

    @cached_property
    def is_marked(self) -> bool:
        """Whether people marked errors in the outputs, and the words of hits were looked for there."""
        return bool(self.systems) and self.is_aligned and (self.folder / HUMAN_ERROR_HITS.file).is_file()

    def _marked(self, chosen: pc.Expression) -> dict[tuple[Any, ...], list[Error]]:
        """Return by system and hit the errors that people marked in the hit's words, in outputs that they looked at."""
        errors_of_hits: dict[tuple[Any, ...], list[Error]] = {}
        # What post-editors changed is marked in their texts, which are shown.
        chosen &= pc.field("annotation") != POST_EDITS
        for row in tables.read(HUMAN_ERROR_HITS, self.folder / HUMAN_ERROR_HITS.file, where=chosen).to_pylist():
            places = zip(row["errors"], row["spans"], row["starts"], strict=True)
            errors = [(f"{error}: {text}", start, start + len(text)) for error, text, start in places]
            errors_of_hits.setdefault((row["system"], *_key(row)), []).extend(errors)
        return errors_of_hits

    @cached_property
    def treebank(self) -> Treebank:
        """The parses of the segments that may be asked for."""
        return conllu.read_some(self.folder / "source.conllu.gz", self.shown)

    @cached_property
    def context(self) -> Context:
        return Context.read(self.folder / COVARIATES.file)

    @cached_property
    def phenomena(self) -> list[str]:
        names: list[str] = pc.unique(self.hits.column("phenomenon")).to_pylist()
        return names

    @cached_property
    def lemmas(self) -> TargetLemmas:
        """The lemmas of the target language that accuracy was measured with; none if it compared forms."""
        path = self.folder / ACCURACY.file
        made_by = tables.metadata(tables.empty(ACCURACY, path), "lemmas", path, made_by="snakemake score")
        return TargetLemmas() if made_by == NO_LEMMAS else TargetLemmas.of(self.languages["target_language"])

    def of(self, segments: Sequence[int]) -> list[dict[str, Any]]:
        """Build the records of some segments, in their order; only the rows of these are read from any table."""
        chosen = pc.field("segment_id").isin(pa.array(segments, pa.int32()))
        around = pc.field("segment_id").isin(pa.array(self.context.with_neighbours(segments), pa.int32()))
        texts = self._rows(SEGMENTS, self.folder / "segments.parquet", around)
        sources = {number: row["source"] for number, row in texts.items()}
        outputs = {
            system: self._rows(HYPOTHESES, self.folder / f"systems/{system}.parquet", chosen) for system in self.systems
        }
        links = self._links(chosen)
        for path in post_edited(self.folder, self.systems).values():
            for segment, row in self._rows(HYPOTHESES, path, chosen).items():
                shown = [*texts[segment]["references"], row["hypothesis"]]
                texts[segment] = {**texts[segment], "references": shown}
        verdicts: dict[tuple[Any, ...], Row] = {}
        if self._by_hit is not None:
            for row in tables.read(ACCURACY_HITS, self._by_hit, where=chosen).to_pylist():
                verdicts[(row["system"], *_key(row))] = row
        marked = self._marked(chosen) if self.is_marked else {}
        hits_of = defaultdict(list)
        for row in self.hits.filter(chosen).to_pylist():
            hits_of[row["segment_id"]].append(row)
        records = []
        for segment in segments:
            if segment not in texts:
                raise InputError(
                    f"there is no segment {segment}, in which there are hits",
                    path=self.folder / "segments.parquet",
                    remedy=REMEDY,
                )
            for system, rows in outputs.items():
                if segment not in rows:
                    path = self.folder / f"systems/{system}.parquet"
                    raise InputError(f"there is no segment {segment}", path=path, remedy=REMEDY)
            hypotheses = {system: rows[segment]["hypothesis"] for system, rows in outputs.items()}
            cut_segment = _Segment(self, segment, texts[segment], hypotheses, links, verdicts)
            records.append(
                {
                    "id": segment,
                    **self.context.of(segment, sources),
                    "source": cut_segment.source,
                    "references": cut_segment.references,
                    "outputs": list(hypotheses.values()),
                    "scores": self.scores.of(segment) if self.scores else [],
                    "parse": sentences_of(self.treebank, segment),
                    "hits": [cut_segment.hit(row) + self._rows_by_system(row, marked) for row in hits_of[segment]],
                }
            )
        return records

    def _links(self, chosen: pc.Expression) -> Links:
        """Read the links of some segments to the references and to post-edits."""
        links: dict[tuple[int, str, int], list[int]] = defaultdict(list)
        files = {"alignment.parquet": ""} if self.is_aligned else {}
        if post_edited(self.folder, self.systems):
            files["post_edit_alignment.parquet"] = OF_POST_EDIT
        for file, prefix in files.items():
            table = tables.read(ALIGNMENT, self.folder / file, where=chosen)
            for row in table.select(["segment_id", "reference", "source", "target"]).to_pylist():
                links[row["segment_id"], f"{prefix}{row['reference']}", row["source"]].append(row["target"])
        return links

    def _rows_by_system(self, hit: Row, marked: Mapping[tuple[Any, ...], list[Error]]) -> list[Any]:
        """Return by system what people marked in a hit's words, None where nobody looked; empty if nobody did."""
        return [[marked.get((system, *_key(hit))) for system in self.systems]] if self.is_marked else []

    def _rows(self, form: Format, path: Path, chosen: pc.Expression) -> dict[int, Row]:
        return {row["segment_id"]: row for row in tables.read(form, path, where=chosen).to_pylist()}

    def source_words(self, segment: int, text: str) -> tuple[list[Span], list[Span]]:
        """Locate the surface tokens and the syntactic words of a source segment."""
        bank = self.treebank
        forms = bank.surface.get(segment, [])
        spans = token_spans(text, forms, what=f"segment {segment}", path=bank.source)
        first, last = np.searchsorted(bank.segment, [segment, segment + 1])
        words = range(*bank.sentence_start[[first, last]].tolist())
        by_token: list[list[str]] = [[] for _ in forms]
        for word in words:
            by_token[bank.token[word]].append(bank.form[word])
        word_places = [
            word_span
            for span, form, parts in zip(spans, forms, by_token, strict=True)
            for word_span in word_spans(span, form, parts)
        ]
        return spans, word_places


def post_edited(folder: Path, systems: Sequence[str]) -> dict[str, Path]:
    """Find the tables HYPOTHESES of the post-edits of systems that are shown, by what the page calls them."""
    paths = {f"{OF_POST_EDIT}{system}": folder / f"post_edits/{system}.parquet" for system in systems}
    return {name: path for name, path in paths.items() if path.is_file()}


def are_aligned(hits: pa.Table) -> bool:
    """Return whether hits were found in an aligned corpus."""
    origin = origin_of(hits)
    return origin is None or origin.aligner is not None


def measured_hits(folder: Path, systems: Sequence[str], hits: pa.Table) -> Path | None:
    """Find the table of accuracy by hit of a corpus; None if it is missing, or no system is to be shown.

    A table that an earlier config left, which aligned the corpus, is not about these hits.
    """
    path = folder / ACCURACY_HITS.file
    return path if systems and are_aligned(hits) and path.is_file() else None


def _key(row: Row) -> tuple[Any, ...]:
    """Return the key of a hit in the table of accuracy by hit."""
    return row["segment_id"], row["phenomenon"], row["head"], row["dependent"]


def sentences_of(bank: Treebank, segment: int) -> list[list[list[Any]]]:
    """Return the sentences of a segment: forms, UPOS (numbers), heads (1-based, 0 for the root), relations (numbers).

    The numbers are places in the treebank's lists of values. A segment without words has no sentence. The page draws a
    tree when it is asked for, as displaCy does: one drawing takes as much room as fifty of these.
    """
    first, last = np.searchsorted(bank.segment, [segment, segment + 1]).tolist()
    sentences = []
    for sentence in range(first, last):
        words = slice(*bank.sentence_start[sentence : sentence + 2].tolist())
        sentences.append(
            [
                [bank.form.values[code] for code in bank.form.codes[words].tolist()],
                bank.upos.codes[words].tolist(),
                bank.head[words].tolist(),
                bank.deprel.codes[words].tolist(),
            ]
        )
    return sentences


class _Segment:
    """A segment with its texts cut into words."""

    def __init__(
        self,
        records: Records,
        number: int,
        texts: Row,
        outputs: Mapping[str, str],
        links: Links,
        verdicts: Mapping[tuple[Any, ...], Row],
    ) -> None:
        self._records, self._number, self._links, self._verdicts = records, number, links, verdicts
        self.source: str = texts["source"]
        self.references: list[str] = texts["references"]
        self._outputs = outputs
        self._of_tokens, self._of_words = records.source_words(number, self.source)
        self._cut = [self._words(text) for text in self.references]
        self._cut_outputs: dict[str, tuple[LocatedWords, Output]] = {}

    def _words(self, text: str) -> LocatedWords:
        """Cut a text of the target language into words."""
        cut = tokens(text, self._records.languages["target_language"])
        return LocatedWords.of(text, cut, what=f"segment {self._number}", path=str(self._records.folder))

    def hit(self, row: Row) -> list[Any]:
        """Return a hit as the page has it, see `examples.payload`."""
        source: list[Mark] = []
        aligned: list[dict[str, list[int]]] = [{} for _ in self.references]
        for side, role in SIDES.items():
            token, word = row[side], row[f"{side}_word"]
            if not (token < len(self._of_tokens) and word < len(self._of_words)):
                raise InputError(
                    f"a hit has token {token} and word {word} of segment {self._number},"
                    f" but the parse has {len(self._of_tokens)} tokens and {len(self._of_words)} words there",
                    path=self._records.folder / "hits.parquet",
                    remedy=REMEDY,
                )
            source.append((*self._of_words[word], role))
            for number, name in enumerate(self._records.references):
                linked = sorted(self._links.get((self._number, name, token), ()))
                if linked and linked[-1] >= len(self._cut[number].first) - 1:
                    raise InputError(
                        f"a link goes to token {linked[-1]} of segment {self._number} of reference {name},"
                        f" which has {len(self._cut[number].first) - 1} tokens",
                        path=self._records.folder / "alignment.parquet",
                        remedy=REMEDY,
                    )
                aligned[number][side] = self._cut[number].of_tokens(linked)
        references = [
            runs((*text.spans[word], role) for side, role in SIDES.items() for word in words[side])
            for text, words in zip(self._cut, aligned, strict=True)
        ]
        confidence = row["confidence"]
        verdicts = [self._verdict(row, system, aligned) for system in self._records.systems]
        return [
            self._records.phenomena.index(row["phenomenon"]),
            row["distance_set"],
            None if confidence is None else round(confidence, 3),
            row["head_word"],
            row["dependent_word"],
            runs(source),
            references,
            verdicts if self._records.measured else None,
        ]

    def _verdict(self, hit: Row, system: str, aligned: Sequence[Mapping[str, list[int]]]) -> list[Any] | None:
        if not self._records.measured:
            return None
        row = self._verdicts.get((system, *_key(hit)))
        if row is None:
            raise InputError(
                f"does not say how {system} renders the hit of {hit['phenomenon']} in segment {self._number}",
                path=self._records.folder / ACCURACY_HITS.file,
                remedy=REMEDY,
            )
        if row["reference_match"] is None:
            return [None, -1, [], [], []]
        reference = self._records.references.index(row["reference"])
        words = self._cut[reference].words
        had = {side: _places(row[f"{side}_found"], words, aligned[reference][side]) for side in SIDES}
        text, output = self._output(system)
        where = output.found(by_turns(*(tuple(had[side]) for side in SIDES)), words)
        marks = [
            (*text.spans[where[place]], role) for side, role in SIDES.items() for place in had[side] if place in where
        ]
        missed = row["head_missed"], row["dependent_missed"]
        return [int(row["reference_match"]), reference, runs(marks), *missed]

    def _output(self, system: str) -> tuple[LocatedWords, Output]:
        hypothesis = self._outputs[system]
        if hypothesis not in self._cut_outputs:
            text = self._words(hypothesis)
            self._cut_outputs[hypothesis] = text, Output(text.words, self._records.lemmas.keys)
        return self._cut_outputs[hypothesis]


def _places(forms: Sequence[str], words: Sequence[str], aligned: Sequence[int]) -> list[int]:
    """Find the aligned words of a reference that an output has, by the forms that the table of accuracy names.

    Of a form that is aligned twice and found once, the first is taken, as in the measure.
    """
    left = list(forms)
    matched = []
    for word in aligned:
        if words[word] in left:
            left.remove(words[word])
            matched.append(word)
    return matched
