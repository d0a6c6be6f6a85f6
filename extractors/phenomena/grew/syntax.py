"""The syntax tree of a request: https://grew.fr/doc/request/ is the language that it follows.

Places (`at`) are offsets in the text of the request, for error messages. They take no part in
comparisons, so that equal parts of different requests are equal and their work is done once.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from extractors.core.errors import nearest
from extractors.phenomena.grew.lexicons import Lexicon
from extractors.phenomena.grew.request_errors import Source

FAR = 1 << 40
"""Farther apart than two words of a sentence can be."""

Interval: TypeAlias = tuple[int, int]
Comparison: TypeAlias = Literal["<", "<=", ">", ">=", "=", "<>"]


@dataclass(frozen=True, slots=True)
class Regex:
    """A regular expression that a whole value must match, in the syntax of the `regex` package."""

    pattern: str
    ignore_case: bool = False
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"/{self.pattern}/{'i' if self.ignore_case else ''}"


@dataclass(frozen=True, slots=True)
class Values:
    """`"x"|/y.*/`: the values that are allowed or, negated (`<>`), those that are not.

    Attributes:
        places: offset of each literal.
    """

    literals: tuple[str, ...] = ()
    regexes: tuple[Regex, ...] = ()
    negated: bool = False
    places: tuple[int, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return "|".join([*map(_quoted, self.literals), *map(str, self.regexes)])


@dataclass(frozen=True, slots=True)
class Test:
    """A test of an attribute of a word: `upos=VERB|AUX`, `lemma<>"say"`, `Person` (present), `!Poss`.

    Attributes:
        attribute: form, lemma, upos, xpos, the name of a feature as in UD (`Number[psor]`), or
            within a Label `1` or `2`, a part of a relation.
        values: None asks only for presence.
        absent: the attribute must not be there; `values` is then None.
    """

    attribute: str
    values: Values | None = None
    absent: bool = False
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        if self.values is None:
            return f"!{self.attribute}" if self.absent else self.attribute
        return f"{self.attribute}{'<>' if self.values.negated else '='}{self.values}"


@dataclass(frozen=True, slots=True)
class Label:
    """A condition on a relation: `obj|iobj`, `^punct`, `/n.*/` (values), `1=obl, 2=agent` (parts).

    Without values and parts any relation will do. The parts of `nsubj:pass` are `nsubj` and `pass`.
    """

    values: Values | None = None
    parts: tuple[Test, ...] = ()

    def __str__(self) -> str:
        if self.values is not None:
            return f"^{self.values}" if self.values.negated else str(self.values)
        return ", ".join(map(str, self.parts))


@dataclass(frozen=True, slots=True)
class NodeClause:
    """`N [upos=VERB, Person]|[upos=AUX]`: all tests of at least one alternative must hold."""

    node: str
    alternatives: tuple[tuple[Test, ...], ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Edge:
    """`A -[obj]-> B`. An end that is None stands for any word at all (`*`), bound or not."""

    head: str | None
    label: Label
    dependent: str | None
    name: str | None = None
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Dominance:
    """`A ->> B`: A is the head of B, or the head of its head, and so on."""

    ancestor: str
    descendant: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Order:
    """The allowed values of position(second) - position(first), as inclusive intervals.

    `A < B`, `A << B`, `delta(A,B) > 3` and `length(A,B) <= 5` are all of this kind. Positions are
    those of words in the sentence; the virtual root has position 0.
    """

    first: str
    second: str
    intervals: tuple[Interval, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Agreement:
    """`A.Number = B.Number` (equal) or `A.Number <> B.Number`. Both attributes must be present."""

    left: str
    left_attribute: str
    right: str
    right_attribute: str
    equal: bool = True
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Listed:
    """`lemma=verbs.lemma`: the attribute has the value of a column of the lexicon, in whichever row."""

    attribute: str
    lexicon: Lexicon
    column: str


@dataclass(frozen=True, slots=True)
class Lookup:
    """`N [lemma=verbs.lemma]`: the node has a listed word, in the row that all lookups agree on.

    Those of the pattern in one lexicon agree on a row, and those of a block on a row with those of the pattern.
    """

    node: str
    listed: Listed
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class LabelAgreement:
    """`e.label = f.label` (equal) or `e.label <> f.label`, of the edges to two words from their heads."""

    left: str
    right: str
    equal: bool = True
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Between:
    """`A << e`: A stands strictly between the two ends of an edge."""

    node: str
    head: str
    dependent: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Spans:
    """How two edges lie, each given by its ends: `e >< f` (crossing), `e << f` (inside), `e <> f` (apart).

    Source: build_relative_position in grew_rule.ml of grewlib.
    """

    how: Literal["crossing", "inside", "apart"]
    first: tuple[str, str]
    second: tuple[str, str]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Metadata:
    """`meta.KEY = "x"`, `!meta.KEY`: a test of the comment `# KEY = ...` of a sentence."""

    test: Test
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Shape:
    """`global.is_projective`, or (negated) `global.is_not_projective`, of the tree of a sentence."""

    negated: bool
    at: int = field(default=0, compare=False)


SentenceClause: TypeAlias = Metadata | Shape
Item: TypeAlias = (
    NodeClause | Edge | Dominance | Order | Agreement | Lookup | LabelAgreement | Between | Spans | SentenceClause
)


@dataclass(frozen=True, slots=True)
class Filter:
    """A `with` block, which must be fulfilled, or (negated) a `without` block, which must not be."""

    items: tuple[Item, ...]
    negated: bool
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Dependency:
    """A request with this dependency matches nothing in a parse where no alternative ever occurs.

    An alternative is what a word can bear: `Reflex=Yes`, `Person` (any value), `upos=VERB`, the relation `obl`.
    """

    alternatives: tuple[Test | Label, ...]

    def __str__(self) -> str:
        return " or ".join(
            f"relation {alternative}" if isinstance(alternative, Label) else str(alternative)
            for alternative in self.alternatives
        )


@dataclass(frozen=True)
class Request:
    """A checked request. `extractors.phenomena.grew.parse` makes it.

    Attributes:
        source: its text and its name.
        pattern: the items of its pattern blocks.
        filters: its with and without blocks; each holds or fails by itself.
        pattern_nodes: the names of the nodes of the pattern, in the order of the text.
        depends_on: what it cannot match without.
    """

    source: Source
    pattern: tuple[Item, ...]
    filters: tuple[Filter, ...]
    pattern_nodes: tuple[str, ...]
    depends_on: tuple[Dependency, ...]

    @property
    def lexicons(self) -> dict[Lexicon, tuple[str, ...]]:
        """The lexicons that it looks words up in, each with the columns that decide on its matches, sorted."""
        columns: dict[Lexicon, set[str]] = {}
        for item in (*self.pattern, *(item for block in self.filters for item in block.items)):
            if isinstance(item, Lookup):
                columns.setdefault(item.listed.lexicon, set()).add(item.listed.column)
        return {lexicon: tuple(sorted(names)) for lexicon, names in columns.items()}

    def require_nodes(self, *names: str) -> None:
        """Refuse names that are not nodes of the pattern. Raises RequestError: naming the nodes that there are."""
        for name in names:
            if name not in self.pattern_nodes:
                problem = f"the pattern has no node {name!r}"
                raise self.source.error(problem, 0, nearest(name, self.pattern_nodes))


def nodes_of(item: Item) -> tuple[str, ...]:
    """Return the names of the nodes in an item, in the order of the text; `*` is not a node."""
    if isinstance(item, NodeClause | Lookup):
        return (item.node,)
    if isinstance(item, Edge):
        return tuple(node for node in (item.head, item.dependent) if node is not None)
    if isinstance(item, Dominance):
        return item.ancestor, item.descendant
    if isinstance(item, Order):
        return item.first, item.second
    if isinstance(item, Between):
        return item.node, item.head, item.dependent
    if isinstance(item, Spans):
        return *item.first, *item.second
    if isinstance(item, SentenceClause):
        return ()
    return item.left, item.right


def intervals(comparison: Comparison, number: int, *, signed: bool) -> tuple[Interval, ...]:
    """Return the differences d for which `d comparison number` holds, or (not signed) `|d| comparison number`."""
    signed_intervals: dict[Comparison, tuple[Interval, ...]] = {
        "<": ((-FAR, number - 1),),
        "<=": ((-FAR, number),),
        ">": ((number + 1, FAR),),
        ">=": ((number, FAR),),
        "=": ((number, number),),
        "<>": ((-FAR, number - 1), (number + 1, FAR)),
    }
    wanted = signed_intervals[comparison]
    if signed:
        return wanted
    lengths = [(max(low, 0), high) for low, high in wanted if max(low, 0) <= high]
    # No length is below 0: an empty interval says so to those who look at the least and the greatest.
    return (*lengths, *((-high, -low) for low, high in lengths)) or ((1, 0),)


def relation_part(relation: str, part: str) -> str | None:
    """Return part `1` or `2` of a relation: nsubj and pass of nsubj:pass; None if it has no such part."""
    parts = relation.split(":")
    return parts[int(part) - 1] if len(parts) >= int(part) else None


def _quoted(literal: str) -> str:
    return literal if literal.replace("_", "").replace(":", "").isalnum() else f'"{literal}"'
