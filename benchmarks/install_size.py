"""Packages, disk and time of the base and of each extra, each installed into a fresh environment.

    python benchmarks/install_size.py                                     # whatever PyTorch the index has
    python benchmarks/install_size.py --torch 'torch==2.13.0+cpu'         # this build of PyTorch first
    python benchmarks/install_size.py --only base,run
    python benchmarks/install_size.py --here                              # of the packages that are installed here

Needs a package index. Time is what pip takes of one core; the time of the download, which depends on the network,
comes on top. Sizes are those of the files, compiled Python included. The project itself is counted: 50 MB, nearly all
of it models. With `--here` nothing is installed or timed: the requirements are followed through the environment
that runs the script.
"""

import json
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from _common import arguments_of
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
BRING_TORCH = ("all", "stanza", "torch")


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
SHIPPED = ("extractors", "config", "workflow", "resources/models")
"""What a wheel of the project holds (setup.py)."""


class Installed(NamedTuple):
    """Packages, the project among them; their megabytes; seconds of one core that pip took, None if it did not run."""

    packages: int
    megabytes: float
    seconds: float | None


def here(extra: str) -> Installed:
    """What the project with an extra needs of this environment."""
    sizes: dict[str, int] = {}

    def follow(line: str, extras: set[str]) -> None:
        requirement = Requirement(line)
        if requirement.marker and not any(requirement.marker.evaluate({"extra": name}) for name in extras | {""}):
            return
        name = canonicalize_name(requirement.name)
        if name in sizes and not requirement.extras:
            return
        if name == PROJECT["name"]:
            lines, sizes[name] = [line for one in requirement.extras for line in EXTRAS[one]], size_of_project()
        else:
            distribution = metadata.distribution(name)
            files = [Path(str(distribution.locate_file(file))) for file in distribution.files or []]
            lines, sizes[name] = distribution.requires or [], sum(f.stat().st_size for f in files if f.is_file())
        for line in lines:
            follow(line, requirement.extras)

    follow(PROJECT["name"] if extra == "base" else f"{PROJECT['name']}[{extra}]", set())
    for line in PROJECT["dependencies"]:
        follow(line, set())
    return Installed(len(sizes), sum(sizes.values()) / 1e6, None)


def size_of_project() -> int:
    files = (file for folder in SHIPPED for file in (ROOT / folder).rglob("*"))
    return sum(file.stat().st_size for file in files if file.is_file())


def processor_time() -> float:
    """Seconds of one core that the commands so far have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def build(folder: Path) -> Path:
    """The project's wheel, built from a copy, since a build leaves files beside its source."""
    source = folder / "source"
    leave = shutil.ignore_patterns(".*", "results", "logs", "build", "*.egg-info")
    shutil.copytree(ROOT, source, ignore=leave)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, source]
    subprocess.run(pip, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, extra: str, torch: str | None) -> Installed:
    """Install the project with an extra (`base`: with none) into a fresh environment."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        pip = [sys.executable, "-m", "pip", "--python", f"{folder}/bin/python", "--disable-pip-version-check"]
        project = str(wheel) if extra == "base" else f"{wheel}[{extra}]"
        before = processor_time()
        subprocess.run([*pip, "install", "--quiet", project, *([torch] if torch else [])], check=True)
        seconds = processor_time() - before
        listed = subprocess.run([*pip, "list", "--format", "json"], check=True, capture_output=True, text=True)
        files = (file for file in Path(folder, "lib").rglob("*") if file.is_file() and not file.is_symlink())
        return Installed(len(json.loads(listed.stdout)), sum(file.stat().st_size for file in files) / 1e6, seconds)


def main() -> None:
    parser = arguments_of(__doc__)
    parser.add_argument("--torch", metavar="REQUIREMENT", help="the build of PyTorch, for extras that bring it")
    parser.add_argument("--only", metavar="NAME,NAME", help="of base and the extras (default: all)")
    parser.add_argument("--here", action="store_true", help="of the packages that are installed here")
    arguments = parser.parse_args()
    names = arguments.only.split(",") if arguments.only else ["base", *EXTRAS]
    print("| extra | packages | MB | seconds |\n|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        wheel = None if arguments.here else build(Path(folder))
        for name in names:
            found = install(wheel, name, arguments.torch if name in BRING_TORCH else None) if wheel else here(name)
            seconds = "" if found.seconds is None else f"{found.seconds:.0f}"
            print(f"| {name} | {found.packages} | {found.megabytes:,.0f} | {seconds} |", flush=True)


if __name__ == "__main__":
    main()
