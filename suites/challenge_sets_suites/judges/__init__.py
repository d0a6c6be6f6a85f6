"""Judges: whether an output, or a score, is right in what an item asks. One kind of judge a file, found by name.

A judge takes its options as keyword arguments. It decides, or says why it cannot: what nothing decides on is
`undecided`, never wrong.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from extractors.core.errors import InputError

if TYPE_CHECKING:
    # What plans a run asks this package for its names, and does not wait for tables.
    from challenge_sets_suites.tables.items import Item
    from challenge_sets_suites.tables.judgments import Verdict


class Judge:
    """Judges the items of a suite that have one of the fields it `needs`, for one system at a time."""

    needs: ClassVar[tuple[str, ...]] = ()

    def check(self, items: Sequence[Item], name: str) -> None:
        """Refuse a suite in which no item has a field that this judge, called `name`, needs."""
        if self.needs and not any(getattr(item, field) for item in items for field in self.needs):
            raise InputError(
                f"no item has what the judge {name!r} works by: {' or '.join(self.needs)}",
                remedy="name another judge, or give a suite with these",
            )


class OutputJudge(Judge, ABC):
    """Judges by the output."""

    @abstractmethod
    def judge(self, items: Sequence[Item], outputs: Sequence[str]) -> list[Verdict]:
        """Return the verdict on each item.

        Args:
            outputs: one system's translation of each item's source text, normalised (`items.normalised`).
        """


class ScoreJudge(Judge, ABC):
    """Judges by scores that a system gives to translations that it is shown."""

    @abstractmethod
    def texts(self, items: Sequence[Item], rest: str) -> list[tuple[str, str]]:
        """Return the (source, translation) pairs that a system must score, in the order of its file of scores."""

    @abstractmethod
    def judge(self, items: Sequence[Item], scores: Sequence[float], rest: str) -> list[Verdict]:
        """Return the verdict on each item.

        Args:
            scores: one for each pair of `texts`.
        """
