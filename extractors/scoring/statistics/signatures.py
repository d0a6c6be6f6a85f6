"""Write how a test was done, in sacreBLEU's manner: `nrefs:1|bs:1000|seed:12345|cluster:document|...`."""

from typing import Literal

Cluster = Literal["document", "block", "segment"]
"""What is drawn or swapped as one."""

Method = Literal["bs", "ar"]
"""Bootstrap, approximate randomisation."""


def with_cluster(signature: str, cluster: Cluster) -> str:
    """Add the cluster of its tests to a metric's signature: `nrefs:1|cluster:document|case:mixed|...`."""
    return _after_references(signature, f"cluster:{cluster}")


def with_test(signature: str, method: Method, samples: int, seed: int, *, groups: int | None = None) -> str:
    """Add a test to a metric's signature where sacreBLEU puts it, after the number of references.

    Args:
        groups: into how many groups what is drawn was dealt; None if it was not.
    """
    dealt = "" if groups is None else f"|groups:{groups}"
    return _after_references(signature, f"{method}:{samples}|seed:{seed}{dealt}")


def _after_references(signature: str, part: str) -> str:
    fields = signature.split("|")
    place = next((i for i, field in enumerate(fields, start=1) if field.startswith("nrefs:")), len(fields))
    return "|".join([*fields[:place], part, *fields[place:]])
