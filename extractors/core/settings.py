"""Settings: frozen models of pydantic, and what their checks find, in words with the place and a remedy.

A model holds each setting once, with its default, bounds and meaning (`Field(description=...)`). The config and the
options of commands come from there; a test compares the tables of config/README.md with it.
"""

import inspect
import re
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, Self, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from extractors.core.errors import InputError, nearest
from extractors.core.names import check_name, check_names

T = TypeVar("T")
Keys = tuple[str | int, ...]
"""The way to a value: keys of mappings, positions in lists."""
LARGEST_SEED = 2**63 - 1
LONGEST_SHOWN = 200
"""Characters of a value that a message shows."""


def refusal(problem: str, remedy: str | None = None) -> PydanticCustomError:
    """Make the error that a validator raises: the problem as a sentence, and what to do."""
    return PydanticCustomError("refused", "{problem}", {"problem": problem, "remedy": remedy})


def checked(check: Callable[[Any], object]) -> AfterValidator:
    """Make a validator that keeps a value unless `check` raises InputError, which it reports."""

    def validate(value: T) -> T:
        try:
            check(value)
        except InputError as error:
            raise refusal(error.placed_problem, error.remedy) from None
        return value

    return AfterValidator(validate)


def named(kind: str) -> AfterValidator:
    """Make a validator for a name that becomes a file, such as `corpus` (extractors.core.names)."""
    return checked(lambda name: check_name(name, kind))


def apart(kind: str) -> AfterValidator:
    """Make a validator for a mapping by name: the names are valid, and no two differ in case alone."""
    return checked(lambda mapping: check_names(mapping, kind))


def _once(values: tuple[T, ...]) -> tuple[T, ...]:
    again = [value for place, value in enumerate(values) if value in values[:place]]
    if again:
        raise refusal(f"{again[0]!r} is given twice", "keep one")
    return values


Several = Annotated[tuple[T, ...], Strict(False)]
"""A list of values."""
Distinct = Annotated[tuple[T, ...], Strict(False), AfterValidator(_once)]
"""A list that has each value once."""
Text = Annotated[str, Field(min_length=1)]
"""A text that is not empty."""


class Settings(BaseModel):
    """A block of settings: frozen, without unknown keys, and with values of the type that is written."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        allow_inf_nan=False,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
    )

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Validate JSON values, such as `as_dict` gives or a user writes, and return them as this block."""
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            found = problems(error, values, cls, whole="the settings")[0]
            raise InputError(found.text, remedy=found.remedy) from None

    @classmethod
    def of_later(cls, values: Mapping[str, Any]) -> Self:
        """Validate values as `of` does, leaving out unknown keys, which a later version may have written."""
        return cls.of({name: value for name, value in values.items() if name in cls.model_fields})

    def as_dict(self) -> dict[str, Any]:
        return self.model_dump(mode="json")

    def over(self, other: Self) -> Self:
        """Return the settings of another block, overridden by what is set here."""
        return other.model_copy(update={name: getattr(self, name) for name in self.model_fields_set})

    @classmethod
    def meaning_of(cls, name: str) -> str:
        """Return the line that says what a setting is."""
        return cls.model_fields[name].description or ""


class Problem(NamedTuple):
    """A value that is refused."""

    keys: Keys
    text: str
    remedy: str


def problems(error: ValidationError, data: Any, hint: Any, *, whole: str = "the config") -> list[Problem]:
    """List what a validation has found, each value once.

    Unknown keys come first: a misspelt key is also a missing one, and the misspelling is what to mend.

    Args:
        data: what was validated.
        hint: the model, or the type, that it was validated by.
        whole: what messages call the data as a whole.
    """
    by_keys: dict[Keys, list[Mapping[str, Any]]] = {}
    for details in error.errors(include_url=False):
        by_keys.setdefault(_keys(details["loc"], data, missing=details["type"] == "missing"), []).append(
            typing.cast(Mapping[str, Any], details)
        )
    # The branch of a union that was meant is the one in which the fault lies deepest.
    last = [keys for keys in by_keys if not any(other[: len(keys)] == keys for other in by_keys if other != keys)]
    found = [_in_words(keys, by_keys[keys], hint, whole) for keys in last]
    return sorted(found, key=lambda problem: not problem.text.startswith("unknown key"))


