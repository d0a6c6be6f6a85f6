"""What a run refuses: damaged results, those of another config, wrong inputs and configs."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.builders.damage import flip
from tests.workflow.running import CONFIG, SNAKEMAKE, jobs, plan, run


def test_a_damaged_result_is_refused_with_the_command_that_makes_it_again(copy):
    file = copy / "results/small/hits.parquet"
    before = file.read_bytes()
    flip(file, 60)
    done = run(copy, "--forcerun", "measure_accuracy", "--", "results/small/accuracy.parquet", check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    again = re.search(r"remedy: make it again: (cd .* --force results/small/hits.parquet)$", done.stderr, re.MULTILINE)
    path = os.pathsep.join([str(Path(SNAKEMAKE).parent), os.environ["PATH"]])
    subprocess.run(["bash", "-c", again[1]], check=True, capture_output=True, env=os.environ | {"PATH": path})
    assert file.read_bytes() == before


def test_results_of_another_config_that_snakemake_does_not_know_are_refused(copy):
    shutil.rmtree(copy / ".snakemake")
    assert jobs(copy, "extract", "score") == {}
    (copy / "config/config.yaml").write_text(CONFIG.replace("samples: 20", "samples: 21"))
    done = run(copy, "extract", "score", check=False)
    assert done.returncode == 1
    assert "results/small: these results are of another config: controls.samples was 20, now 21" in done.stderr
    assert "segments, 3 systems" not in done.stdout
    shutil.rmtree(copy / "results/small")
    assert jobs(copy, "extract")["ingest_corpus"] == 1


def test_every_system_that_is_wrong_is_named_and_the_next_run_reads_all(copy):
    systems, target = copy / "small/systems", "results/small/statistics/bleu"
    texts = {name: (systems / f"{name}.en").read_text() for name in ("forgetful", "literal")}
    for name, text in texts.items():
        (systems / f"{name}.en").write_text(text.rpartition("\n")[0].rpartition("\n")[0] + "\n")
    done = run(copy, target, check=False)
    assert done.returncode
    failed = re.search(r"Error in rule ingest_systems:.*?log: (logs/small/\S+\.log)", done.stderr, re.DOTALL)
    for said in (done.stderr, (copy / failed[1]).read_text()):
        for name in texts:
            assert re.search(rf"ERROR small/systems/{name}\.en:60: 59 segments", said)
    assert not (copy / "results/small/systems").exists()
    assert not list((copy / "results").rglob(".*.parquet")), "a temporary file was left"
    for name, text in texts.items():
        (systems / f"{name}.en").write_text(text)
    run(copy, target)
    assert len(list((copy / target).glob("*.parquet"))) == 3


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("controls:", "contrls:", r"config\.yaml:8: unknown key 'contrls'.*did you mean 'controls'"),
        ("metrics: {", "metrics: [", r"config\.yaml:\d+: YAML syntax error.*remedy"),
    ],
)
def test_bad_configs_are_refused_in_words(copy, old, new, words):
    path = copy / "config/config.yaml"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    done = plan(copy, "extract", "score", check=False)
    assert done.returncode
    assert re.search(words, done.stdout.replace("\n", " ")), done.stdout


def test_a_corpus_is_published_once_its_licence_is_given_and_nothing_runs_before(copy):
    (copy / "config/config.yaml").write_text(CONFIG.partition("publish:")[0])
    (copy / "results/small/input_audit.parquet").unlink()
    refused = run(copy, "extract", "publish", check=False)
    assert refused.returncode
    assert "the corpus small has no licence" in refused.stderr
    assert "write `publish: {licence: ...}` under corpora.small" in refused.stderr
    assert not (copy / "results/small/input_audit.parquet").exists()
