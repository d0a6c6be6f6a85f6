"""Sets made by hand, and the ranges of their distances."""

from extractors.extract import select
from extractors.extract.set_settings import SetSettings
from tests.builders.hits import hits


def ranges(*, minimum, exact=(), buckets=()):
    """At these minimum and exact distances, and in these buckets."""
    settings = SetSettings.of({"minimum_distances": minimum, "exact_distances": exact, "buckets": buckets})
    return select.ranges(settings)


def sets_of(*rows, minimum=(0,), exact=()):
    """The table of the sets of hits: (segment, phenomenon, distance) each."""
    wanted = ranges(minimum=minimum, exact=exact)
    return select.select(hits(*rows), dict.fromkeys((phenomenon for _, phenomenon, _ in rows), wanted))
