"""Arguments that several commands share, and how their texts become values."""

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

from extractors.cli.commands._overwriting import OutputFile, OutputPath, option_of
from extractors.core import yamlfile
from extractors.core.digits import is_whole
from extractors.core.errors import InputError
from extractors.core.settings import Settings, parts
from extractors.inputs import places
from extractors.inputs.places import Place
from extractors.inputs.reading import has_systems, systems_at
from extractors.phenomena import DEFAULT_FILE

Block = TypeVar("Block", bound=Settings)


def several(
    parser: argparse._ActionsContainer, name: str, metavar: str = "[NAME=]PLACE", meaning: str = "a text", **how: Any
) -> None:
    """Add an option that may be repeated."""
    parser.add_argument(name, action="append", default=[], metavar=metavar, help=f"{meaning} (repeatable)", **how)


def references(parser: argparse._ActionsContainer, meaning: str = "the reference") -> None:
    """Add `--reference A=FILE B=FILE`: all that follows, up to the next option, is a reference."""
    parser.add_argument(
        "--reference",
        nargs="+",
        action="extend",
        default=[],
        metavar="[NAME=]PLACE",
        help=f"{meaning}, or several; it takes all up to the next option",
    )


def languages(parser: argparse._ActionsContainer, meaning: str = "ISO 639-1 code", *, required: bool = False) -> None:
    """Add `--source-language LANG` and `--target-language LANG`."""
    for side in ("source", "target"):
        parser.add_argument(f"--{side}-language", required=required, metavar="LANG", help=meaning)


def output(parser: argparse.ArgumentParser, what: str, *, required: bool = True, metavar: str = "FILE") -> None:
    """Add `-o FILE`, or `-o` with another `metavar`."""
    written(parser, "-o", "--output", required=required, metavar=metavar, help=what)


def written(parser: argparse._ActionsContainer, *names: str, metavar: str = "FILE", **how: Any) -> None:
    """Add an argument that names a file or folder to write."""
    parser.add_argument(*names, type=OutputFile if metavar == "FILE" else OutputPath, metavar=metavar, **how)


def options(parser: argparse._ActionsContainer, of: str) -> None:
    """Add `--option NAME=VALUE`, for settings that only some backends have."""
    several(parser, "--option", "NAME=VALUE", f"of the {of}")


def outputs(parser: argparse._ActionsContainer) -> None:
    """Add `--systems`: all that follows, up to the next option, are outputs."""
    parser.add_argument(
        "--systems",
        nargs="+",
        action="extend",
        default=[],
        metavar="PLACE",
        help="folder, 'outputs/*.{system}.en', [NAME=]FILE ..., sacrebleu:TESTSET:PAIR; up to the next option",
    )


def outputs_of_files(arguments: argparse.Namespace) -> dict[str, Place]:
    """Return the places of the outputs given by `--systems`, by system; InputError if none."""
    outputs = outputs_given(arguments.systems)
    if not outputs:
        raise InputError("there are no outputs", remedy="give --systems FOLDER or --systems [NAME=]FILE ...")
    return outputs


def outputs_given(items: Sequence[str]) -> dict[str, Place]:
    """Return the places of outputs by system, each item a file or a place with several.

    Raises:
        InputError: a system is named twice.
    """
    many = {item: systems_at(place) for item in items if has_systems(place := places.parse(item))}
    outputs = places.named([item for item in items if item not in many], default="")
    for item, found in many.items():
        if twice := sorted(outputs.keys() & found.keys()):
            raise InputError(
                f"the system {twice[0]!r} is in {item}, and is given beside it",
                remedy="give one of the two another name: NAME=FILE",
            )
        outputs |= found
    return outputs


