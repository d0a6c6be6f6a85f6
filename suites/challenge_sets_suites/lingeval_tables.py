"""LingEval97's own tables: accuracy in all, by kind of error, distance and frequency, and the pairs that were lost.

The groups, their order and the text are those of the evaluation program that comes with LingEval97 (Sennrich 2017).
Its frequency bins are defined with an overlap (5 is in `>5` and in `>2`), but the later definition wins, so that the
numbers that it prints are of bins without one: `>5` is 6 to 10, `>2` is 3 to 5. These are the bins here. Where
numbers are written as text ("7"), the program knows `"0"` alone and counts all others in the highest bin; that, and
that it leaves out kinds of errors that it does not know, is what `compatible` repeats.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from challenge_sets_suites import groups
from challenge_sets_suites.tables.contrastive import GROUPS, rest_of
from challenge_sets_suites.tables.items import Item
from challenge_sets_suites.tables.judgments import RIGHT, WRONG, Verdict
from extractors.core.errors import check_known

FREQUENCIES = {
    **{f">{n // 1000}k" if n >= 1000 else f">{n}": n + 1 for n in reversed(groups.FREQUENCIES) if n > 1},
    **{"2": 2, "1": 1, "0": 0},
}
"""The bins of frequency with the smallest that is in each, the highest first."""
FURTHER = f">{groups.FARTHEST}"
DISTANCES = (*map(str, range(groups.FARTHEST + 1)), FURTHER)

TOTAL, CATEGORY, DISTANCE, FREQUENCY = "total", "category", "distance", "frequency"
FREQUENCY_BY_DISTANCE, CATEGORY_BY_DISTANCE = "frequency by distance", "category by distance"
HEADINGS = {
    CATEGORY: "statistics by error category",
    DISTANCE: "statistics by distance",
    FREQUENCY: "statistics by frequency in training data",
    FREQUENCY_BY_DISTANCE: "statistics by frequency and distance",
    CATEGORY_BY_DISTANCE: "statistics by error category and distance",
}
"""The groups after the total; the last is ours."""


@dataclass(frozen=True, slots=True)
class LingevalRow:
    """Pairs of a group; `distance` where it is divided by distance too."""

    group: str
    name: str
    distance: str | None
    correct: int
    total: int

    @property
    def accuracy(self) -> float:
        return self.correct / self.total


def rows(
    items: Sequence[Item],
    verdicts: Sequence[Verdict],
    *,
    rest: str = "",
    categories: Sequence[str] | None = None,
    compatible: bool = False,
    by_distance: bool = False,
) -> list[LingevalRow]:
    """Count the pairs and the right ones in the rows of LingEval97's tables; rows without pairs are left out.

    Args:
        verdicts: on each item, by the judge `contrastive`; items that it cannot judge are in no row.
        categories: kinds of errors that count (default: all).
        compatible: as LingEval97's program, see above.
        by_distance: also frequencies and kinds of errors by distance.
    """
    order = _order(items, compatible)
    check_known("kind of error", categories or (), order)
    counted = set(order if categories is None else categories)
    written: Mapping[str, Mapping[str, Any]] = rest_of(rest).get("errors", {}) if compatible else {}
    correct, total = Counter[Key](), Counter[Key]()
    for item, verdict in zip(items, verdicts, strict=True):
        if verdict.verdict not in (RIGHT, WRONG) or item.phenomenon not in counted:
            continue
        texts = written.get(item.item, {})
        highest = {key for key in (DISTANCE, FREQUENCY) if isinstance(texts.get(key), str) and texts[key] != "0"}
        distance = None if item.distance is None else groups.distance_group(item.distance)
        distance = FURTHER if DISTANCE in highest else distance
        frequency = next(iter(FREQUENCIES)) if FREQUENCY in highest else _frequency(item.frequency)
        keys: list[Key] = [(TOTAL, "total", None), (CATEGORY, item.phenomenon, None)]
        keys += [(DISTANCE, distance, None), (FREQUENCY, frequency, None)]
        if by_distance and distance is not None:
            keys += [(FREQUENCY_BY_DISTANCE, frequency, distance), (CATEGORY_BY_DISTANCE, item.phenomenon, distance)]
        total.update(keys)
        correct.update(keys if verdict.verdict == RIGHT else ())
    names: dict[str, Iterable[str]] = {TOTAL: ["total"], CATEGORY: order, DISTANCE: DISTANCES, FREQUENCY: FREQUENCIES}
    names |= {FREQUENCY_BY_DISTANCE: FREQUENCIES, CATEGORY_BY_DISTANCE: order}
    return [
        LingevalRow(group, name, at, correct[group, name, at], total[group, name, at])
        for group, of_group in names.items()
        for name in of_group
        for at in (DISTANCES if group in (FREQUENCY_BY_DISTANCE, CATEGORY_BY_DISTANCE) else (None,))
        if total[group, name, at]
    ]


Key = tuple[str, str | None, str | None]
"""Group, name and distance."""


def _order(items: Sequence[Item], compatible: bool) -> list[str]:
    """List the kinds of errors: LingEval97's kinds in its order, then others as they appear unless `compatible`."""
    there = dict.fromkeys(item.phenomenon for item in items)
    own = [name for name in GROUPS if name in there]
    return own if compatible else own + [name for name in there if name not in GROUPS]


def _frequency(value: int | None) -> str | None:
    return None if value is None else next(name for name, least in FREQUENCIES.items() if value >= least)


def text(counted: Sequence[LingevalRow]) -> str:
    """Format the rows as LingEval97's program prints them, with accuracies as in its published results."""
    blocks = []
    for group in (TOTAL, *HEADINGS):
        lines = [_line(row) for row in counted if row.group == group]
        if lines or group in (CATEGORY, DISTANCE, FREQUENCY):
            blocks.append("\n".join([*([HEADINGS[group]] if group in HEADINGS else []), *lines]))
    return "\n\n".join(blocks) + "\n"


def _line(row: LingevalRow) -> str:
    if row.distance is not None:
        kind = FREQUENCY if row.group == FREQUENCY_BY_DISTANCE else CATEGORY
        name = f"{kind}: {row.name} distance: {row.distance}:"
    else:
        name = f"distance {row.name}:" if row.group == DISTANCE else f"{row.name} :"
    return f"{name} {row.correct} {row.total} {accuracy_text(row.accuracy)}"


def accuracy_text(value: float) -> str:
    """Format an accuracy with twelve digits, as Python 2 printed the published ones."""
    digits = f"{value:.12g}"
    return digits if "." in digits or "e" in digits else f"{digits}.0"


def table_rows(counted: Sequence[LingevalRow], system: str) -> list[dict[str, Any]]:
    """Return rows of the table `PAIR_ACCURACY`."""
    return [{"system": system, **asdict(row), "accuracy": row.accuracy} for row in counted]


def lost_pairs(
    items: Sequence[Item],
    verdicts: Sequence[Verdict],
    *,
    system: str,
    categories: Sequence[str] | None = None,
) -> list[dict[str, Any]]:
    """Return rows of the table `LOST_PAIRS`, in the order of the suite."""
    lost = []
    for item, verdict in zip(items, verdicts, strict=True):
        if verdict.verdict != WRONG or (categories is not None and item.phenomenon not in categories):
            continue
        copied = ("item", "phenomenon", "distance", "frequency", "origin", "source", "reference", "contrastive")
        values = {name: getattr(item, name) for name in copied}
        lost.append({"system": system, "margin": verdict.score, **values})
    return lost
