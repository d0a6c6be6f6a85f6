"""Success of systems by category and subcategory, as Tables 2 and 3 of Isabelle, Cherry and Foster (EMNLP 2017).

https://aclanthology.org/D17-1263/. Their Table 3 counts an output as a success if most annotators answered yes,
"and all others as negative": an output that is undecided or missing is no success, and stays in the denominator.
Their Table 2 pools the single answers: yes answers by all answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa

from challenge_sets_suites.answer_folders import PEOPLE, votes_of
from challenge_sets_suites.sheets import key_of
from challenge_sets_suites.tables.annotations import Annotation
from challenge_sets_suites.tables.items import Item, check_items
from challenge_sets_suites.tables.judgments import ANSWERS, RIGHT, UNDECIDED, WRONG, YES

DECIDED = {RIGHT, WRONG, *ANSWERS}


@dataclass(frozen=True, kw_only=True)
class SuccessRow:
    """A category or a subcategory.

    Attributes:
        phenomenon: the subcategory; empty for a category as a whole, or all.
        category: empty for all items.
        items: how many it has.
        successes, judged: of each system: what counts as a success, and what it is a share of.
        undecided: of each system: outputs without a verdict of right or wrong, which are no success.
        agreement: share of the systems' outputs with several answers whose answers are all the same; None without.
    """

    category: str
    phenomenon: str
    items: int
    successes: dict[str, int]
    judged: dict[str, int]
    undecided: dict[str, int]
    agreement: float | None = None

    def share(self, system: str) -> float | None:
        """Return the share of successes of a system; None if none of its outputs was judged."""
        return self.successes[system] / self.judged[system] if self.judged[system] else None


def systems_of(judgments: pa.Table) -> list[str]:
    """List the systems, in the order of the judgments."""
    return list(dict.fromkeys(judgments["system"].to_pylist()))


def by_subcategory(items: Sequence[Item], judgments: pa.Table) -> list[SuccessRow]:
    """Make Table 3: a row for each phenomenon, in the order of the items, with the phenomena of a category together.

    Judgments are people's majorities: verdicts of other judges do not count.
    """
    groups: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        groups.setdefault((item.category, item.phenomenon), []).append(item)
    order = list(dict.fromkeys(category for category, _ in groups))
    counted = _Counts(items, judgments)
    return [counted.row(groups[name], *name) for name in sorted(groups, key=lambda name: order.index(name[0]))]


def by_category(
    items: Sequence[Item], judgments: pa.Table, annotations: Sequence[Annotation] | None = None
) -> list[SuccessRow]:
    """Make Table 2: a row for each category, then one for all items.

    Args:
        judgments: by people; without annotations, success is the share of items with the verdict right.
        annotations: the single answers, which are pooled as in the paper; None where only majorities are known.
    """
    counted = _Counts(items, judgments, annotations)
    names = [name for name in dict.fromkeys(item.category for item in items) if name]
    rows = [counted.row([item for item in items if item.category == name], name, "") for name in names]
    return [*rows, counted.row(items, "", "")]


class _Counts:
    """Counts what is said of the outputs of items: the single answers, or where none are known people's verdict."""

    def __init__(
        self, items: Sequence[Item], judgments: pa.Table, annotations: Sequence[Annotation] | None = None
    ) -> None:
        self.systems = systems_of(judgments)
        self.rows = {(row["item"], row["system"]): row for row in judgments.to_pylist()}
        self.votes = None if annotations is None else votes_of(annotations)
        check_items((item for item, _ in self.rows), {item.item for item in items})

    def row(self, items: Sequence[Item], category: str, phenomenon: str) -> SuccessRow:
        answers = {system: [self._answers(item.item, system) for item in items] for system in self.systems}
        several = [output for outputs in answers.values() for output in outputs if len(output) > 1]
        return SuccessRow(
            category=category,
            phenomenon=phenomenon,
            items=len(items),
            successes={
                system: sum(output.count(RIGHT) + output.count(YES) for output in outputs)
                for system, outputs in answers.items()
            },
            judged={system: sum(map(len, outputs)) for system, outputs in answers.items()},
            undecided={
                system: sum(DECIDED.isdisjoint(output) for output in outputs) for system, outputs in answers.items()
            },
            agreement=sum(len(set(output)) == 1 for output in several) / len(several) if several else None,
        )

    def _answers(self, item: str, system: str) -> list[str]:
        """Return one verdict, UNDECIDED if it is not by people, or else the answers of people, none or more."""
        row = self.rows.get((item, system), {})
        if self.votes is None:
            return [row["verdict"] if row.get("judge") == PEOPLE else UNDECIDED]
        votes = {} if row.get("output") is None else self.votes.get(key_of(item, row["output"]), {})
        return [annotation.answer for annotation in votes.values()]
