import pytest

from extractors.fingerprint import _imports, fingerprint


def test_a_stage_depends_on_what_it_imports_and_on_nothing_else():
    assert "extractors.sets" in _imports("extractors.controls")
    assert "extractors.errors" in _imports("extractors.sets")
    assert fingerprint("extractors.controls") != fingerprint("extractors.sets")
    assert fingerprint("extractors.controls") == fingerprint("extractors.controls", "extractors.sets")


def test_an_unknown_module_is_an_error():
    with pytest.raises(ModuleNotFoundError):
        fingerprint("extractors.nothing")
