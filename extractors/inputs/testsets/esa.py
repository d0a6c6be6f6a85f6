"""Direct scores and error spans of Appraise (ESA): CSV without a header.

    user, system, line, TGT or BAD, source language, target language, score, document, is_document, spans, start, end

Rows of other language pairs than that of the texts are left out.

Two kinds of files have it. In WMT's own the third field is the line of the text file, from 1 if a canary's line is
not counted, and the document is that of the line. In a campaign's it is the position in a batch of the annotator, the
system is `wmt23.NAME` and the document `DOC#NAME`: rows of an annotator, system and document, in their order, are the
document's segments, if they are as many; a document that was rated in part cannot be laid on its segments.

Scores are 0 to 100; for the spans see _appraise. Left out: BAD rows, #bad, #dup, #incomplete and tutorials.

Source: Kocmi et al. 2024 (Error Span Annotation, arXiv 2406.11580).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from extractors.core import jsonfile
from extractors.core.digits import is_whole
from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.core.languages import plain_language
from extractors.inputs.testsets import (
    ErrorSpan,
    EvalSet,
    GivenScores,
    Line,
    Rating,
    Ratings,
    Remark,
    Score,
)
from extractors.inputs.testsets._appraise import appraise_errors, in_output
from extractors.inputs.testsets._files import csv_fields, lines
from extractors.inputs.testsets._scores import ScoreReader, Systems, check_rater, number, placed

NAME = "esa"
FIELDS = 12
LEFT_OUT = ("#bad", "#dup", "#incomplete", "-tutorial")
"""What documents have in their names that are no part of the test set."""
ERROR_FREE_FROM = 85.0
"""The least score of an error-free segment (WMT26, subtask 3 of automated evaluation)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EsaRow:
    """A rated output; `number` is a line, or a position in a batch."""

    line: Line
    rater: str
    system: str
    number: int
    score: float
    document: str
    errors: tuple[ErrorSpan, ...]


class Esa(ScoreReader):
    """`esa:esa_generalMT2024_wave2.csv`"""

    def add(self, texts: EvalSet, systems: Systems) -> EvalSet:
        remarks: list[Remark] = []
        rows = list(_rows(self.path, texts.languages, remarks))
        is_campaign = all("#" in row.document for row in rows)
        on_segments = _in_batches(rows, texts, remarks) if is_campaign else _by_line(rows, texts)
        ratings, scores = [], []
        for row, segment in on_segments:
            written = row.system.partition(".")[2] if is_campaign else row.system
            if (system := systems.find(written, row.line)) is None:
                continue
            output = texts.translations[system].texts[segment] or ""
            errors = in_output(row.errors, output)
            ratings.append(Rating(system, segment, row.rater, errors, row.line))
            scores.append(Score(system, segment, row.score, row.rater, row.line))
        values = placed(ratings, texts, remarks)
        if NAME in texts.scores:  # a campaign in several files
            scores, values = [*texts.scores[NAME].values, *scores], (*texts.ratings[NAME].values, *values)
        scored = GivenScores(
            name=NAME, human=True, higher_is_better=True, values=tuple(scores), error_free_from=ERROR_FREE_FROM
        )
        return texts.adding([scored], [Ratings(name=NAME, human=True, values=values)], remarks)


def _rows(path: Path, languages: tuple[str, str] | None, remarks: list[Remark]) -> Iterator[EsaRow]:
    """Read the rows of a language pair; a file may have several pairs."""
    wanted = None if languages is None else tuple(map(plain_language, languages))
    others: Counter[tuple[str, str]] = Counter()
    count = 0
    for at, written in enumerate(lines(read_text(path), path), 1):
        line = Line(path, at)
        fields = csv_fields(written, line)
        if len(fields) != FIELDS:
            raise line.error(f"{len(fields)} fields, where {FIELDS} are needed", "correct the row; was the file cut?")
        rater, system, segment, kind, source, target, score, document, is_document, spans, _, _ = fields
        pair = plain_language(source), plain_language(target)
        if wanted is None:
            wanted = pair
        if pair != wanted:
            if languages is None:
                raise line.error(
                    f"is of {'-'.join(pair)}, and rows before of {'-'.join(wanted)}",
                    "write the pair after the path of the texts: FOLDER#SOURCE-TARGET",
                )
            others[pair] += 1
            continue
        count += 1
        if kind != "TGT" or any(part in document for part in LEFT_OUT):
            what = "a tutorial" if "-tutorial" in document else "an item that controls the quality of annotation"
            remarks.append(Remark(line, f"{what}: left out"))
            continue
        if is_document == "True":
            remarks.append(Remark(line, "a score of a whole document, not of a segment: left out"))
            continue
        value = number(score, line)
        if not is_whole(segment) or value is None or not 0 <= value <= 100:
            raise line.error(
                f"segment {segment!r} or score {score!r} is not what ESA has",
                "give whole numbers, and scores of 0 to 100",
            )
        yield EsaRow(
            line=line,
            rater=check_rater(rater, line),
            system=system,
            number=int(segment),
            score=value,
            document=document,
            errors=appraise_errors(jsonfile.loads(spans, path, line=at), line),
        )
    if wanted is not None and not count:
        raise InputError(
            f"has no scores of {'-'.join(wanted)}",
            path=path,
            remedy=f"check that it belongs to these texts: it has scores of {', '.join(map('-'.join, others))}",
        )
    remarks += [Remark(Line(path, None), f"{n} rows of {'-'.join(pair)}: left out") for pair, n in others.items()]


def _by_line(rows: Sequence[EsaRow], texts: EvalSet) -> Iterator[tuple[EsaRow, int]]:
    """Yield each row with the segment that its line number names; refuse a row of another document."""
    for row in rows:
        segment = row.number - 1
        if not 0 <= segment < len(texts.segments):
            raise row.line.error(
                f"line {row.number} is not in the set, which has 1 to {len(texts.segments)}",
                "give the texts that were rated; the line of a canary does not count",
            )
        document = texts.segments[segment].document
        if document is not None and document != row.document:
            raise row.line.error(
                f"the document {row.document}, but line {row.number} of the set is of {document}",
                "lines count from 1 without that of a canary: see whether one of the two files is shifted by it",
            )
        yield row, segment


def _in_batches(rows: Sequence[EsaRow], texts: EvalSet, remarks: list[Remark]) -> Iterator[tuple[EsaRow, int]]:
    """Yield rows with segments of their document, where a rater rated the whole document; remark on other rows."""
    segments: dict[str, list[int]] = {}
    for i, segment in enumerate(texts.segments):
        segments.setdefault(segment.document or "", []).append(i)
    rated: dict[tuple[str, str, str], list[EsaRow]] = {}
    for row in rows:
        rated.setdefault((row.rater, row.system, row.document.partition("#")[0]), []).append(row)
    for (_, _, document), rated_rows in rated.items():
        if document not in segments:
            raise rated_rows[0].line.error(f"the document {document!r} is not in the set", "give the texts it is of")
        if len(rated_rows) != len(segments[document]):
            problem = f"a document of {len(segments[document])} segments has {len(rated_rows)} scores by one rater"
            remarks += [
                Remark(row.line, f"{problem}: the segments are not known, so the scores are left out")
                for row in rated_rows
            ]
            continue
        yield from zip(sorted(rated_rows, key=lambda row: row.number), segments[document], strict=True)
