"""Commands name what a parser finds too imprecisely, and leave it out unless it is asked for."""

import pytest

from extractors import __main__ as cli
from extractors.phenomena import DEFAULT_FILE, catalogue, hits_read, parser_quality
from extractors.phenomena.hits_read import Read
from tests.builders.quality import quality_row, write_quality

NOT_THERE = "1\tnicht\tnicht\tPART\t_\tPolarity=Neg\t2\tadvmod\t_\tConfidence=0.9\n"
THERE = "2\tda\tda\tADV\t_\t_\t0\troot\t_\tConfidence=0.9\n\n"


@pytest.fixture
def parses(tmp_path):
    path = tmp_path / "source.conllu"
    path.write_text(f"# generator = {parser_quality.shipped()['parser-de'].parser}\n{NOT_THERE}{THERE}")
    return str(path)


def test_list_says_what_is_known_of_each(capsys, tmp_path):
    assert cli.main(["list", "--source-language", "de"]) == 0
    text = capsys.readouterr().out
    both = "with parser-de: precision 68 % on 31 hits, recall 68 % (treebanks); read in news: 26 of 28 right, 2 unsure"
    assert f"\n  {both}\n" in text
    assert "\n  with parser-de: 10 hits found on treebanks, fewer than 20; read in news: 46 of 62 right, 1 un" in text
    assert "\n  not measured with parser-de: 0 hits found, fewer than 20; read in news: 8 of 8 right\n" in text
    file = write_quality(tmp_path / "q.csv", quality_row("reflexive", 9, 9, 9))
    assert cli.main(["list", "--source-language", "de", "--quality", str(file)]) == 0
    # Of another definition of reflexives.
    assert "not measured with mine: 0 hits found" in capsys.readouterr().out
    assert cli.main(["list", "--source-language", "en", "--quality", str(file)]) == 1
    assert "was measured on the language 'de'" in capsys.readouterr().err


def test_list_says_what_is_known_where_nobody_read(capsys, monkeypatch):
    monkeypatch.setattr(hits_read, "of_parser", lambda *_: {})
    assert cli.main(["list", "--source-language", "de"]) == 0
    text = capsys.readouterr().out
    assert "not run by default with parser-de: precision 68 % on 31 hits, recall 68 %\n" in text
    assert "with parser-de: precision 94 % on 32 hits, recall 94 %\n" in text
    assert "not measured with parser-de: 5 hits found, fewer than 20\n" in text


def test_validate_names_what_reading_lets_run(tmp_path, capsys, monkeypatch):
    negation = catalogue.load(DEFAULT_FILE)["negation"]
    definition = catalogue.definitions_checksum([negation.definition("de")])
    file = write_quality(tmp_path / "q.csv", quality_row("negation", 31, 31, 21, definition=definition))
    monkeypatch.setattr(hits_read, "of_parser", lambda *_: {"negation": Read(right=26, wrong=2, unsure=2)})
    (tmp_path / "a.de").write_text("Das ist nicht da.\n")
    corpus = f"{{source_language: de, source: {tmp_path / 'a.de'}, parse: {{quality: {file}}}}}"
    (tmp_path / "config.yaml").write_text(f"corpora: {{one: {corpus}}}\n")
    assert cli.main(["validate", str(tmp_path / "config.yaml")]) == 0
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "a person read them" in line)
    assert line == (
        "  run, as its hits were right when a person read them: negation: precision 68 % on 31 hits, recall 68 %"
        " (treebanks); read in news: 26 of 28 right, 2 unsure"
    )


def test_detect_leaves_it_out_unless_it_is_asked_for(parses, capsys, monkeypatch):
    monkeypatch.setattr(hits_read, "of_parser", lambda *_: {})
    command = ["stage", "detect", parses, "--source-language", "de"]
    for arguments, is_there in (([], False), (["--imprecise"], True), (["--phenomena", "negation"], True)):
        assert cli.main([*command, *arguments]) == 0
        captured = capsys.readouterr()
        assert ("\tnegation\t" in captured.out) == is_there
        assert ("negation (precision 68 % on 31 hits" in captured.err) != is_there


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--minimum-precision", "0.9", "--minimum-confidence", "0.5"], "the first chooses the second"),
        (["--minimum-precision", "1"], "the minimum precision must be from 0 to below 1, got 1"),
        (["--minimum-precision", "0.9", "--phenomena", "negation"], "no phenomenon is left to run: negation"),
    ],
)
def test_a_precision_that_cannot_be_had_is_refused(parses, capsys, arguments, problem):
    assert cli.main(["stage", "detect", parses, "--source-language", "de", *arguments]) == 1
    assert problem in capsys.readouterr().err
