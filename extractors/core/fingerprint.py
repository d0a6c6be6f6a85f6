"""A checksum of the code that a stage runs, so that a changed module re-runs its stages and no others.

Snakemake does not see changes inside an imported package.
"""

import ast
import hashlib
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

PACKAGE = "extractors"
PLUG_INS = (
    "extractors.inputs.testsets",
    "extractors.inputs.importers",
    "extractors.models.aligners",
    "extractors.models.parsers",
    "extractors.models.tokenizers",
    "extractors.report.sections",
    "extractors.score.metrics",
    "extractors.suites.contrastive",
    "extractors.suites.formats",
    "extractors.suites.judges",
)
"""Folders whose modules are loaded by name (extractors.core.registry), which no import statement tells."""
WITHOUT_RESULTS = frozenset({"extractors.core.job"})
"""What scripts import and no result depends on: the frame with the log."""


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
def _imported(path: Path) -> frozenset[str]:
    """The modules of our package that a file imports, anywhere in it."""
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


def _plug_ins(folder: str, chosen: Mapping[str, Collection[str]]) -> list[str]:
    """The modules of a folder of plug-ins: those that are chosen, all where none is."""
    source = _source(folder)
    names = chosen.get(folder) or [path.stem for path in sorted(source.parent.glob("[!_]*.py"))] if source else []
    return [f"{folder}.{name}" for name in names]


def modules_of(script: str | Path, chosen: Mapping[str, Collection[str]] = MappingProxyType({})) -> set[str]:
    """The modules of our package that a script runs: what it imports, what those import, and the plug-ins they load."""
    todo = list(_imported(Path(script)))
    seen: set[str] = set()
    while todo:
        module = todo.pop()
        if module not in seen and module not in WITHOUT_RESULTS:
            seen.add(module)
            # The package itself imports the modules of its public names when users ask for them; stages do not.
            if module != PACKAGE and (path := _source(module)):
                todo += _imported(path)
            if module in PLUG_INS:
                todo += _plug_ins(module, chosen)
    return seen


def script_fingerprint(script: str | Path, chosen: Mapping[str, Collection[str]] = MappingProxyType({})) -> str:
    """A short checksum over the source of the modules that a script runs, with their data files.

    Args:
        script: its file.
        chosen: by folder of plug-ins, the names of those that it may load; all of a folder that is left out.

    Raises:
        ModuleNotFoundError: a chosen plug-in that there is not.
    """
    key = tuple(sorted((folder, tuple(sorted(names))) for folder, names in chosen.items()))
    return _checksum(Path(script), key)


@cache
def _checksum(script: Path, chosen: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    digest = hashlib.sha256()
    for module in sorted(modules_of(script, dict(chosen))):
        path = _source(module)
        if path is None:
            raise ModuleNotFoundError(f"no module {module}", name=module)
        digest.update(module.encode() + b"\0" + path.read_bytes())
        for file in _data(path):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]
