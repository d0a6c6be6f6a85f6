"""Commands name what a parser finds too imprecisely, and leave it out unless it is asked for."""

import pytest

from extractors import __main__ as cli
from extractors.phenomena import DEFAULT_FILE, catalogue
from tests.builders.quality import quality_row, write_quality


@pytest.fixture
def imprecise(tmp_path):
    definition = catalogue.definitions_checksum([catalogue.load(DEFAULT_FILE)["negation"].definition("de")])
    return str(write_quality(tmp_path / "negation.csv", quality_row("negation", 31, 31, 21, definition=definition)))


def test_list_says_what_is_known_of_each(capsys, tmp_path):
    assert cli.main(["list", "--source-language", "de"]) == 0
    text = capsys.readouterr().out
    for said in (
        "with parser-multilingual: precision 68 % of 31 hits on treebanks (de_gsd-dev[550:]), 100 % of 29 hits judged"
        " by a large language model in news of WMT13, WMT21 and WMT23, recall 68 %",
        "with parser-multilingual: precision 89 % of 45 hits on treebanks (de_gsd-dev[550:]), recall",
        "with parser-multilingual: precision not measured (0 hits on treebanks (de_gsd-dev[550:]))",
    ):
        assert f"\n  {said}" in text
    file = write_quality(tmp_path / "q.csv", quality_row("reflexive", 9, 9, 9))
    assert cli.main(["list", "--source-language", "de", "--quality", str(file)]) == 0
    # Of another definition of reflexives.
    assert "with mine: precision not measured" in capsys.readouterr().out
    assert cli.main(["list", "--source-language", "en", "--quality", str(file)]) == 1
    assert "was measured on the language 'de'" in capsys.readouterr().err


def test_list_and_validate_name_what_is_not_run(imprecise, tmp_path, capsys):
    assert cli.main(["list", "--source-language", "de", "--quality", imprecise]) == 0
    why = "precision 68 % of 31 hits on treebanks (de_made), recall 68 %"
    assert f"not run by default with mine: {why}\n" in capsys.readouterr().out
    (tmp_path / "a.de").write_text("Das ist nicht da.\n")
    corpus = f"{{source_language: de, source: {tmp_path / 'a.de'}, parse: {{quality: {imprecise}}}}}"
    (tmp_path / "config.yaml").write_text(f"corpora: {{one: {corpus}}}\n")
    assert cli.main(["validate", str(tmp_path / "config.yaml")]) == 0
    assert f"  not run: negation: {why}\n" in capsys.readouterr().out
