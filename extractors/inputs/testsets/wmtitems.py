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
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from extractors.core import jsonfile
from extractors.core.files import read_text
from extractors.core.names import as_name, check_name
from extractors.inputs.testsets import EvalSet, GivenScores, Line, Rating, Ratings, Remark, Score, Segment, SetReader
from extractors.inputs.testsets import Translation as SetText
from extractors.inputs.testsets import _files as files
from extractors.inputs.testsets._appraise import appraise_errors, in_output
from extractors.inputs.testsets._doc_ids import DocumentId, wanted_pair
from extractors.inputs.testsets._scores import check_rater, json_number, placed, refuse_texts
from extractors.inputs.testsets._trees import languages_of
from extractors.inputs.testsets.esa import ERROR_FREE_FROM
from extractors.inputs.testsets.esa import NAME as ESA

ID = re.compile(r'"(?:doc_id|item_id)" *: *("(?:[^"\\]|\\.)*")')
"""That of a segment, where it stands in a line."""
OFFICIAL, CHALLENGE = "official", "challenge"
ROUND = re.compile(r"human(\d*)")
REFERENCE = re.compile(r"ref[A-Z]?")
MadeBy = Literal["human", "post-edit", "machine"]
MADE_BY: Mapping[str, MadeBy] = {"human": "human", "postedit": "post-edit", "pseudo": "machine"}


class ItemId(NamedTuple):
    """What the id of a segment says."""

    document: DocumentId
    segment: str

    @property
    def name(self) -> str:
        """The name of its document."""
        return f"{self.document.domain}:{self.document.name}"


def item_id(written: str, line: Line) -> ItemId:
    """What an id says."""
    if len(parts := written.split("_#_")) >= 4:
        source, dash, target = parts[0].partition("-")
        if dash:
            return ItemId(DocumentId(source, target, parts[1], "_#_".join(parts[2:-1])), parts[-1])
    kind, *parts = written.split("_###_")
    if kind in (OFFICIAL, CHALLENGE) and len(parts) >= 4:
        source, target, domain, *rest = parts
        suite = "" if kind == OFFICIAL else kind
        return ItemId(DocumentId(source, target, domain, "_###_".join(rest[:-1]) or rest[-1], suite), rest[-1])
    raise line.error(
        f"{written!r} is not the id of a segment",
        "ids are PAIR_#_DOMAIN_#_DOCUMENT_#_SEGMENT, or official_###_SRC_###_TGT_###_DOMAIN_###_DOCUMENT_###_SEGMENT",
    )


@dataclass
class ItemContents:
    """What the file has of the wanted pair; filled line by line."""

    segments: list[Segment] = field(default_factory=list)
    texts: dict[str, dict[int, tuple[str, Line]]] = field(default_factory=dict)
    references: dict[str, MadeBy] = field(default_factory=dict)
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
        pair = wanted_pair([one.document for one in ids], wanted or None, self.path, suite=suite)
        found = ItemContents()
        for number, (text, of) in enumerate(zip(written, ids, strict=True), 1):
            if (of.document.pair, of.document.suite) == (pair, suite):
                line = Line(self.path, number)
                _take(jsonfile.loads(text, self.path, line=number), of, line, found)
        others = Counter(of.document.suite for of in ids if (of.document.pair, of.document.suite) != (pair, suite))
        if left_out := others[CHALLENGE] if not suite else 0:
            found.remarks.append(Remark(Line(self.path, None), f"{left_out} items of challenge sets: left out"))
        return _set(found, languages_of(pair, self.path))

    def _id(self, text: str, line: Line) -> ItemId:
        """That of a line, of which nothing else is decoded."""
        if (found := ID.search(text)) is None:
            record = jsonfile.loads(text, self.path, line=line.number)
            keys = ", ".join(record) if isinstance(record, dict) else "no object"
            raise line.error(f"no field `doc_id` or `item_id`: it has {keys}", "give the file as WMT published it")
        return item_id(jsonfile.loads(found[1], self.path, line=line.number), line)


