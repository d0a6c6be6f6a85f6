"""Scoring with a published set alone: the numbers are those of the run that made it, and what is wrong is said."""

import json
import shutil

import pyarrow as pa
import pytest

from extractors import __main__ as cli
from extractors.api.outputs_and_sets import Scoring, evaluation_of
from extractors.formats import tables
from extractors.formats.effects import EFFECTS
from extractors.formats.findings import FINDINGS
from extractors.formats.scores import SCORES
from extractors.formats.sets import CONTROLS, SETS
from extractors.publish import description, layout
from tests.builders import small_run
from tests.builders.set_folders import seal


@pytest.fixture
def copy(run, tmp_path):
    """The published set, to be changed."""
    return shutil.copytree(run / "full", tmp_path / "copy")


QUICK = ("--statistics", "resamples=9")


def outputs(run):
    """The outputs as arguments; their names are those of the files."""
    return [str(run / f"texts/{name}.txt") for name in small_run.SYSTEMS]


def score(*arguments):
    return cli.main(["score", *map(str, arguments)])


def test_the_set_gives_the_numbers_of_the_run_to_the_last_bit(run, tmp_path):
    assert score(run / "full", *outputs(run), "--tables", tmp_path) == 0
    place = run / "results"
    written = sorted(path.name for path in tmp_path.glob("*.csv"))
    assert len(written) == 8
    for name in ["system_comparisons.parquet", *(name for name in written if name != "system_comparisons.csv")]:
        assert (tmp_path / name).read_bytes() == (place / name).read_bytes(), name
    rows = tables.read(SCORES, tmp_path / "scores.csv").to_pylist()
    assert {row["system"] for row in rows} == set(small_run.SYSTEMS)
    effects = tables.read(EFFECTS, tmp_path / "effects.csv").to_pylist()
    assert {row["systems"] for row in effects if row["difference"] is not None} == {len(small_run.SYSTEMS)}


def test_the_primary_metric_is_that_of_the_run_or_the_one_asked_for(run, tmp_path):
    asked = ("--tables", tmp_path)
    for more, metric in (((), "bleu"), (("--metric", "ribes"), "ribes"), (("--metrics", "chrf,bleu"), "bleu")):
        assert score(run / "full", *outputs(run), *asked, *more) == 0
        assert {row["metric"] for row in tables.read(FINDINGS, tmp_path / "findings.csv").to_pylist()} == {metric}


def test_metrics_and_settings_may_be_other_ones_and_then_the_signature_says_so(run, tmp_path, capsys):
    asked = ("--metrics", "chrf,bleu", *QUICK, "-o", tmp_path / "s.csv")
    assert score(run / "full", *outputs(run), *asked) == 0
    signatures = {row["signature"] for row in tables.read(SCORES, tmp_path / "s.csv").to_pylist()}
    assert {s.split("|")[0] for s in signatures} == {"chrF2", "BLEU"}
    assert all("|bs:9|seed:7|" in s for s in signatures)
    assert all("tok:intl" in s for s in signatures if s.startswith("BLEU"))
    assert score(run / "full", *outputs(run), "--metrics", "bleu", "--option", "bleu.tokenize=char") == 0
    assert "tok:char" in capsys.readouterr().out


def test_scores_that_are_brought_go_through_the_sets_too(run, tmp_path):
    (tmp_path / "mine.csv").write_text("good\n" + "".join(f"{n / 72}\n" for n in range(72)))
    brought = ("--segment-scores", f"comet={tmp_path}/mine.csv")
    assert score(run / "full", outputs(run)[0], *brought, "-o", tmp_path / "s.csv") == 0
    rows = tables.read(SCORES, tmp_path / "s.csv").to_pylist()
    assert {row["metric"] for row in rows} == {"bleu", "ribes", "comet"}


def test_options_may_stand_anywhere(run, tmp_path):
    good, bad, _ = outputs(run)
    assert score("--metrics", "bleu", run / "full", "-o", tmp_path / "s.csv", good, *QUICK, f"x={bad}") == 0
    assert {row["system"] for row in tables.read(SCORES, tmp_path / "s.csv").to_pylist()} == {"good", "x"}


def test_a_folder_of_outputs_is_taken_too(run, tmp_path, capsys):
    (tmp_path / "outputs").mkdir()
    shutil.copy(run / "texts/bad.txt", tmp_path / "outputs/bad.txt")
    assert score(run / "full", outputs(run)[0], "--systems", tmp_path / "outputs", "--metrics", "bleu") == 0
    shown = capsys.readouterr().out
    assert "good" in shown
    assert "bad" in shown
    assert score(run / "full", outputs(run)[1], "--systems", tmp_path / "outputs") == 1
    assert "the system 'bad' is in" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{run}/full", "no outputs to score"),
        ("{run}/full {run}/short.txt", "short.txt:72: 71 segments, but the source"),
        ("{run}/full {run}/short.txt", "full/source.de has 72"),
        ("{run}/full {run}/texts/good.txt --reference {run}/texts/A.txt", "leave it out, as the set has it"),
        ("{run}/full {run}/texts/good.txt --sets s.parquet", "with a published set or with files, not with both"),
        ("{run}/full {run}/texts/good.txt --metrics blue", "did you mean 'bleu'"),
        ("{run}/ids {run}/texts/good.txt", "copy of the corpus: challenge-sets dataset rebuild {run}/ids --source"),
        ("{run}/texts {run}/texts/good.txt", "must be a published set, but has no dataset.json"),
        ("{run}/full/README.md {run}/texts/good.txt", "is a file, not a published set"),
        ("{run}/nowhere/at/all {run}/texts/good.txt", "no such folder"),
        ("--systems {run}/texts/good.txt", "or a published set: challenge-sets score DATASET OUTPUT"),
        (
            "--systems {run}/texts/good.txt --reference {run}/texts/A.txt --changed",
            "only works with a published set",
        ),
    ],
)
def test_what_is_refused_says_what_to_do(run, capsys, line, words):
    lines = (run / "texts/good.txt").read_text().splitlines(keepends=True)
    (run / "short.txt").write_text("".join(lines[:-1]))
    assert score(*line.format(run=run).split()) == 1
    error = capsys.readouterr().err
    assert words.format(run=run) in error
    assert "remedy" in error