def _keys(loc: Sequence[str | int], data: Any, *, missing: bool) -> Keys:
    """Return the keys that lead to an error; `loc` of pydantic also has branches of unions and keys of mappings.

    A branch may have the name of a key that the data has there: the reading that follows more parts of `loc` is meant.
    """
    if not loc:
        return ()
    part, *rest = loc
    if missing and not rest and isinstance(part, str):
        return (part,)
    beside = _keys(rest, data, missing=missing)
    known = isinstance(data, Mapping) and part in data
    if not (known or (isinstance(data, list | tuple) and isinstance(part, int) and part < len(data))):
        return beside
    inside = _keys(rest, data[part], missing=missing)
    return (part, *inside) if len(inside) >= len(beside) else beside


EXPECTED = {
    "a valid integer": "a whole number",
    "a valid number": "a number",
    "a finite number": "a number",
    "a valid string": "a text",
    "a valid boolean": "true or false",
    "a valid tuple": "a list",
    "a valid dictionary": "a mapping",
    "greater than or equal to": "at least",
    "less than or equal to": "at most",
    "greater than": "above",
    "less than": "below",
}
"""Pydantic's words for what it expects, in ours."""


def _in_words(keys: Keys, errors: list[Mapping[str, Any]], hint: Any, whole: str) -> Problem:
    where = ".".join(map(str, keys)) or whole
    # Of several branches of a union, those that took the type say more than those that did not.
    errors = [e for e in errors if not e["type"].endswith("_type")] or errors
    first, around = errors[0], ".".join(map(str, keys[:-1])) or whole
    if first["type"] == "refused":
        return Problem(keys, first["ctx"]["problem"], first["ctx"]["remedy"] or _remedy(keys, hint))
    if first["type"] == "extra_forbidden":
        known = [name for model in _models(hint, keys[:-1]) for name in _names(model)]
        return Problem(keys, f"unknown key {keys[-1]!r} in {around}", nearest(str(keys[-1]), known))
    if first["type"] == "missing" and isinstance(first["loc"][-1], str):
        return Problem(keys, f"{around} has no {keys[-1]!r}, which it needs", _remedy(keys, hint))
    if first["type"] == "literal_error":
        known = re.findall("'([^']*)'", first["ctx"]["expected"])
        return Problem(keys, f"unknown value {first['input']!r} for {where}", nearest(str(first["input"]), known))
    expected = " or ".join(dict.fromkeys(_expected(error, keys, hint) for error in errors)).replace(" or be ", " or ")
    shown = repr(first["input"])
    shown = shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]} ..."
    example = _as_wanted(keys, first, hint)
    remedy = _remedy(keys, hint) if example is None else f"write `{example}`; {_remedy(keys, hint)}"
    return Problem(keys, f"{where} must {expected}, got {shown}", remedy)


def _as_wanted(keys: Keys, error: Mapping[str, Any], hint: Any) -> str | None:
    """Write the YAML of a value that only lacks its brackets, or lists names where a mapping is wanted; else None."""
    value, kind = error["input"], error["type"]
    if not keys:
        return None
    listed = isinstance(value, str) and re.fullmatch(r"[\w-]+(, *[\w-]+)*", value)
    names = re.split(", *", value) if listed else value
    if kind in ("tuple_type", "list_type") and isinstance(value, str | int | float):
        return f"{keys[-1]}: [{', '.join(map(_quoted, names if listed else [value]))}]"
    if kind == "dict_type" and isinstance(names, list) and names:
        inner = [*_hints(hint, (*keys, "NAME"))]
        is_of_mappings = any(typing.get_origin(part) is dict for part in inner)
        pairs = f"NAME: {next(map(_needed, filter(_is_model, inner)), 'VALUE, ...')}"
        if is_of_mappings and all(isinstance(name, str) for name in names):
            pairs = ", ".join(f"{_quoted(name)}: {{}}" for name in names)
        return f"{keys[-1]}: {{{pairs}}}"
    return None


