"""Who asks for help does not wait for the libraries that do the work, and who only scores does not need them all."""

import subprocess
import sys

import pytest

from extractors import __main__ as cli
from tests import ROOT
from tests.builders import base_install, small_results, suite_results

HEAVY = {"numpy", "scipy", "pyarrow", "rich", "regex", "sacrebleu"} | set(base_install.HIDDEN)
WITH_TABLES = {"suite contrast", "suite sheet"}
"""Commands whose help names what is defined beside tables: numpy and pyarrow, but nothing slower."""


def imported(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]])
def test_help_imports_no_command_and_nothing_heavy(arguments):
    found = imported(
        "import contextlib, io, sys\n"
        "from extractors.__main__ import main\n"
        "with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.suppress(SystemExit):\n"
        f"    main({arguments})\n"
        "assert out.getvalue()\n"
        "print(*sys.modules)"
    )
    assert not HEAVY & found
    assert {name for name in found if name.startswith("extractors.cli.commands.")} == {
        "extractors.cli.commands._overwriting"
    }


def test_help_of_a_command_imports_nothing_heavy():
    light = [name for name in cli.all_command_names() if name not in WITH_TABLES]
    code = f"import sys; from extractors.__main__ import parser\nfor name in {light}: parser(name)\nprint(*sys.modules)"
    assert not HEAVY & imported(code)
    code = f"import sys; from extractors.__main__ import parser\nfor name in {sorted(WITH_TABLES)}: parser(name)\n"
    assert imported(code + "print(*sys.modules)") & HEAVY == {"numpy", "pyarrow"}


def test_the_test_sees_what_a_command_imports():
    assert {"numpy", "pyarrow", "rich"} <= imported(
        "import sys, extractors.api.concordance, extractors.api.found; print(*sys.modules)"
    )


def test_the_list_of_commands_says_of_each_what_its_module_says(capsys):
    for group in ("", *cli.groups()):
        with pytest.raises(SystemExit):
            cli.main([*group.split(), "--help"])
        said = " ".join(capsys.readouterr().out.split())
        for name in cli.command_names(group):
            summary = cli.summary(name)
            assert cli.load_command(name).__doc__.startswith(summary)
            assert f" {name.split()[-1]} {summary}" in said
            assert summary.endswith(".")


CONFIG = """\
corpora:
  small:
    source_language: de
    target_language: en
    source: source.de
    references: {A: reference.en}
    systems: {good: good.en, weak: weak.en}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A corpus that was scored, a suite that was judged, and a published set."""
    place = tmp_path_factory.mktemp("base")
    results = small_results.make(place, accuracy=False)
    suite_results.small(place / "suite")
    (place / "config.yaml").write_text(CONFIG)
    publish = f"dataset publish {results} --licence cc0-1.0 --attribution Us -o {place}/set"
    assert cli.main(publish.split()) == 0
    return place


def test_the_base_scores_and_shows(folder):
    results = folder / "results" / small_results.CORPUS
    commands = (
        "list --source-language de",
        "list tables",
        "model list",
        "score set good=reference.en --resamples 20 -o scores.csv",
        f"score --hypothesis a=reference.en --reference reference.en --sets {results}/sets.parquet --resamples 20",
        f"show {results}",
        f"report {results} --tables tables",
        "compare set weak.en good.en --resamples 20",
        "suite verdicts suite/items.parquet suite/judgments.parquet -o verdicts",
        "dataset publish suite --licence cc0-1.0 --attribution Us -o items",
    )
    for command, (status, _, error) in zip(commands, base_install.run(folder, *commands), strict=True):
        assert (status, error.count("error:")) == (0, 0), (command, error)


def test_what_the_base_lacks_is_said_by_command_or_backend_with_its_extra(folder):
    results = folder / "results" / small_results.CORPUS
    (folder / "s.de").write_text("Sie kam an.\n")
    expected = {
        "stage parse s.de --source-language de -o s.conllu": ("the parser 'biaffine'", "safetensors", "run"),
        "try particle_verb --examples": ("the parser 'biaffine'", "safetensors", "run"),
        "validate config.yaml": ("`challenge-sets validate`", "spacy", "run"),
        "model tokens s.de --language de -o s.tok": ("`challenge-sets model tokens`", "spacy", "run"),
        f"report {results} -o page.html": ("`challenge-sets report`", "vl_convert", "run"),
        "report suite -o page.html": ("`challenge-sets report`", "vl_convert", "run"),
        "suite sheet suite/items.parquet suite/judgments.parquet -o s.xlsx": (
            "`challenge-sets suite sheet`",
            "openpyxl",
            "run",
        ),
        "model fetch huggingface:someone/something:a:test": ("the importer 'huggingface'", "datasets", "datasets"),
    }
    for command, (status, _, error) in zip(expected, base_install.run(folder, *expected), strict=True):
        who, package, extra = expected[command]
        assert status == 1, command
        said = error.partition("error: packages are not installed: ")[2].partition(f" (extra {extra!r})")[0]
        assert said.startswith(f"{who} needs "), command
        assert package in said.removeprefix(f"{who} needs ").split(", "), command
        assert f"pip install -e '{ROOT}[{extra}]'" in error, command
        assert "Traceback" not in error
