"""Runs of other configs, which start from a finished run."""

import csv
import json
import re
import shutil
from operator import itemgetter
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from extractors.formats import tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.effects import EFFECTS
from extractors.formats.sets import CONTROLS, SETS
from tests.workflow.running import CONFIG, SEGMENTS, checkout, jobs, plan, run


def scores(folder):
    with (folder / "results/small/scores.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def run_signature(folder):
    return tables.run_signature(tables.read(CONTROLS, folder / "results/small/controls.parquet"))


@pytest.fixture(scope="module")
def widened(finished, tmp_path_factory):
    """A run whose config gives more of each segment and scores of a metric, and the jobs that it planned."""
    folder = Path(shutil.copytree(finished, tmp_path_factory.mktemp("widened") / "run", symlinks=True))
    (folder / "domains.txt").write_text("news\ntalk\n" * (SEGMENTS // 2))
    (folder / "documents.txt").write_text("".join(f"d{line // 5}\n" for line in range(SEGMENTS)))
    (folder / "hard.txt").write_text("".join(f"{line % 3}\n" for line in range(SEGMENTS)))
    lines = ["\t".join(str(k + i) for i in range(3)) for k in range(SEGMENTS)]
    (folder / "comet.tsv").write_text("\n".join(["forgetful\tliteral\tnoisy", *lines]) + "\n")
    more = "controls: {samples: 20, match: [length, domain]}"
    names = "    domain: domains.txt\n    document: documents.txt\n    covariates: {hard: hard.txt}\n"
    names += "    segment_scores: {comet: comet.tsv}\n"
    text = CONFIG.replace("controls: {samples: 20}", more).replace("    systems:", f"{names}    systems:")
    (folder / "config/config.yaml").write_text(text)
    found = jobs(folder, "score")
    run(folder, "score")
    return folder, found


def test_more_of_segments_and_scores_of_the_user_count_nothing_again(widened):
    _, found = widened
    rules = ("extract_sets", "score_systems", "import_scores")
    assert [found[rule] for rule in rules] == [1] * 3
    assert not {"compute_statistics", "parse_source"} & found.keys()


def test_controls_are_matched_on_more_than_length_where_a_config_says_so(widened):
    folder, _ = widened
    assert "match:length+domain" in run_signature(folder)
    key = itemgetter("phenomenon", "kind", "distance_from")
    sets = tables.read(SETS, folder / "results/small/sets.parquet").to_pylist()
    ids = {key(row): row["segment_ids"] for row in sets}
    for row in tables.read(CONTROLS, folder / "results/small/controls.parquet").to_pylist():
        assert all(b < 0 or a % 2 == b % 2 for a, b in zip(ids[key(row)], row["segment_ids"], strict=True))
    effects = tables.read(EFFECTS, folder / "results/small/effects.csv").to_pylist()
    measured = [row for row in effects if row["units"]]
    assert all(
        row["units"] <= SEGMENTS // 5 and row["signature"].endswith("|se:jackknife.documents") for row in measured
    )
    assert any(row["units"] < row["n"] - row["not_compared"] for row in measured)
    assert all("|cluster:document|" in row["signature"] for row in scores(folder))


@pytest.mark.parametrize(("file", "line"), [("hard.txt", "1"), ("documents.txt", "one")])
def test_changed_lines_about_segments_are_read_again(widened, file, line):
    folder, _ = widened
    text = (folder / file).read_text()
    (folder / file).write_text(f"{line}\n" * SEGMENTS)
    found = jobs(folder, "score")
    (folder / file).write_text(text)
    assert found["extract_sets"] == 1


def test_scores_that_the_user_brings_stand_beside_the_metrics(widened):
    folder, _ = widened
    rows = [row for row in scores(folder) if row["metric"] == "comet"]
    with (folder / "results/small/corpus_scores.csv").open(newline="") as file:
        whole = {row["score"] for row in csv.DictReader(file) if row["metric"] == "comet"}
    assert whole == {"29.5", "30.5", "31.5"}
    assert all(re.match(r"comet\|file:comet\.tsv:[0-9a-f]{8}\|missing:refuse", row["signature"]) for row in rows)
    assert "comet.tsv" in json.loads((folder / "results/small/manifest.json").read_text())["files"]


def test_scores_that_are_no_numbers_are_refused_and_none_are_left(widened, tmp_path):
    copy = Path(shutil.copytree(widened[0], tmp_path / "run", symlinks=True))
    # The same length and, at worst, the same time: only the content has changed.
    (copy / "comet.tsv").write_text((copy / "comet.tsv").read_text().replace("10\t11\t12", "10\tno\t-"))
    done = run(copy, "score", check=False)
    # Of two systems at once, and the scores of none are left.
    assert re.search(r"comet\.tsv:12: 'no' is not a finite number", done.stdout + done.stderr)
    assert re.search(r"comet\.tsv:12: '-' is not a finite number", done.stdout + done.stderr)
    assert not (copy / "results/small/statistics/comet").exists()


def test_segments_that_are_cut_are_scored_and_scores_of_the_user_spread(copy):
    (copy / "comet.tsv").write_text("forgetful\tliteral\tnoisy\n" + "1\t2\t3\n" * SEGMENTS)
    cut = "    systems: small/systems\n    unit: sentence\n    segment_scores: {comet: comet.tsv}\n"
    text = CONFIG.replace("    systems: small/systems\n", cut).replace("ribes: {}", "")
    quick = "phenomena: [particle_verb, negation]\nstatistics: {resamples: 100, trials: 100}\n"
    (copy / "config/config.yaml").write_text(text + quick)
    run(copy, "results/small/scores.csv")
    spread, whole = (
        pq.read_table(copy / f"results/small/{folder}statistics/comet/forgetful.parquet").num_rows
        for folder in ("", "whole/")
    )
    assert whole == SEGMENTS < spread == tables.count_rows(copy / "results/small/units.parquet")
    # The units of a segment depend on each other.
    documents = tables.read(COVARIATES, copy / "results/small/covariates.parquet").column("document").to_pylist()
    assert len({*documents}) == SEGMENTS
    assert {row["metric"] for row in scores(copy)} == {"bleu", "comet"}


def test_parses_and_links_of_the_user_take_the_place_of_models_and_are_watched(copy):
    (copy / "links.txt").write_text("0-0\n" * SEGMENTS)
    shutil.copy(copy / "results/small/source.conllu.gz", copy / "own.conllu.gz")
    links = "{aligner: pharaoh, model: links.txt, options: {tokens: ours}}"
    own = f"    parse: {{parser: conllu, model: own.conllu.gz}}\n    align: {links}\n"
    (copy / "config/config.yaml").write_text(CONFIG.replace("controls:", own + "controls:"))
    assert "==" not in run(copy, "extract").stdout, "the scores of other sets were shown"
    assert "aligner:pharaoh" in run_signature(copy)
    (copy / "links.txt").write_text("0-0 1-1\n" * SEGMENTS)
    found = jobs(copy, "extract")
    assert found["align_references"] == 1
    assert "parse_source" not in found


def test_a_corpus_without_systems_is_extracted_and_not_scored(copy):
    (copy / "config/config.yaml").write_text(CONFIG.replace("    systems: small/systems\n", ""))
    # The reference chooses the sets of reordering where no outputs are.
    assert set(jobs(copy, "extract")) - {"ingest_systems"} == {"extract_sets"}
    done = plan(copy, "score", check=False)
    assert done.returncode
    assert "no corpus in this run has systems to score (small)" in done.stdout


def test_outputs_without_references_are_scored_by_imported_scores_up_to_the_report(tmp_path):
    checkout(tmp_path)
    lines = ["\t".join(str(k % 7 + i) for i in range(3)) for k in range(SEGMENTS)]
    (tmp_path / "judged.tsv").write_text("\n".join(["forgetful\tliteral\tnoisy", *lines]) + "\n")
    text = CONFIG.replace("    references: {A: small/reference.A.en}\n", "    segment_scores: {judged: judged.tsv}\n")
    (tmp_path / "config/config.yaml").write_text(
        text.replace("report: {charts: true}\n", "phenomena: [particle_verb, negation, reordering]\n")
    )
    done = run(tmp_path, "report")
    left_out = "small: no references: no alignment to references, BLEU, RIBES, accuracy"
    assert left_out in done.stderr.splitlines()
    results = tmp_path / "results/small"
    assert {row["metric"] for row in scores(tmp_path)} == {"judged"}
    # Asked for by name, it is found in the outputs.
    assert any(row["phenomenon"] == "reordering" and row["n"] for row in scores(tmp_path))
    assert not (results / "alignment.parquet").exists()
    assert (results / "report.html").stat().st_size > 0
