"""Clauses about edges that have a name, as clauses about the words at their ends.

`A << B` is written alike of nodes and of edges, and a block may come before the one that names an edge: what a clause
is about is known when the whole request is read.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from extractors.phenomena.grew.request_errors import Source
from extractors.phenomena.grew.syntax import (
    FAR,
    Agreement,
    Between,
    Edge,
    Interval,
    Item,
    Label,
    LabelAgreement,
    NodeClause,
    Order,
    Spans,
)

ORDERS: Mapping[str, Interval] = {"<": (1, 1), "<<": (1, FAR), ">": (-1, -1), ">>": (-FAR, -1)}
SIGNS = (*ORDERS, "><", "<>")
LABEL = "label"


@dataclass(frozen=True, slots=True)
class Sides:
    """`A << B` as it is written, of nodes or of edges."""

    left: str
    sign: str
    right: str
    at: int


def about_words(written: Item | Sides, edges: Mapping[str, Edge], source: Source) -> Item:
    """Replace the name of each edge in a clause by the words at its ends.

    Args:
        edges: the named edges that the clause's block can speak of.

    Raises:
        RequestError: something is asked of an edge that only a node has, or the other way round.
    """
    if isinstance(written, Sides):
        return _placed(written, edges, source)
    if isinstance(written, Agreement) and (written.left in edges or written.right in edges):
        ends = [edges.get(name) for name in (written.left, written.right)]
        if None in ends or {written.left_attribute, written.right_attribute} != {LABEL}:
            raise source.error("an edge has a label only, which another edge's can equal", written.at, _remedy(written))
        left, right = (_ends(edge)[1] for edge in ends if edge is not None)
        return LabelAgreement(left, right, written.equal, written.at)
    if isinstance(written, NodeClause) and written.node in edges:
        edge, (tests, *others) = edges[written.node], written.alternatives
        if others or [test.attribute for test in tests] != [LABEL] or tests[0].values is None:
            raise source.error(f"{written.node} is an edge, which has a label only", written.at, _remedy(written))
        return Edge(edge.head, Label(tests[0].values), edge.dependent, at=written.at)
    return written


def _remedy(clause: Agreement | NodeClause) -> str:
    name = clause.left if isinstance(clause, Agreement) else clause.node
    return f'write {name}.label = f.label of another edge f, or {name}.label = "obj"'


def _placed(written: Sides, edges: Mapping[str, Edge], source: Source) -> Item:
    left, sign, right = written.left, written.sign, written.right
    if left not in edges and right not in edges:
        if sign not in ORDERS:
            problem = f"{sign} stands between two edges, and {left} and {right} are none"
            raise source.error(problem, written.at, "name them: e: A -> B; f: C -> D")
        return Order(left, right, (ORDERS[sign],), written.at)
    if sign == ">>":
        left, sign, right = right, "<<", left
    if sign in ("<", ">") or (left in edges and right not in edges):
        remedy = "write e << f (inside), e >< f (crossing), e <> f (apart), or A << e of a node A"
        raise source.error(f"an edge cannot stand on this side of {written.sign}", written.at, remedy)
    second = _ends(edges[right])
    if left not in edges:
        if sign != "<<":
            raise source.error(f"{sign} stands between two edges, and {left} is none", written.at, "write A << e")
        return Between(left, *second, written.at)
    how = {"><": "crossing", "<<": "inside", "<>": "apart"}[sign]
    return Spans(how, _ends(edges[left]), second, written.at)  # type: ignore[arg-type]  # the values are those of `how`


def _ends(edge: Edge) -> tuple[str, str]:
    """Return head and dependent of an edge with a name, which has both."""
    assert edge.head is not None
    assert edge.dependent is not None
    return edge.head, edge.dependent