@pytest.mark.parametrize(
    "name",
    [layout.SETS_FILE, layout.CONTROLS, layout.COVARIATES, layout.SEGMENTS_FILE, "source.de", layout.DESCRIPTION],
)
def test_a_changed_file_is_refused(copy, run, capsys, name):
    with (copy / name).open("ab") as out:
        out.write(b" \n")
    assert score(copy, *outputs(run)) == 1
    error = capsys.readouterr().err
    assert f"has changed since it was published: {name} has changed" in error
    assert "--changed" in error


def test_a_change_that_is_owned_up_to_is_scored_and_signed(copy, run, tmp_path):
    sets = tables.read(SETS, copy / layout.SETS_FILE)
    controls = tables.read(CONTROLS, copy / layout.CONTROLS)
    for table, name in ((sets, layout.SETS_FILE), (controls, layout.CONTROLS)):
        tables.write(table.filter(pa.compute.equal(table.column("phenomenon"), "particle_verb")), copy / name)
    assert score(copy, *outputs(run), "--changed", "--metrics", "bleu", "-o", tmp_path / "s.csv") == 0
    rows = tables.read(SCORES, tmp_path / "s.csv").to_pylist()
    assert {row["phenomenon"] for row in rows} == {"particle_verb"}
    assert all("|changed:" in row["signature"] for row in rows)


@pytest.mark.parametrize("name", [layout.SETS_FILE, layout.COVARIATES, layout.CHECKSUMS, "source.de"])
def test_a_missing_file_is_named(copy, run, capsys, name):
    (copy / name).unlink()
    for changed in ((), ("--changed",)):
        assert score(copy, *outputs(run), *changed) == 1
        assert name in capsys.readouterr().err


def test_hits_and_parses_that_were_changed_do_not_matter_to_scores(copy, run, tmp_path):
    (copy / layout.CONLLU).unlink()
    (copy / "data/hits/particle_verb.parquet").unlink()
    assert score(copy, *outputs(run), "--metrics", "bleu", "--tables", tmp_path / "t") == 0


def described(folder, **values):
    """The set with other values in dataset.json, and checksums that say nothing of it."""
    path = folder / layout.DESCRIPTION
    path.write_text(json.dumps(json.loads(path.read_text()) | values))
    seal(folder)


def test_a_newer_format_is_refused(copy, run, capsys):
    described(copy, format=layout.FORMAT + 1)
    assert score(copy, *outputs(run)) == 1
    assert "remedy: install a newer mt-challenge-sets" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"statistics": {"resample": 3}}, "in statistics"),
        ({"metrics": {"blau": {}}}, "did you mean 'bleu'"),
        (
            {"references": [{"name": "A", "sha256": ""}]},
            "segments/test.parquet and dataset.json differ in the number of references",
        ),
        ({"source_language": "nl"}, "source.nl is missing"),
        ({"source_language": "de/../../de"}, "'de/../../de' cannot be the name of a language"),
        ({"references": [{"name": "../../A", "sha256": ""}]}, "'../../A' cannot be the name of a reference"),
        ({"references": [{"name": "A", "sha256": ""}] * 2}, "two references have one name"),
        ({"references": []}, "target_reference 'A' is none of the references"),
        ({"metrics": ["bleu"]}, "metrics must be a mapping"),
        ({"metrics": {"bleu": None}}, "metrics.bleu must be a mapping"),
        ({"metric_signatures": None}, "metric_signatures must be a mapping"),
        ({"segments": 3}, "are not the 3 of dataset.json"),
    ],
)
def test_a_description_that_does_not_fit_is_refused(copy, run, capsys, values, words):
    described(copy, **values)
    assert score(copy, *outputs(run)) == 1
    assert words in capsys.readouterr().err


def test_keys_that_are_not_known_do_no_harm(copy, run):
    described(copy, later={"key": 1}, publish={"licence": "cc0-1.0", "ids_only": False, "later": 2})
    assert score(copy, *outputs(run), "--metrics", "bleu") == 0


def test_a_metric_of_another_version_than_the_sets_is_warned_of(copy, run, caplog):
    described(copy, metric_signatures={"bleu": "BLEU|nrefs:2|version:1.0", "ribes": "RIBES"})
    assert score(copy, *outputs(run), "--metrics", "bleu,chrf") == 0
    assert "bleu is BLEU|nrefs:2|case" in caplog.text
    assert "was BLEU|nrefs:2|version:1.0 when the set was made" in caplog.text
    assert "ribes" not in caplog.text


def test_only_references_that_people_made_are_a_baseline(copy, run):
    described = description.read(copy)
    description.write(described.model_copy(update={"humans": ()}), copy)
    seal(copy)
    for folder, is_known in ((run / "full", True), (copy, False)):
        made = evaluation_of(folder, {"a": ["x"]}, how=Scoring())
        assert (list(made.humans) == list(described.references)) is is_known
