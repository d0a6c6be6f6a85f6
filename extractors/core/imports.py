"""Imports that would take along a large library that nobody has asked for."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


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


def settle_pandas() -> None:
    """Have PyArrow, if it is imported, do without pandas as long as nobody imports that.

    PyArrow looks for pandas once in a process, when it is given its first list, to see whether it is a series: 0.3 s of
    CPU time in each job. Who asks for a data frame still gets one.
    """
    arrow = sys.modules.get("pyarrow")
    if arrow is not None and "pandas" not in sys.modules:
        with without("pandas"):
            arrow.array([])
