"""Find files that come with the project besides its code, in a checkout or in an installed wheel."""

import os
from pathlib import Path

import yaml

from extractors.core import files
from extractors.core.errors import InputError
from extractors.core.wings import GROUP

SHIPPED = (
    *("Snakefile", "rules", "workflow", "profiles", "config"),
    *("resources/models", "resources/project", "resources/ready-made"),
)
"""Places in a checkout; setup.py puts them into wheels."""

_WHEEL = Path(__file__).parents[1] / "_shipped"
_CHECKOUT = Path(__file__).parents[2]


def shipped(place: str) -> Path:
    """Return the path of a file or folder below one of `SHIPPED`."""
    return (_WHEEL if _WHEEL.is_dir() else _CHECKOUT) / place


def share_checkout() -> None:
    """Let the processes that this one starts import the package of this checkout; an installed one is found anyway."""
    if not _WHEEL.is_dir():
        paths = [str(_CHECKOUT), os.environ.get("PYTHONPATH")]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))


def write_environment(folder: Path) -> Path:
    """Write the conda environment of jobs into a folder: that of workflow/envs, with the packages of this checkout.

    Snakemake copies the file of an environment to where no relative path leads to the checkout, and holds those of one
    text for one environment.
    """
    if not (_CHECKOUT / "pyproject.toml").is_file():
        raise InputError(
            f"the package in {_CHECKOUT} is installed, so it has no environment of its own for --sdm conda",
            remedy="leave out the option, since jobs run where the package is, or run the workflow of a checkout",
        )
    environment = yaml.safe_load(shipped("workflow/envs/challenge-sets.yaml").read_text(encoding="utf-8"))
    *_, ours = environment["dependencies"]
    wings = [path.parent for path in sorted(_CHECKOUT.glob("*/pyproject.toml")) if GROUP in path.read_text("utf-8")]
    ours["pip"] = [f'-e "{_CHECKOUT}[all]"', *(f'-e "{wing}"' for wing in wings)]
    path = folder.absolute() / "challenge-sets.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    with files.replacing(path) as new:
        new.write_text(yaml.safe_dump(environment, sort_keys=False), encoding="utf-8")
    return path
