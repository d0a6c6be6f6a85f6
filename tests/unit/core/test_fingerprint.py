import ast
import re
from pathlib import Path

import pytest

from extractors.core.fingerprint import PLUG_INS, _checksum, _data, _source, modules_of, script_fingerprint
from tests import ROOT

SCRIPTS = ROOT / "workflow/scripts"
REAL = Path.read_bytes


@pytest.fixture(autouse=True)
def fresh():
    yield
    _checksum.cache_clear()


def test_a_script_runs_what_it_imports_and_what_that_imports(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from extractors.core.job import stage\nwith stage(log):\n    from extractors.extract import control\n"
    )
    modules = modules_of(script)
    assert {"extractors.extract.control", "extractors.formats.sets", "extractors.core.errors"} <= modules
    assert not {"extractors.core.job", "extractors.extract.detect"} & modules


def test_plug_ins_that_are_loaded_by_name_count_and_of_those_that_are_chosen_no_other():
    parsers = {
        name for name in modules_of(SCRIPTS / "parse_source.py") if name.startswith("extractors.models.parsers.")
    }
    assert {"extractors.models.parsers.stanza", "extractors.models.parsers.conllu"} <= parsers
    chosen = modules_of(SCRIPTS / "parse_source.py", {"extractors.models.parsers": ["conllu"]})
    assert "extractors.models.parsers.stanza" not in chosen
    sections = modules_of(SCRIPTS / "write_report.py", {})
    assert "extractors.report.sections.overview" in sections


def test_every_folder_that_the_registry_reads_is_one_of_plug_ins():
    """A folder is given to the registry by the name under which a module imports it, or by itself."""
    read = set()
    for path in (ROOT / "extractors").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        names = set(re.findall(r"registry\.(?:names|load|create)\((\w+)", text))
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    if (alias.asname or alias.name) in names:
                        read.add(f"{node.module}.{alias.name}")
    folders = {
        name for name in read if name.startswith("extractors.") and (_source(name) or Path()).name == "__init__.py"
    }
    assert len(folders) > 5
    assert folders <= set(PLUG_INS)


def test_an_edited_module_or_its_data_changes_the_scripts_that_run_it(monkeypatch):
    assert {path.name for path in _data(_source("extractors.publish.card"))} == {"card.md.j2"}
    for name, script, other in (
        ("detection.csv", "score_systems", "draw_controls"),
        ("card.md.j2", "publish_dataset", "write_tables"),
        ("control.py", "draw_controls", "parse_source"),
    ):
        before = [script_fingerprint(SCRIPTS / f"{stem}.py") for stem in (script, other)]
        _checksum.cache_clear()
        with monkeypatch.context() as patched:
            patched.setattr(Path, "read_bytes", lambda path, name=name: REAL(path) + b"#" * (path.name == name))
            after = [script_fingerprint(SCRIPTS / f"{stem}.py") for stem in (script, other)]
        _checksum.cache_clear()
        assert [a != b for a, b in zip(before, after, strict=True)] == [True, False], name


def test_an_unknown_plug_in_is_an_error():
    with pytest.raises(ModuleNotFoundError, match="blue"):
        script_fingerprint(SCRIPTS / "compute_statistics.py", {"extractors.score.metrics": ["blue"]})
