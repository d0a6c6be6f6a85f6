"""The names of ready-made sets: wmt24:en-de."""

import re
from pathlib import Path

NAME = re.compile(r"(?P<test_set>[\w.]+):(?P<pair>[a-zA-Z]{2,3}[-_][a-zA-Z]{2,3})")
"""What is meant as a name, which a wrong letter case or `_` does not make a folder."""


def is_name(place: str) -> bool:
    """Whether a place is meant as the name of a ready-made set, and is no file or folder."""
    return NAME.fullmatch(place) is not None and not Path(place).exists()
