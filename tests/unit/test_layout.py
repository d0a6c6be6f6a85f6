"""The folders of the package: each imports only folders that stand below it; none imports a wing."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from tests import ROOT

PACKAGE = ROOT / "extractors"
LAB, SUITES = ROOT / "lab" / "challenge_sets_lab", ROOT / "suites" / "challenge_sets_suites"
FILES = [file for package in (PACKAGE, LAB, SUITES) for file in package.rglob("*.py")]
FOLDERS = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}

BELOW = {
    "core": set(),
    "formats": {"core"},
    "models": {"core", "formats"},
    "phenomena": {"core", "formats", "models"},
    "inputs": {"core", "formats", "models"},
    "extract": {"core", "formats", "models", "phenomena", "inputs"},
    "scoring": {"core", "formats", "models", "phenomena", "inputs", "extract"},
    "words": {"core", "formats", "models", "phenomena", "inputs", "extract", "scoring"},
}
BELOW["config"] = {*BELOW}
BELOW |= {folder: {*BELOW} for folder in ("report", "publish")}
BELOW["api"] = {*BELOW}
"""What each folder may import. Only cli, which is left out, imports api; only `__main__` imports cli."""


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")


def imports() -> set[tuple[str, str]]:
    """Each module of the package with each of ours that it imports, without the package's own name."""
    modules = {module_of(path): path for path in PACKAGE.rglob("*.py")}
    arrows = set()
    for module, path in modules.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or "", *(f"{node.module}.{name}" for name in names)]
            imported = {name.removeprefix("extractors.") for name in names if name.startswith("extractors.")}
            arrows |= {(module, name) for name in imported if name in modules and name != module}
    return arrows


def folder(module: str) -> str:
    return module.partition(".")[0]


ARROWS = sorted(imports())


def test_the_package_has_these_folders_and_no_loose_modules():
    assert {*BELOW, "cli"} == FOLDERS
    assert {path.name for path in PACKAGE.iterdir() if path.is_file()} == {"__init__.py", "__main__.py", "py.typed"}


@pytest.mark.parametrize("importer", sorted(BELOW))
def test_a_folder_imports_only_what_stands_below_it(importer):
    assert not {(s, t) for s, t in ARROWS if folder(s) == importer and folder(t) not in BELOW[importer] | {importer}}


def test_only_the_program_imports_commands():
    assert {folder(source) for source, target in ARROWS if folder(target) == "cli"} <= {"cli", "__main__"}


def test_only_commands_and_the_package_itself_import_what_they_call():
    """The package names the modules of its names, and imports them at their first use."""
    assert {folder(source) for source, target in ARROWS if folder(target) == "api"} <= {"cli", "api", "__init__"}


CORE = [*PACKAGE.rglob("*.*"), *(ROOT / "rules").iterdir(), *(ROOT / "workflow").rglob("*.*"), ROOT / "Snakefile"]


def test_no_file_of_the_core_names_a_wing():
    """Wings join by the entry points of extractors.core.wings; messages may name their commands and what to install."""
    wing = re.compile(r"challenge_sets_(lab|suites)")
    texts = {
        path: path.read_text(encoding="utf-8") for path in CORE if path.suffix in (".py", ".smk", ".j2", ".js", "")
    }
    assert not [path for path, text in texts.items() if wing.search(text)]


@pytest.mark.parametrize(("wing", "other"), [(LAB, "challenge_sets_suites"), (SUITES, "challenge_sets_lab")])
def test_no_wing_names_the_other(wing, other):
    assert not [path for path in wing.rglob("*.py") if other in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize(("tests", "package"), [("unit", PACKAGE), ("lab", LAB), ("suites", SUITES)])
def test_packages_mirror_tests(tests, package):
    """Each folder of tests is a folder of the package."""
    units = ROOT / "tests" / tests
    folders = {path.relative_to(units) for path in units.rglob("*") if any(path.glob("test_*.py"))} - {Path()}
    # Measurements are programs beside the laboratory's package, contract tests of every judge and reader no folder's.
    places = [package, *[package.parent] * (package == LAB)]
    there = {path for path in folders for place in places if (place / path).is_dir() or (place / f"{path}.py").exists()}
    assert folders - {Path("contract")} == there


PLUG_INS = ("cli/commands", "models/parsers", "models/aligners", "models/tokenizers", "inputs/importers")
PLUG_INS += ("inputs/testsets", "scoring/metrics")
PLUG_INS += ("report/sections",)
"""Files here are named after what users type."""


def test_each_module_has_a_name_of_its_own():
    places = [path for path in FILES if not path.stem.startswith("__") and path.stem != "wing"]
    plug_ins = [*(PACKAGE / folder for folder in PLUG_INS), LAB / "commands"]
    plug_ins += [SUITES / folder for folder in ("commands", "contrastive", "formats", "judges", "tables", "workflow")]
    names = Counter(place.stem for place in places if not any(place.is_relative_to(folder) for folder in plug_ins))
    assert [name for name, count in names.items() if count > 1] == []


def test_each_class_has_a_name_of_its_own():
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in FILES]
    names = Counter(node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef))
    assert [name for name, count in names.items() if count > 1] == []
