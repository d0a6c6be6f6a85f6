"""Packages and disk of the base and of each extra, of the packages that are installed here.

    python benchmarks/install_size.py [--only base,run]

The requirements are followed through the environment that runs the script; nothing is installed. Sizes are those of
the files, with the compiled Python that is there. The project itself is counted: 50 MB, nearly all of it models.
"""

import tomllib
from importlib import metadata
from pathlib import Path

from _common import arguments_of, markdown_table
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
SHIPPED = ("extractors", "config", "workflow", "resources/models")
"""What a wheel of the project holds (setup.py)."""


def installed(extra: str) -> tuple[int, float]:
    """Count the installed packages that the project needs with an extra, itself included, and their size in MB."""
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
    return len(sizes), sum(sizes.values()) / 1e6


def size_of_project() -> int:
    files = (file for folder in SHIPPED for file in (ROOT / folder).rglob("*"))
    return sum(file.stat().st_size for file in files if file.is_file())


def main() -> None:
    parser = arguments_of(__doc__)
    parser.add_argument("--only", metavar="NAME,NAME", help="of base and the extras (default: all)")
    only = parser.parse_args().only
    rows = [(name, *installed(name)) for name in (only.split(",") if only else ["base", *EXTRAS])]
    print(markdown_table(("extra", "packages", "MB"), [(name, count, f"{size:,.0f}") for name, count, size in rows]))


if __name__ == "__main__":
    main()
