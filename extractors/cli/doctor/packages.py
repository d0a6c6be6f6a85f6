"""Python, and the packages of the base and of each extra, with their versions."""

import platform
import tomllib
from collections.abc import Iterable, Mapping
from importlib import metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from extractors.cli.doctor import CheckResult, fault, note, ok
from extractors.core import install
from extractors.core.version import __version__


def check_package() -> CheckResult:
    """This package: its version, and from where it is run."""
    text = f"{__version__} in {install.PACKAGE}, Python {platform.python_version()}"
    try:
        installed = metadata.version(install.PROJECT)
    except metadata.PackageNotFoundError:
        return note(
            install.PROJECT, f"{text}, which is not installed", f"to have its commands: {install.command('all')}"
        )
    if installed != __version__:
        return note(
            install.PROJECT,
            f"{text}, where {installed} is installed",
            f"commands and jobs may be of either: install one of them, {install.command('all')}",
        )
    return ok(install.PROJECT, text)


def check_packages(requirements: Iterable[str] | None = None) -> list[CheckResult]:
    """The packages of the base, and of the extras of which one is here at least; the others in a line.

    Args:
        requirements: as in a package's metadata; those of this one if None.
    """
    needed = by_extra(_declared() if requirements is None else requirements)
    findings, absent = _packages("base", needed.get("", []), is_wanted=True), []
    for extra in sorted(needed.keys() & install.EXTRAS.keys()):
        # A package of the base, or of another extra, says nothing about this one.
        is_wanted = any(not _is_missing(requirement) for requirement in own(extra, needed))
        found = _packages(extra, needed[extra], is_wanted=is_wanted)
        findings += found
        absent += [] if found else [extra]
    if absent:
        findings.append(note("extras", f"not installed: {', '.join(absent)}", f"as in: {install.command(absent[0])}"))
    return findings


def _declared() -> list[str]:
    """What this package needs, as in the metadata of one: of a checkout from pyproject.toml."""
    project = install.PACKAGE.parent / "pyproject.toml"
    if not project.is_file():
        return metadata.requires(install.PROJECT) or []
    table = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    of_extras = [f"{r}; extra == '{extra}'" for extra, rs in table["optional-dependencies"].items() for r in rs]
    return [*table["dependencies"], *of_extras]


def by_extra(requirements: Iterable[str]) -> dict[str, list[Requirement]]:
    """The requirements of each extra that hold on this machine; of the base under the empty name."""
    found: dict[str, list[Requirement]] = {}
    for requirement in map(Requirement, requirements):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            found.setdefault("", []).append(requirement)
            continue
        for extra in install.EXTRAS:
            if requirement.marker.evaluate({"extra": extra}):
                found.setdefault(extra, []).append(requirement)
    return found


def own(extra: str, needed: Mapping[str, list[Requirement]]) -> list[Requirement]:
    """What an extra alone needs; all that it needs, if others need that too."""
    others = {canonicalize_name(r.name) for name, rs in needed.items() if name != extra for r in rs}
    return [r for r in needed[extra] if canonicalize_name(r.name) not in others] or needed[extra]


def _packages(extra: str, needed: list[Requirement], *, is_wanted: bool) -> list[CheckResult]:
    """The finding of an extra as a whole, and a fault for each package that is missing or of another version."""
    if not is_wanted:
        return []
    findings, versions = [], []
    for requirement in needed:
        # An extra of another package, as sacrebleu[ja].
        if _is_missing(requirement):
            findings.append(fault(f"package {requirement.name}", f"missing; {extra} needs it", _remedy(extra)))
            continue
        version = metadata.version(requirement.name)
        versions.append(f"{requirement.name} {version}")
        if not requirement.specifier.contains(version, prereleases=True):
            text = f"{version}, where {extra} needs {requirement.specifier}"
            findings.append(fault(f"package {requirement.name}", text, _remedy(extra)))
    return [ok(f"packages of {extra}", ", ".join(versions)), *findings] if versions else findings


def _is_missing(requirement: Requirement) -> bool:
    try:
        found = metadata.requires(requirement.name) or []
    except metadata.PackageNotFoundError:
        return True
    inner = [r for r in map(Requirement, found) if r.marker is not None]
    return any(
        _is_missing(r)
        for r in inner
        for extra in requirement.extras
        if r.marker is not None and r.marker.evaluate({"extra": extra}) and not r.marker.evaluate({"extra": ""})
    )


def _remedy(extra: str) -> str:
    return install.command("all" if extra == "base" else extra)
