"""Rules: whole translations that are known, then a positive and a negative regular expression.

The order is DFKI's: Macketanz et al. (2022), A Linguistically Motivated Test Suite to Semi-Automatically Evaluate
German-English Machine Translation Output, LREC, section 4; Avramidis et al. (2020), WMT, call undecided outputs
warnings.
"""

from collections.abc import Sequence
from time import monotonic
from typing import Any, Literal

from challenge_sets_suites.expressions import compiled, problem_of
from challenge_sets_suites.judges import OutputJudge
from challenge_sets_suites.tables.items import Item, normalised, some
from challenge_sets_suites.tables.judgments import RIGHT, UNDECIDED, WRONG, Verdict
from extractors.core.errors import InputError
from extractors.core.logs import log

LISTED = {RIGHT: "it is a translation listed as right", WRONG: "it is a translation listed as wrong"}
MATCHED = {RIGHT: "only the positive expression matches", WRONG: "only the negative expression matches"}
NO_RULE = "the item has no rule at all"
NOT_LISTED = "it is not among the listed translations, and the item has no expression"
NEITHER = "neither the positive nor the negative expression matches"
BOTH = "both the positive and the negative expression match"
LISTED_TWICE = "it is listed both as right and as wrong, and the item has no expression"

SECONDS = 0.5
"""Time for one search. DFKI's expressions need less than a thousandth of it; bad ones gain memory with time."""

SECONDS_A_SUITE, SECONDS_A_SEARCH = 60.0, 0.01
"""Time for all searches together: so much, and so much for each. 5,000 items of 39 systems end within 70 minutes."""


class Rules(OutputJudge):
    """Judges by the item's rules.

    1. An output that equals a translation of exactly one of the two lists has the verdict of that list. Texts are
       compared normalised, case-sensitively.
    2. Otherwise an expression is searched for in the output, case-sensitively. If exactly one of the two matches, it
       decides.
    3. Otherwise the output is undecided, with the reason. With `no_match: wrong` it is wrong if the item says what is
       right and no two rules contradict each other; without that option it is never wrong for want of a rule.

    Expressions come from outside. They are searched for by the `regex` package, which stops at a time limit; on
    DFKI's expressions and the outputs of WMT21 it finds what Python's `re` finds.

    Args:
        seconds: the longest time for one search; an output for which it is not enough is undecided.
        no_match: undecided, or wrong for suites that know all that is right.
    """

    needs = ("positive_tokens", "negative_tokens", "positive_regex", "negative_regex")

    def __init__(self, *, seconds: float = SECONDS, no_match: Literal["undecided", "wrong"] = "undecided") -> None:
        if not seconds > 0:
            raise InputError(f"seconds {seconds} is not above 0", remedy=f"leave it out: {SECONDS:g}")
        self.seconds, self.no_match = seconds, no_match
        self.left = SECONDS_A_SUITE

    def check(self, items: Sequence[Item], name: str) -> None:
        """Refuse also an expression that does not compile, and name its item."""
        super().check(items, name)
        for item in items:
            _expressions(item)
        without = [item.item for item in items if not any(getattr(item, field) for field in self.needs)]
        if without:
            told = "%d of %d items have no rule at all and stay undecided: %s"
            log.warning(told, len(without), len(items), some(without))

    def judge(self, items: Sequence[Item], outputs: Sequence[str]) -> list[Verdict]:
        return [self._verdict(item, output) for item, output in zip(items, outputs, strict=True)]

    def _verdict(self, item: Item, output: str) -> Verdict:
        lists = {
            verdict: {normalised(text) for text in texts} - {""}
            for verdict, texts in ((RIGHT, item.positive_tokens), (WRONG, item.negative_tokens))
        }
        listed = [verdict for verdict, texts in lists.items() if output in texts]
        if len(listed) == 1:
            return Verdict(listed[0], LISTED[listed[0]])
        expressions = _expressions(item)
        if not expressions:
            any_rule = any(lists.values())
            return self._unmatched(item, LISTED_TWICE if listed else NOT_LISTED if any_rule else NO_RULE, bool(listed))
        matched = []
        for verdict, name, expression in expressions:
            start = monotonic()
            try:
                if expression.search(output, timeout=self.seconds):
                    matched.append(verdict)
            except TimeoutError:
                log.warning("item %s: the %s expression takes longer than %g s", item.item, name, self.seconds)
                return Verdict(UNDECIDED, f"the {name} expression takes longer than {self.seconds:g} s")
            finally:
                self.left -= monotonic() - start - SECONDS_A_SEARCH
                if self.left < 0:
                    raise InputError(
                        f"the suite's expressions take too long, last the {name} one of item {item.item!r}",
                        remedy="avoid repeats inside repeats, such as (a+)+, or set a lower limit (`seconds`)",
                    )
        if len(matched) == 1:
            return Verdict(matched[0], MATCHED[matched[0]])
        return self._unmatched(item, BOTH if matched else _unmatched(expressions), bool(listed or matched))

    def _unmatched(self, item: Item, reason: str, is_contradiction: bool) -> Verdict:
        """Return the verdict where no rule decides: undecided, or wrong with `no_match: wrong`."""
        says_right = bool(item.positive_regex or item.positive_tokens)
        if self.no_match == WRONG and says_right and not is_contradiction:
            return Verdict(WRONG, f"{reason}; what is not known to be right is wrong (no_match)")
        return Verdict(UNDECIDED, reason)


def _unmatched(expressions: Sequence[tuple[str, str, Any]]) -> str:
    """Return the reason where no expression matches; an item may have only one."""
    if len(expressions) == 2:
        return NEITHER
    return f"the {expressions[0][1]} expression does not match, and the item has no other"


def _expressions(item: Item) -> list[tuple[str, str, Any]]:
    """Return (verdict where it matches, name, expression) for each expression that an item has."""
    expressions = []
    for verdict, name, text in ((RIGHT, "positive", item.positive_regex), (WRONG, "negative", item.negative_regex)):
        if not text:
            continue
        if problem := problem_of(text):
            raise InputError(
                f"the {name} expression of item {item.item!r} {problem}: {text[:200]!r}",
                remedy="mend it in the suite; it must be a regular expression in Python's syntax",
            )
        expressions.append((verdict, name, compiled(text)))
    return expressions