def _needed(model: type[BaseModel]) -> str:
    """Write a model as YAML with the keys that it requires."""
    return f"{{{', '.join(f'{name}: ...' for name, field in model.model_fields.items() if field.is_required())}}}"


def _quoted(value: object) -> str:
    """Write a value as YAML, in quotes unless it is a plain word or number."""
    text = str(value)
    return text if re.fullmatch(r"[\w.+-]+", text) else "'{}'".format(text.replace("'", "''"))


def _expected(error: Mapping[str, Any], keys: Keys, hint: Any) -> str:
    """Say what was expected of a value: `be at least 0 and below 1`."""
    text = re.sub(r"^\w+ should | or instance of \w+| after validation", "", error["msg"])
    for pydantics, ours in EXPECTED.items():
        text = text.replace(pydantics, ours)
    if error["type"].startswith(("greater_than", "less_than")):
        field = next(_fields(hint, keys), None)
        bounds = [bound for bound in map(_bound, field.metadata if field else ()) if bound]
        text = f"be {' and '.join(bounds)}" if bounds else text
    return re.sub(r", not \d+$", "", text)


def _bound(rule: object) -> str | None:
    """Say in words which bound a rule of a field of pydantic sets; None if it sets none."""
    for name, words in (("ge", "at least"), ("gt", "above"), ("le", "at most"), ("lt", "below")):
        if (value := getattr(rule, name, None)) is not None:
            return f"{words} {value:.12g}" if isinstance(value, float) else f"{words} {value}"
    return None


def _remedy(keys: Keys, hint: Any) -> str:
    """Return the meaning of the setting, or of the nearest one around it that has one."""
    for length in range(len(keys), 0, -1):
        for field in _fields(hint, keys[:length]):
            if field.description:
                return field.description
    return "see config/README.md"


def parts(hint: Any) -> Iterator[Any]:
    """Yield the types that a value may have: a hint without its annotations, each branch of a union by itself."""
    origin = typing.get_origin(hint)
    if origin is Annotated:
        yield from parts(typing.get_args(hint)[0])
    elif origin in (types.UnionType, typing.Union):
        for argument in typing.get_args(hint):
            yield from parts(argument)
    else:
        yield hint


def _hints(hint: Any, keys: Keys) -> Iterator[Any]:
    """Yield the types that the value at some keys may have."""
    for part in parts(hint):
        if not keys:
            yield part
        elif _is_model(part):
            for field in _fields_of(part, keys[0]):
                yield from _hints(field.annotation, keys[1:])
        elif arguments := typing.get_args(part):
            of_mapping = issubclass(typing.get_origin(part), Mapping)
            yield from _hints(arguments[1 if of_mapping else 0], keys[1:])


def _models(hint: Any, keys: Keys) -> Iterable[type[BaseModel]]:
    return [part for part in _hints(hint, keys) if _is_model(part)]


def _fields(hint: Any, keys: Keys) -> Iterator[FieldInfo]:
    """Yield the fields of models that the value at some keys may belong to."""
    for model in _models(hint, keys[:-1]) if keys else ():
        yield from _fields_of(model, keys[-1])


def _is_model(part: Any) -> bool:
    return inspect.isclass(part) and issubclass(part, BaseModel)


def _fields_of(model: type[BaseModel], key: str | int) -> list[FieldInfo]:
    return [field for name, field in model.model_fields.items() if key == (field.alias or name)]


def _names(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]
