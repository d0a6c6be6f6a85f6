"""Scores and outputs that the rule files of workflow/examples make, by stand-ins for the programs and a tiny model."""

import os
import shutil
import stat
import sys

import pytest
import yaml

from extractors.formats.statistics import read_statistics
from tests import ROOT
from tests.tiny_models import translation as tiny
from tests.workflow.running import CONFIG, SEGMENTS, checkout, jobs, plan, run

pytestmark = pytest.mark.release

COMET = f'''\
#!{sys.executable}
"""As comet-score: scores by the lengths of outputs, as JSON; it writes down what it was asked."""
import json, sys

*options, _, _, report = sys.argv[1:]  # the last: --quiet --to_json FILE
of = dict(zip(options[::2], options[1::2]))
with open("asked.txt", "a") as asked:
    print(of["--model"], of["-t"], of.get("-r"), file=asked)
sources, lines = (open(of[name]).read().splitlines() for name in ("-s", "-t"))
items = [{{"src": s, "mt": t, "COMET": len(t) / 1000}} for s, t in zip(sources, lines)]
json.dump({{of["-t"]: items}}, open(report, "w"), indent=4)
'''
METRICX = '''\
"""As metricx24.predict: the items with a prediction, the length of the reference."""
import json, sys

of = dict(zip(sys.argv[1::2], sys.argv[2::2]))
with open(of["--output_file"], "w") as out:
    for line in open(of["--input_file"]):
        item = json.loads(line)
        print(json.dumps(item | {"prediction": len(item["reference"]) / 1000}), file=out)
'''
OWN = """

include: "workflow/examples/metric_texts.smk"
include: "workflow/examples/comet.smk"
include: "workflow/examples/metricx.smk"


rule run_lines:
    input:
        SOURCE_TEXT,
    output:
        "metrics/lines/{corpus}/{system}.txt",
    shell:
        "awk '{{ print NR }}' {input} > {output}"
"""
SCORES = {
    "comet": "comet/wmt22-comet-da/small.tsv",
    "metricx": {"path": "metricx/metricx-24-hybrid-xl-v2p6/small.tsv", "higher_is_better": False},
    "lines": "metrics/lines/small.tsv",
}
STATISTICS = [f"results/small/statistics/{metric}" for metric in SCORES]


@pytest.fixture
def project(tmp_path):
    """A corpus with one output, whose Snakefile includes the examples, and the programs that they run."""
    folder = tmp_path / "project"
    folder.mkdir()
    checkout(folder)
    first, *others = sorted((folder / "small/systems").iterdir())
    for path in others:
        path.unlink()
    first.rename(first.with_name("first.en"))
    with (folder / "Snakefile").open("a") as file:
        file.write(OWN)
    configure(folder, SCORES)
    (folder / "bin").mkdir()
    (folder / "bin/comet-score").write_text(COMET)
    (folder / "bin/comet-score").chmod(stat.S_IRWXU)
    (folder / "metricx24").mkdir()
    (folder / "metricx24/predict.py").write_text(METRICX)
    return folder


def configure(folder, scores):
    config = yaml.safe_load(CONFIG)
    config["corpora"]["small"]["segment_scores"] = scores
    (folder / "config/config.yaml").write_text(yaml.safe_dump(config, sort_keys=False))


def programs(folder):
    paths = {"PATH": [str(folder / "bin"), os.environ["PATH"]], "PYTHONPATH": [str(folder)]}
    return {name: os.pathsep.join(places) for name, places in paths.items()}


def scores(folder, metric):
    return read_statistics(folder / f"results/small/statistics/{metric}/first.parquet").rows[:, 0].tolist()


def test_programs_score_each_output_once_for_the_file_that_the_config_names(project):
    run(project, *STATISTICS, variables=programs(project))
    for metric, path in (("comet", "systems/first.en"), ("metricx", "reference.A.en")):
        lengths = [len(line) for line in (project / "small" / path).read_text().splitlines()]
        assert scores(project, metric) == pytest.approx([n / 1000 for n in lengths])
    assert scores(project, "lines") == [*range(1, SEGMENTS + 1)]
    place = "metrics/texts/small"
    assert (project / "asked.txt").read_text() == (
        f"Unbabel/wmt22-comet-da {place}/outputs/first.txt {place}/reference.txt\n"
    )
    assert jobs(project, *STATISTICS) == {}
    # One system more, and only it is scored.
    shutil.copy(project / "small/systems/first.en", project / "small/systems/new.en")
    found = jobs(project, *STATISTICS)
    assert found["run_comet"] == found["run_metricx"] == found["run_lines"] == 1
    assert found["import_scores"] == 3


def test_a_model_that_sees_no_reference_is_given_none(project):
    configure(project, {"kiwi": {"path": "comet/wmt22-cometkiwi-da/small.tsv", "sees": "source"}})
    printed = plan(project, "--printshellcmds", "results/small/statistics/kiwi").stdout
    assert "first.txt  --model Unbabel/wmt22-cometkiwi-da --gpus 1 --quiet" in printed


def test_a_file_of_scores_that_nobody_makes_is_named(project):
    configure(project, {"comet": "komet/wmt22-comet-da/small.tsv"})
    done = plan(project, *STATISTICS[:1], check=False)
    assert done.returncode
    assert "Missing input files for rule import_scores" in done.stdout
    assert "komet/wmt22-comet-da/small.tsv" in done.stdout


def test_a_model_translates_a_source_into_a_folder_of_outputs(tmp_path):
    tiny.save_bart(tmp_path / "model")
    (tmp_path / "source.de").write_text("".join(f"{line}\n" for line in tiny.PAIRS))
    example = (ROOT / "workflow/examples/translate.smk").read_text()
    (tmp_path / "translate.smk").write_text(example.replace("Helsinki-NLP/opus-mt-de-en", "model"))
    run(tmp_path, "--snakefile", "translate.smk")
    assert (tmp_path / "outputs/opus-mt.en").read_text().splitlines() == [*tiny.PAIRS.values()]
