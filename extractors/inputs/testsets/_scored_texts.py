"""Files of metrics that repeat the texts which they score: a test set, or scores of the texts of one."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.core.names import check_name
from extractors.inputs.testsets import (
    ErrorSpan,
    EvalSet,
    GivenScores,
    Line,
    Rating,
    Ratings,
    Remark,
    Score,
    Segment,
    SetReader,
    Translation,
    compose,
)
from extractors.inputs.testsets._scores import Systems, placed
from extractors.inputs.testsets._trees import languages_of
from extractors.inputs.text_order import SHOWN, same_text, text_order


class ScoredItem(NamedTuple):
    """A segment with its output and score; `errors` is None where the metric marks none."""

    line: Line
    source: str
    output: str
    reference: str | None
    score: float
    errors: tuple[ErrorSpan, ...] | None = None


class ScoredTexts(SetReader):
    """`FORMAT:PATH#en-de` has the texts; after other texts, it adds scores to those."""

    metric: ClassVar[str]
    higher_is_better: ClassVar[bool]

    @abstractmethod
    def items(self) -> Mapping[str, Sequence[ScoredItem]]:
        """Read the items of each system, at least one each, in the order of the segments."""

    def read(self, texts: EvalSet | None) -> EvalSet:
        items, mark = self.items(), self.mark
        if texts is None:
            items = _alike(items)
            texts, mark = _texts(items, languages_of(mark, self.path) if mark else None), None
        systems = Systems(texts, mark, self.path)
        scores, ratings = [], []
        for written, scored in items.items():
            if (system := systems.find(written, Line(scored[0].line.path, None))) is None:
                continue
            scored = _matched(scored, texts, system)
            scores += [Score(system, n, item.score, None, item.line) for n, item in enumerate(scored)]
            ratings += [
                Rating(system, n, None, item.errors, item.line)
                for n, item in enumerate(scored)
                if item.errors is not None
            ]
        remarks: list[Remark] = []
        higher = self.higher_is_better
        with_reference = any(item.reference is not None for scored in items.values() for item in scored)
        metric_scores = GivenScores(
            name=self.metric,
            human=False,
            higher_is_better=higher,
            values=tuple(scores),
            sees="reference" if with_reference else "source",
        )
        marked = Ratings(name=self.metric, human=False, values=placed(ratings, texts, remarks))
        return texts.adding([metric_scores], [marked] if ratings else [], remarks)


def _matched(scored: Sequence[ScoredItem], texts: EvalSet, system: str) -> list[ScoredItem]:
    """Put items in the order of the segments; refuse more or fewer items, and items with other texts."""
    if len(scored) != len(texts.segments):
        raise scored[-1].line.error(
            f"{len(scored)} items of {system}, but the set has {len(texts.segments)} segments",
            "score the whole output; a shorter file was cut",
        )
    outputs = texts.translations[system].texts
    wanted = [_key(segment.source, text) for segment, text in zip(texts.segments, outputs, strict=True)]
    return _in_order(scored, wanted, system, [segment.line for segment in texts.segments])


def _key(*texts: str | None) -> tuple[str, ...]:
    return tuple(same_text(compose(text or "")) for text in texts)


def _in_order(
    scored: Sequence[ScoredItem], wanted: Sequence[tuple[str, ...]], system: str, lines: Sequence[Line]
) -> list[ScoredItem]:
    """Put items in the order of segments, by source, or source and output; refuse an item with another text."""
    own = [_key(item.source, item.output)[: len(wanted[0])] for item in scored]

    def differs(line: int, segment: int) -> InputError:
        source, *output = own[line]
        if output and source in {key[0] for key in wanted}:
            problem = f"item {line + 1} is of another output of {system} than the set has, {output[0][:SHOWN]!r}"
        else:
            problem = f"item {line + 1} is of another source than the set has, {source[:SHOWN]!r}"
        return scored[line].line.error(
            f"{problem}, and segment {segment + 1} ({lines[segment].place}) has no item",
            "score the texts of this set; the order does not matter",
        )

    order = text_order(own, wanted, differs)
    if not order.is_same:
        log.warning(
            "%s: the items of %s stand in another order than the segments, and are put in theirs (%d of %d move)",
            scored[0].line.path,
            system,
            order.moved,
            len(own),
        )
    return order.of(scored)


def _alike(items: Mapping[str, Sequence[ScoredItem]]) -> dict[str, Sequence[ScoredItem]]:
    """Put the items of each system in the order of the first system."""
    name_of_first, first = next(iter(items.items()))
    alike: dict[str, Sequence[ScoredItem]] = {}
    for name, scored in items.items():
        check_name(name, "system", path=scored[0].line.path, remedy="rename its file, and score again")
        if len(scored) != len(first):
            raise scored[min(len(scored), len(first) + 1) - 1].line.error(
                f"{len(scored)} items of {name}, but {name_of_first} has {len(first)}",
                "score outputs of one test set; a shorter file was cut",
            )
        alike[name] = _in_order(scored, [_key(item.source) for item in first], name, [item.line for item in first])
    return alike


def _texts(items: Mapping[str, Sequence[ScoredItem]], languages: tuple[str, str] | None) -> EvalSet:
    """Make a set of the texts in the items, which are in the same order in all systems."""
    first = next(iter(items.values()))
    lines = tuple(item.line for item in first)
    references = [item.reference for item in first]
    return EvalSet(
        languages=languages,
        segments=tuple(Segment(id=str(n), source=item.source, line=item.line) for n, item in enumerate(first, 1)),
        references={"A": Translation(texts=tuple(references), lines=lines)} if None not in references else {},
        systems={
            name: Translation(texts=tuple(i.output for i in scored), lines=tuple(i.line for i in scored))
            for name, scored in items.items()
        },
    )
