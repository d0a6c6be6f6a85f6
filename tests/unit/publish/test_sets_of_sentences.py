"""Sets of a source alone, cut into sentences: published, scored, rebuilt from ids, and sent as a suite of WMT."""

import json

import pyarrow.compute as pc
import pytest

from extractors import __main__ as cli
from extractors.extract import select
from extractors.extract.control_settings import ControlSettings
from extractors.extract.ingest import ingest
from extractors.extract.segment_covariates import measure
from extractors.extract.units.unit_stage import cut_to_files
from extractors.formats import tables
from extractors.formats.covariates import values_of
from extractors.formats.hits import HITS
from extractors.formats.scores import SCORES
from extractors.inputs.places import parse
from extractors.publish import layout
from tests.builders.sets import ranges
from tests.builders.small_run import PHENOMENA_FILE
from tests.builders.test_sets import lines, write
from tests.builders.whole import drawn_controls, found_in

SUBJECTS = ("She", "The old farmer", "My sister", "Anna")
ENDS = ("did not give the key up", "reads a book", "never slept in that room", "turned the lights off", "sings")
DAYS = ("today", "on Monday", "again")
PARAGRAPHS = [[f"{subject} {end} {day}." for day in DAYS] for subject in SUBJECTS for end in ENDS]
WHOLE = [" ".join(sentences) for sentences in PARAGRAPHS]
SENTENCES = [sentence for sentences in PARAGRAPHS for sentence in sentences]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The results of a source alone whose segments are cut, and the published set."""
    folder = tmp_path_factory.mktemp("sentences")
    write(folder / "whole.en", lines(WHOLE))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        segments = ingest(source=parse("whole.en"), references={}, source_language="en", target_language="de")
        tables.write(segments, folder / "whole/segments.parquet")
        run("parse whole.en --source-language en -o whole/source.conllu.gz")
        results = {"segments": "segments.parquet", "parses": "source.conllu.gz"}
        results |= {"units": "units.parquet", "cuts": "unit_cuts.parquet"}
        outputs = {name: folder / "run" / file for name, file in results.items()}
        outputs["units"].parent.mkdir()
        whole = folder / "whole"
        cut_to_files(
            whole / "segments.parquet",
            whole / "source.conllu.gz",
            {},
            alignment=None,
            output_alignment=None,
            outputs=outputs,
        )
        covariates = measure(outputs["parses"], outputs["segments"], units=outputs["units"])
        tables.write(covariates, folder / "run/covariates.parquet")
        found = found_in("run/source.conllu.gz", ["particle_verb", "negation"], language="en")
        tables.write(found, folder / "run/hits.parquet")
        hits = select.read_hits("run/hits.parquet")
        wanted = dict.fromkeys(sorted(set(hits["phenomenon"].to_pylist())), ranges(minimum=[0, 1]))
        sets = select.select(hits, wanted)
        tables.write(sets, folder / "run/sets.parquet")
        tables.write(drawn_controls(sets, values_of(covariates), ControlSettings()), folder / "run/controls.parquet")
        publish("dataset")
        publish("ids", "--ids-only")
    return folder


@pytest.fixture(autouse=True)
def inside(made, monkeypatch):
    monkeypatch.chdir(made)


def run(line):
    assert cli.main(line.split()) == 0, line


def publish(folder, *more):
    given = ["--licence", "cc0-1.0", "--attribution", "Written for a test.", "-o", folder, *more]
    given += ["--phenomena-file", str(PHENOMENA_FILE)]
    assert cli.main(["dataset", "publish", "run", *given]) == 0


def test_a_line_of_its_source_is_a_sentence_and_the_card_names_no_reference(made):
    assert (made / "dataset" / layout.source("en")).read_text(encoding="utf-8").splitlines() == SENTENCES
    described = json.loads((made / "dataset" / layout.DESCRIPTION).read_text())
    assert (described["unit"], described["segments"]) == ("sentence", len(SENTENCES))
    assert (described["references"], described["metrics"], described["metric"]) == ([], {}, None)
    card = (made / "dataset" / layout.CARD).read_text(encoding="utf-8")
    for said in ("A segment is a sentence", "no reference", "--segment-scores NAME=FILE"):
        assert said in card


def test_outputs_of_its_sentences_are_scored_by_scores_that_are_brought(made, capsys):
    write(made / "output.de", lines([f"Satz {n}." for n in range(len(SENTENCES))]))
    values = [len(text) % 7 for text in SENTENCES]
    write(made / "kiwi.csv", lines(["output", *map(str, values)]))
    run("score dataset output.de --segment-scores kiwi=kiwi.csv -o scores.csv")
    rows = tables.read(SCORES, made / "scores.csv")
    assert {*rows.column("phenomenon").to_pylist()} == {"negation", "particle_verb"}
    of_set = (pc.field("phenomenon") == "negation") & (pc.field("kind") == "minimum") & (pc.field("distance_from") == 0)
    (negation,) = rows.filter(of_set).to_pylist()
    hits = tables.read(HITS, made / "run/hits.parquet").filter(pc.field("phenomenon") == "negation")
    ids = {*hits.column("segment_id").to_pylist()}
    assert negation["score"] == pytest.approx(sum(values[i] for i in ids) / len(ids))
    for metrics in ([], ["--metrics", "chrf"]):
        assert cli.main(["score", "dataset", "output.de", *metrics]) == 1
        assert "the set has no reference, so no metric can be computed" in capsys.readouterr().err


def test_it_is_rebuilt_from_its_ids_and_the_corpus_before_it_was_cut(made):
    assert not list((made / "ids").glob("source.*"))
    run("dataset rebuild ids --source whole.en -o full")
    data = [file.relative_to(made / "dataset") for file in (made / "dataset").rglob("*.parquet")]
    assert len(data) > 3
    for file in data:
        assert (made / "full" / file).read_bytes() == (made / "dataset" / file).read_bytes(), file


def test_another_copy_of_the_corpus_is_refused(made, capsys):
    write(made / "sentences.en", lines(SENTENCES))
    assert cli.main(["dataset", "rebuild", "ids", "--source", "sentences.en", "-o", "other"]) == 1
    assert f"has {len(SENTENCES)} segments; the sentences of run were cut from {len(WHOLE)}" in capsys.readouterr().err
    write(made / "edited.en", lines([WHOLE[0].replace("today", "now"), *WHOLE[1:]]))
    assert cli.main(["dataset", "rebuild", "ids", "--source", "edited.en", "-o", "other"]) == 1
    assert "not the texts that run was made from" in capsys.readouterr().err
    assert not (made / "other").exists()


def test_as_a_suite_of_wmt_a_segment_is_a_document_and_its_sentences_are_paragraphs(made):
    run("dataset wmt-suite dataset --name owls -o suite.jsonl")
    documents = [json.loads(line) for line in (made / "suite.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(documents) == len(WHOLE)
    assert documents[0]["src_text"].splitlines() == [f"<p>{sentence}</p>" for sentence in PARAGRAPHS[0]]
