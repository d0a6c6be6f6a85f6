"""Read YAML files that a person writes: keep line numbers, check against a model, report errors in plain words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError
from yaml.composer import Composer

from extractors.core.errors import InputError, check_known
from extractors.core.files import read_text
from extractors.core.settings import Keys, problems

Model = TypeVar("Model", bound=BaseModel)

MOST_VALUES = 100_000
"""Values of a file, those of an alias counted wherever it stands: 430 bytes of aliases can stand for gigabytes."""
DEEPEST = 50
"""How far values may be nested."""
TOO_MANY = f"stands for more than {MOST_VALUES} values, aliases (*NAME) counted wherever they stand"
MERGE = "tag:yaml.org,2002:merge"


class _Loader(yaml.SafeLoader):
    """Safe, with YAML 1.2's booleans (`no` is Norwegian, not false) and dates as the texts that they are."""

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """Read a node; refuse one that is nested too deep for whoever walks over the values, or one too many."""
        self.depth, self.nodes = getattr(self, "depth", 0) + 1, getattr(self, "nodes", 0) + 1
        if self.depth > DEEPEST or self.nodes > MOST_VALUES:
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            many = f"values are nested more than {DEEPEST} deep" if self.depth > DEEPEST else TOO_MANY
            raise yaml.MarkedYAMLError(problem=many, problem_mark=mark)
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        """Build a value; give the error the line where Python cannot read a number or tag."""
        try:
            return super().construct_object(node, deep)
        except yaml.MarkedYAMLError:
            raise
        except (ValueError, TypeError, AttributeError, LookupError, OverflowError) as error:
            raise yaml.MarkedYAMLError(
                problem=f"{_shown(node)} cannot be read: {error}", problem_mark=node.start_mark
            ) from None


def _shown(node: yaml.Node) -> str:
    return repr(node.value[:40]) if isinstance(node.value, str) else f"a value with the tag {node.tag}"


READ_OTHERWISE = {
    "boolean": re.compile("yes|no|on|off", re.I),
    "date": re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt\s].*)?"),
}
"""Texts that need no quotes here, and that other readers of YAML (1.1, as Snakemake's) take for something else."""
_NOT_TAKEN = ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")
_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag not in _NOT_TAKEN]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$", re.I), list("tTfF"))

if yaml.__with_libyaml__:

    class _QuickLoader(yaml.CSafeLoader, _Loader):
        """The same, where libyaml reads the text: an eighth of the time."""

        def __init__(self, text: str) -> None:
            yaml.CSafeLoader.__init__(self, text)
            Composer.__init__(self)

        # Not that of libyaml, which composes by itself.
        get_single_node = Composer.get_single_node


@dataclass(frozen=True)
class YamlFile:
    """A YAML document and where its values stand.

    Attributes:
        lines: the 1-based line of each value, by its keys.
        read_otherwise: texts that another reader takes for a boolean or a date, as (text, kind, line).
    """

    path: Path
    data: Any
    lines: Mapping[Keys, int]
    read_otherwise: Sequence[tuple[str, str, int]] = ()

    def error(self, problem: str, keys: Keys = (), remedy: str | None = None) -> InputError:
        """Make an InputError with the line of a value, or of the nearest value around it that stands in the file."""
        while keys and keys not in self.lines:
            keys = keys[:-1]
        return InputError(problem, path=self.path, line=self.lines.get(keys), remedy=remedy)


def load(path: str | Path) -> YamlFile:
    """Read a YAML file."""
    return parse(read_text(path), path)


def parse(text: str, path: str | Path) -> YamlFile:
    """Read YAML from a text, as `load` does from a file; `path` is for messages."""
    path = Path(path)
    # libyaml takes tabs that this reader, and Snakemake's, refuse. What it refuses is for this one to say, or to read.
    if yaml.__with_libyaml__ and "\t" not in text:
        with suppress(yaml.YAMLError, UnicodeEncodeError):
            return _read(_QuickLoader(text), path)
    try:
        loader = _Loader(text)
    except yaml.reader.ReaderError as error:
        raise InputError(
            f"has the character {error.character:#x}, which YAML does not allow",
            path=path,
            line=text.count("\n", 0, error.position) + 1,
            remedy='remove it, or write it as "\\x.." in quotes',
        ) from None
    try:
        return _read(loader, path)
    except yaml.MarkedYAMLError as error:
        line = None if error.problem_mark is None else error.problem_mark.line + 1
        problem = " ".join(filter(None, (error.context, error.problem)))
        raise InputError(
            f"YAML syntax error: {problem}",
            path=path,
            line=line,
            remedy="check the indentation (spaces, never tabs), colons and quotes here and in the line above",
        ) from None


def _read(loader: _Loader, path: Path) -> YamlFile:
    lines: dict[Keys, int] = {}
    try:
        node = loader.get_single_node()
        if node is None:
            return YamlFile(path=path, data=None, lines=lines)
        _check_size(node, path)
        # Before it is built: building puts merged keys (<<) among the mapping's own.
        _locate(node, (), lines, path)
        otherwise = list(_read_otherwise(node))
        return YamlFile(path=path, data=loader.construct_document(node), lines=lines, read_otherwise=otherwise)
    finally:
        loader.dispose()


