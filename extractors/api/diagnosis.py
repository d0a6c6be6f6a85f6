"""Explain why a request matches nothing: the parse lacks something, or a part of the request removes all hits."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from extractors.formats.treebank import Treebank
from extractors.phenomena import grew
from extractors.phenomena.catalogue import Rule
from extractors.phenomena.grew.lexer import tokens
from extractors.phenomena.grew.matcher import find_all
from extractors.phenomena.grew.portability import missing
from extractors.phenomena.grew.request_errors import Source
from extractors.phenomena.grew.syntax import (
    Dominance,
    Edge,
    Filter,
    Item,
    Label,
    NodeClause,
    nodes_of,
)
from extractors.report.numbers import many


@dataclass(frozen=True, slots=True)
class BlockEffect:
    """The effect of a `with` or `without` block on the hits of the pattern.

    Attributes:
        text: the block as it is written.
        removes: hits of the pattern that this block alone removes.
        left_out: hits of the request without this block, all others being there.
    """

    text: str
    removes: int
    left_out: int


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Why a rule has no hit in a treebank; all counts are of hits, pairs of words.

    Attributes:
        lacking: what the request needs and the parse never has.
        pattern: hits of the pattern without any block.
        blocks: what each block does; empty if the pattern alone has no hit.
        relaxed: parts of the pattern and the pattern's hits without each; empty if the parse lacks
            something, or the pattern has a hit.
        of_root: matches of the whole request, in all of which the virtual root is one of the pair.
    """

    lacking: tuple[str, ...]
    pattern: int
    blocks: tuple[BlockEffect, ...]
    relaxed: tuple[tuple[str, int], ...]
    of_root: int = 0

    def lines(self) -> list[str]:
        """Return the diagnosis in words, for the author of the request."""
        if self.lacking:
            return [f"the parse never has {part}, which the request needs" for part in self.lacking]
        if self.of_root:
            return [
                f"it matches {self.of_root:,} times, but one of the pair is the virtual root above the sentence,"
                " not a word; choose another pair"
            ]
        if self.pattern:
            return [
                f"the pattern alone has {many(self.pattern, 'hit')}, and its blocks remove all of them:",
                *(
                    f"  block {number} removes {block.removes} of {self.pattern};"
                    f" {many(block.left_out, 'hit')} if it is left out: {block.text}"
                    for number, block in enumerate(self.blocks, 1)
                ),
            ]
        return [
            "the pattern never matches, though each part of it occurs; hits if one part is left out:",
            *(f"  {count:>7,}  {text}" for text, count in self.relaxed),
        ]


def diagnose(rule: Rule, treebank: Treebank) -> Diagnosis:
    """Find out why a rule has no hit.

    Raises:
        RequestError: if a regular expression of the request takes too long.
    """
    request = rule.request
    if lacking := missing(request, treebank):
        return Diagnosis(tuple(map(str, lacking)), 0, (), ())
    if root_hits := len(find_all(treebank, {"": request})[""]):
        return Diagnosis((), 0, (), (), root_hits)
    numbers = range(len(request.filters))
    variants = {("pattern", 0): _with(request, ())}
    variants |= {("alone", number): _with(request, (request.filters[number],)) for number in numbers}
    variants |= {("others", n): _with(request, (*request.filters[:n], *request.filters[n + 1 :])) for n in numbers}
    counts = _count(rule, treebank, variants)
    pattern = counts["pattern", 0]
    if pattern:
        blocks = (
            BlockEffect(_text(request.source, f.at, "}"), pattern - counts["alone", p], counts["others", p])
            for p, f in enumerate(request.filters)
        )
        return Diagnosis((), pattern, tuple(blocks), ())
    relaxed = dict(_relaxed(request))
    counts = _count(rule, treebank, {(text, 0): variant for text, variant in relaxed.items()})
    return Diagnosis((), 0, (), tuple((text, counts[text, 0]) for text in relaxed))


def _with(request: grew.Request, filters: tuple[Filter, ...]) -> grew.Request:
    return replace(request, filters=filters)


def _count(rule: Rule, treebank: Treebank, variants: dict[tuple[str, int], grew.Request]) -> dict[tuple[str, int], int]:
    matches_by_variant = find_all(treebank, variants)
    return {key: len(matches.pairs(rule.head, rule.dependent)) for key, matches in matches_by_variant.items()}


def _relaxed(request: grew.Request) -> Iterator[tuple[str, grew.Request]]:
    """Yield the pattern without blocks, each time without one part; of an edge, only the relation is left out."""
    for number, item in enumerate(request.pattern):
        instead = _without(item)
        if instead is not None:
            pattern = (*request.pattern[:number], *instead, *request.pattern[number + 1 :])
            relation = " (any relation instead)" if isinstance(item, Edge) else ""
            yield (_text(request.source, item.at, ";", "}") + relation, replace(request, pattern=pattern, filters=()))


def _without(item: Item) -> tuple[Item, ...] | None:
    """Return what replaces an item that is left out, so that its nodes stay declared; None if it has to stay.

    Nodes that nothing connects would match every pair of words of a sentence.
    """
    if isinstance(item, Edge):
        return None if item.label == Label() else (replace(item, label=Label()),)
    if isinstance(item, Dominance):
        return None
    return tuple(NodeClause(node, ((),)) for node in nodes_of(item))


def _text(source: Source, at: int, *ends: str) -> str:
    """Return the request from `at` to the first of these signs, on one line; with the sign if only `}` may end it."""
    end = next(token for token in tokens(source) if token.at > at and token.kind == "sign" and token.text in ends)
    last = end.at + 1 if ends == ("}",) else end.at
    return " ".join(source.text[at:last].split())
