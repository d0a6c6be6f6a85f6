"""Parses the text of a request, by recursive descent."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, cast

from extractors.core.errors import nearest
from extractors.phenomena.grew import regexes
from extractors.phenomena.grew.contradictions import refuse_contradictions
from extractors.phenomena.grew.lexer import RequestToken, TokenCursor
from extractors.phenomena.grew.lexicons import Lexicon
from extractors.phenomena.grew.named_edges import ORDERS, SIGNS, Sides, about_words
from extractors.phenomena.grew.node_names import refuse_unknown_names
from extractors.phenomena.grew.portability import dependencies
from extractors.phenomena.grew.request_errors import Source
from extractors.phenomena.grew.syntax import (
    Agreement,
    Comparison,
    Dominance,
    Edge,
    Filter,
    Item,
    Label,
    Listed,
    Lookup,
    Metadata,
    NodeClause,
    Order,
    Request,
    Shape,
    Test,
    Values,
    intervals,
    nodes_of,
)

BLOCKS = ("pattern", "with", "without", "global")
SHAPES = {"is_projective": False, "is_not_projective": True}
"""Properties of a tree, and whether each is the negated one. That of being a tree at all is every parse's."""
MOST_DIGITS = 8
IDENTITY = "__id__"
COMPARISONS = ("<", "<=", ">", ">=", "=", "<>")


def parse(text: str, *, name: str = "<request>", lexicons: Mapping[str, Lexicon] | None = None) -> Request:
    """Parse and check a request.

    Args:
        name: what error messages call it.
        lexicons: the lexicons that it may refer to, by name.

    Raises:
        RequestError: for a syntax error, an unknown name, and a request that can match nothing.
    """
    source = Source(text, name)
    pattern, filters = _RequestParser(source, lexicons or {}).request()
    for items in (pattern, *(block.items for block in filters)):
        refuse_unknown_names(items, source)
    # Contradictions are found by trying values on regular expressions, which takes the package.
    if regexes.AVAILABLE:
        refuse_contradictions(pattern, filters, source)
    required = [*pattern, *(item for block in filters if not block.negated for item in block.items)]
    return Request(
        source=source,
        pattern=pattern,
        filters=filters,
        pattern_nodes=tuple(dict.fromkeys(node for item in pattern for node in nodes_of(item))),
        depends_on=dependencies(required),
    )


class _WrittenBlock(NamedTuple):
    """A block as it is read: its clauses, the nodes that it declares, and the edges that it names."""

    keyword: RequestToken
    items: list[Item | Sides]
    nodes: set[str]
    edges: dict[str, Edge]


