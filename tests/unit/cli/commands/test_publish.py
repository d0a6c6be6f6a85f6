"""`challenge-sets dataset publish` on the results of a run."""

import shutil

import pytest

from extractors import __main__ as cli
from extractors.config.manifest import recorded
from extractors.config.run import check_config
from extractors.core import jsonfile
from extractors.core.files import sha256
from extractors.formats import checksums, tables
from extractors.formats.testset_scores import INPUT_AUDIT
from extractors.phenomena.chosen_phenomena import Detection
from extractors.publish import description, layout
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from tests.builders import small_run


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return small_run.make(tmp_path_factory.mktemp("command") / "run")


@pytest.fixture
def results(made, tmp_path):
    """The folder of a corpus called news."""
    return shutil.copytree(made / "results", tmp_path / "news")


ORIGIN = {"parser": "p", "aligner": None, "reference": None, "phenomena": "x", "minimum_confidence": 0.0}


def manifest(results, *, references=None, **publish):
    news = {"source_language": "de", "target_language": "en", "source": "s.de"}
    news["references"] = references or {"A": "r.en"}
    config = {
        "metrics": {"bleu": {"tokenize": "intl"}},
        "statistics": {"resamples": 77, "seed": 1, "trials": 5, "alpha": 0.01},
        "phenomena_file": str(small_run.PHENOMENA_FILE),
        "corpora": {"news": news | {"publish": publish}},
        "publish": {"licence": "cc-by-4.0"},
    }
    run = check_config(config)
    content = {
        "config": run.as_dict(),
        "corpus": recorded(run).as_dict(),
        "signature": "parser:p",
        "origin": ORIGIN,
        "controls": {},
        "detection": Detection().as_dict(),
        "version": "0.1.0",
        "folder": "../run",
        "files": {config["phenomena_file"]: sha256(small_run.PHENOMENA_FILE)},
    }
    jsonfile.write_checked(content, results / "manifest.json")


def call(*arguments):
    return cli.main(["dataset", "publish", *map(str, arguments)])


def test_the_manifest_of_the_run_says_how_it_scored_and_what_its_licence_is(results, tmp_path, capsys):
    manifest(results, attribution="A. Author")
    bibtex = tmp_path / "news.bib"
    bibtex.write_text("@misc{news}\n")
    assert call(results, "--citation", bibtex, "--option", "pretty_name=News", "-o", tmp_path / "set") == 0
    assert "README.md" in capsys.readouterr().out
    found = description.read(tmp_path / "set")
    assert (found.name, found.pretty_name) == ("news", "News")
    assert found.metrics == {"bleu": {"tokenize": "intl"}}
    assert found.metric_signatures["bleu"].startswith("BLEU|nrefs:2|case:mixed|eff:no|tok:intl")
    assert found.statistics == StatisticsSettings(resamples=77, seed=1, trials=5, alpha=0.01)
    assert (found.publish.licence, found.publish.attribution) == ("cc-by-4.0", "A. Author")
    assert found.publish.citation == "@misc{news}\n"
    assert checksums.changed(tmp_path / "set") == []


def test_an_edited_output_is_published_as_no_human_reference_unless_it_was_called_one(results, tmp_path):
    found = {"text": "references/B", "finding": "edited_output", "segments": 9, "share": 0.2, "of": "systems/x"}
    tables.write(INPUT_AUDIT.table([found | {"first": [0]}]), results / INPUT_AUDIT.file)
    for kind, humans in (({}, ("A",)), ({"kind": "human"}, ("A", "B"))):
        manifest(results, references={"A": "r.en", "B": {"text": "b.en", **kind}}, attribution="A")
        output = tmp_path / f"set-{len(humans)}"
        assert call(results, "-o", output) == 0
        assert description.read(output).humans == humans


def test_arguments_override_the_manifest(results, tmp_path):
    manifest(results, attribution="A. Author", licence="cc-by-nd-4.0")
    assert call(results, "--ids-only", "--attribution", "B. Author", "-o", tmp_path / "set") == 0
    found = description.read(tmp_path / "set").publish
    assert (found.licence, found.attribution, found.ids_only) == ("cc-by-nd-4.0", "B. Author", True)


def test_without_a_manifest_defaults_are_taken_and_told_of(results, tmp_path, monkeypatch, caplog):
    monkeypatch.chdir(tmp_path)
    given = ("--licence", "cc0-1.0", "--attribution", "Us", "-o", tmp_path / "set")
    assert call(results, *given) == 0
    assert "has no manifest.json" in caplog.text
    assert list(description.read(tmp_path / "set").metrics) == ["bleu", "chrf", "ribes"]


@pytest.mark.parametrize(
    ("publish", "arguments", "words"),
    [
        ({}, (), "the corpus news has no attribution"),
        ({"attribution": "A"}, ("--licence", "CC-BY 4.0"), "licence"),
        ({"attribution": "A"}, ("--licence", "other", "--option", "licence_name=x"), "--option derivatives=allowed"),
    ],
)
def test_what_may_not_be_published_is_refused(results, tmp_path, capsys, publish, arguments, words):
    manifest(results, **publish)
    assert call(results, *arguments, "-o", tmp_path / "set") == 1
    assert words in capsys.readouterr().err
    assert not (tmp_path / "set").exists()


def test_results_that_lack_a_file_or_a_manifest_that_is_none_are_told_of(results, tmp_path, capsys):
    manifest(results, attribution="A")
    (results / "controls.parquet").unlink()
    assert call(results, "-o", tmp_path / "set") == 1
    assert "controls.parquet: no such file" in capsys.readouterr().err
    (results / "manifest.json").write_text("{}")
    assert call(results, "-o", tmp_path / "set") == 1
    assert "is not a manifest" in capsys.readouterr().err
    assert not (tmp_path / layout.DESCRIPTION).exists()
