"""Files of metrics that repeat the texts which they score: a test set, or scores of the texts of one."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from extractors.core.names import check_name
from extractors.inputs.campaigns import (
    CampaignScores,
    ErrorSpan,
    EvalSet,
    Line,
    Rating,
    Ratings,
    Remark,
    Score,
    Segment,
    SetReader,
    Translation,
)
from extractors.inputs.campaigns._scores import Systems, placed
from extractors.inputs.campaigns._trees import languages_of


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
        """The items of each system in the order of the segments, one at least."""

    def read(self, texts: EvalSet | None) -> EvalSet:
        items, mark = self.items(), self.mark
        if texts is None:
            texts, mark = _texts(items, languages_of(mark, self.path) if mark else None), None
        systems = Systems(texts, mark, self.path)
        scores, ratings = [], []
        for written, of in items.items():
            if (system := systems.find(written, Line(of[0].line.path, None))) is None:
                continue
            _check_same(of, texts, system)
            scores += [Score(system, n, item.score, None, item.line) for n, item in enumerate(of)]
            ratings += [
                Rating(system, n, None, item.errors, item.line) for n, item in enumerate(of) if item.errors is not None
            ]
        remarks: list[Remark] = []
        higher = self.higher_is_better
        found = CampaignScores(name=self.metric, human=False, higher_is_better=higher, values=tuple(scores))
        marked = Ratings(name=self.metric, human=False, values=placed(ratings, texts, remarks))
        return texts.adding([found], [marked] if ratings else [], remarks)


def _check_same(scored: Sequence[ScoredItem], texts: EvalSet, system: str) -> None:
    """Refuse scores of other texts than those of the set, or of another number of segments."""
    if len(scored) != len(texts.segments):
        raise scored[-1].line.error(
            f"{len(scored)} items of {system}, but the set has {len(texts.segments)} segments",
            "score the whole output; a shorter file was cut",
        )
    for item, segment, text in zip(scored, texts.segments, texts.translations[system].texts, strict=True):
        is_source = item.source.split() == (segment.source or "").split()
        if not is_source or item.output.split() != (text or "").split():
            what = f"output of {system}" if is_source else "source"
            raise item.line.error(
                f"another {what} was scored than that of segment {segment.id} ({segment.line.place})",
                "score the texts of this set, in their order",
            )


def _texts(items: Mapping[str, Sequence[ScoredItem]], languages: tuple[str, str] | None) -> EvalSet:
    """The texts that the first system's items hold, with the outputs of all."""
    name_of_first, first = next(iter(items.items()))
    for name, of in items.items():
        check_name(name, "system", path=of[0].line.path, remedy="rename its file, and score again")
        if len(of) != len(first):
            raise of[min(len(of), len(first) + 1) - 1].line.error(
                f"{len(of)} items of {name}, but {name_of_first} has {len(first)}",
                "score outputs of one test set; a shorter file was cut",
            )
    lines = tuple(item.line for item in first)
    references = [item.reference for item in first]
    return EvalSet(
        languages=languages,
        segments=tuple(Segment(id=str(n), source=item.source, line=item.line) for n, item in enumerate(first, 1)),
        references={"A": Translation(texts=tuple(references), lines=lines)} if None not in references else {},
        systems={
            name: Translation(texts=tuple(i.output for i in of), lines=tuple(i.line for i in of))
            for name, of in items.items()
        },
    )