class _RequestParser(TokenCursor):
    def __init__(self, source: Source, lexicons: Mapping[str, Lexicon]) -> None:
        super().__init__(source)
        self.lexicons = lexicons
        self.edge_names: set[str] = set()
        self.edges: dict[str, Edge] = {}
        """The edges that the current block names."""
        self.declared: set[str] = set()
        """The nodes that node and edge clauses of the current block declare."""
        self.lookups: list[tuple[Listed, int]] = []
        """The lookups of the current clause, each with its place."""
        self.used: dict[str, int] = {}
        """The names of lexicons in which words are looked up, each with its last place."""

    def request(self) -> tuple[tuple[Item, ...], tuple[Filter, ...]]:
        blocks = list(self.blocks())
        patterns = [block for block in blocks if block.keyword.text in ("pattern", "global")]
        nodes = {node for block in patterns for node in block.nodes}
        edges = {name: edge for block in patterns for name, edge in block.edges.items()}
        self.refuse_names(nodes.union(*(block.nodes for block in blocks)))
        pattern = [about_words(item, edges, self.source) for block in patterns for item in block.items]
        self.refuse_undeclared(pattern, nodes)
        if not nodes:
            raise self.source.error("the request has no pattern", 0, "write pattern { ... }")
        filters = []
        for block in blocks:
            if block not in patterns:
                items = [about_words(item, edges | block.edges, self.source) for item in block.items]
                self.refuse_undeclared(items, nodes | block.nodes)
                filters.append(Filter(tuple(items), block.keyword.text == "without", block.keyword.at))
        return tuple(pattern), tuple(filters)

    def blocks(self) -> Iterator[_WrittenBlock]:
        while self.token.kind != "end":
            keyword = self.expect_kind("name", "'pattern', 'with' or 'without'")
            if keyword.text not in BLOCKS:
                raise self.source.error(f"unknown block {keyword.text!r}", keyword.at, nearest(keyword.text, BLOCKS))
            self.declared, self.edges = set(), {}
            items = self.block(self.sentence_clause if keyword.text == "global" else self.item)
            if not items and keyword.text != "pattern":
                raise self.source.error("the block is empty", keyword.at, "say something in it, or drop it")
            yield _WrittenBlock(keyword, items, self.declared, self.edges)

    def refuse_names(self, nodes: set[str]) -> None:
        """Refuse names that would stand for two things."""
        for name in self.used.keys() & nodes:
            problem = f"{name} is a lexicon, and a node of this request, too"
            raise self.source.error(problem, self.used[name], "rename the node")
        for name in self.edge_names & nodes:
            raise self.source.error(f"{name} is an edge, and a node of this request, too", 0, "rename one of them")

    def refuse_undeclared(self, items: Iterable[Item], declared: set[str]) -> None:
        """Refuse undeclared nodes, as Grew does: a misspelt node would be a new one, and stand for any word."""
        for item in items:
            for node in nodes_of(item):
                if node in self.edge_names:
                    problem = f"{node} is an edge; only nodes can be described, ordered and compared"
                    raise self.source.error(problem, item.at)
                if node not in declared:
                    raise self.source.error(
                        f"the node {node} is not declared",
                        item.at,
                        f"declare it as {node} [...] or in an edge, unless it is a slip; "
                        f"declared: {', '.join(sorted(declared)) or 'none'}",
                    )

    def block(self, item: Callable[[], Item | Sides]) -> list[Item | Sides]:
        items: list[Item | Sides] = []
        self.expect("{")
        while not self.take_if("}"):
            items.append(item())
            items += self.lookups_of(items[-1])
            if not self.take_if(";") and self.token.text != "}":
                self.fail("';' or '}'")
        return items

    def lookups_of(self, item: Item | Sides) -> list[Lookup]:
        """Take the lookups that the clause of a node has beside its tests."""
        lookups, self.lookups = self.lookups, []
        if not lookups:
            return []
        assert isinstance(item, NodeClause)
        if len(item.alternatives) > 1:
            listed, at = lookups[0]
            raise self.source.error(
                "a word cannot be looked up in one alternative of several",
                at,
                f"write a separate clause: {item.node} [{listed.attribute}={listed.lexicon.name}.{listed.column}]",
            )
        return [Lookup(item.node, *lookup) for lookup in lookups]

    def sentence_clause(self, *, absent: bool = False) -> Item:
        """Parse `is_projective`, `text = "x"` or `!text`, in a global block or after `global.` and `meta.`."""
        at = self.token.at
        absent = absent or self.take_if("!") is not None
        name = self.expect_kind("name", "a property of the tree, or the key of a comment").text
        if name in SHAPES and not absent:
            return Shape(SHAPES[name], at)
        if not absent and self.token.text not in ("=", "<>"):
            remedy = f"{nearest(name, SHAPES)}; a comment is tested as {name} = *"
            raise self.source.error(f"unknown property of a tree {name!r}", at, remedy)
        return Metadata(self.compared(name, absent, at), at)

    def item(self) -> Item | Sides:
        at = self.token.at
        absent = self.take_if("!") is not None
        if self.token.text in ("meta", "global") and self.tokens[self.place + 1].text == ".":
            self.place += 2
            return self.sentence_clause(absent=absent)
        if absent:
            self.fail("'meta.'")
        if self.take_if("*"):
            edge = self.edge(None, at)
            if isinstance(edge, Edge) and edge.dependent is None:
                raise self.source.error("an edge needs a node at one end", at, "name one of the two")
            return edge
        name = self.expect_kind("name", "a node, an edge or '}'").text
        if self.token.text == "(" and name in ("delta", "length"):
            return self.distance(name == "delta", at)
        if self.token.text == "[":
            self.declared.add(name)
            return NodeClause(name, self.alternatives(), at)
        if self.take_if(":"):
            return self.named_edge(name, at)
        if self.take_if("."):
            return self.identity(name, at) if self.token.text == IDENTITY else self.agreement(name, at)
        if self.token.text in SIGNS:
            return Sides(name, self.take().text, self.node(), at)
        if self.token.text in ("->", "->>", "-["):
            return self.edge(name, at)
        return self.fail("'[', an edge or '<' after the node")

    def identity(self, left: str, at: int) -> Order:
        """Parse `A.__id__ < B.__id__`, which keeps one of two matches that swap A and B; here by position."""
        self.take()
        # `<` between ids is any distance, which is `<<` between words.
        interval = ORDERS[self.expect("<", ">").text * 2]
        right = self.node()
        self.expect(".")
        if self.take().text != IDENTITY:
            self.fail(IDENTITY)
        return Order(left, right, (interval,), at)

    def node(self) -> str:
        return self.expect_kind("name", "a node").text

    def named_edge(self, name: str, at: int) -> Edge:
        if name in self.edge_names:
            raise self.source.error(f"the edge {name} is declared twice", at)
        self.edge_names.add(name)
        head = None if self.take_if("*") else self.node()
        edge = self.edge(head, at, name)
        if isinstance(edge, Dominance) or edge.head is None or edge.dependent is None:
            raise self.source.error("only an edge between two nodes can have a name", at)
        self.edges[name] = edge
        return edge

    def edge(self, head: str | None, at: int, name: str | None = None) -> Edge | Dominance:
        if self.take_if("->>"):
            if head is None:
                raise self.source.error("->> needs a node at both ends", at)
            descendant = self.node()
            self.declared |= {head, descendant}
            return Dominance(head, descendant, at)
        label = Label()
        if self.take_if("-["):
            label = self.label()
            self.expect("]->")
        else:
            self.expect("->", "-[", "->>")
        dependent = None if self.take_if("*") else self.node()
        self.declared |= {node for node in (head, dependent) if node is not None}
        return Edge(head, label, dependent, name, at)

    def label(self) -> Label:
        if self.take_if("^"):
            return Label(self.values(negated=True))
        following = self.tokens[min(self.place + 1, len(self.tokens) - 1)]
        is_part = self.token.text.isdecimal() and following.text in ("=", "<>", ",", "]->")
        if not is_part and self.token.text != "!":
            return Label(self.values())
        parts = [self.test()]
        while self.take_if(","):
            parts.append(self.test())
        for part in parts:
            if part.attribute not in ("1", "2"):
                raise self.source.error(
                    f"relations have no part {part.attribute!r}",
                    part.at,
                    "the parts of nsubj:pass are 1=nsubj and 2=pass",
                )
        return Label(parts=tuple(parts))

    def alternatives(self) -> tuple[tuple[Test, ...], ...]:
        alternatives = [self.tests()]
        while self.take_if("|"):
            alternatives.append(self.tests())
        return tuple(alternatives)

    def tests(self) -> tuple[Test, ...]:
        self.expect("[")
        tests: list[Test] = []
        while not self.take_if("]"):
            if not self.lookup():
                tests.append(self.test())
            if not self.take_if(",") and self.token.text != "]":
                self.fail("',' or ']'")
        return tuple(tests)

    def lookup(self) -> bool:
        """Take a lookup such as `lemma=verbs.lemma` if one comes next, and return whether one did."""
        start = self.place
        name, sign, lexicon, dot, column = (self.tokens[min(start + n, len(self.tokens) - 1)] for n in range(5))
        if (name.kind, lexicon.kind, dot.text) != ("name", "name", ".") or sign.text not in ("=", "<>"):
            return False
        if sign.text == "<>":
            raise self.source.error(
                "a word can be looked up with = only",
                sign.at,
                f"say what must not be in a block: without {{ ... [{name.text}={lexicon.text}.{column.text}] }}",
            )
        attribute = self.attribute()
        self.place = start + 4
        column = self.expect_kind("name", "a column of the lexicon")
        self.lookups.append((Listed(attribute, *self.column_of(lexicon, column)), name.at))
        if self.token.text == "|":
            raise self.source.error(
                "a word that is looked up can have no other value",
                self.token.at,
                "add the value to the lexicon, or write another request",
            )
        return True

    def column_of(self, lexicon: RequestToken, column: RequestToken) -> tuple[Lexicon, str]:
        """Find the lexicon, and the column in it, that two tokens name."""
        if lexicon.text not in self.lexicons:
            raise self.source.error(
                f"unknown lexicon {lexicon.text!r}",
                lexicon.at,
                f"{nearest(lexicon.text, self.lexicons)}; name its file under `lexicons:` of the file of phenomena,"
                " and put values with a full stop in quotes",
            )
        self.used[lexicon.text] = lexicon.at
        table = self.lexicons[lexicon.text]
        if column.text not in table.columns:
            raise self.source.error(
                f"the lexicon {table.name} has no column {column.text!r}",
                column.at,
                f"{nearest(column.text, table.columns)}; they are in {table.path}",
            )
        return table, column.text

    def test(self) -> Test:
        at = self.token.at
        absent = self.take_if("!") is not None
        return self.compared(self.attribute(), absent, at)

    def compared(self, attribute: str, absent: bool, at: int) -> Test:
        """Parse the test that follows the name of what it tests."""
        if absent or not self.take_if("=", "<>"):
            return Test(attribute, absent=absent, at=at)
        negated = self.tokens[self.place - 1].text == "<>"
        if not negated and self.take_if("*"):
            return Test(attribute, at=at)
        return Test(attribute, self.values(negated=negated), at=at)

    def attribute(self) -> str:
        """Parse the name of an attribute; `Number__psor` is Grew's way to write UD's `Number[psor]`."""
        name = self.expect_kind("name", "the name of an attribute").text
        feature, alias, layer = name.partition("__")
        return f"{feature}[{layer}]" if alias and feature else name

    def values(self, *, negated: bool = False) -> Values:
        literals, places, expressions = [], [], []
        while True:
            token = self.token
            if token.kind == "regex":
                expressions.append(regexes.read(token.text, token.at, self.source))
            elif token.kind in ("name", "number", "string"):
                literals.append(regexes.unescape(token.text) if token.kind == "string" else token.text)
                places.append(token.at)
            else:
                self.fail("a value")
            self.take()
            if not self.take_if("|"):
                break
        return Values(tuple(literals), tuple(expressions), negated, tuple(places))

    def distance(self, signed: bool, at: int) -> Order:
        self.expect("(")
        first = self.node()
        self.expect(",")
        second = self.node()
        self.expect(")")
        comparison = cast(Comparison, self.expect(*COMPARISONS).text)
        number = self.expect_kind("number", "a whole number")
        if len(number.text) > MOST_DIGITS:
            raise self.source.error("no sentence is so long", number.at)
        return Order(first, second, intervals(comparison, int(number.text), signed=signed), at)

    def agreement(self, left: str, at: int) -> Agreement | NodeClause:
        left_at = self.token.at
        left_attribute = self.attribute()
        if self.token.text in ("<", ">", "<=", ">="):
            raise self.source.error(
                "attributes can only be compared with = and <>",
                self.token.at,
                "order words with A < B, A << B or delta(A,B)",
            )
        equal = self.expect("=", "<>").text == "="
        if self.token.kind == "name" and self.tokens[self.place + 1].text == ".":
            if self.token.text in self.lexicons:
                # What looked like a node is a lexicon: go back and read it as a lookup.
                self.place = [token.at for token in self.tokens].index(left_at)
                self.lookup()
                return NodeClause(left, ((),), at)
            right = self.node()
            self.expect(".")
            return Agreement(left, left_attribute, right, self.attribute(), equal, at)
        test = Test(left_attribute, self.values(negated=not equal), at=left_at)
        return NodeClause(left, ((test,),), at)
