"""Which jobs a run plans: after an edit, from another folder, with another config."""

import os
import re
import shutil

import pytest
import yaml

from tests import ROOT
from tests.workflow.running import CONFIG, SEGMENTS, edit, jobs, plan, run_program

TARGETS = ("extract", "score", "report", "publish")


def test_a_second_run_does_nothing(copy):
    # Asked of the program itself, as all others are asked of a process that has loaded it.
    said = run_program(copy, "--dry-run", *TARGETS)
    assert "Nothing to be done" in said.stdout + said.stderr
    # What a failed run has lost is asked for by the targets.
    (copy / "results/small/hits.parquet").unlink()
    assert jobs(copy, "extract", "score")["extract_sets"] == 1


def test_results_hold_when_they_move_without_a_home_and_with_a_clock_set_back(copy, tmp_path, monkeypatch):
    moved = (tmp_path / "elsewhere" / "run with blanks").resolve()
    moved.parent.mkdir()
    shutil.move(copy, moved)
    # Results of before a clock was set back are of the future.
    for path in (moved / "results").rglob("*"):
        os.utime(path, (4e9, 4e9))
    monkeypatch.delenv("HOME")
    assert jobs(moved, *TARGETS) == {}


def test_results_may_move_and_those_of_another_config_are_refused(copy):
    (copy / "results").rename(copy / "moved")
    path = copy / "config/config.yaml"
    for place in ("moved", "./moved/", str(copy / "moved")):
        path.write_text(f"results: {place}\n{CONFIG}")
        assert plan(copy, "extract").returncode == 0
    path.write_text(f"results: moved\n{CONFIG.replace('samples: 20', 'samples: 21')}")
    done = plan(copy, "extract", check=False)
    assert "controls.samples was 20, now 21" in done.stdout
    assert "mv moved/small moved/small.earlier" in done.stdout


def test_one_system_more_chooses_sets_again_and_parses_nothing(copy):
    shutil.copy(copy / "small/systems/forgetful.en", copy / "small/systems/new.en")
    rules = (
        "ingest_systems",
        "compute_statistics",
        "align_outputs",
        "extract_sets",
        "measure_accuracy",
        "score_systems",
    )
    assert jobs(copy, "extract", "score") == dict.fromkeys([*rules, "write_tables"], 1)


@pytest.mark.parametrize("more", ["B: small/more.en", None])
def test_a_reference_more_parses_nothing_and_a_changed_source_does(copy, more):
    if more:
        shutil.copy(copy / "small/reference.A.en", copy / "small/more.en")
        config = CONFIG.replace("reference.A.en}", f"reference.A.en, {more}}}")
        (copy / "config/config.yaml").write_text(config)
    else:
        source = copy / "small/source.de"
        source.write_text(source.read_text().replace(".", "!"))
    found = jobs(copy, "extract", "score")
    assert found["ingest_corpus"] == found["align_references"] == 1
    assert ("parse_source" in found) is (more is None)


PARSED = {"parse_source", "align_references", "compute_statistics"}


@pytest.mark.parametrize(
    ("old", "new", "once", "never"),
    [
        ("samples: 20", "samples: 20, seed: 100", {"extract_sets", "score_systems"}, {"compute_statistics"}),
        ("samples: 20", "samples: 20, tolerance: 20", {"extract_sets", "score_systems"}, {"compute_statistics"}),
        ("samples: 20", "samples: 1", {"extract_sets", "score_systems"}, {"compute_statistics"}),
        ("ribes: {}", "ribes: {}, ter: {}", {"compute_statistics"}, {"parse_source", "extract_sets"}),
        ("controls:", "minimum_confidence: 0.5\ncontrols:", {"extract_sets"}, PARSED),
    ],
)
def test_a_changed_config_makes_again_what_depends_on_it(copy, old, new, once, never):
    (copy / "config/config.yaml").write_text(CONFIG.replace(old, new))
    found = jobs(copy, "extract", "score")
    assert {found.get(rule) for rule in once} == {1}
    assert not never & set(found)


