"""Refuse names that are not Universal Dependencies' but were probably meant to be.

Languages have features and relations of their own, so an unknown name is let through unless it
nearly is a universal one: unless the difflib ratio of the two is high.
"""

import difflib
from collections.abc import Iterable, Iterator

from extractors.core.errors import nearest
from extractors.formats.universal import (
    COLUMNS,
    FEATURES,
    LANGUAGE_FEATURES,
    MISC,
    RELATIONS,
    RENAMED_ATTRIBUTES,
    RENAMED_RELATIONS,
    RENAMED_UPOS,
    UPOS,
)
from extractors.phenomena.grew.request_errors import Source
from extractors.phenomena.grew.syntax import Agreement, Edge, Item, Lookup, NodeClause, Values

NEAR_FEATURE = 0.75
"""Refelx and Reflex have 0.83, Moad and Mood 0.75."""

NEAR_RELATION = 0.65
"""obk and obl have 0.67. Lower than for features, as languages may only subdivide the universal relations."""


def refuse_unknown_names(items: Iterable[Item], source: Source) -> None:
    """Check UPOS tags, attributes and relations.

    Raises:
        RequestError: for an unknown UPOS tag or column, and for a name that is nearly a universal one.
    """
    for item in items:
        if isinstance(item, NodeClause):
            for test in (test for alternative in item.alternatives for test in alternative):
                _check_attribute(test.attribute, test.at, source)
                if test.attribute == "upos" and test.values is not None:
                    _check_upos(test.values, source)
        elif isinstance(item, Lookup):
            _check_attribute(item.listed.attribute, item.at, source)
        elif isinstance(item, Agreement):
            _check_attribute(item.left_attribute, item.at, source)
            _check_attribute(item.right_attribute, item.at, source)
        elif isinstance(item, Edge):
            _check_relations(item.label.values, source)
            for part in item.label.parts:
                if part.attribute == "1":
                    _check_relations(part.values, source)


def _check_upos(values: Values, source: Source) -> None:
    for value, at in zip(values.literals, values.places, strict=True):
        if value not in UPOS:
            meant = RENAMED_UPOS.get(value) or value.upper()
            raise source.error(f"unknown UPOS {value!r}", at, nearest(meant, UPOS))


def _check_attribute(name: str, at: int, source: Source) -> None:
    if name in COLUMNS:
        return
    if name in MISC:
        problem = f"{name} stands in the column MISC, which is not read"
        raise source.error(problem, at, "use features, form, lemma, upos and xpos")
    if name.casefold() in COLUMNS or name in RENAMED_ATTRIBUTES:
        column = RENAMED_ATTRIBUTES.get(name, name.casefold())
        raise source.error(f"unknown attribute {name!r}", at, f"did you mean {column!r}?")
    feature = name.partition("[")[0]
    if feature not in LANGUAGE_FEATURES and (meant := _near(feature, FEATURES, NEAR_FEATURE)):
        raise source.error(f"unknown feature {feature!r}", at, f"did you mean {meant!r}?")
    if not feature[0].isupper():
        problem = f"unknown attribute {name!r}: names of features begin with a capital letter"
        raise source.error(problem, at, nearest(name, COLUMNS))


def _check_relations(values: Values | None, source: Source) -> None:
    for relation, at in _literals(values):
        universal, colon, subtype = relation.partition(":")
        nearest_known = RENAMED_RELATIONS.get(universal) or _near(universal, RELATIONS, NEAR_RELATION)
        if nearest_known:
            remedy = f"did you mean {nearest_known + colon + subtype!r}?"
            raise source.error(f"unknown relation {relation!r}", at, remedy)


def _literals(values: Values | None) -> Iterator[tuple[str, int]]:
    return iter(()) if values is None else zip(values.literals, values.places, strict=True)


def _near(name: str, universal: frozenset[str], ratio: float) -> str | None:
    """Find the universal name that `name` nearly is; None if it is one, or like none."""
    if name in universal:
        return None
    folded = name.casefold()

    def likeness(other: str) -> float:
        # Swapped letters (`olb` for `obl`) are a slip, whatever the ratio.
        if sorted(folded) == sorted(other.casefold()):
            return 1.0
        return difflib.SequenceMatcher(None, folded, other.casefold()).ratio()

    best = max(sorted(universal), key=likeness)
    return best if likeness(best) >= ratio else None
