"""Refuse requests that can match nothing in any tree.

A contradiction is shown at the first item, in the order of the text, that cannot hold beside those
before it. A refused request is certainly impossible; not every impossible request is refused.
"""

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from extractors.formats.universal import UPOS
from extractors.phenomena.grew.regexes import limits, passes
from extractors.phenomena.grew.request_errors import Source
from extractors.phenomena.grew.syntax import (
    FAR,
    Agreement,
    Dominance,
    Edge,
    Filter,
    Item,
    Label,
    NodeClause,
    Order,
    Shape,
    Test,
    nodes_of,
    relation_part,
)

MOST_COMBINATIONS = 4096
"""How many choices among alternatives are looked through before a request is let through."""

Tests = dict[str, list[Test]]
"""Tests that one word must pass, by attribute."""


def refuse_contradictions(pattern: Sequence[Item], filters: Sequence[Filter], source: Source) -> None:
    """Check the pattern, each with block beside it, and whether a without block leaves anything.

    A without block that contradicts the pattern excludes nothing, and passes, as in Grew.

    Raises:
        RequestError: for a pattern or with block that nothing can match, and for a without block
            that excludes everything.
    """
    with limits(source):
        _refuse(pattern, 0, source)
        for block in filters:
            if not block.negated:
                _refuse([*pattern, *block.items], len(pattern), source)
            elif all(_follows(item, pattern) for item in block.items):
                raise source.error(
                    "nothing can match this: the pattern already says all that the block excludes",
                    block.at,
                    "a node that only this block names stands for a word other than those of the pattern",
                )


def _refuse(items: Sequence[Item], begin: int, source: Source) -> None:
    checks: tuple[Callable[[Sequence[Item]], str | None], ...] = (
        _shape_problem,
        _tree_problem,
        _order_problem,
        _relation_problem,
        _attribute_problem,
    )
    # The whole is looked at first, because nearly all requests are free of contradictions.
    for check in checks:
        if check(items):
            for end in range(begin + 1, len(items) + 1):
                if problem := check(items[:end]):
                    raise source.error(f"nothing can match this: {problem}", items[end - 1].at)


def _follows(item: Item, pattern: Sequence[Item]) -> bool:
    """Return whether an item holds wherever the pattern does. Only plain repetition is seen."""
    if item in pattern:
        return True
    if isinstance(item, Edge):
        for edge in pattern:
            if isinstance(edge, Edge) and item.label in (edge.label, Label()):
                if item.dependent is None and edge.head == item.head:
                    return True
                if edge.dependent == item.dependent and item.head in (edge.head, None):
                    return True
    if isinstance(item, NodeClause):
        stated = {t for c in pattern if isinstance(c, NodeClause) and c.node == item.node for t in _sole(c)}
        return any(stated.issuperset(tests) for tests in item.alternatives) and item.node in {
            node for other in pattern for node in nodes_of(other)
        }
    return False


def _sole(clause: NodeClause) -> tuple[Test, ...]:
    """Return the tests that the clause requires for certain."""
    return clause.alternatives[0] if len(clause.alternatives) == 1 else ()


def _shape_problem(items: Sequence[Item]) -> str | None:
    """Check that a tree can have all shapes asked for; return the problem, if any."""
    negated = {item.negated for item in items if isinstance(item, Shape)}
    return "no tree is projective and not projective" if len(negated) == 2 else None


def _tree_problem(items: Sequence[Item]) -> str | None:
    """Check that each word has one head and is not above itself; return the problem, if any."""
    head_of: dict[str, str] = {}
    above: set[tuple[str, str]] = set()
    for item in items:
        if isinstance(item, Edge) and item.head is not None and item.dependent is not None:
            if head_of.setdefault(item.dependent, item.head) != item.head:
                return f"{item.dependent} would have two heads, {head_of[item.dependent]} and {item.head}"
            above.add((item.head, item.dependent))
        elif isinstance(item, Dominance):
            above.add((item.ancestor, item.descendant))
    while True:
        joined = {(a, d) for a, b in above for c, d in above if b == c}
        # A word above another, if it is not its head, is above its head.
        lifted = {(a, head_of[b]) for a, b in above if head_of.get(b, a) != a}
        if joined | lifted <= above:
            break
        above |= joined | lifted
    for ancestor, descendant in sorted(above):
        if ancestor == descendant:
            return f"{ancestor} would be above itself in the tree"
    return None


def _order_problem(items: Sequence[Item]) -> str | None:
    """Check that the nodes can have different positions that satisfy all orders; return the problem, if any."""
    orders = [item for item in items if isinstance(item, Order)]
    choices = itertools.product(*(order.intervals for order in orders))
    for choice in itertools.islice(choices, MOST_COMBINATIONS):
        if _has_positions([(o.first, o.second, *interval) for o, interval in zip(orders, choice, strict=True)]):
            return None
    # There are more combinations than were tried: the request may be possible.
    if next(choices, None) is not None:
        return None
    names = dict.fromkeys(node for order in orders for node in nodes_of(order))
    return f"no order of the words {', '.join(names)} satisfies this"


