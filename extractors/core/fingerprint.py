"""A checksum of the code that a stage runs, so that a changed module re-runs its stages and no others.

Snakemake does not see changes inside an imported package.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = "extractors"


@cache
def _source(module: str) -> Path | None:
    """The file of a module of our package; None if the name is no module (but a class, say).

    Found by its path: asking the import system would import the packages on the way, PyTorch included.
    """
    place = Path(__file__).parents[2].joinpath(*module.split("."))
    for path in (place / "__init__.py", place.with_suffix(".py")):
        if path.is_file():
            return path
    return None


@cache
def _imports(module: str) -> frozenset[str]:
    """The modules of our package that a module imports, anywhere in it."""
    path = _source(module)
    if path is None:
        return frozenset()
    imported = set()
    for node in _statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            imported |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(name for name in imported if name.split(".")[0] == PACKAGE and _source(name))


def _statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """All statements below a node. Imports are statements: not to look into expressions saves most of the time."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(tree, field, ()):
            if isinstance(node, ast.stmt):
                yield node
            yield from _statements(node)


def _data(path: Path) -> list[Path]:
    """The files that a module reads, which bear its name: `card.md.j2` beside `card.py`."""
    return sorted(file for file in path.parent.glob(f"{path.stem}.*") if file != path)


def fingerprint(*modules: str) -> str:
    """A short checksum over the source of the modules and of all of ours that they import, with their data files.

    Args:
        modules: full names, as `extractors.extract.parse`; a backend that is found by name must be named.
    """
    todo, seen = list(modules), set()
    while todo:
        module = todo.pop()
        if module not in seen:
            seen.add(module)
            todo += _imports(module)
    digest = hashlib.sha256()
    for module in sorted(seen):
        path = _source(module)
        if path is None:
            raise ModuleNotFoundError(f"no module {module}", name=module)
        digest.update(module.encode() + b"\0" + path.read_bytes())
        for file in _data(path):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]
