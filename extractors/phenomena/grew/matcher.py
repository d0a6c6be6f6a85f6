"""Run requests over a treebank, and collect their matches."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeVar

import numpy as np

from extractors.core.arrays import Int32
from extractors.core.errors import unknown
from extractors.formats.treebank import Treebank
from extractors.phenomena.grew import search
from extractors.phenomena.grew.blocks import Block, blocks
from extractors.phenomena.grew.regexes import limits
from extractors.phenomena.grew.request_vocabulary import Rows, Vocabulary
from extractors.phenomena.grew.syntax import Item, Lookup, Request

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Matches:
    """The matches of a request, M of them, in the order of the words that the first node is bound to,
    then the second, and so on.

    Attributes:
        nodes: the N nodes of the pattern.
        words: (M, N) the word that each is bound to, over the whole treebank; -1 is the virtual root.
    """

    nodes: tuple[str, ...]
    words: Int32

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[dict[str, int]]:
        """Yield each match: the word of each node, by the name of the node."""
        for words in self.words.tolist():
            yield dict(zip(self.nodes, words, strict=True))

    def column(self, node: str) -> Int32:
        """Return (M,) the word that a node is bound to in each match."""
        if node not in self.nodes:
            raise unknown("node", node, self.nodes)
        column: Int32 = self.words[:, self.nodes.index(node)]
        return column

    def pairs(self, head: str, dependent: str) -> Int32:
        """Return (P, 2) the distinct pairs of words of two nodes, in the order of the words.

        Matches that differ in other nodes only are one pair; the virtual root is in no pair.
        """
        pairs = np.stack([self.column(head), self.column(dependent)], axis=1)
        distinct: Int32 = np.unique(pairs[(pairs >= 0).all(axis=1)], axis=0)
        return distinct


class Matcher:
    """A request made ready to be run."""

    def __init__(self, request: Request) -> None:
        self.request = request
        witness = request.pattern_nodes[0]
        self._pattern = search.problem(request.pattern, witness)
        self._filters = [
            (search.problem(_beside(request.pattern, b.items), witness), b.negated) for b in request.filters
        ]

    def find_in(self, block: Block) -> Rows:
        """Find the matches in a block: (M, N) the rows that the nodes of the pattern are bound to, in order."""
        first = search.start(block, self._pattern)
        nodes = self.request.pattern_nodes
        tables: list[Rows] = [np.empty((0, len(nodes)), dtype=np.int64)]
        for table in search.extend(block, self._pattern, first):
            kept = reduce(lambda t, f: self._keep(block, t, *f), self._filters, table)
            tables.append(np.stack([kept.columns[node] for node in nodes], axis=1))
        rows = np.concatenate(tables)
        # np.lexsort sorts by its last key first.
        return rows[np.lexsort(rows.T[::-1])]

    @staticmethod
    def _keep(block: Block, table: search.Table, conditions: search.SearchProblem, negated: bool) -> search.Table:
        """Keep the matches that a with block allows, or, if negated, a without block."""
        if not len(table):
            return table
        fulfilled = np.zeros(len(table), dtype=np.bool_)
        # Longer matches keep the number of the match that they extend.
        numbered = search.Table(table.columns, np.arange(len(table)))
        for longer in search.extend(block, conditions, numbered):
            fulfilled[longer.origin] = True
        return table.take(fulfilled != negated)


def _beside(pattern: Sequence[Item], block: Sequence[Item]) -> list[Item]:
    """Return the items of a block, with the lookups of the pattern in the lexicons that the block uses."""
    used = {item.listed.lexicon for item in block if isinstance(item, Lookup)}
    return [*block, *(item for item in pattern if isinstance(item, Lookup) and item.listed.lexicon in used)]


def find_all(
    treebank: Treebank, requests: Mapping[Key, Request], vocabulary: Vocabulary | None = None
) -> dict[Key, Matches]:
    """Run many requests over a treebank in one pass, in which they share their work.

    Args:
        vocabulary: of the treebank, if there is one already.

    Raises:
        RequestError: naming the request of which a regular expression takes too long.
    """
    matchers = {key: Matcher(request) for key, request in requests.items()}
    words: dict[Key, list[Int32]] = {
        key: [np.empty((0, len(matcher.request.pattern_nodes)), dtype=np.int32)] for key, matcher in matchers.items()
    }
    for block in blocks(vocabulary or Vocabulary(treebank)):
        for key, matcher in matchers.items():
            with limits(matcher.request.source):
                words[key].append(block.word[matcher.find_in(block)].astype(np.int32))
    return {
        key: Matches(matcher.request.pattern_nodes, np.concatenate(words[key])) for key, matcher in matchers.items()
    }
