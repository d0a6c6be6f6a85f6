"""`lab add-language`: whose parser is measured, and what the config names."""

import pytest
import yaml

from extractors import __main__ as cli
from tests import DATA

TINY = DATA / "tiny-de.conllu"


def added(tmp_path, capsys, *options):
    """What is printed, and the block `parse` of the config."""
    folder = tmp_path / "sk"
    assert cli.main(["lab", "add-language", "sk", "--treebank", str(TINY), *options, "-o", str(folder)]) == 0
    return capsys.readouterr().out, yaml.safe_load((folder / "config-sk.yaml").read_text("utf-8"))["parse"]


def test_the_multilingual_parser_is_measured(tmp_path, capsys):
    said, parse = added(tmp_path, capsys)
    assert "/sk/sk_snk |" in said
    assert parse == {"parser": "multilingual", "quality": str(tmp_path / "sk/quality-sk.csv")}


def test_a_style_goes_into_the_config(tmp_path, capsys):
    said, parse = added(tmp_path, capsys, "--style", "cs_pud")
    assert "/sk/cs_pud |" in said
    assert parse["options"] == {"treebank": "cs_pud"}


@pytest.mark.parametrize("name", ["sk_snk-ud-dev", "sk_snk"])
def test_a_treebank_that_the_parser_learnt_from_is_named(tmp_path, caplog, name):
    place = tmp_path / f"{name}.conllu"
    place.write_bytes(TINY.read_bytes())
    assert cli.main(["lab", "add-language", "sk", "--treebank", str(place), "-o", str(tmp_path / "sk")]) == 0
    assert f"{name}: the parser learnt from parts of sk_snk" in caplog.text
