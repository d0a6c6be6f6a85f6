"""The items that a suite's page shows, with the outputs of all systems and what was said of them, gzipped.

{
  "total": items of the suite, "limit": items of a phenomenon that are shown at most, "asked": as asked for,
  "phenomena": [[category, phenomenon, items, items shown]], "outputs": whether judgments have outputs,
  "judge": of the suite,
  "items": [{"id", "place": in the suite, "phenomenon": place in `phenomena`, fields of ITEMS that it has,
      "judged": [[output, verdict, reason, judge, systems, scores]]}]
}

Systems with the same output, verdict and reason stand together, as places in the page's list of systems. `verdict` is a
place in VERDICTS, `judge` null where it is the suite's, and `scores` null where there are none.

A page has no room for all items of a large suite: of each phenomenon those come first that a system has wrong, then
undecided, then missing; among equals it draws at random, with a fixed seed.
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from challenge_sets_suites.report.suite_results import SuiteResults
from challenge_sets_suites.tables.items import ITEMS, Item
from challenge_sets_suites.tables.judgments import MISSING, UNDECIDED, VERDICTS, WRONG
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.report.numbers import Row, Rows
from extractors.report.packing import packed, packed_size

NOT_FIELDS = ("item", "sentence", "phenomenon", "category", "position", "marks")
FIELDS = [column.name for column in ITEMS.columns if column.name not in NOT_FIELDS]
ROUND = 200
"""Items that are packed together to see how much room they take."""
SEED = 1

Phenomenon = tuple[str, str]


def items_data(results: SuiteResults, *, limit: int, max_bytes: int) -> bytes:
    """Return the items, gzipped; the same results give the same bytes.

    Args:
        limit: items of a phenomenon, at most; lowered until all fits.
        max_bytes: of the result.
    """
    places = [place for turn in chosen(results, limit) for place in turn]
    records = _Records(results, places)
    fitting = _fitting(records, places, max_bytes)
    while len(data := packed(_content(results, records, places[:fitting], limit))) > max_bytes:
        fitting = int(fitting * 0.95)
        if not fitting:
            raise InputError(
                f"a page with {max_bytes:,} bytes for items has no room for one",
                path=results.folder,
                remedy="allow it more (report: megabytes)",
            )
    if fitting < len(results.suite.items):
        log.warning(
            "%s: the page shows %d of %d items, those that systems have wrong first (report: examples, megabytes)",
            results.folder,
            fitting,
            len(results.suite.items),
        )
    return data


def chosen(results: SuiteResults, limit: int) -> list[list[int]]:
    """Return places of items in the order in which they get room: the first of each phenomenon, then the second, ..."""
    codes = results.verdicts.codes
    has = [(codes == VERDICTS.index(verdict)).any(axis=1) for verdict in (WRONG, UNDECIDED, MISSING)]
    rng = random.Random(SEED)
    by_phenomenon: dict[Phenomenon, list[int]] = {}
    for place, item in enumerate(results.suite.items):
        by_phenomenon.setdefault(_phenomenon(item), []).append(place)
    queues = []
    for places in by_phenomenon.values():
        rng.shuffle(places)
        queues.append(sorted(places, key=lambda place: [not condition[place] for condition in has])[:limit])
    return [[place for place in turn if place is not None] for turn in zip_longest(*queues)]


def _phenomenon(item: Item) -> Phenomenon:
    return item.category, item.phenomenon


class _Records:
    """What the page holds of items, by their places in the suite."""

    def __init__(self, results: SuiteResults, places: Sequence[int]) -> None:
        self.items = results.suite.items
        self.judge = results.suite.judge
        self.phenomena = list(dict.fromkeys(map(_phenomenon, self.items)))
        self._number = {phenomenon: number for number, phenomenon in enumerate(self.phenomena)}
        self._system = {system: number for number, system in enumerate(results.systems)}
        wanted = pa.array([self.items[place].item for place in places], pa.string())
        judgments = results.judgments
        self._judged: dict[str, list[Row]] = {}
        for row in judgments.filter(pc.is_in(judgments.column("item"), value_set=wanted)).to_pylist():
            self._judged.setdefault(row["item"], []).append(row)

    def of(self, place: int) -> dict[str, Any]:
        item = self.items[place]
        fields = {name: value for name in FIELDS if (value := getattr(item, name)) not in (None, ())}
        return {
            "id": item.item,
            "place": place,
            "phenomenon": self._number[_phenomenon(item)],
            **fields,
            "judged": self._together(self._judged.get(item.item, [])),
        }

    def _together(self, rows: Rows) -> list[list[Any]]:
        groups: dict[tuple[Any, ...], list[Row]] = {}
        for row in sorted(rows, key=lambda row: self._system[row["system"]]):
            judge = None if row["judge"] == self.judge else row["judge"]
            groups.setdefault((row["output"], VERDICTS.index(row["verdict"]), row["reason"], judge), []).append(row)
        return [
            [
                *key,
                [self._system[row["system"]] for row in same],
                [row["score"] for row in same] if any(row["score"] is not None for row in same) else None,
            ]
            for key, same in groups.items()
        ]


def _fitting(records: _Records, places: Sequence[int], room: int) -> int:
    """Estimate how many of the first places fit into `room` bytes, packed in rounds by themselves."""
    for start in range(0, len(places), ROUND):
        rows = [records.of(place) for place in places[start : start + ROUND]]
        size = packed_size(rows)
        if size > room:
            return max(1, start + len(rows) * room // size)
        room -= size
    return len(places)


def _content(results: SuiteResults, records: _Records, places: Sequence[int], limit: int) -> dict[str, Any]:
    every = Counter(map(_phenomenon, results.suite.items))
    shown = Counter(_phenomenon(results.suite.items[place]) for place in places)
    return {
        "total": len(results.suite.items),
        "asked": limit,
        "limit": max(shown.values(), default=0),
        "phenomena": [[*phenomenon, every[phenomenon], shown[phenomenon]] for phenomenon in records.phenomena],
        "outputs": results.judgments.column("output").null_count < results.judgments.num_rows,
        "judge": results.suite.judge,
        "items": [records.of(place) for place in sorted(places)],
    }