def _has_positions(differences: Iterable[tuple[str, str, int, int]]) -> bool:
    """Return whether low <= position(b) - position(a) <= high can hold for all (a, b, low, high) together."""
    # The greatest position(b) - position(a) that the constraints leave, by Floyd and Warshall.
    most: dict[tuple[str, str], int] = defaultdict(lambda: FAR)
    nodes: set[str] = set()
    for a, b, low, high in differences:
        nodes |= {a, b}
        most[a, b] = min(most[a, b], high)
        most[b, a] = min(most[b, a], -low)
    for node in nodes:
        most[node, node] = min(most[node, node], 0)
    for middle, a, b in itertools.product(nodes, repeat=3):
        most[a, b] = min(most[a, b], most[a, middle] + most[middle, b])
    # Below 0 for one node: the orders contradict each other. 0 both ways: two nodes at one position.
    return all(most[node, node] >= 0 for node in nodes) and not any(
        most[a, b] == most[b, a] == 0 for a, b in itertools.combinations(nodes, 2)
    )


def _relation_problem(items: Sequence[Item]) -> str | None:
    """Check that the relation of each word to its head can have all labels asked of it; return the problem, if any."""
    labels: dict[str, list[Label]] = defaultdict(list)
    for item in items:
        if isinstance(item, Edge) and item.dependent is not None:
            labels[item.dependent].append(item.label)
    for node, asked in labels.items():
        names = _finite("", [Test("", label.values) for label in asked if label.values])
        tests = [part for label in asked for part in label.parts]
        # Without a list of relations any may be meant, so that only the parts can be checked, each by itself.
        if names is None:
            possible = all(_possible([t for t in tests if t.attribute == part]) for part in "12")
        else:
            possible = any(all(passes(t, relation_part(name, t.attribute)) for t in tests) for name in names)
        if not possible:
            return f"no relation of {node} to its head is {' and '.join(map(str, asked))}"
    return None


def _attribute_problem(items: Sequence[Item]) -> str | None:
    """Check that a word can pass the tests of each node, and that attributes can agree; return the problem, if any."""
    clauses: dict[str, list[NodeClause]] = defaultdict(list)
    certain: dict[str, Tests] = defaultdict(lambda: defaultdict(list))
    for item in items:
        if isinstance(item, NodeClause):
            clauses[item.node].append(item)
            for test in _sole(item):
                certain[item.node][test.attribute].append(test)
    for item in items:
        if isinstance(item, Agreement):
            ends = ((item.left, item.left_attribute), (item.right, item.right_attribute))
            for node, attribute in ends:
                # An agreement requires that both attributes are there.
                certain[node][attribute].append(Test(attribute))
            left, right = (_finite(a, certain[node][a]) for node, a in ends)
            if left is None or right is None or any((a == b) == item.equal for a in left for b in right):
                continue
            verb = "be equal" if item.equal else "differ"
            return f"{ends[0][0]}.{ends[0][1]} and {ends[1][0]}.{ends[1][1]} cannot {verb}"
    for node in dict.fromkeys([*clauses, *certain]):
        if problem := _node_problem(node, clauses[node], certain[node]):
            return problem
    return None


def _node_problem(node: str, clauses: list[NodeClause], certain: Tests) -> str | None:
    problem = None
    choices = itertools.product(*(clause.alternatives for clause in clauses))
    for choice in itertools.islice(choices, MOST_COMBINATIONS):
        tests: Tests = defaultdict(list, {attribute: [*asked] for attribute, asked in certain.items()})
        for test in itertools.chain(*choice):
            tests[test.attribute].append(test)
        bad = next((asked for asked in tests.values() if not _possible(asked)), None)
        if bad is None:
            return None
        problem = f"no word {node} has {' and '.join(dict.fromkeys(map(str, bad)))}"
    return None if next(choices, None) is not None else problem


def _possible(tests: Sequence[Test]) -> bool:
    """Return whether an attribute can pass all tests, as far as can be told."""
    if not tests or any(test.absent for test in tests):
        return all(test.absent for test in tests)
    return _finite(tests[0].attribute, tests) != []


def _finite(attribute: str, tests: Sequence[Test]) -> list[str] | None:
    """Return the values that pass all tests; None if they may be infinitely many."""
    lists = [t.values.literals for t in tests if t.values and not t.values.negated and not t.values.regexes]
    if attribute == "upos":
        lists.append(tuple(sorted(UPOS)))
    if not lists:
        return None
    return [value for value in lists[0] if all(passes(test, value) for test in tests)]
