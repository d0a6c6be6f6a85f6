"""The annotation that a request relies on, so that a parse which never has it can be pointed out.

Treebanks differ in what they annotate: a request for `Reflex=Yes` finds nothing in French PUD, where
the pronouns are and the feature is not.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from extractors.phenomena.grew.regexes import limits
from extractors.phenomena.grew.syntax import (
    Agreement,
    Dependency,
    Edge,
    Item,
    Label,
    Lookup,
    NodeClause,
    Request,
    Test,
    Values,
)

if TYPE_CHECKING:
    from extractors.formats.treebank import Treebank
    from extractors.phenomena.grew.request_vocabulary import Vocabulary

MOST_COMBINATIONS = 64
"""A bound on the dependencies of one node clause; leaving some out only warns less."""


def dependencies(items: Iterable[Item]) -> tuple[Dependency, ...]:
    """Collect the dependencies of items that must all hold, without repetition, in the order of the text."""
    return tuple(dict.fromkeys(dependency for item in items for dependency in _item_dependencies(item)))


def missing(request: Request, treebank: Treebank) -> tuple[Dependency, ...]:
    """Find the dependencies of a request that a parse lacks altogether, because of which it matches nothing."""
    # Works on arrays, which a reader of requests need not have.
    from extractors.phenomena.grew.request_vocabulary import Vocabulary

    return still_missing(request, request.depends_on, Vocabulary(treebank))


def still_missing(
    request: Request, dependencies: Sequence[Dependency], vocabulary: Vocabulary
) -> tuple[Dependency, ...]:
    """Find which of these dependencies of a request a parse lacks, or a part of a parse.

    Raises:
        RequestError: if a regular expression of the request takes too long.
    """
    with limits(request.source):
        return tuple(
            dependency for dependency in dependencies if not any(map(vocabulary.occurs, dependency.alternatives))
        )


def _item_dependencies(item: Item) -> Iterator[Dependency]:
    if isinstance(item, NodeClause):
        # Each choice of one test from every alternative is a set of which one test must hold.
        needed = [[test for test in tests if not test.absent] for tests in item.alternatives]
        for choice in itertools.islice(itertools.product(*needed), MOST_COMBINATIONS):
            yield _dependency(single for test in choice for single in _split(test))
    elif isinstance(item, Edge):
        if item.label.values is not None:
            yield _dependency(map(Label, _one_by_one(item.label.values)))
        for part in item.label.parts:
            if not part.absent:
                yield _dependency(Label(parts=(test,)) for test in _split(part))
    elif isinstance(item, Lookup):
        yield _dependency([Test(item.listed.attribute)])
    elif isinstance(item, Agreement):
        yield _dependency([Test(item.left_attribute)])
        yield _dependency([Test(item.right_attribute)])


def _dependency(alternatives: Iterable[Test | Label]) -> Dependency:
    return Dependency(tuple(dict.fromkeys(alternatives)))


def _split(test: Test) -> Iterator[Test]:
    if test.values is None:
        yield test
    else:
        for values in _one_by_one(test.values):
            yield Test(test.attribute, values)


def _one_by_one(values: Values) -> Iterator[Values]:
    """Split `A|B` into A and B; a negated set stays whole, because it allows everything else."""
    if values.negated:
        yield values
        return
    for literal in values.literals:
        yield Values((literal,))
    for expression in values.regexes:
        yield Values(regexes=(expression,))
