from pathlib import Path

import pytest

from extractors.core.fingerprint import _data, _imports, _source, fingerprint

STAGE = "extractors.extract.control"
REAL = Path.read_bytes


def test_a_stage_depends_on_what_it_imports_and_on_nothing_else():
    assert "extractors.formats.sets" in _imports("extractors.extract.control")
    assert "extractors.core.errors" in _imports("extractors.formats.sets")
    assert fingerprint("extractors.extract.control") != fingerprint("extractors.formats.sets")
    assert fingerprint(STAGE) == fingerprint(STAGE, "extractors.formats.sets")


def test_files_that_bear_a_modules_name_count(monkeypatch):
    data = {module: {path.name for path in _data(_source(module))} for module in ("extractors.publish.card", STAGE)}
    assert data == {"extractors.publish.card": {"card.md.j2"}, STAGE: set()}
    read = {
        "extractors.phenomena.quality": "quality.parser-de.csv",
        "extractors.config.vocabulary": "vocabulary.yaml",
    }
    for module, name in read.items():
        before = fingerprint(module), fingerprint("extractors.report.page"), fingerprint(STAGE)
        with monkeypatch.context() as patched:
            patched.setattr(Path, "read_bytes", lambda path, name=name: REAL(path) + b"#" * (path.name == name))
            after = fingerprint(module), fingerprint("extractors.report.page"), fingerprint(STAGE)
        changed = [a != b for a, b in zip(before, after, strict=True)]
        assert changed == [True, name == "quality.parser-de.csv", False]


def test_an_unknown_module_is_an_error():
    with pytest.raises(ModuleNotFoundError):
        fingerprint("extractors.nothing")
