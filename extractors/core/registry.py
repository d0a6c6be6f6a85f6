"""Backends are found by file name: extractors/models/parsers/stanza.py is the parser `stanza`.

A backend module of package P defines one class that is a subclass of P's base class; the class is
imported only when it is asked for, so that a missing optional library hurts nobody else.
"""

import ast
import importlib
import inspect
import pkgutil
import typing
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from pydantic import PydanticSchemaGenerationError, TypeAdapter, ValidationError

from extractors.core import install
from extractors.core.errors import InputError, unknown
from extractors.core.settings import Settings, problems

T = TypeVar("T")


def names(package: ModuleType) -> list[str]:
    """List the backends of a package, sorted; modules whose name begins with `_` are helpers."""
    return sorted(m.name for m in pkgutil.iter_modules(package.__path__) if m.name[0] != "_")


def _kind(package: ModuleType) -> str:
    return package.__name__.rpartition(".")[2].removesuffix("s")


def mentioning(package: ModuleType, text: str) -> list[str]:
    """List the backends whose source contains a text, so that no others need be imported."""
    return [name for name in names(package) if text in _file(package, name).read_text(encoding="utf-8")]


def _file(package: ModuleType, name: str) -> Path:
    return Path(package.__path__[0], f"{name}.py")


def check_known(package: ModuleType, name: str) -> None:
    """Refuse a name that no backend of a package has."""
    if name not in names(package):
        raise unknown(_kind(package), name, names(package))


def load(package: ModuleType, base: type[T], name: str) -> type[T]:
    """Import the backend class `name` of `package`."""
    kind = _kind(package)
    check_known(package, name)
    try:
        module = importlib.import_module(f"{package.__name__}.{name}")
    except ModuleNotFoundError as error:
        who = f"the {kind} {name!r}"
        if missing := install.missing(error, who, extra=name if name in install.EXTRAS else "run"):
            raise missing from error
        if (error.name or "").partition(".")[0] == package.__name__.partition(".")[0]:
            raise
        raise InputError(
            f"{who} needs the package {error.name!r}, which is not installed", remedy=f"pip install {error.name}"
        ) from error
    found = [
        value
        for value in vars(module).values()
        if inspect.isclass(value)
        and issubclass(value, base)
        and value.__module__ == module.__name__
        and not inspect.isabstract(value)
    ]
    if len(found) != 1:
        raise TypeError(f"{module.__name__} must define one {base.__name__}, found {len(found)}")
    return found[0]


def flag(package: ModuleType, name: str, attribute: str) -> bool:
    """Return a class attribute of the backend `name` that is True or False; False if the class does not set it.

    It is read from the source without an import: who plans a run may lack the backend's library.
    """
    for node in ast.walk(ast.parse(_file(package, name).read_text(encoding="utf-8"))):
        for line in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == attribute:
                return bool(ast.literal_eval(line.value))
    return False


def create(package: ModuleType, base: type[T], name: str, options: Mapping[str, Any]) -> T:
    """Create an instance of the backend `name` with keyword options."""
    backend = load(package, base, name)
    check_options(backend, name, options)
    return backend(**options)


def check_options(backend: type[Any], name: str, options: Mapping[str, Any]) -> None:
    """Refuse an option that the backend does not have, with the nearest that it has, or a value of another type."""
    known = inspect.signature(backend.__init__).parameters
    for option, value in options.items():
        if option not in known or option == "self":
            raise unknown(f"option of {name}", option, [k for k in known if k != "self"])
        _check_type(backend, name, option, value)


def _check_type(backend: type[Any], name: str, option: str, value: Any) -> None:
    try:
        hint = typing.get_type_hints(backend.__init__, include_extras=True)[option]
        expected = TypeAdapter(hint, config=Settings.model_config)
    except (PydanticSchemaGenerationError, KeyError, NameError):
        return  # not annotated, or with a type that YAML does not have: the backend checks it
    try:
        expected.validate_python(value)
    except ValidationError as error:
        problem = problems(error, value, hint, whole=f"the option {option} of {name}")[0]
        raise InputError(problem.text, remedy=problem.remedy) from None
