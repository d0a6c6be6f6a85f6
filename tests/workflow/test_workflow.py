"""The workflow from end to end, as its users run it, on a small corpus cut from the bundled one."""

import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import sacrebleu
import yaml

from extractors.extract.select import export_results
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY
from extractors.formats.confounds import CONFOUNDS
from extractors.formats.domains import DOMAIN_EFFECTS
from extractors.formats.effects import PHENOMENON_EFFECTS
from extractors.formats.hits import HITS
from extractors.formats.scores import DISTANCE_TRENDS, SYSTEM_COMPARISONS, SYSTEM_RANKS
from extractors.formats.sets import CONTROLS, SETS
from tests import ROOT
from tests.builders.damage import cut, flip
from tests.workflow.running import CONFIG, SEGMENTS, SNAKEMAKE, checkout, jobs, plan, run, without_network

pytestmark = pytest.mark.xdist_group("workflow")


def scores(folder):
    with (folder / "results/small/scores.csv").open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A run of extract and score, without a network."""
    folder = checkout(tmp_path_factory.mktemp("workflow"))
    done = run(folder, "extract", "score", variables=without_network(folder))
    folder.joinpath("stdout").write_text(done.stdout)
    folder.joinpath("stderr").write_text(done.stderr)
    return folder


@pytest.fixture
def copy(finished, tmp_path):
    """A finished run that a test may change."""
    return Path(shutil.copytree(finished, tmp_path / "run", symlinks=True))


def test_a_run_makes_all_files_and_ends_with_its_findings(finished):
    results = finished / "results/small"
    names = (
        "segments.parquet",
        "source.conllu.gz",
        "alignment.parquet",
        "hits.parquet",
        "sets.parquet",
        "covariates.parquet",
        "controls.parquet",
        "scores.csv",
        "scores_by_bucket.csv",
        "phenomenon_effects.csv",
        "phenomenon_effects_by_bucket.csv",
        "corpus_scores.csv",
        "system_comparisons.parquet",
        "system_ranks.csv",
        "distance_trends.csv",
        "tables/sizes.csv",
        "tables/scores_ribes.md",
        "tables/distances_bleu.tex",
        "tables/tables.tex",
        "lexicon.parquet",
        "accuracy.csv",
        "accuracy_effects.csv",
        "accuracy_hits.parquet",
        "manifest.json",
    )
    for name in names:
        assert (results / name).stat().st_size > 0, name
    lines = (finished / "stdout").read_text().splitlines()
    assert "== small: 60 segments, 3 systems ==" in lines
    assert len([line for line in lines if line]) <= 10
    assert max(map(len, lines)) <= 80
    assert lines[-1] == "no report of these scores yet; the target report makes it"


def test_a_run_prints_one_line_for_each_stage(finished):
    text = (finished / "stderr").read_text()
    stages = re.findall(r"^small  (\w+) ", text, re.MULTILINE)
    assert {"parse_source", "score_systems", "trace_distances", "write_tables", "measure_accuracy"} <= set(stages)
    assert len(stages) == len(set(stages))
    assert re.search(r"^small  ingest_systems +180 segments in ", text, re.MULTILINE)
    assert "reason:" not in text
    assert "rule " not in text
    others = [line for line in text.splitlines() if not re.match("small  |.* jobs done; at work: |.* WARNING ", line)]
    assert len(others) <= 5, others


def test_a_run_asks_nothing_of_the_network(finished):
    processes = (finished / "processes").read_text()
    for watched in ("snakemake", "parse_source.py", "align_references.py", "score_systems.py"):
        assert watched in processes
    attempts = finished / "attempts"
    assert not attempts.exists(), attempts.read_text()


@pytest.mark.parametrize(
    "attempt",
    [
        "import urllib.request; urllib.request.urlopen('https://example.org')",
        "import socket; socket.create_connection(('192.0.2.1', 80), timeout=1)",
        "import _socket; _socket.socket().connect(('192.0.2.1', 80))",
        "import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))",
        "import os, sys; os.execl(sys.executable, 'python', '-c', 'import socket; socket.gethostbyname(\"a.org\")')",
    ],
)
def test_an_attempt_to_reach_the_network_would_be_noted(tmp_path, attempt):
    environment = os.environ | without_network(tmp_path)
    done = subprocess.run([sys.executable, "-c", attempt], env=environment, capture_output=True, text=True)
    assert "no network in this test" in done.stderr
    assert (tmp_path / "attempts").read_text()


def test_one_row_for_each_system_phenomenon_distance_and_metric(finished):
    rows = scores(finished)
    keys = [(r["system"], r["phenomenon"], r["minimum_distance"], r["metric"]) for r in rows]
    assert len(keys) == len(set(keys))
    distances = {"reordering": 5, "reordering_crossing": 5}
    per_system = sum(distances.get(p, 4) for p in {r["phenomenon"] for r in rows})
    assert len(rows) == 3 * 2 * per_system
    empty = [r for r in rows if r["n"] == "0"]
    assert all(r["score"] == r["control_mean"] == "" for r in empty)
    assert all(r["score"] for r in rows if r["n"] != "0")


def test_a_score_is_sacrebleus_on_the_exported_text(finished, tmp_path):
    assert not (finished / "results/small/sets").exists(), "texts are exported only where a config or a command asks"
    export_results(finished / "results/small", tmp_path / "sets")
    folder = tmp_path / "sets/particle_verb/min1"
    hypotheses, reference = (
        (folder / name).read_text(encoding="utf-8").removesuffix("\n").split("\n")
        for name in ("systems/careful.en", "reference.A.en")
    )
    row = next(
        r
        for r in scores(finished)
        if (r["system"], r["phenomenon"], r["minimum_distance"], r["metric"])
        == ("careful", "particle_verb", "1", "bleu")
    )
    assert int(row["n"]) == len(hypotheses) > 2
    assert float(row["score"]) == pytest.approx(sacrebleu.corpus_bleu(hypotheses, [reference]).score, abs=1e-9)


def test_the_table_can_be_shown_again_by_another_metric(finished):
    command = [sys.executable, "-m", "extractors", "show", "results/small", "--metric"]
    done = subprocess.run([*command, "ribes"], cwd=finished, capture_output=True, text=True, check=True)
    assert "ribes on challenge sets, 3 systems" in done.stdout
    assert "Whole corpus, 60 segments" in done.stdout
    assert "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp" in done.stdout
    assert "parser:biaffine:" in done.stdout
    failed = subprocess.run([*command, "rbies"], cwd=finished, capture_output=True, text=True)
    assert failed.returncode == 1
    assert "did you mean 'ribes'" in failed.stderr


def test_the_manifest_names_inputs_versions_and_models(finished):
    manifest = json.loads((finished / "results/small/manifest.json").read_text())
    assert "small/systems/careful.en" in manifest["files"]
    assert "aligner:simalign" in manifest["signature"]
    assert manifest["config"]["controls"]["samples"] == 20


def test_a_second_run_does_nothing_and_ends_with_the_findings_too(copy):
    done = run(copy, "extract", "score")
    assert "nothing to be done" in done.stderr
    assert done.stdout == (copy / "stdout").read_text()
    # What a failed run has lost is asked for by the targets.
    (copy / "results/small/hits.parquet").unlink()
    assert jobs(copy, "extract", "score")["detect_phenomena"] == 1


def test_a_run_writes_nothing_beside_its_sources(finished):
    names = {path.relative_to(finished / "small").as_posix() for path in (finished / "small").rglob("*")}
    systems = {f"systems/{name}.en" for name in ("careful", "literal", "scrambled")}
    assert names == {"source.de", "reference.A.en", "systems"} | systems


def test_results_hold_when_they_move_without_a_home_and_with_a_clock_set_back(copy, tmp_path, monkeypatch):
    moved = (tmp_path / "elsewhere" / "run with blanks").resolve()
    moved.parent.mkdir()
    shutil.move(copy, moved)
    # Results of before a clock was set back are of the future.
    for path in (moved / "results").rglob("*"):
        os.utime(path, (4e9, 4e9))
    monkeypatch.delenv("HOME")
    assert jobs(moved, "extract", "score") == {}
    assert len(scores(moved)) > 0


@pytest.mark.parametrize(
    "damage", [lambda path: flip(path, 60), lambda path: cut(path, 100), lambda path: cut(path, 0)]
)
@pytest.mark.parametrize(
    ("name", "reader"), [("hits.parquet", "select_sets"), ("source.conllu.gz", "detect_phenomena")]
)
def test_a_damaged_result_is_refused_with_the_command_that_makes_it_again(copy, name, reader, damage):
    before = (copy / "results/small/scores.parquet").read_bytes()
    damage(copy / "results/small" / name)
    done = run(copy, "--forcerun", reader, "--", "extract", check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    again = re.search(rf"remedy: make it again: (cd .* --force results/small/{name})$", done.stderr, re.MULTILINE)
    path = os.pathsep.join([str(Path(SNAKEMAKE).parent), os.environ["PATH"]])
    subprocess.run(["bash", "-c", again[1]], check=True, capture_output=True, env=os.environ | {"PATH": path})
    run(copy, "extract", "score")
    assert (copy / "results/small/scores.parquet").read_bytes() == before


def test_results_of_another_config_that_snakemake_does_not_know_are_refused(copy):
    shutil.rmtree(copy / ".snakemake")
    assert "nothing to be done" in run(copy, "extract", "score").stderr
    (copy / "config/config.yaml").write_text(CONFIG.replace("samples: 20", "samples: 21"))
    done = run(copy, "extract", "score", check=False)
    assert done.returncode == 1
    assert "results/small: these results are of another config: controls.samples was 20, now 21" in done.stderr
    assert "segments, 3 systems" not in done.stdout
    shutil.rmtree(copy / "results/small")
    assert jobs(copy, "extract")["ingest_corpus"] == 1


def test_one_system_more_parses_and_detects_nothing_again(copy):
    shutil.copy(copy / "small/systems/careful.en", copy / "small/systems/new.en")
    assert jobs(copy, "extract", "score") == {
        "ingest_systems": 1,
        "audit_inputs": 1,
        "compute_statistics": 2,
        "align_outputs": 1,
        "build_lexicon": 1,
        "measure_accuracy": 1,
        "score_systems": 1,
        "trace_distances": 1,
        "write_tables": 1,
        "write_manifest": 1,
    }


@pytest.mark.parametrize("changed", ["samples: 20, seed: 100", "samples: 20, tolerance: 20", "samples: 1"])
def test_changed_controls_are_drawn_again(copy, changed):
    (copy / "config/config.yaml").write_text(CONFIG.replace("samples: 20", changed))
    found = jobs(copy, "extract", "score")
    assert found["draw_controls"] == found["score_systems"] == 1
    assert "compute_statistics" not in found


def test_controls_are_matched_on_more_than_length_where_a_config_says_so(copy):
    (copy / "domains.txt").write_text("news\ntalk\n" * (SEGMENTS // 2))
    (copy / "documents.txt").write_text("".join(f"d{line // 5}\n" for line in range(SEGMENTS)))
    more = (
        "controls: {samples: 20, match: [length, domain]}\nconfounds: {covariates: [clauses, hard], minimum_length: 5}"
    )
    text = CONFIG.replace("controls: {samples: 20}", more)
    (copy / "hard.txt").write_text("".join(f"{line % 3}\n" for line in range(SEGMENTS)))
    names = "    domain: domains.txt\n    document: documents.txt\n    covariates: {hard: hard.txt}\n"
    (copy / "config/config.yaml").write_text(text.replace("    systems:", f"{names}    systems:"))
    found = jobs(copy, "score")
    rules = ("measure_covariates", "draw_controls", "check_confounds", "score_systems", "trace_distances")
    assert [found[rule] for rule in (*rules, "compare_domains")] == [1] * 6
    assert not {"compute_statistics", "parse_source", "select_sets"} & found.keys()
    run(copy, "score")
    assert "match:length+domain" in run_signature(copy)
    for row in tables.read(CONTROLS, copy / "results/small/controls.parquet").to_pylist():
        ids = next(
            r["segment_ids"]
            for r in tables.read(SETS, copy / "results/small/sets.parquet").to_pylist()
            if all(r[k] == row[k] for k in ("phenomenon", "kind", "distance_from"))
        )
        assert all(b < 0 or a % 2 == b % 2 for a, b in zip(ids, row["segment_ids"], strict=True))
        break
    rows = tables.read(CONFOUNDS, copy / "results/small/confounds.csv").to_pylist()
    ways = {"none", "length", "length+clauses", "length+hard", "length+clauses+hard", "length, 5 tokens or more"}
    assert {row["matched_on"] for row in rows} == ways
    assert all(
        row["hard_set"] == pytest.approx(row["hard_control"]) for row in rows if row["matched_on"] == "length+hard"
    )
    effects = tables.read(PHENOMENON_EFFECTS, copy / "results/small/phenomenon_effects.csv").to_pylist()
    measured = [row for row in effects if row["units"]]
    assert all(
        row["units"] <= SEGMENTS // 5 and row["signature"].endswith("|se:jackknife.documents") for row in measured
    )
    assert any(row["units"] < row["n"] - row["unmatched"] for row in measured)
    by_domain = tables.read(DOMAIN_EFFECTS, copy / "results/small/phenomena_by_domain.csv").to_pylist()
    assert {row["domain"] for row in by_domain} == {"news", "talk"}
    assert all("|cluster:document|" in row["signature"] for row in scores(copy))
    for file, line in (("hard.txt", "1"), ("documents.txt", "one")):
        text = (copy / file).read_text()
        (copy / file).write_text(f"{line}\n" * SEGMENTS)
        assert jobs(copy, "score")["measure_covariates"] == 1
        (copy / file).write_text(text)


def test_scores_that_the_user_brings_stand_beside_the_metrics(copy):
    systems = ("careful", "literal", "scrambled")
    lines = ["\t".join(str(k + i) for i in range(3)) for k in range(SEGMENTS)]
    (copy / "comet.tsv").write_text("\n".join(["\t".join(systems), *lines]) + "\n")
    (copy / "config/config.yaml").write_text(
        CONFIG.replace(
            "    systems: small/systems\n", "    systems: small/systems\n    segment_scores: {comet: comet.tsv}\n"
        )
    )
    found = jobs(copy, "score")
    assert found["import_scores"] == 1
    assert "compute_statistics" not in found
    run(copy, "score")
    rows = [row for row in scores(copy) if row["metric"] == "comet"]
    assert {row["corpus_score"] for row in rows} == {"29.5", "30.5", "31.5"}
    assert all(re.match(r"comet\|file:comet\.tsv:[0-9a-f]{8}\|missing:refuse", row["signature"]) for row in rows)
    assert "comet.tsv" in json.loads((copy / "results/small/manifest.json").read_text())["files"]
    # The same length and, at worst, the same time: only the content has changed.
    (copy / "comet.tsv").write_text((copy / "comet.tsv").read_text().replace("10\t11\t12", "10\tno\t-"))
    done = run(copy, "score", check=False)
    # Of two systems at once, and the scores of none are left.
    assert re.search(r"comet\.tsv:12: 'no' is not a finite number", done.stdout + done.stderr)
    assert re.search(r"comet\.tsv:12: '-' is not a finite number", done.stdout + done.stderr)
    assert not (copy / "results/small/statistics/comet").exists()


def test_scores_of_segments_that_are_cut_are_read_whole_and_spread(copy):
    (copy / "comet.tsv").write_text("careful\tliteral\tscrambled\n" + "1\t2\t3\n" * SEGMENTS)
    (copy / "config/config.yaml").write_text(
        CONFIG.replace(
            "    systems: small/systems\n",
            "    systems: small/systems\n    unit: sentence\n    segment_scores: {comet: comet.tsv}\n",
        )
    )
    run(copy, "results/small/statistics/comet")
    spread, whole = (
        pq.read_table(copy / f"results/small/{folder}statistics/comet/careful.parquet").num_rows
        for folder in ("", "whole/")
    )
    assert whole == SEGMENTS <= spread == tables.count_rows(copy / "results/small/units.parquet")


def test_accuracy_has_a_row_for_each_system_set_and_measure_and_says_what_gave_lemmas(finished):
    rows = tables.read(ACCURACY, finished / "results/small/accuracy.csv").to_pylist()
    keys = [tuple(row[k] for k in ("system", "phenomenon", "kind", "distance_from", "measure")) for row in rows]
    assert len(keys) == len(set(keys))
    sets = {
        (r["phenomenon"], r["kind"], r["distance_from"])
        for r in tables.read(SETS, finished / "results/small/sets.parquet").to_pylist()
    }
    assert {(phenomenon, kind, distance) for _, phenomenon, kind, distance, _ in keys} == sets
    assert {measure for _, phenomenon, _, _, measure in keys if phenomenon == "reordering"} == {
        "reference_match",
        "rendered",
        "order",
    }
    manifest = json.loads((finished / "results/small/manifest.json").read_text())
    assert f"|lemmas:{manifest['lemmas']}|" in rows[0]["run"]
    assert "/ref:A|" in rows[0]["run"]


def test_accuracy_that_is_not_wanted_is_not_measured(copy):
    for file in ("accuracy.csv", "lexicon.parquet"):
        (copy / "results/small" / file).unlink()
    (copy / "config/config.yaml").write_text(f"accuracy: {{enabled: false}}\n{CONFIG}")
    assert set(jobs(copy, "extract", "score")) == {"write_manifest"}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ("{seed: 50}", {"measure_accuracy", "write_manifest"}),
        ("{compare: forms}", {"build_lexicon", "measure_accuracy", "write_manifest"}),
    ],
)
def test_changed_options_of_accuracy_concern_nothing_else(copy, changed, expected):
    (copy / "config/config.yaml").write_text(f"accuracy: {changed}\n{CONFIG}")
    assert set(jobs(copy, "extract", "score")) == expected


def test_without_a_model_of_the_target_language_forms_are_compared(copy):
    (copy / "models").mkdir()
    for model in (ROOT / "resources/models").iterdir():
        if model.name != "parser-en":
            (copy / "models" / model.name).symlink_to(model)
    done = run(copy, "score", variables={"CHALLENGE_SETS_MODELS": str(copy / "models")})
    assert "words are compared by their forms only" in done.stdout + done.stderr
    rows = tables.read(ACCURACY, copy / "results/small/accuracy.csv").to_pylist()
    assert "|lemmas:none|" in rows[0]["run"]
    assert any(row["n"] for row in rows)


@pytest.mark.parametrize(
    ("changed", "traced"),
    [("resamples: 99", False), ("alpha: 0.01", False), ("block: 5", False), ("trials: 99", True), ("seed: 1", True)],
)
def test_changed_tests_count_nothing_again(copy, changed, traced):
    (copy / "config/config.yaml").write_text(f"statistics: {{{changed}}}\n{CONFIG}")
    found = jobs(copy, "extract", "score")
    assert found == {"score_systems": 1, "write_tables": 1, "write_manifest": 1} | (
        {"trace_distances": 1} if traced else {}
    )


def test_the_tables_of_conclusions_have_their_rows(finished):
    results = finished / "results/small"
    sets = [r for r in tables.read(SETS, results / "sets.parquet").to_pylist() if r["kind"] == "minimum"]
    scored = sum(r["segments"] > 0 for r in sets)
    rows = {
        form.name: tables.read(form, results / form.file).to_pylist()
        for form in (SYSTEM_COMPARISONS, SYSTEM_RANKS, DISTANCE_TRENDS)
    }
    assert len(rows["system comparisons"]) == 2 * 3 * scored
    assert len(rows["system ranks"]) == 2 * 3 * scored
    assert len(rows["distance trends"]) == 2 * 3 * len({r["phenomenon"] for r in sets})
    assert "|bs:1000|seed:12345|ar:1000|seed:12345|" in rows["system comparisons"][0]["signature"]
    assert {r["cluster"] for r in rows["system ranks"] if r["rank"] == 1} == {1}
    assert any(r["p_holm"] for r in rows["distance trends"])
    # The small corpus has too few segments outside its sets for a test of their differences.
    assert any(r["difference"] for r in scores(finished))


def test_an_older_file_in_the_place_of_an_output_is_noticed(copy):
    shutil.copy(copy / "small/systems/literal.en", copy / "small/systems/careful.en")
    os.utime(copy / "small/systems/careful.en", (0, 0))
    assert jobs(copy, "score")["ingest_systems"] == 1


def test_every_system_that_is_wrong_is_named_and_the_next_run_reads_all(copy):
    systems, target = copy / "small/systems", "results/small/statistics/bleu"
    texts = {name: (systems / f"{name}.en").read_text() for name in ("careful", "literal")}
    for name, text in texts.items():
        (systems / f"{name}.en").write_text(text.rpartition("\n")[0].rpartition("\n")[0] + "\n")
    done = run(copy, target, check=False)
    for name in texts:
        assert re.search(rf"ERROR small/systems/{name}\.en:60: 59 segments", done.stderr)
    assert "error: small ingest_systems failed" in done.stderr
    assert not (copy / "results/small/systems").exists()
    for name, text in texts.items():
        (systems / f"{name}.en").write_text(text)
    run(copy, target)
    assert len(list((copy / target).glob("*.parquet"))) == 3


def test_one_metric_more_computes_that_metric_only(copy):
    (copy / "config/config.yaml").write_text(CONFIG.replace("ribes: {}", "ribes: {}, chrf: {}"))
    found = jobs(copy, "extract", "score")
    assert found["compute_statistics"] == 1
    assert "parse_source" not in found
    assert "draw_controls" not in found


def test_an_edited_phenomenon_does_not_parse_or_align_again(copy):
    file = copy / "config/phenomena.yaml"
    file.write_text(
        file.read_text().replace("V [upos=VERB|AUX]; V -[compound:prt]", "V [upos=VERB]; V -[compound:prt]")
    )
    found = jobs(copy, "extract", "score")
    assert found["detect_phenomena"] == 1
    assert not {"parse_source", "align_references", "compute_statistics"} & set(found)


def test_a_minimum_confidence_is_a_matter_of_detection(copy):
    (copy / "config/config.yaml").write_text(f"minimum_confidence: 0.5\n{CONFIG}")
    found = jobs(copy, "extract", "score")
    assert found["detect_phenomena"] == 1
    assert not {"parse_source", "align_references", "compute_statistics"} & set(found)


def test_an_edited_comment_in_the_phenomena_detects_nothing_again(copy):
    file = copy / "config/phenomena.yaml"
    file.write_text("# a comment\n" + file.read_text())
    assert "detect_phenomena" not in jobs(copy, "extract", "score")


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        (
            "config/config.yaml",
            "controls:",
            "contrls:",
            r"config\.yaml:8: unknown key 'contrls'.*did you mean 'controls'",
        ),
        ("config/config.yaml", "bleu: {}", "blue: {}", r"unknown metric 'blue'.*did you mean 'bleu'"),
        ("config/config.yaml", "metrics:", "phenomena: [particle]\nmetrics:", r"did you mean 'particle_verb"),
        ("config/config.yaml", "small/source.de", "small/sorce.de", r"no such file: small/sorce\.de"),
        ("config/config.yaml", "metrics: {", "metrics: [", r"config\.yaml:\d+: YAML syntax error.*remedy"),
        ("config/phenomena.yaml", "compound:prt", "compond:prt", r"phenomena\.yaml:\d+: .*compound"),
    ],
)
def test_bad_configs_are_refused_in_words(copy, file, old, new, words):
    path = copy / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    done = plan(copy, "extract", "score", check=False)
    assert done.returncode
    assert re.search(words, done.stdout.replace("\n", " ")), done.stdout


@pytest.mark.parametrize(
    ("file", "data", "words"),
    [
        (
            "systems/careful.en",
            b"one\ntwo\n",
            r"careful\.en:3: 2 segments, but the source small/source\.de has 60.*remedy:",
        ),
        ("systems/careful.en", b"", r"careful\.en: the file is empty"),
        ("reference.A.en", b"\xff\n" * SEGMENTS, r"reference\.A\.en:1: invalid UTF-8"),
    ],
)
def test_bad_inputs_stop_the_run_with_their_line(copy, file, data, words):
    (copy / "small" / file).write_bytes(data)
    done = run(copy, "extract", "score", check=False)
    assert done.returncode
    assert re.search(words, (done.stdout + done.stderr).replace("\n", " ")), done.stderr
    failed = re.search(r"^error: small \w+ failed after .*\n  log: (logs/small/.*\.log)$", done.stderr, re.MULTILINE)
    assert re.search(words, (copy / failed[1]).read_text().replace("\n", " "))
    assert not list((copy / "results").rglob(".*.parquet")), "a temporary file was left"


def test_a_killed_run_goes_on_where_it_stopped(copy):
    results = copy / "results/small"
    for name in ("covariates.parquet", "controls.parquet", "scores.csv"):
        (results / name).unlink()
    process = subprocess.Popen(
        [SNAKEMAKE, "--cores", "2", "extract", "score"],
        cwd=copy,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 120
    while not (results / "covariates.parquet").exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert (results / "covariates.parquet").exists()
    assert not (results / "scores.csv").exists()
    assert "--unlock" in run(copy, "extract", "score", check=False).stderr
    run(copy, "--unlock")
    run(copy, "extract", "score")
    assert len(scores(copy)) > 0


def test_another_workflow_uses_it_as_a_module_from_its_own_folder(tmp_path):
    (tmp_path / "Snakefile").write_text(
        'configfile: "mine.yaml"\n\nmodule challenge_sets:\n'
        f'    snakefile: "{ROOT}/Snakefile"\n    config: config\n\nuse rule * from challenge_sets\n'
    )
    (tmp_path / "mine.yaml").write_text(
        "corpora:\n  mine: {source_language: de, target_language: en, source: s.de, references: r.en}\n"
    )
    (tmp_path / "s.de").write_text("Er freut sich.\n")
    (tmp_path / "r.en").write_text("He is glad.\n")
    assert jobs(tmp_path, "extract")["detect_phenomena"] == 1
    assert jobs(tmp_path) == jobs(tmp_path, "extract")


def test_the_small_config_of_the_workflow_catalogue_is_in_order():
    counts = jobs(ROOT, "--configfile", ".test/config/config.yaml", "--", "extract", "score")
    assert counts["score_systems"] <= 1


def test_the_slurm_profile_asks_for_memory_and_time_by_the_size_of_the_inputs(copy):
    profile = yaml.safe_load((ROOT / "profiles/slurm/config.yaml").read_text())
    (copy / "asks").mkdir()
    kept = ("default-resources", "set-resources")
    (copy / "asks/config.yaml").write_text(yaml.safe_dump({key: profile[key] for key in kept}))
    (copy / "small/source.de").write_text(f"{'x' * 500_000}\n" * SEGMENTS)
    said = plan(copy, "--profile", "asks", "--", "results/small/segments.parquet").stdout
    memory, minutes = re.search(r"^rule ingest_corpus:.*?mem_mb=(\d+).*?runtime=(\d+)", said, re.M | re.S).groups()
    assert (int(memory), int(minutes)) == (pytest.approx(2300, abs=20), pytest.approx(90, abs=5))


def test_a_corpus_without_systems_is_extracted_and_not_scored(copy):
    (copy / "config/config.yaml").write_text(CONFIG.replace("    systems: small/systems\n", ""))
    assert set(jobs(copy, "extract")) <= {"audit_inputs"}
    done = run(copy, "score", check=False)
    assert done.returncode
    assert "no corpus of this run has systems to score (small)" in done.stdout + done.stderr


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


def test_the_report_and_what_snakemake_reports(copy):
    assert jobs(copy, "report") == {"write_report": 1, "draw_charts": 1}
    done = run(copy, "report", variables=without_network(copy))
    results = copy / "results/small"
    assert done.stdout.endswith("\nresults/small/report.html\n")
    page = (results / "report.html").read_text(encoding="utf-8")
    assert "small, de \u2192 en" in page
    assert 'id="phenomenon-particle_verb"' in page
    assert {path.suffix for path in (results / "charts/particle_verb").iterdir()} == {".svg", ".pdf", ".csv"}
    assert jobs(copy, "report") == {}, done.stderr
    run(copy, "report", "--report", "all.zip", variables=without_network(copy))
    with zipfile.ZipFile(copy / "all.zip") as packed:
        names = packed.namelist()
        text = "".join(packed.read(name).decode(errors="replace") for name in names if name.endswith(".html"))
    assert any(name.endswith("/report.html") for name in names)
    assert sum(name.endswith("systems.svg") for name in names) > 5
    assert "The report on small" in text
    assert "A chart of small" in text
    attempts = copy / "attempts"
    assert not attempts.exists(), attempts.read_text()
    (copy / "config/config.yaml").write_text(f"report: {{metric: ribes, examples: 3, charts: false}}\n{CONFIG}")
    assert jobs(copy, "report") == {"write_manifest": 1, "write_report": 1}


def run_signature(folder):
    return tables.run_signature(tables.read(CONTROLS, folder / "results/small/controls.parquet"))


def test_a_corpus_is_published_once_its_licence_is_given_and_nothing_runs_before(copy):
    config, dataset = copy / "config/config.yaml", copy / "results/small/dataset"
    (copy / "results/small/input_audit.parquet").unlink()
    refused = run(copy, "extract", "publish", check=False)
    assert refused.returncode
    assert "the corpus small has no licence" in refused.stderr
    assert "write `publish: {licence: ...}` under corpora.small" in refused.stderr
    assert not (copy / "results/small/input_audit.parquet").exists()
    config.write_text(CONFIG + "publish: {licence: cc0-1.0, attribution: Us}\n")
    assert jobs(copy, "publish") == {"publish_dataset": 1}
    run(copy, "publish", variables=without_network(copy))
    assert not (copy / "attempts").exists()
    check = ["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"]
    assert subprocess.run(check, cwd=dataset).returncode == 0
    rows = tables.read(HITS, copy / "results/small/hits.parquet")
    published = [pq.read_table(path) for path in sorted((dataset / "data/hits").glob("*.parquet"))]
    assert sum(map(len, published)) == len(rows) > 0
    assert (dataset / "scoring/scores.csv").read_bytes() == (copy / "results/small/scores.csv").read_bytes()
    assert jobs(copy, "publish") == {}
    phenomena = copy / "config/phenomena.yaml"
    phenomena.write_text(phenomena.read_text().replace("A verb and its separated particle.", "A verb and its prefix."))
    config.write_text(CONFIG + "publish: {licence: cc-by-nd-4.0, attribution: Us, ids_only: true}\n")
    run(copy, "publish")
    assert not (dataset / "source.de").exists()
    assert "A verb and its prefix." in (dataset / "README.md").read_text()


def test_the_published_set_alone_gives_the_scores_of_the_run(finished, tmp_path):
    results, made = finished / "results/small", tmp_path / "dataset"
    attribution = ("--licence", "cc0-1.0", "--attribution", "The bundled corpus")
    written = {"-o": "scores.csv", "--corpus-scores": "corpus_scores.csv", "--ranks": "system_ranks.csv"}
    written |= {"--comparisons": "system_comparisons.parquet", "--trends": "distance_trends.csv"}
    written |= {"--effects": "phenomenon_effects.csv"}
    options = [part for option, name in written.items() for part in (option, str(tmp_path / name))]
    for command in (
        ("dataset", "publish", str(results), *attribution, "-o", str(made)),
        ("score", str(made), "--systems", str(finished / "small/systems"), *options),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "extractors", *command], cwd=finished, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    for name in (*written.values(), "scores_by_bucket.csv"):
        assert (tmp_path / name).read_bytes() == (results / name).read_bytes(), name
