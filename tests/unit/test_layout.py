"""Folders show the pipeline, and nothing looks up: which folder may not import which, and where modules stand."""

import ast
from pathlib import Path

import pytest

from tests import ROOT

PACKAGE = ROOT / "extractors"
FOLDERS = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
PLUGINS = {"importers", "parsers", "aligners", "metrics", "tokenizers", "suites", "judges", "contrastive", "testsets"}
STAGES = {"extract", "score", "accuracy", "report", "publish"}

ALLOWED = {
    "core": set(),
    "settings": {"core"},
    "formats": {"core"},
    "statistics": {"core", "formats"},
    "grew": {"core", "formats"},
}
"""All that these folders may import."""
ABOVE = {"report", "publish", "config", "commands", "validation"}
FORBIDDEN = {
    **{name: ABOVE | {"extract", "score", "training"} for name in PLUGINS},
    **{name: ABOVE | {"training"} for name in ("extract", "score", "accuracy", "judgments")},
}
BETWEEN_STAGES = {
    ("score.control_pool", "extract.control"),
    ("score.evaluation", "extract.ingest"),
    ("publish.results", "accuracy.kept"),
    ("publish.results", "score.sampled_sets"),
    ("publish.texts", "extract.select"),
    ("report.examples.records", "accuracy.lexicon"),
    ("report.examples.records", "accuracy.matching"),
}
"""The modules of one stage that another may import."""


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


@pytest.mark.parametrize("importer", sorted(FOLDERS))
def test_no_folder_imports_what_it_must_not_know_of(importer):
    imported = {folder(target) for source, target in ARROWS if folder(source) == importer} - {importer}
    assert imported <= ALLOWED.get(importer, FOLDERS)
    assert not imported & FORBIDDEN.get(importer, set())


def test_a_stage_imports_another_only_where_it_must():
    between = {(s, t) for s, t in ARROWS if folder(s) != folder(t) and {folder(s), folder(t)} <= STAGES}
    assert {(source, target) for source, target in between if "." in target} == BETWEEN_STAGES


def test_only_the_program_imports_commands():
    importers = {source for source, target in ARROWS if folder(target) == "commands"}
    assert {folder(module) for module in importers} <= {"commands", "__main__"}


def test_nothing_that_a_run_imports_knows_of_training():
    importers = {folder(source) for source, target in ARROWS if folder(target) == "training"}
    assert importers <= {"training", "commands"}


def test_folders_do_not_import_each_other_in_circles():
    targets = {name: {folder(t) for s, t in ARROWS if folder(s) == name} - {name} for name in FOLDERS}
    while free := [name for name, imported in targets.items() if not imported]:
        targets = {name: imported - set(free) for name, imported in targets.items() if name not in free}
    assert not targets


def test_no_module_lies_loose():
    assert {path.name for path in PACKAGE.iterdir() if path.is_file()} == {"__init__.py", "__main__.py"}