def _take(record: dict[str, Any], of: ItemId, line: Line, found: ItemContents) -> None:
    """Add a segment with all that its object has."""
    number, is_rated = len(found.segments), "tgt_text" in record
    source = files.field(record, "src_text" if is_rated else "src", line)
    name = str(record.get("doc_id" if is_rated else "item_id"))
    found.segments.append(
        Segment(id=name, source=source, document=of.name, domain=of.document.domain or None, line=line)
    )
    for written, text in _texts(record, "tgt_text" if is_rated else "hyps", line):
        system = check_name(as_name(written), "system", path=line.path, line=line.number)
        if REFERENCE.fullmatch(system):
            found.references[system] = "human"
        if number in (of_system := found.texts.setdefault(system, {})):
            raise line.error(f"two texts of the system {system}", "give one of them another name")
        of_system[number] = text, line
    if (reference := record.get("ref")) is not None:
        kind, text = _reference(reference, line)
        if text.strip():
            if number in (of_kind := found.texts.setdefault(kind, {})):
                raise line.error(f"a system is called {kind}, as the reference is", "give it another name")
            of_kind[number] = text, line
            found.references[kind] = MADE_BY[kind]
    for written, annotations in _objects(record, "scores", line):
        system = as_name(written)
        if number not in found.texts.get(system, {}):
            raise line.error(f"ratings of {written}, which has no text here", "give the file as WMT published it")
        for rating in _annotations(annotations, line):
            _rate(rating, system, number, line, found)


def _reference(written: Any, line: Line) -> tuple[str, str]:
    """Its type, and its text."""
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


def _annotations(written: Any, line: Line) -> Iterator[dict[str, Any]]:
    """The ratings of an output: `human`, `annotator` and `errors` of each."""
    if isinstance(written, list) and all(isinstance(of, dict) for of in written):
        yield from written
    elif isinstance(written, dict):
        for key in written:
            if place := ROUND.fullmatch(key):
                yield {name: written.get(f"{name}{place[1]}") for name in ("human", "annotator", "errors")}
    else:
        raise line.error("ratings must be an object by round, or a list", "give the file as WMT published it")


def _rate(rating: dict[str, Any], system: str, number: int, line: Line, found: ItemContents) -> None:
    rater = rating.get("annotator")
    rater = None if rater is None else check_rater(str(rater), line)
    score = json_number(rating.get("human"), line, f"the score {rating.get('human')!r}", "write a number of 0 to 100")
    if not 0 <= score <= 100:
        raise line.error(f"the score {score:g}", "ESA's are 0 to 100: write such a number, or leave the rating out")
    found.scores.append(Score(system, number, score, rater, line))
    if rating.get("errors") is not None:
        errors = in_output(appraise_errors(rating["errors"], line), found.texts[system][number][0])
        found.ratings.append(Rating(system, number, rater, errors, line))


def _set(found: ItemContents, languages: tuple[str, str]) -> EvalSet:
    numbers = range(len(found.segments))
    translations = {}
    for name, texts in found.texts.items():
        lacking = [n for n in numbers if n not in texts]
        if lacking:
            problem = f"{name} has no text of {len(lacking)} of {len(numbers)} segments"
            found.remarks.append(Remark(found.segments[lacking[0]].line, problem))
        translations[name] = SetText(
            texts=tuple(texts[n][0] if n in texts else None for n in numbers),
            lines=tuple(texts[n][1] if n in texts else Line(found.segments[n].line.path, None) for n in numbers),
            made_by=found.references.get(name, "human"),
        )
    rated = EvalSet(
        languages=languages,
        segments=tuple(found.segments),
        references={name: of for name, of in translations.items() if name in found.references},
        systems={name: of for name, of in translations.items() if name not in found.references},
    )
    scores = GivenScores(
        name=ESA, human=True, higher_is_better=True, values=tuple(found.scores), error_free_from=ERROR_FREE_FROM
    )
    ratings = Ratings(name=ESA, human=True, values=placed(found.ratings, rated, found.remarks))
    return rated.adding([scores] if found.scores else [], [ratings] if found.ratings else [], remarks=found.remarks)
