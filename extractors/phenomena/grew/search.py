"""The search: tables of partial matches, to which one node of the request after the other is joined.

A table has a row for each partial match and a column for each node bound so far, so each step is
done for all partial matches in the corpus at once. The order of the steps is chosen by how few words
can stand for each node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from extractors.core.arrays import Bool
from extractors.phenomena.grew.blocks import AnyOf, Block, Condition, Governs
from extractors.phenomena.grew.lexicons import Lexicon
from extractors.phenomena.grew.request_vocabulary import Rows
from extractors.phenomena.grew.syntax import (
    Agreement,
    Between,
    Dominance,
    Edge,
    Item,
    Label,
    LabelAgreement,
    Lookup,
    NodeClause,
    Order,
    SentenceClause,
    Spans,
    nodes_of,
)

Via: TypeAlias = Literal["head", "dependents", "sentence"]

ROWS_A_TABLE = 1 << 20
"""A table that would become longer is joined in parts, so that memory stays bounded."""

TYPICAL_DEPENDENTS = 3
"""How many dependents a word is expected to have, to choose the order of the steps by."""


@dataclass(frozen=True, slots=True)
class InOneRow:
    """The condition that one row of a lexicon has the words of all lookups in it."""

    lookups: tuple[Lookup, ...]


Relation: TypeAlias = Edge | Order | Dominance | Agreement | LabelAgreement | Between | Spans | InOneRow


@dataclass(frozen=True, slots=True)
class SearchProblem:
    """A block of a request, taken apart.

    Attributes:
        conditions: for each node of the block, the conditions that its word must fulfil by itself.
        relations: the conditions of several words together: edges, order, dominance, agreement, places of edges, rows
            of lexicons.
    """

    conditions: dict[str, tuple[Condition, ...]]
    relations: tuple[Relation, ...]


def problem(items: Iterable[Item], witness: str) -> SearchProblem:
    """Take items apart into conditions of one node and relations of several.

    Args:
        witness: the node whose sentence must fulfil the conditions on a sentence.
    """
    conditions: dict[str, dict[Condition, None]] = {}
    relations: dict[Relation, None] = {}
    lookups: dict[Lexicon, list[Lookup]] = {}
    for item in items:
        for node in nodes_of(item):
            conditions.setdefault(node, {})
        if isinstance(item, NodeClause):
            single: tuple[Condition, ...] = (
                item.alternatives[0] if len(item.alternatives) == 1 else (AnyOf(item.alternatives),)
            )
            conditions[item.node].update(dict.fromkeys(single))
        elif isinstance(item, Edge):
            # A word has one head, so the label is a condition on the dependent alone.
            if item.dependent is not None:
                conditions[item.dependent][item.label] = None
            elif item.head is not None:
                conditions[item.head][Governs(item.label)] = None
            if item.head is not None and item.dependent is not None:
                relations[Edge(item.head, Label(), item.dependent)] = None
        elif isinstance(item, SentenceClause):
            conditions.setdefault(witness, {})[item] = None
        elif isinstance(item, Lookup):
            conditions[item.node][item.listed] = None
            lookups.setdefault(item.listed.lexicon, []).append(item)
        else:
            relations[item] = None
    # A single lookup in a lexicon is decided by its word alone.
    relations |= dict.fromkeys(InOneRow(tuple(same)) for same in lookups.values() if len(same) > 1)
    return SearchProblem({node: tuple(c) for node, c in conditions.items()}, tuple(relations))


@dataclass(frozen=True, slots=True)
class Table:
    """Partial matches.

    Attributes:
        columns: for each bound node, the row of the block that it is bound to.
        origin: for each partial match, the number of the one of the first table that it extends.
    """

    columns: dict[str, Rows]
    origin: Rows

    def __len__(self) -> int:
        return len(self.origin)

    def take(self, which: Rows | Bool | slice) -> Table:
        return Table({node: rows[which] for node, rows in self.columns.items()}, self.origin[which])

    def bind(self, node: str, rows: Rows) -> Table:
        return Table({**self.columns, node: rows}, self.origin)


@dataclass(frozen=True, slots=True)
class Step:
    """How a node is joined to a table.

    Attributes:
        via: its candidates are the head of the anchor, its dependents, or words of its sentence.
        anchor: a node that is bound before.
        checks: the relations that then are between bound nodes, and were not before.
    """

    node: str
    via: Via
    anchor: str
    checks: tuple[Relation, ...]


def start(block: Block, problem: SearchProblem) -> Table:
    """Make a table of the candidates of the node that has the fewest."""
    masks = {node: block.select(conditions) for node, conditions in problem.conditions.items()}
    rarest = min(masks, key=lambda node: int(np.count_nonzero(masks[node])))
    rows = np.flatnonzero(masks[rarest])
    return Table({rarest: rows}, np.arange(len(rows)))


def extend(block: Block, problem: SearchProblem, table: Table) -> Iterator[Table]:
    """Bind the nodes of the problem that the table does not have, in every way; the results come in parts.

    Nodes are bound to different rows. Conditions on nodes that are bound already are checked too.
    """
    for node, conditions in problem.conditions.items():
        if node in table.columns:
            table = table.take(block.fulfils(conditions, table.columns[node]))
    for relation in problem.relations:
        if table.columns.keys() >= {*_nodes_of(relation)}:
            table = table.take(_holds(block, relation, table))
    if len(table):
        yield from _follow(block, problem, table, _plan(block, problem, {*table.columns}))


def _plan(block: Block, problem: SearchProblem, bound: set[str]) -> list[Step]:
    """Order the steps by the expected number of candidates, fewest first."""
    waiting = [node for node in problem.conditions if node not in bound]
    candidates = {n: np.count_nonzero(block.select(problem.conditions[n])) / block.sentences for n in waiting}
    relations = [r for r in problem.relations if not bound.issuperset(_nodes_of(r))]
    steps: list[Step] = []
    while waiting:
        options = [option for node in waiting for option in _options(node, candidates[node], relations, bound)]
        _, node, via, anchor = min(options, key=lambda option: option[0])
        waiting.remove(node)
        bound = {*bound, node}
        ready = tuple(r for r in relations if bound.issuperset(_nodes_of(r)))
        relations = [r for r in relations if r not in ready]
        steps.append(Step(node, via, anchor, ready))
    return steps


def _options(
    node: str, candidates: float, relations: list[Relation], bound: set[str]
) -> Iterator[tuple[float, str, Via, str]]:
    """Yield the ways to join a node: (expected number of words for each partial match, node, via, anchor)."""
    near = candidates
    for relation in relations:
        others = [other for other in _nodes_of(relation) if other != node]
        if node not in _nodes_of(relation) or not bound.issuperset(others):
            continue
        if isinstance(relation, Edge):
            # A tie goes to the edge, which does not have to look for its candidates.
            if relation.dependent == node:
                yield 0.9 * min(candidates, TYPICAL_DEPENDENTS), node, "dependents", others[0]
            else:
                yield 0.9 * min(candidates, 1), node, "head", others[0]
        elif isinstance(relation, Order):
            # No more words than the order leaves positions for.
            near = min(near, sum(high - low + 1 for low, high in relation.intervals))
    # Any bound node will do, as all stand in one sentence; `min`, because the order of a set changes from run to run.
    yield near, node, "sentence", min(bound)


def _follow(block: Block, problem: SearchProblem, table: Table, steps: list[Step]) -> Iterator[Table]:
    if not steps:
        yield table
        return
    step, later = steps[0], steps[1:]
    mask = block.select(problem.conditions[step.node])
    for longer in _join(block, step, mask, table):
        rows = longer.columns[step.node]
        keep = mask[rows]
        for other in table.columns:
            keep &= longer.columns[other] != rows
        longer = longer.take(keep)
        for relation in step.checks:
            longer = longer.take(_holds(block, relation, longer))
        if len(longer):
            yield from _follow(block, problem, longer, later)


def _join(block: Block, step: Step, mask: Bool, table: Table) -> Iterator[Table]:
    anchors = table.columns[step.anchor]
    if step.via == "head":
        heads = block.head[anchors]
        yield table.bind(step.node, heads).take(heads >= 0)
        return
    if step.via == "dependents":
        first, source = block.dependents
        low, high = first[anchors], first[anchors + 1]
    else:
        source = np.flatnonzero(mask)
        sentences = block.sentence[anchors]
        lowest, highest = block.start[sentences], block.start[sentences + 1] - 1
        for order in step.checks:
            if isinstance(order, Order):
                nearest, farthest = min(i[0] for i in order.intervals), max(i[1] for i in order.intervals)
                if order.second == step.node:
                    other = table.columns[order.first]
                else:
                    other, nearest, farthest = table.columns[order.second], -farthest, -nearest
                lowest = np.maximum(lowest, other + nearest)
                highest = np.minimum(highest, other + farthest)
        low = np.searchsorted(source, lowest)
        high = np.searchsorted(source, highest, side="right")
    counts = np.maximum(high - low, 0)
    ends = np.cumsum(counts)
    begin = 0
    while begin < len(table):
        before = ends[begin - 1] if begin else 0
        # One partial match at least, however many candidates it has.
        stop = max(int(np.searchsorted(ends, before + ROWS_A_TABLE, side="right")), begin + 1)
        which = np.repeat(np.arange(begin, stop), counts[begin:stop])
        # The n-th candidate of a partial match stands n places after its first one.
        nth = np.arange(len(which)) + before - (ends - counts)[which]
        yield table.take(which).bind(step.node, source[low[which] + nth])
        begin = stop


def _nodes_of(relation: Relation) -> tuple[str, ...]:
    if isinstance(relation, InOneRow):
        return tuple(lookup.node for lookup in relation.lookups)
    return nodes_of(relation)


def _holds(block: Block, relation: Relation, table: Table) -> Bool:
    if isinstance(relation, InOneRow):
        return block.in_one_row([(lookup.listed, table.columns[lookup.node]) for lookup in relation.lookups])
    if isinstance(relation, Spans):
        return _lie(relation.how, _ends(relation.first, table), _ends(relation.second, table))
    if isinstance(relation, Between):
        left, right = _ends((relation.head, relation.dependent), table)
        node = table.columns[relation.node]
        return np.asarray((left < node) & (node < right))
    left, right = (table.columns[node] for node in nodes_of(relation))
    holds: Bool
    if isinstance(relation, Edge):
        holds = block.head[right] == left
        return holds
    if isinstance(relation, Dominance):
        return block.dominates(left, right)
    if isinstance(relation, Order):
        holds = np.zeros(len(table), dtype=np.bool_)
        for low, high in relation.intervals:
            holds |= (right - left >= low) & (right - left <= high)
        return holds
    attributes = ("deprel", "deprel")
    if isinstance(relation, Agreement):
        attributes = relation.left_attribute, relation.right_attribute
    left_values = block.identities(attributes[0], left)
    right_values = block.identities(attributes[1], right)
    holds = (left_values == right_values) == relation.equal
    # -1 is an absent value: two words that lack it do not agree.
    return holds & (left_values >= 0) & (right_values >= 0)


def _ends(nodes: tuple[str, str], table: Table) -> tuple[Rows, Rows]:
    """Return the left and the right end of an edge in each partial match."""
    head, dependent = (table.columns[node] for node in nodes)
    return np.minimum(head, dependent), np.maximum(head, dependent)


def _lie(how: str, first: tuple[Rows, Rows], second: tuple[Rows, Rows]) -> Bool:
    """Return whether the first edge is apart from the second, inside it, or crosses it, as `how` says."""
    (left, right), (other_left, other_right) = first, second
    # Edges that only touch at an end are apart.
    apart = (right <= other_left) | (other_right <= left)
    around = ~apart & (left <= other_left) & (other_right <= right)
    inside = ~apart & ~around & (other_left <= left) & (right <= other_right)
    return {"apart": apart, "inside": inside, "crossing": ~(apart | around | inside)}[how]
