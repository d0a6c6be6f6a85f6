"""The names of ready-made sets: wmt24:en-de, wmt14/full:en-de."""

import re
from pathlib import Path

NAME = re.compile(r"(?P<test_set>[\w.]+(?:/[\w.]+)?):(?P<pair>[a-zA-Z]{2,3}[-_][a-zA-Z]{2,3})")
"""What is meant as a name, which a wrong letter case or `_` does not make a folder."""


def is_name(place: str) -> bool:
    """Whether a place is meant as the name of a ready-made set, and is no file or folder."""
    return NAME.fullmatch(place) is not None and not Path(place).exists()


COLLECTION = re.compile(r"wmt:(?P<pair>[a-z]{2,3}-[a-z]{2,3})")
"""All ready-made sets of a pair: wmt:en-de."""


def is_collection(place: str) -> bool:
    """Whether a place is meant as all ready-made sets of a pair."""
    return COLLECTION.fullmatch(place) is not None and not Path(place).exists()
