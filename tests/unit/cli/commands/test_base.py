"""What the base does without the extras, and what it says of those that it lacks."""

import pytest

from extractors import __main__ as cli
from tests import ROOT
from tests.builders import base_install, small_results

QUICK = "--statistics resamples=20"
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
    """A corpus that was scored, and a published set."""
    place = tmp_path_factory.mktemp("base")
    results = small_results.make(place, accuracy=False)
    (place / "config.yaml").write_text(CONFIG)
    publish = f"dataset publish {results} --licence cc0-1.0 --attribution Us -o {place}/set"
    assert cli.main(publish.split()) == 0
    return place


def test_the_base_scores_and_shows(folder):
    results = folder / "results" / small_results.CORPUS
    commands = (
        "list --source-language de",
        "list tables",
        f"score set good=reference.en {QUICK} -o scores.csv",
        f"score --systems a=reference.en --reference reference.en --sets {results}/sets.parquet {QUICK}",
        f"show {results}",
        f"report {results} --tables tables",
        f"compare set weak.en good.en {QUICK}",
    )
    for command, (status, _, error) in zip(commands, base_install.run(folder, *commands), strict=True):
        assert (status, error.count("error:")) == (0, 0), (command, error)


def test_the_base_says_that_words_need_an_extra(folder):
    ((status, said, _),) = base_install.run(folder, f"compare set good.en good.en {QUICK}")
    assert status == 0
    assert "not looked at: looking at the words of hits needs packages that are not installed: " in " ".join(
        said.split()
    )
    assert "[run]" in said


def test_what_the_base_lacks_is_said_by_command_or_backend_with_its_extra(folder):
    results = folder / "results" / small_results.CORPUS
    (folder / "s.de").write_text("Sie kam an.\n")
    expected = {
        "parse s.de --source-language de -o s.conllu": ("the parser 'multilingual'", "safetensors", "run"),
        "try particle_verb --examples": ("the parser 'multilingual'", "safetensors", "run"),
        "validate config.yaml": ("the parser 'multilingual'", "spacy", "run"),
        f"report {results} -o page.html": ("`challenge-sets report`", "vl_convert", "run"),
        f"compare {results} good weak -o page.html": ("`challenge-sets compare`", "vl_convert", "run"),
        "parse huggingface:someone/something:a:test#x --source-language de -o h.conllu": (
            "the importer 'huggingface'",
            "datasets",
            "datasets",
        ),
    }
    for command, (status, _, error) in zip(expected, base_install.run(folder, *expected), strict=True):
        who, package, extra = expected[command]
        assert status == 1, command
        said = error.partition(f"error: {who} needs packages that are not installed: ")[2]
        assert package in said.partition(f" (extra {extra!r})")[0].split(", "), command
        assert f"pip install -e '{ROOT}[{extra}]'" in error, command
        assert "Traceback" not in error