@pytest.mark.parametrize(
    ("old", "new", "once", "never"),
    [
        ("V [upos=VERB|AUX]; V -[compound:prt]", "V [upos=VERB]; V -[compound:prt]", {"extract_sets"}, PARSED),
        ("phenomena:\n", "# a comment\nphenomena:\n", set(), {"extract_sets"}),
        (
            "A verb and its separated particle.",
            "A verb and its prefix.",
            {"publish_dataset"},
            {"parse_source", "extract_sets"},
        ),
    ],
)
def test_an_edited_phenomenon_makes_again_what_depends_on_it(copy, old, new, once, never):
    file = copy / "config/phenomena.yaml"
    text = file.read_text()
    assert old in text
    edit(file).write_text(text.replace(old, new))
    found = jobs(copy, "extract", "score", "publish")
    assert all(found[rule] == 1 for rule in once)
    assert not never & set(found)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ("accuracy: {seed: 50}", {"measure_accuracy"}),
        ("accuracy: {compare: forms}", {"measure_accuracy"}),
        ("statistics: {resamples: 99}", {"score_systems"}),
        ("statistics: {alpha: 0.01}", {"score_systems", "measure_accuracy"}),
        ("statistics: {block: 5}", {"score_systems", "measure_accuracy"}),
        ("statistics: {trials: 99}", {"score_systems"}),
        ("statistics: {seed: 1}", {"score_systems"}),
    ],
)
def test_changed_options_of_tests_and_of_accuracy_concern_nothing_else(copy, changed, expected):
    (copy / "config/config.yaml").write_text(f"{changed}\n{CONFIG}")
    assert set(jobs(copy, "extract", "score")) == {*expected, "write_tables"}


def test_changed_options_of_the_report_and_of_the_published_set_concern_nothing_else(copy):
    text = CONFIG.replace("attribution: Us", "attribution: Us, ids_only: true")
    (copy / "config/config.yaml").write_text(text.replace("{charts: true}", "{examples: 3}"))
    assert jobs(copy, "report", "publish") == {"write_tables": 1, "write_report": 1, "publish_dataset": 1}


def test_accuracy_that_is_not_wanted_is_not_measured(copy):
    (copy / "results/small/accuracy.csv").unlink()
    (copy / "config/config.yaml").write_text(f"accuracy: {{enabled: false}}\n{CONFIG}")
    assert set(jobs(copy, "extract", "score")) == {"write_tables"}


def test_a_raised_version_makes_a_stage_again_with_what_depends_on_it(copy):
    raised = 'from extractors.core.version import RESULTS_VERSION as V\nV["words"] += 1\ninclude: "Snakefile"\n'
    (copy / "Raised").write_text(raised)
    assert jobs(copy, "--snakefile", "Raised", "--", "score") == {"measure_accuracy": 1, "write_tables": 1}


def test_an_older_file_in_the_place_of_an_output_is_noticed(copy):
    shutil.copy(copy / "small/systems/literal.en", copy / "small/systems/forgetful.en")
    os.utime(copy / "small/systems/forgetful.en", (0, 0))
    assert jobs(copy, "score")["ingest_systems"] == 1


def test_the_slurm_profile_asks_for_memory_and_time_by_the_size_of_the_inputs(copy):
    profile = yaml.safe_load((ROOT / "profiles/slurm/config.yaml").read_text())
    (copy / "asks").mkdir()
    kept = ("default-resources", "set-resources")
    (copy / "asks/config.yaml").write_text(yaml.safe_dump({key: profile[key] for key in kept}))
    (copy / "small/source.de").write_text(f"{'x' * 500_000}\n" * SEGMENTS)
    said = plan(copy, "--profile", "asks", "--", "results/small/segments.parquet").stdout
    memory, minutes = re.search(r"^rule ingest_corpus:.*?mem_mb=(\d+).*?runtime=(\d+)", said, re.M | re.S).groups()
    assert (int(memory), int(minutes)) == (pytest.approx(2300, abs=20), pytest.approx(90, abs=5))


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
    assert jobs(tmp_path, "extract")["extract_sets"] == 1
    assert jobs(tmp_path) == jobs(tmp_path, "extract")


def test_the_small_config_of_the_workflow_catalogue_is_in_order():
    counts = jobs(ROOT, "--configfile", ".test/config/config.yaml", "--", "extract", "score")
    assert counts["score_systems"] <= 1