def settings(parser: argparse._ActionsContainer, block: type[Settings], /, *names: str, **meanings: str) -> None:
    """Add `--NAME` for settings of a block, with the type, default and meaning that the block gives them.

    Args:
        names: the settings; all that an option can say if none is named.
        meanings: what to say of a setting instead of the block's own words, up to their first semicolon.
    """
    for name in names or block.model_fields:
        field = block.model_fields[name]
        kinds = [part for part in parts(field.annotation) if part is not type(None)]
        if not names and get_origin(kinds[0]) is dict:
            continue
        option = option_of(name)
        # A percent sign begins a value of argparse's own.
        meaning = meanings.get(name, (field.description or "").partition(";")[0]).replace("%", "%%")
        if kinds == [bool]:
            parser.add_argument(option, action="store_true", default=None, help=meaning)
            continue
        is_list = get_origin(kinds[0]) is tuple
        default = ",".join(map(str, field.default)) if is_list and field.default else field.default
        values = [value for kind in kinds if get_origin(kind) is Literal for value in get_args(kind)]
        meaning += f": {', '.join(values)}" if values and values[0] not in meaning else ""
        parser.add_argument(
            option,
            type=_listed if is_list else _conversion(kinds),
            metavar="NAME,NAME" if is_list else "N" if kinds[0] in CONVERSIONS else "NAME",
            help=meaning if default in (None, "") or "default" in meaning else f"{meaning} (default: {default})",
        )


def _conversion(kinds: Sequence[Any]) -> Callable[[str], Any]:
    """Return what turns the text of an argument into a value of one of these types."""
    return _number_or_text if {int, str} <= set(kinds) else CONVERSIONS.get(kinds[0], str)


def _number_or_text(text: str) -> int | str:
    """Convert a whole number, and leave any other text as it is."""
    return int(text) if is_whole(text) else text


def _listed(text: str) -> tuple[str, ...]:
    return tuple(names(text) or ())


CONVERSIONS: Mapping[type, Callable[[str], Any]] = {int: int, float: float}
"""By the type of a setting, its value from the text of an argument."""


def settings_of(arguments: argparse.Namespace, default: Block) -> Block:
    """Return the settings that the arguments of `settings` give, with the values of `default` for the rest."""
    chosen = {name: getattr(arguments, name, None) for name in type(default).model_fields}
    chosen = {name: value for name, value in chosen.items() if value is not None}
    return type(default).of({**default.model_dump(), **chosen})


def add_phenomena_file(parser: argparse._ActionsContainer) -> None:
    """Add `--phenomena-file`."""
    parser.add_argument(
        "--phenomena-file", type=Path, default=DEFAULT_FILE, metavar="FILE", help="definitions (default: shipped)"
    )


def run_phenomena_file(parser: argparse._ActionsContainer) -> None:
    """Add `--phenomena-file` to a command that reads the results of a run."""
    parser.add_argument("--phenomena-file", metavar="FILE", help="definitions (default: those of the run)")


def data_dir(parser: argparse._ActionsContainer) -> None:
    """Add `--data-dir`."""
    parser.add_argument("--data-dir", metavar="DIR", help="what {data_dir} in the config stands for")


def overrides_of(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the keys of a config that `--data-dir` sets."""
    return {"data_dir": arguments.data_dir} if arguments.data_dir else {}


def option_texts(pairs: Sequence[str]) -> dict[str, str]:
    """Turn `["layer=8", "method=inter"]` into a mapping of texts."""
    texts = {}
    for pair in pairs:
        name, sign, texts[name] = pair.partition("=")
        if not sign:
            raise InputError(f"the option {pair!r} has no value", remedy="write NAME=VALUE")
    return texts


def option_values(pairs: Sequence[str]) -> dict[str, Any]:
    """Do as `option_texts`, but read the values as YAML (8 is a number)."""
    return {name: yamlfile.value(text) for name, text in option_texts(pairs).items()}


def names(text: str | None) -> list[str] | None:
    """Split `"a,b"` into ["a", "b"]; None stays None."""
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]


def refuse(
    arguments: argparse.Namespace, names: Iterable[str], why: str, remedy: str = "leave it out", *, path: Any = None
) -> None:
    """Refuse options that do not go with what else is given; `why` follows the option in the message."""
    for name in names:
        if getattr(arguments, name, None):
            raise InputError(f"{option_of(name)} {why}", path=path, remedy=remedy)
