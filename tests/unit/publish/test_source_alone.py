"""Sets of a source alone: published, scored by scores that are brought, rebuilt, and sent as a suite of WMT."""

import json
import random

import pyarrow.compute as pc
import pytest

from extractors import __main__ as cli
from extractors.formats import tables
from extractors.formats.hits import HITS
from extractors.formats.scores import SCORES
from extractors.publish import layout
from tests.builders.small_run import PHENOMENA_FILE
from tests.builders.test_sets import lines, write

SUBJECTS = ("She", "The old farmer", "My sister", "Anna")
ENDS = ("did not give the key up", "reads a book", "never slept in that room", "turned the lights off", "sings")
SOURCE = [f"{subject} {end} {day}." for subject in SUBJECTS for end in ENDS for day in ("today", "on Monday", "again")]


@pytest.fixture
def dataset(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "source.en", lines(SOURCE))
    for stage in (
        "ingest source.en --source-language en --target-language de -o run/segments.parquet",
        "parse source.en --source-language en -o run/source.conllu.gz",
        "covariates run/segments.parquet --parses run/source.conllu.gz -o run/covariates.parquet",
        "detect run/source.conllu.gz --source-language en --phenomena particle_verb,negation -o run/hits.parquet",
        "select run/hits.parquet --minimum 0,1 --exact 0,1 -o run/sets.parquet",
        "control run/sets.parquet run/covariates.parquet -o run/controls.parquet",
    ):
        assert run(f"stage {stage}") == 0
    assert publish("dataset") == 0
    return tmp_path / "dataset"


def run(line):
    return cli.main(line.split())


def publish(folder, *more):
    given = ["--licence", "cc0-1.0", "--attribution", "Written for a test.", "-o", folder, *more]
    given += ["--phenomena-file", str(PHENOMENA_FILE)]
    return cli.main(["dataset", "publish", "run", *given])


@pytest.mark.usefixtures("dataset")
def test_it_is_scored_by_scores_that_are_brought(tmp_path, capsys):
    write(tmp_path / "output.de", lines([f"Satz {n}." for n in range(len(SOURCE))]))
    draw = random.Random(1)
    values = [draw.random() for _ in SOURCE]
    write(tmp_path / "kiwi.csv", lines(["output", *map(str, values)]))
    assert run("score dataset output.de --segment-scores kiwi=kiwi.csv -o scores.csv") == 0
    rows = tables.read(SCORES, tmp_path / "scores.csv")
    of_set = (pc.field("phenomenon") == "negation") & (pc.field("kind") == "minimum") & (pc.field("distance_from") == 0)
    (negation,) = rows.filter(of_set).to_pylist()
    hits = tables.read(HITS, tmp_path / "run/hits.parquet")
    ids = {*hits.filter(pc.field("phenomenon") == "negation").column("segment_id").to_pylist()}
    assert len(ids) >= 12
    assert negation["score"] == pytest.approx(sum(values[i] for i in ids) / len(ids))
    capsys.readouterr()
    for metrics in ("", " --metrics chrf"):
        assert run(f"score dataset output.de{metrics}") == 1
        assert "the set has no reference, so that no metric is computed" in capsys.readouterr().err


def test_its_card_and_description_name_no_reference_and_no_metric(dataset):
    described = json.loads((dataset / layout.DESCRIPTION).read_text())
    assert (described["references"], described["metrics"], described["metric"]) == ([], {}, None)
    card = (dataset / layout.CARD).read_text(encoding="utf-8")
    assert "no reference" in card
    assert "--segment-scores NAME=FILE" in card


def test_it_is_rebuilt_from_its_ids(dataset, tmp_path):
    assert publish("ids", "--ids-only") == 0
    assert run("dataset rebuild ids --source source.en -o full") == 0
    data = [file for file in dataset.rglob("*.parquet") if file.is_file()]
    assert len(data) > 3
    for file in data:
        assert (tmp_path / "full" / file.relative_to(dataset)).read_bytes() == file.read_bytes()


@pytest.mark.usefixtures("dataset")
def test_it_goes_to_wmt_as_a_suite(tmp_path):
    assert run("dataset wmt-suite dataset --name owls -o suite.jsonl") == 0
    assert len((tmp_path / "suite.jsonl").read_text(encoding="utf-8").splitlines()) == len(SOURCE)
