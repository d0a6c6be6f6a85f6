"""Choose the distances that a plot shows side by side: disjoint ranges, so that its points are of different hits."""

from collections.abc import Iterable

from extractors.report.results import ReportedPhenomenon

Span = tuple[int, int | None]
"""The smallest distance and the first too large; without the second, all from the first on."""


def spans(phenomenon: ReportedPhenomenon) -> list[Span]:
    """Return the ranges to show, in order: disjoint ones, the last open-ended where there is such a set.

    A phenomenon without sets of exact distances or buckets has only its minimum distances, which are nested.
    """
    ranges = [(row["distance_from"], row["distance_below"]) for row in phenomenon.sets if row["kind"] != "minimum"]
    return partition(ranges, phenomenon.minimum_distances)


def partition(ranges: Iterable[tuple[int, int]], minimum: Iterable[int]) -> list[Span]:
    """Choose disjoint ranges from the left, narrowest first; the last is open-ended if a minimum distance fits."""
    minimums = sorted(minimum)
    chain: list[tuple[int, int]] = []
    for start, below in sorted(set(ranges)):
        if not chain or start >= chain[-1][1]:
            chain.append((start, below))
    if not chain:
        return [(start, None) for start in minimums]
    edges = {start for start, _ in chain} | {chain[-1][1]}
    last = max((start for start in minimums if start in edges), default=None)
    if last is None:
        return list(chain)
    return [*(span for span in chain if span[0] < last), (last, None)]


def span_text(span: Span) -> str:
    """Write a range as `2`, `2 to 4`, or `\u2265 2`."""
    start, below = span
    if below is None:
        return f"\u2265 {start}"
    return str(start) if below == start + 1 else f"{start} to {below - 1}"


def nested(shown: Iterable[Span]) -> bool:
    """Return whether the ranges are nested, as several open-ended ones are."""
    return sum(below is None for _, below in shown) > 1
