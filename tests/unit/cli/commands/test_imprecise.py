"""Commands name what a parser finds too imprecisely, and leave it out unless it is asked for."""

import pytest

from extractors import __main__ as cli
from extractors.phenomena import DEFAULT_FILE, catalogue
from tests.builders.quality import PARSER, quality_row, write_quality

NOT_THERE = "1\tnicht\tnicht\tPART\t_\tPolarity=Neg\t2\tadvmod\t_\tConfidence=0.9\n"
THERE = "2\tda\tda\tADV\t_\t_\t0\troot\t_\tConfidence=0.9\n\n"


@pytest.fixture
def parses(tmp_path):
    path = tmp_path / "source.conllu"
    path.write_text(f"# generator = {PARSER}\n{NOT_THERE}{THERE}")
    return str(path)


@pytest.fixture
def imprecise(tmp_path):
    definition = catalogue.definitions_checksum([catalogue.load(DEFAULT_FILE)["negation"].definition("de")])
    return str(write_quality(tmp_path / "negation.csv", quality_row("negation", 31, 31, 21, definition=definition)))


def test_list_says_what_is_known_of_each(capsys, tmp_path):
    assert cli.main(["list", "--source-language", "de"]) == 0
    text = capsys.readouterr().out
    for said in (
        "with parser-multilingual: precision 100 % of 29 hits read in news of WMT13, WMT21 and WMT23, recall 68 %",
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


def test_detect_leaves_it_out_unless_it_is_asked_for(parses, imprecise, capsys):
    command = ["stage", "detect", parses, "--source-language", "de", "--quality", imprecise]
    for arguments, is_there in (([], False), (["--imprecise"], True), (["--phenomena", "negation"], True)):
        assert cli.main([*command, *arguments]) == 0
        captured = capsys.readouterr()
        assert ("\tnegation\t" in captured.out) == is_there
        assert ("negation (precision 68 % of 31 hits" in captured.err) != is_there


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("--minimum-precision 0.9 --minimum-confidence 0.5", "the first chooses the second"),
        ("--minimum-precision 1", "the minimum precision must be from 0 to below 1, got 1"),
        ("--minimum-precision 0.9 --phenomena negation", "no phenomenon is left to run: negation"),
    ],
)
def test_a_precision_that_cannot_be_had_is_refused(parses, imprecise, refuses, arguments, problem):
    refuses(f"stage detect {parses} --source-language de --quality {imprecise} {arguments}", problem)
