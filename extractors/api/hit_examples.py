"""Choose and show hits of a phenomenon in a scored corpus, with the texts they are in, for people to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.compute as pc

from extractors.api.markup import Marks, bracketed, marked, table_html
from extractors.core.errors import InputError, check_known
from extractors.formats import tables
from extractors.formats.hits import HITS
from extractors.report.examples.choice import ranks, turns
from extractors.report.examples.records import OF_POST_EDIT, Records, measured_hits

FOUND = {1: "found", 0: "not found", None: ""}


class MarkedText(NamedTuple):
    """A text, its name (`source`, a reference, a system), and where the words of a hit are in it.

    Attributes:
        marks: start, end and role (1 head, 2 dependent, 3 both) in characters.
        verdict: on the hit in a system's output; empty where there is none.
    """

    name: str
    text: str
    marks: Marks
    verdict: str = ""


@dataclass(frozen=True)
class HitExample:
    """One hit.

    Attributes:
        texts: source, references and outputs.
        confidence: that the hit is right; None where it is not known.
    """

    segment: int
    distance: int
    confidence: float | None
    texts: tuple[MarkedText, ...]


@dataclass(frozen=True)
class HitExamples(Sequence[HitExample]):
    """Some hits of a phenomenon: `print` shows them as text, a notebook with their words marked."""

    phenomenon: str
    hits: int
    shown: tuple[HitExample, ...]

    def __len__(self) -> int:
        return len(self.shown)

    def __getitem__(self, index: Any) -> Any:
        return self.shown[index]

    def __repr__(self) -> str:
        return f"{len(self)} of {self.hits:,} hits of {self.phenomenon}"

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield repr(self)
        for example in self.shown:
            yield f"\nsegment {example.segment}, distance {example.distance}"
            width = max(len(text.name) for text in example.texts)
            for text in example.texts:
                verdict = f"  ({text.verdict})" if text.verdict else ""
                yield f"  {text.name:{width}}  {bracketed(text.text, text.marks)}{verdict}"

    def _repr_html_(self) -> str:
        rows, texts = [], []
        for example in self.shown:
            for number, text in enumerate(example.texts):
                first = [str(example.segment), str(example.distance)] if number == 0 else ["", ""]
                rows.append([*first, text.name, text.verdict])
                texts.append(marked(text.text, text.marks))
        return table_html(["segment", "distance", "text", "verdict"], rows, texts, caption=repr(self))


def hit_examples(folder: Path, phenomenon: str, *, limit: int, distance: int, systems: Sequence[str]) -> HitExamples:
    """Choose hits of a phenomenon in the results of a corpus as the report does: of all distances in turn.

    Args:
        limit: segments.
        distance: the least distance of a hit.
        systems: whose outputs to show.

    Raises:
        InputError: a table is missing, there is no such hit, or `limit` or `distance` is not a whole number.
    """
    for name, value in (("limit", limit), ("distance", distance)):
        if not isinstance(value, int):
            raise InputError(f"{name} must be a whole number, got {value!r}", remedy=f"write {name}=3, say")
    every = tables.read(HITS, folder / HITS.file)
    check_known("phenomenon", [phenomenon], pc.unique(every["phenomenon"]).to_pylist())
    chosen = (pc.field("phenomenon") == phenomenon) & (pc.field("distance_set") >= distance)
    hits = every.filter(chosen).sort_by("segment_id")
    if not len(hits):
        raise InputError(
            f"no hit of {phenomenon} has a distance of {distance} or more", remedy="ask for a smaller distance"
        )
    telling = ranks(hits, measured_hits(folder, systems, hits), systems, None)
    segments = [segment for turn in turns(hits, limit, telling) for segment in turn]
    records = Records(folder, systems, hits, frozenset(segments))
    shown = [
        _example(record, hit, records.references, systems) for record in records.of(segments) for hit in record["hits"]
    ]
    return HitExamples(phenomenon, len(hits), tuple(shown))


def _example(record: dict[str, Any], hit: Sequence[Any], names: Sequence[str], systems: Sequence[str]) -> HitExample:
    """Turn a hit of a record, laid out as in `report.examples.payload`, into an example with its texts."""
    _, distance, confidence, _, _, in_source, in_references, verdicts = hit[:8]
    texts = [MarkedText("source", record["source"], _triples(in_source))]
    for name, text, marks in zip(names, record["references"], in_references, strict=True):
        what = name if name.startswith(OF_POST_EDIT) else f"reference {name}"
        texts.append(MarkedText(what, text, _triples(marks)))
    for number, (system, text) in enumerate(zip(systems, record["outputs"], strict=True)):
        right, _, marks, *_ = (verdicts[number] if verdicts else None) or (None, -1, ())
        texts.append(MarkedText(system, text, _triples(marks), FOUND[right]))
    return HitExample(record["id"], distance, confidence, tuple(texts))


def _triples(flat: Sequence[int]) -> Marks:
    return tuple(zip(flat[::3], flat[1::3], flat[2::3], strict=True))
