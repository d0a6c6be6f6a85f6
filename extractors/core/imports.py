"""Imports that would take along a large library that nobody has asked for."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without(name: str) -> Iterator[None]:
    """Have `import` find no library of a name in the block; where it is imported already, it stays.

    For a library that can do without it, and looks for it when it is imported itself.
    """
    if name in sys.modules:
        yield
        return
    # The import system takes None for a module that cannot be found.
    sys.modules[name] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[name]


def settle_pandas() -> None:
    """Have PyArrow, if it is imported, do without pandas as long as nobody imports that.

    PyArrow looks for pandas once in a process, when it is given its first list, to see whether it is a series: 0.3 s of
    CPU time in each job. Who asks for a data frame still gets one.
    """
    arrow = sys.modules.get("pyarrow")
    if arrow is not None and "pandas" not in sys.modules:
        with without("pandas"):
            arrow.array([])
