"""Choose the phenomena that two systems are compared on: a family declared before any output is read."""

from collections.abc import Collection, Mapping, Sequence

from extractors.core.errors import check_known

MANY_HITS = 60
"""Hits from which a phenomenon is tested without being named."""


def comparison_family(
    named: Sequence[str] | None, headline: Sequence[str], hits: Mapping[str, int], known: Collection[str]
) -> list[str]:
    """Return the phenomena to test: the named ones, or else the headline's and all with MANY_HITS or more.

    Args:
        named: by the user; None for the default.
        headline: phenomena that are tested whatever hits they have.
        hits: by phenomenon; of sets whose hits are not known, their segments.
        known: the phenomena that have sets or hits here.

    Raises:
        InputError: a named phenomenon is not known; the remedy lists those that are.
    """
    if named is not None:
        check_known("phenomenon", named, known)
        return list(dict.fromkeys(named))
    many = (name for name, count in hits.items() if count >= MANY_HITS)
    return list(dict.fromkeys([*(name for name in headline if name in known), *many]))
