"""No command replaces what it reads, nor writes two things into one file."""

import argparse
import shutil

import pytest

from extractors import __main__ as cli
from extractors.cli.commands._overwriting import option_of

PARSE = "parse {source} --source-language de --parser conllu --model p.conllu"
SCORE = "score --systems a=out.en --reference ref.en"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("in.de", "out.en", "ref.en", "p.conllu"):
        (tmp_path / name).write_text(f"{name}\n")
    (tmp_path / "t.tsv").write_text("de\ten\na\tb\n")
    (tmp_path / "link").symlink_to("in.de")
    (tmp_path / "ann").mkdir()
    for name in ("ann/anna.csv", "ann/ben.csv", "filled.xlsx"):
        (tmp_path / name).write_text('"row";"item";"source";"output";"answer"\n')
    return tmp_path


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (PARSE.format(source="in.de") + " -o in.de", "in.de: --output would overwrite an input file"),
        (PARSE.format(source="in.de") + " -o ./x/../in.de", "--output would overwrite"),
        (PARSE.format(source="link") + " -o in.de", "--output would overwrite"),
        (PARSE.format(source="in.de") + " -o link", "--output would overwrite"),
        (PARSE.format(source="t.tsv#de") + " -o t.tsv", "--output would overwrite"),
        (PARSE.format(source="in.de") + " -o p.conllu", "--output would overwrite"),
        (f"{SCORE} -o out.en", "--output would overwrite"),
        (f"{SCORE} -o ref.en", "--output would overwrite"),
        (f"{SCORE} --reference A=t.tsv#en -o t.tsv", "--output would overwrite"),
        (f"{SCORE} -o s.csv --tables ./s.csv", "--output and --tables name the same file"),
        (
            "suite resolve t.tsv --annotations ann --conflicts ann/ben.csv -o r.csv",
            "--conflicts would overwrite a file in",
        ),
        ("suite agreement ann -o ann/ben.csv", "ann/ben.csv: --output would overwrite a file in the input folder ann"),
        ("suite agreement ann/ben.csv -o ann/anna.csv", "ann/anna.csv: --output would overwrite a sheet"),
        ("suite annotations ann/ben.csv -o ann/ben.csv", "--output would overwrite an input file"),
        ("suite table t.tsv t.tsv --as human -o out.en/x", "--output leads through out.en, which is a file"),
        ("suite sheet t.tsv t.tsv -o filled.xlsx", "filled.xlsx: --output would overwrite a sheet"),
        ("suite resolve t.tsv --annotations ann -o ann", "ann: --output must name a file, but this is a folder"),
        (PARSE.format(source="in.de") + " -o out.en/p.conllu", "--output leads through out.en, which is a file"),
        ("report ann -o ann/ben.csv", "--output would overwrite a file in the input folder ann"),
        ("report ann --charts out.en/x", "--charts leads through out.en, which is a file"),
    ],
)
def test_an_output_that_is_an_input_is_refused_before_work_begins(folder, refuses, command, words):
    (folder / "x").mkdir()
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    refuses(command, words)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("name", [name for name in cli.all_command_names() if not name.startswith(("lab ", "suite "))])
def test_messages_name_options_as_they_are_typed(name):
    parser = argparse.ArgumentParser(add_help=False)
    cli.load_command(name).add_arguments(parser)
    for action in parser._actions:
        assert not action.option_strings or option_of(action.dest) in action.option_strings


def test_an_output_of_an_earlier_run_is_replaced(folder):
    (folder / "old").mkdir()
    shutil.copyfile("out.en", "old/corpus_scores.csv")
    assert cli.main(f"{SCORE} --metrics bleu --tables old".split()) == 0
    assert (folder / "old/corpus_scores.csv").read_text().startswith("system,")


def test_what_argparse_refuses_is_an_error_and_no_traceback(capsys):
    assert cli.main(["parse", "in\udcff.de", "--source-language", "de", "-o", "x.conllu"]) == 1
    assert "bytes that are not text" in capsys.readouterr().err