def _read_otherwise(node: yaml.Node) -> Iterator[tuple[str, str, int]]:
    """Yield the texts without quotes that other readers take for something else: text, kind, 1-based line."""
    if isinstance(node, yaml.ScalarNode):
        # A style stands for quotes or a block.
        for kind, pattern in () if node.style else READ_OTHERWISE.items():
            if pattern.fullmatch(node.value):
                yield node.value, kind, node.start_mark.line + 1
    elif isinstance(node, yaml.MappingNode):
        for pair in node.value:
            yield from (found for part in pair for found in _read_otherwise(part))
    else:
        for part in node.value:
            yield from _read_otherwise(part)


def check_read_alike(file: YamlFile) -> None:
    """Refuse a file in which Snakemake reads a text differently than we do."""
    for text, kind, line in file.read_otherwise:
        otherwise = " if it is a text (a language, a name), else true or false" if kind == "boolean" else ""
        raise InputError(
            f"{text!r} without quotes is read as a {kind}",
            path=file.path,
            line=line,
            remedy=f"quote it: '{text}'{otherwise}",
        )


def _check_size(root: yaml.Node, path: Path) -> None:
    """Refuse a document whose aliases stand for more values than a file can have, or for themselves."""
    sizes: dict[int, int] = {}

    def size(node: yaml.Node) -> int:
        if id(node) not in sizes:
            # While it is counted, an alias to it inside it has this size.
            sizes[id(node)] = MOST_VALUES
            parts = [part for pair in node.value for part in pair] if isinstance(node, yaml.MappingNode) else node.value
            sizes[id(node)] = 1 + sum(map(size, parts if isinstance(parts, list) else []))
        return sizes[id(node)]

    if size(root) > MOST_VALUES:
        raise InputError(
            TOO_MANY,
            path=path,
            line=root.start_mark.line + 1,
            remedy="write the values out without aliases, or write fewer of them",
        )


def value(text: str) -> Any:
    """Read a text, such as an argument of a command, as YAML: `8` is a number."""
    return parse(text, "--option").data


def _locate(node: yaml.Node, keys: Keys, lines: dict[Keys, int], path: Path) -> None:
    lines[keys] = lines.get(keys, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        seen = set()
        # The mapping's own keys, wherever they stand, override those that are merged into it.
        for key, value in sorted(node.value, key=lambda pair: pair[0].tag != MERGE):
            if key.tag == MERGE:
                for merged in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                    _locate(merged, keys, lines, path)
                continue
            if not isinstance(key, yaml.ScalarNode):
                raise InputError(
                    "a key must be text", path=path, line=key.start_mark.line + 1, remedy="write it as text"
                )
            if key.value in seen:
                raise InputError(
                    f"the key {key.value!r} is given twice",
                    path=path,
                    line=key.start_mark.line + 1,
                    remedy="keep one of them",
                )
            seen.add(key.value)
            lines[(*keys, key.value)] = key.start_mark.line + 1
            _locate(value, (*keys, key.value), lines, path)
    elif isinstance(node, yaml.SequenceNode):
        for position, value in enumerate(node.value):
            _locate(value, (*keys, position), lines, path)


NO_FILE = "--config"
"""Where a value stands that is in no file: on the command line of Snakemake."""


class ValueOrigin:
    """Finds the file and line that a value of merged files came from: the last that has it."""

    def __init__(self, files: Sequence[YamlFile]) -> None:
        self.files = files

    def has(self, keys: Keys) -> bool:
        return any(keys in file.lines for file in self.files)

    def place(self, keys: Keys) -> str:
        """Return `FILE:LINE` of a value, or of the nearest value around it."""
        error = self.error("", keys, None)
        return f"{error.path}:{error.line or ''}".rstrip(":")

    def error(self, problem: str, keys: Keys, remedy: str | None) -> InputError:
        """Make an InputError with the file and line of a value, or of the nearest value around it in a file."""
        for length in range(len(keys), 0, -1):
            for file in reversed(self.files):
                if keys[:length] in file.lines:
                    return file.error(problem, keys[:length], remedy)
        if self.files:
            return self.files[-1].error(problem, (), remedy)
        return InputError(problem, path=NO_FILE, remedy=remedy)

    @contextmanager
    def at(self, keys: Keys, begin: str = "") -> Iterator[None]:
        """Give an error of the block the place of a value; what place it has itself becomes a part of the problem."""
        try:
            yield
        except InputError as error:
            raise self.error(begin + error.placed_problem, keys, error.remedy) from None

    def check_known(self, kind: str, name: str, known: Sequence[str], keys: Keys) -> None:
        """Refuse a name that is not known."""
        with self.at(keys):
            check_known(kind, [name], known)


def check(file: YamlFile, model: type[Model]) -> Model:
    """Check a file against a model, and return its values as the model."""
    try:
        return model.model_validate(file.data)
    except ValidationError as error:
        problem = problems(error, file.data, model, whole="the file")[0]
        raise file.error(problem.text, problem.keys, problem.remedy) from None
