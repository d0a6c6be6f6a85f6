"""The ranges of distances of sets."""

from extractors.extract import select
from extractors.extract.set_settings import SetSettings


def ranges(*, minimum, exact=(), buckets=()):
    """At these minimum and exact distances, and in these buckets."""
    settings = SetSettings(minimum_distances=tuple(minimum), exact_distances=tuple(exact), buckets=tuple(buckets))
    return select.ranges(settings)
