import json

import pytest

from extractors.config import manifest
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.sets import CONTROLS
from extractors.inputs.places import parse
from tests.builders.rows import table_of


def test_the_manifest_has_checksums_versions_and_the_signature(tmp_path, monkeypatch):
    (tmp_path / "s.de").write_text("eins\n")
    controls = tables.signed(table_of(CONTROLS, []), "parser:x|controls:y")
    controls = tables.with_metadata(controls, controls='{"match": ["length", "domain"]}')
    tables.write(controls, tmp_path / "c.parquet")
    entry = {"source_language": "de", "target_language": "en", "source": "s.de", "references": {"A": "ref.en"}}
    config = {"corpora": {"made": entry}, "metrics": {"bleu": {}}}
    arguments = {"config": config, "files": [str(tmp_path / "s.de")], "controls": tmp_path / "c.parquet"}
    arguments |= {"detection": {}}
    manifest.write(tmp_path / "m.json", **arguments)
    content = json.loads((tmp_path / "m.json").read_text())
    assert content["controls"]["match"] == ["length", "domain"]
    assert (tmp_path / content["folder"]).samefile(".")
    assert content["signature"] == "parser:x|controls:y"
    assert len(content["files"][str(tmp_path / "s.de")]) == 64
    assert {"numpy", "sacrebleu", "spacy", "ufal.udpipe"} <= set(content["libraries"])
    assert content["places"] == {}
    assert content["corpus"]["references"] == ["A"]
    assert content["corpus"]["metrics"] == {"bleu": {}}
    monkeypatch.setattr(manifest, "describe_place", lambda place: {"from": f"library of {place}"})
    manifest.write(tmp_path / "m.json", **arguments, places=[parse("sacrebleu:a:b#src")])
    content = json.loads((tmp_path / "m.json").read_text())
    assert content["places"] == {"sacrebleu:a:b#src": {"from": "library of sacrebleu:a:b#src"}}
    (tmp_path / "s.de").unlink()
    with pytest.raises(InputError, match="an input is missing"):
        manifest.write(tmp_path / "m.json", **arguments)
