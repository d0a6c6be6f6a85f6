"""Import libraries without the large ones that they would load and nobody needs."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


class _Nowhere(MetaPathFinder):
    """Finds no module of one name, wherever it is."""

    def __init__(self, name: str) -> None:
        self._name = name

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        del path, target
        if name == self._name:
            raise ModuleNotFoundError(f"{name} is left out here", name=name)
        return None


@contextmanager
def without(name: str) -> Iterator[None]:
    """Have `import` find no library of a name in the block; where it is imported already, it stays.

    For a library that can do without it, and looks for it when it is imported itself.
    """
    finder = _Nowhere(name)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


@contextmanager
def standing_in(*names: str, **attributes: Any) -> Iterator[None]:
    """Have `import` find empty modules under some names in the block; where they are imported already, they stay.

    For a library that imports what nobody needs. Afterwards they can be imported as ever.

    Args:
        attributes: of each of the modules.
    """
    placed = {name: ModuleType(name) for name in names if name not in sys.modules}
    for module in placed.values():
        vars(module).update(attributes)
    sys.modules.update(placed)
    try:
        yield
    finally:
        for name in placed:
            del sys.modules[name]


_OURS: list[bool] = []
"""Whether this process runs a program of ours, and no other one that imports the package."""


def own_process() -> None:
    """Record that this process runs one of our own programs.

    PyArrow may then be kept from importing pandas (`settle_pandas`).
    """
    _OURS.append(True)
    if "pyarrow" in sys.modules:
        settle_pandas()


def is_own_process() -> bool:
    """Return whether this process runs a program of ours."""
    return bool(_OURS)


def settle_pandas() -> None:
    """Have PyArrow do without pandas as long as nobody imports that, in a process of ours.

    PyArrow looks for pandas once in a process, when it is given its first list, to see whether it is a series: 0.3 s of
    CPU time and more. Who asks for a data frame still gets one.
    """
    if is_own_process() and "pandas" not in sys.modules:
        import pyarrow

        with without("pandas"):
            pyarrow.array([])
