"""WMT's JSON Lines with an object a segment: people's ratings of WMT25, and the test data of WMT26's evaluation task.

    wmt25-genmt-humeval.jsonl
        {"doc_id": PAIR _#_ DOMAIN _#_ DOCUMENT _#_ SEGMENT, "src_text", "tgt_text": {SYSTEM: text},
         "scores": {SYSTEM: {"human1": 0 to 100, "annotator1", "errors1": [span, ...], "human2", ...}}}
    mteval-test26.jsonl
        {"item_id": SET _###_ SRC _###_ TGT _###_ DOMAIN _###_ DOCUMENT _###_ SEGMENT, "src", "hyps": {SYSTEM: text},
         "ref"?: {"text", "type": human, postedit or pseudo}}

In WMT25 a reference is called refA, and may be rated like a system. Every segment is here; half of them were rated. The
control items of that year have a list of ratings a system, each with `human`, `annotator` and `errors`.

In WMT26 SET is `official`, or `challenge` for the challenge sets of others, which are left out; `#PAIR:challenge` reads
those. References are called by their type, and most segments have one of them, or none.

Sources: README.md of wmt-conference/wmt25-general-mt; README.md and qe_utils.py of Ammonsh/WMT26-QE-baselines, the
baselines of that task.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple

from extractors.core import jsonfile
from extractors.core.files import read_text
from extractors.core.names import WrittenNames
from extractors.inputs.testsets import (
    EvalSet,
    GivenScores,
    Line,
    MadeBy,
    Rating,
    Ratings,
    Remark,
    Score,
    Segment,
    SetReader,
    Translation,
)
from extractors.inputs.testsets import _files as files
from extractors.inputs.testsets._appraise import appraise_errors, in_output
from extractors.inputs.testsets._doc_ids import DocumentId, is_plain, other_spellings, wanted_pair
from extractors.inputs.testsets._scores import check_rater, json_number, placed, refuse_texts
from extractors.inputs.testsets._trees import languages_of
from extractors.inputs.testsets.esa import ERROR_FREE_FROM
from extractors.inputs.testsets.esa import NAME as ESA

ID = re.compile(r'"(?:doc_id|item_id)" *: *("(?:[^"\\]|\\.)*")')
"""That of a segment, where it stands in a line."""
OFFICIAL, CHALLENGE = "official", "challenge"
ROUND = re.compile(r"human(\d*)")
REFERENCE = re.compile(r"ref[A-Z]?")
MADE_BY: Mapping[str, MadeBy] = {"human": "human", "postedit": "post-edit", "pseudo": "machine"}


class ItemId(NamedTuple):
    """What the id of a segment says."""

    written: str
    document: DocumentId

    @property
    def name(self) -> str:
        """The name of its document."""
        return f"{self.document.domain}:{self.document.name}"


def item_id(written: str, line: Line) -> ItemId:
    """Parse the id of a segment."""
    if len(parts := written.split("_#_")) >= 4:
        source, dash, target = parts[0].partition("-")
        if dash:
            return ItemId(written, DocumentId(source, target, parts[1], "_#_".join(parts[2:-1])))
    kind, *parts = written.split("_###_")
    if kind in (OFFICIAL, CHALLENGE) and len(parts) >= 4:
        source, target, domain, *rest = parts
        suite = "" if kind == OFFICIAL else kind
        name = "_###_".join(rest[:-1]) or rest[-1]
        return ItemId(written, DocumentId(source, target, domain, name, suite))
    raise line.error(
        f"{written!r} is not the id of a segment",
        "ids are PAIR_#_DOMAIN_#_DOCUMENT_#_SEGMENT, or official_###_SRC_###_TGT_###_DOMAIN_###_DOCUMENT_###_SEGMENT",
    )


@dataclass
class ItemContents:
    """What the file has of the wanted pair; filled line by line.

    Attributes:
        made_by: who made each reference; None for a system.
    """

    segments: list[Segment] = field(default_factory=list)
    texts: dict[str, dict[int, tuple[str, Line]]] = field(default_factory=dict)
    made_by: dict[str, MadeBy | None] = field(default_factory=dict)
    names: WrittenNames = field(default_factory=lambda: WrittenNames("system"))
    scores: list[Score] = field(default_factory=list)
    ratings: list[Rating] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)


class Wmtitems(SetReader):
    """`wmtitems:wmt25-genmt-humeval.jsonl#en-cs`, `wmtitems:mteval-test26.jsonl#en-de` (or `#PAIR:challenge`)."""

    def read(self, texts: EvalSet | None) -> EvalSet:
        refuse_texts(texts, self.path)
        written = files.lines(read_text(self.path), self.path)
        ids = [self._id(text, Line(self.path, number)) for number, text in enumerate(written, 1)]
        wanted, _, suite = (self.mark or "").partition(":")
        if suite and is_plain(wanted):
            # Challenge sets are of many hands, which write languages in their own ways.
            ids = [item._replace(document=item.document.plain) for item in ids]
        pair = wanted_pair([item.document for item in ids], wanted or None, self.path, suite=suite)
        contents = ItemContents(
            remarks=[*other_spellings([item.document for item in ids], pair, self.path, suite=suite)]
        )
        lines: dict[str, int] = {}
        for number, (text, item) in enumerate(zip(written, ids, strict=True), 1):
            if (item.document.pair, item.document.suite) == (pair, suite):
                line = Line(self.path, number)
                if (first := lines.setdefault(item.written, number)) != number:
                    raise line.error(f"a second segment {item.written}", f"the first is in line {first}: leave one")
                _take(_record(text, item, line), item, line, contents)
        if not suite and (left_out := sum(item.document.suite == CHALLENGE for item in ids)):
            contents.remarks.append(Remark(Line(self.path, None), f"{left_out} items of challenge sets: left out"))
        return _set(contents, languages_of(pair, self.path), self.path)

    def _id(self, text: str, line: Line) -> ItemId:
        """Find the id of a line, without decoding the rest of it."""
        if (match := ID.search(text)) is None:
            record = jsonfile.loads(text, self.path, line=line.number)
            keys = ", ".join(record) if isinstance(record, dict) else "no object"
            raise line.error(f"no field `doc_id` or `item_id`: it has {keys}", "give the file as WMT published it")
        return item_id(jsonfile.loads(match[1], self.path, line=line.number), line)


def _record(text: str, item: ItemId, line: Line) -> dict[str, Any]:
    """Decode the object of a line, and check its id, which was found without decoding."""
    record = jsonfile.loads(text, line.path, line=line.number)
    if not isinstance(record, dict) or item.written not in (record.get("doc_id"), record.get("item_id")):
        raise line.error(
            f"the id {item.written} is not that of the line's object",
            "give the file as WMT published it: an object a line",
        )
    return record


def _take(record: dict[str, Any], item: ItemId, line: Line, contents: ItemContents) -> None:
    """Add a segment with all that its object has."""
    number, is_rated = len(contents.segments), "tgt_text" in record
    source = files.field(record, "src_text" if is_rated else "src", line)
    contents.segments.append(
        Segment(id=item.written, source=source, document=item.name, domain=item.document.domain or None, line=line)
    )
    written_texts = dict(_texts(record, "tgt_text" if is_rated else "hyps", line))
    for written, text in written_texts.items():
        system = contents.names.name(written, path=line.path, line=line.number)
        _add_text(system, number, text, "human" if REFERENCE.fullmatch(system) else None, line, contents)
    if (reference := record.get("ref")) is not None:
        kind, text = _reference(reference, line)
        if text.strip():
            _add_text(kind, number, text, MADE_BY[kind], line, contents)
    for written, annotations in _objects(record, "scores", line):
        if written not in written_texts:
            raise line.error(f"ratings of {written}, which has no text here", "give the file as WMT published it")
        system = contents.names.name(written, path=line.path, line=line.number)
        ratings = _annotations(annotations, line)
        for rating, rater in zip(ratings, _raters(ratings, line), strict=True):
            _rate(rating, rater, system, number, line, contents)


def _add_text(name: str, number: int, text: str, made_by: MadeBy | None, line: Line, contents: ItemContents) -> None:
    """Add a text of a system or reference; `number`: of the segment."""
    if contents.made_by.setdefault(name, made_by) != made_by:
        raise line.error(f"a system is called {name}, as a type of references is", "give the system another name")
    contents.texts.setdefault(name, {})[number] = text, line


def _reference(written: Any, line: Line) -> tuple[str, str]:
    """Read the type and the text of a reference."""
    kind, text = (written.get("type"), written.get("text")) if isinstance(written, dict) else (None, None)
    if not isinstance(kind, str) or kind not in MADE_BY or not isinstance(text, str):
        raise line.error(f"the reference {str(written)[:60]!r}", f"write its text, and a type: {', '.join(MADE_BY)}")
    return kind, text


def _objects(record: dict[str, Any], key: str, line: Line) -> Iterator[tuple[str, Any]]:
    value = record.get(key, {})
    if not isinstance(value, dict):
        raise line.error(f"`{key}` must be an object by system", "give the file as WMT published it")
    yield from value.items()


def _texts(record: dict[str, Any], key: str, line: Line) -> Iterator[tuple[str, str]]:
    for name, text in _objects(record, key, line):
        # A system without a text of a segment has null there, or is not named.
        if text is not None and not isinstance(text, str):
            raise line.error(f"the text of {name} must be a text", "give the file as WMT published it")
        if text is not None:
            yield name, text


def _annotations(written: Any, line: Line) -> list[dict[str, Any]]:
    """List the ratings of an output, each with `human`, `annotator` and `errors`."""
    if isinstance(written, list) and all(isinstance(item, dict) for item in written):
        return written
    if isinstance(written, dict):
        rounds = [match[1] for key in written if (match := ROUND.fullmatch(key))]
        return [
            {"round": n or 1, **{name: written.get(f"{name}{n}") for name in ("human", "annotator", "errors")}}
            for n in rounds
        ]
    raise line.error("ratings must be an object by round, or a list", "give the file as WMT published it")


def _raters(ratings: list[dict[str, Any]], line: Line) -> Iterator[str | None]:
    """Yield a rater for each rating of an output, no name twice, so that each rating keeps its own errors."""
    used: set[str] = set()
    for number, rating in enumerate(ratings, 1):
        if (named := rating.get("annotator")) is not None:
            name = check_rater(str(named), line)
        elif len(ratings) > 1:
            name = f"round {rating.get('round', number)}"
        else:
            yield None
            continue
        free = next(
            candidate for candidate in chain([name], (f"{name} ({n})" for n in count(2))) if candidate not in used
        )
        used.add(free)
        yield free


def _rate(
    rating: dict[str, Any], rater: str | None, system: str, number: int, line: Line, contents: ItemContents
) -> None:
    score = json_number(rating.get("human"), line, f"the score {rating.get('human')!r}", "write a number of 0 to 100")
    if not 0 <= score <= 100:
        raise line.error(f"the score {score:g}", "ESA's are 0 to 100: write such a number, or leave the rating out")
    contents.scores.append(Score(system, number, score, rater, line))
    if rating.get("errors") is not None:
        errors = in_output(appraise_errors(rating["errors"], line), contents.texts[system][number][0])
        contents.ratings.append(Rating(system, number, rater, errors, line))


def _set(contents: ItemContents, languages: tuple[str, str], path: Path) -> EvalSet:
    numbers = range(len(contents.segments))
    translations = {}
    for name, texts in contents.texts.items():
        lacking = [n for n in numbers if n not in texts]
        if lacking:
            problem = f"{name} has no text of {len(lacking)} of {len(numbers)} segments"
            contents.remarks.append(Remark(contents.segments[lacking[0]].line, problem))
        translations[name] = Translation(
            texts=tuple(texts[n][0] if n in texts else None for n in numbers),
            lines=tuple(texts[n][1] if n in texts else Line(path, None) for n in numbers),
            made_by=contents.made_by[name] or "human",
        )
    rated = EvalSet(
        languages=languages,
        segments=tuple(contents.segments),
        references={name: translation for name, translation in translations.items() if contents.made_by[name]},
        systems={name: translation for name, translation in translations.items() if not contents.made_by[name]},
    )
    if contents.scores and (unrated := len(numbers) - len({score.segment for score in contents.scores})):
        contents.remarks.append(Remark(Line(path, None), f"{unrated} of {len(numbers)} segments have no rating"))
    scores = GivenScores(
        name=ESA, human=True, higher_is_better=True, values=tuple(contents.scores), error_free_from=ERROR_FREE_FROM
    )
    ratings = Ratings(name=ESA, human=True, values=placed(contents.ratings, rated, contents.remarks))
    return rated.adding(
        [scores] if contents.scores else [], [ratings] if contents.ratings else [], remarks=contents.remarks
    )
