"""The names of ready-made sets: wmt24:en-de, wmt14/full:en-de."""

import re
from collections.abc import Collection
from pathlib import Path

from extractors.core.errors import InputError

NAME = re.compile(r"(?P<test_set>[\w.]+(?:/[\w.]+)?):(?P<pair>[a-zA-Z]{2,3}[-_][a-zA-Z]{2,3})")
"""What is meant as a name, which a wrong letter case or `_` does not make a folder."""


def is_name(place: str) -> bool:
    """Return whether a place is meant as the name of a ready-made set, and is no file or folder."""
    return NAME.fullmatch(place) is not None and not Path(place).exists()


COLLECTION = re.compile(r"wmt:(?P<pair>[a-z]{2,3}-[a-z]{2,3})")
"""All ready-made sets of a pair: wmt:en-de."""


def is_collection(place: str) -> bool:
    """Return whether a place is meant as all ready-made sets of a pair, or is a folder of published sets."""
    path = Path(place)
    if path.is_dir():
        # Here, since commands that name no folder need not wait for it.
        from extractors.publish.layout import DESCRIPTION

        is_one = (path / DESCRIPTION).exists() or is_run(place)
        return not is_one and any(path.glob(f"*/{DESCRIPTION}"))
    return COLLECTION.fullmatch(place) is not None and not path.exists()


CONTROLS_OF_RUN, SCORES_OF_RUN = "controls.parquet", "corpus_scores.parquet"
"""Files of the tables CONTROLS and CORPUS_SCORES, named here since the library of tables is slow to import."""


def is_run(place: str) -> bool:
    """Return whether a place is the folder that a run leaves for a corpus."""
    return (Path(place) / CONTROLS_OF_RUN).is_file() or is_scored(place)


def is_scored(place: str) -> bool:
    """Return whether a place is the folder of a run that scored systems."""
    return (Path(place) / SCORES_OF_RUN).is_file()


def unknown_set(name: str, known: Collection[str]) -> InputError:
    """Return the error about a name that is no ready-made set.

    The same set in another spelling is what was meant; the same pair of another year is not.
    """
    test_set, _, pair = name.partition(":")
    spelt = pair.lower().replace("_", "-")
    meant = f"{test_set.lower()}:{spelt}"
    if meant in known:
        return InputError(f"unknown ready-made set {name!r}", remedy=f"did you mean {meant!r}?")
    of_pair = [other for other in known if other.partition(":")[2] == spelt]
    there = f"there are {', '.join(of_pair)}" if of_pair else "`challenge-sets dataset list` names all"
    return InputError(f"unknown ready-made set {name!r}", remedy=f"{there}; {_own_sets(spelt, test_set)}")


def unknown_pair(pair: str, known: Collection[str]) -> InputError:
    """Return the error about a pair without ready-made sets."""
    pairs = ", ".join(sorted({name.partition(":")[2] for name in known}))
    return InputError(f"unknown pair of ready-made sets {pair!r}", remedy=f"{_own_sets(pair)}; ready made are {pairs}")


def _own_sets(pair: str, test_set: str = "") -> str:
    """Return the command that makes sets from one's own copy of a test set."""
    year = test_set if re.fullmatch(r"wmt\d\d", test_set) else "wmt22"
    return (
        "sets of your own copy of a test set are one command (docs/test-sets.md): challenge-sets run --from"
        f" {year}:FOLDER#{pair or 'PAIR'} -o NAME"
    )
