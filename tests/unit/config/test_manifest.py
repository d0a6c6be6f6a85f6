import dataclasses
import json
from pathlib import Path

import pytest

from extractors.config import manifest
from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.files import sha256
from extractors.formats import tables
from extractors.formats.sets import CONTROLS
from extractors.inputs.places import parse
from extractors.phenomena import DEFAULT_FILE
from tests.builders import toy_results
from tests.builders.rows import table_of


def test_the_manifest_has_checksums_versions_and_the_signature(tmp_path, monkeypatch):
    (tmp_path / "s.de").write_text("eins\n")
    controls = tables.signed(table_of(CONTROLS, []), "parser:x|controls:y")
    controls = tables.with_metadata(controls, controls='{"match": ["length", "domain"]}')
    tables.write(controls, tmp_path / "c.parquet")
    arguments = {"config": {"a": 1}, "files": [str(tmp_path / "s.de")], "controls": tmp_path / "c.parquet"}
    arguments |= {"detection": {}}
    manifest.write(tmp_path / "m.json", **arguments)
    content = json.loads((tmp_path / "m.json").read_text())
    assert content["controls"]["match"] == ["length", "domain"]
    assert (tmp_path / content["folder"]).samefile(".")
    assert content["signature"] == "parser:x|controls:y"
    assert len(content["files"][str(tmp_path / "s.de")]) == 64
    assert {"eflomal", "numpy", "sacrebleu", "spacy", "ufal.udpipe"} <= set(content["libraries"])
    assert content["places"] == content["translations"] == {}
    jsonfile.write_checked({"model": "x"}, tmp_path / "mine.json")
    made = [str(tmp_path / "mine.json")]
    monkeypatch.setattr(manifest, "describe_place", lambda place: {"from": f"library of {place}"})
    manifest.write(tmp_path / "m.json", **arguments, places=[parse("sacrebleu:a:b#src")], translations=made)
    content = json.loads((tmp_path / "m.json").read_text())
    assert content["places"] == {"sacrebleu:a:b#src": {"from": "library of sacrebleu:a:b#src"}}
    assert content["translations"] == {"mine": {"model": "x"}}
    (tmp_path / "s.de").unlink()
    with pytest.raises(InputError, match="an input has gone"):
        manifest.write(tmp_path / "m.json", **arguments)


def test_files_of_the_run_are_found_from_any_folder_and_by_their_checksums(tmp_path):
    blocks = {"parse": {"quality": "quality.csv"}, "phenomena_file": "mine.yaml"}
    (tmp_path / "mine.yaml").write_text("a: {}\n")
    made = dataclasses.replace(
        toy_results.manifest(**blocks), folder=tmp_path, files={"mine.yaml": sha256(tmp_path / "mine.yaml")}
    )
    assert made.quality == str(tmp_path / "quality.csv")
    assert made.phenomena_file() == tmp_path / "mine.yaml"
    (tmp_path / "mine.yaml").write_text("b: {}\n")
    with pytest.raises(InputError, match=r"mine\.yaml: is not the file that the run was made with"):
        made.phenomena_file()
    shipped = dataclasses.replace(made, folder=Path("moved"), files={"mine.yaml": sha256(DEFAULT_FILE)})
    assert shipped.phenomena_file() == DEFAULT_FILE
