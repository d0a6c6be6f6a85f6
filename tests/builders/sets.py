"""The ranges of distances of sets."""

from extractors.extract import select
from extractors.extract.set_settings import SetSettings


def ranges(*, minimum, exact=(), buckets=()):
    """At these minimum and exact distances, and in these buckets."""
    settings = SetSettings.of({"minimum_distances": minimum, "exact_distances": exact, "buckets": buckets})
    return select.ranges(settings)
