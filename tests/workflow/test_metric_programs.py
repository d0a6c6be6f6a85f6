"""Metrics that programs compute, by a stand-in that writes the form of each program."""

import csv
import re
import shutil
import sys

import pyarrow.parquet as pq
import pytest
import yaml

from tests.workflow.running import CONFIG, jobs, plan, run

PROGRAM = '''\
"""Scores translations by their lengths, and writes down what it was asked."""
import json, sys

form, output, scores = sys.argv[1:4]
with open("asked.txt", "a") as file:
    file.write(f"{form} {output.split('/')[-1]}\\\\n")
lines = open(output).read().split("\\\\n")[:-1]
print("loading a model", file=sys.stderr)
if form == "fails":
    print("no model of that name", file=sys.stderr)
    sys.exit(3)
numbers = [min(len(line) / 1000, 1) for line in lines]
if form == "short":
    numbers.pop()
if form == "nan":
    numbers[4] = float("nan")
if form == "items":
    numbers = [len(json.loads(line)["hypothesis"]) / 1000 for line in lines]
    text = "".join(json.dumps({"id": n, "prediction": x}) + "\\\\n" for n, x in enumerate(numbers))
elif form == "json":
    errors = [{"start": 0, "end": 3, "severity": "minor", "text": "", "confidence": 0.5}]
    items = [{"mt": line, "COMET": x, "errors": errors} for line, x in zip(lines, numbers)]
    text = json.dumps({output: items})
else:
    text = "".join(f"{x}\\\\n" for x in numbers)
open(scores, "w").write(text) if scores != "-" else print(text, end="")
'''.replace("\\\\", "\\")


def program(form, reads="{output}", writes="{scores}"):
    return f"{sys.executable} program.py {form} {reads} {writes}"


def with_metrics(folder, **metrics):
    (folder / "program.py").write_text(PROGRAM)
    config = yaml.safe_load(CONFIG)
    config["metrics"] |= metrics
    (folder / "config/config.yaml").write_text(yaml.safe_dump(config, sort_keys=False))


def asked(folder):
    return sorted((folder / "asked.txt").read_text().splitlines())


def statistics(metric):
    return f"results/small/statistics/{metric}"


def test_a_program_scores_each_output_once_and_its_scores_are_tested_as_others(copy):
    with_metrics(
        copy,
        lines={"command": program("lines", writes="-"), "version": "2.0"},
        json={"command": program("json"), "version_command": "echo 1.2 && echo more", "spans": True, "range": [0, 1]},
        items={"command": program("items", "{items}"), "higher_is_better": False, "needs_reference": True},
    )
    run(copy, "score")
    systems = sorted(path.stem for path in (copy / "small/systems").iterdir())
    assert asked(copy) == sorted(f"items {s}.jsonl" for s in systems) + sorted(
        f"{form} {s}.txt" for form in ("json", "lines") for s in systems
    )
    with (copy / "results/small/corpus_scores.csv").open(newline="") as file:
        found = {(row["metric"], row["system"]): row for row in csv.DictReader(file)}
    texts = (copy / "small/systems" / f"{systems[0]}.en").read_text().splitlines()
    mean = sum(len(text) for text in texts) / len(texts) / 1000
    for metric in ("lines", "json", "items"):
        assert float(found[metric, systems[0]]["score"]) == pytest.approx(mean, abs=1e-4)
    assert "version:1.2" in found["json", systems[0]]["signature"]
    assert "version:2.0" in found["lines", systems[0]]["signature"]
    spans = pq.read_table(copy / "results/small/metric_scores/json.spans.parquet")
    assert len(spans) == len(texts) * len(systems)
    assert jobs(copy, "score") == {}
    assert jobs(copy, "-R", "run_metric_lines", "--", statistics("lines"))["run_metric_lines"] == len(systems)
    # One system more, and only it is scored.
    (copy / "small/systems/new.en").write_text((copy / "small/systems" / f"{systems[0]}.en").read_text().lower())
    (copy / "asked.txt").unlink()
    run(copy, *(statistics(metric) for metric in ("lines", "json", "items")))
    assert asked(copy) == ["items new.jsonl", "json new.txt", "lines new.txt"]


def test_a_fault_of_a_program_is_told_with_its_place(copy):
    with_metrics(
        copy,
        fails={"command": program("fails")},
        short={"command": program("short")},
        nan={"command": program("nan")},
        far={"command": program("lines"), "range": [5, 6]},
    )
    done = run(copy, "--keep-going", *(statistics(name) for name in ("fails", "short", "nan", "far")), check=False)
    said = done.stdout + done.stderr
    assert done.returncode
    for words in (
        "metric fails, system careful: the command ended with status 3:\n    loading a model\n    no model of that",
        r"metric_runs/short/careful.scores.gz:60: 59 scores, but the corpus has 60 segments",
        r"metric_runs/nan/careful.scores.gz:5: no score of segment 4",
        r"metric_runs/far/careful.scores.gz:1: the score 0\.\d+ of segment 0 is not between 5 and 6",
    ):
        assert re.search(words, said), words + "\n" + said


def test_results_with_scores_of_a_program_may_move(copy):
    with_metrics(copy, lines={"command": program("lines")})
    shutil.rmtree(copy / "results")
    run(copy, "results/small/segments.parquet")
    (copy / "results").rename(copy / "moved")
    path = copy / "config/config.yaml"
    config = path.read_text()
    for place in ("moved", "./moved/", str(copy / "moved")):
        path.write_text(f"results: {place}\n{config}")
        assert plan(copy, "extract").returncode == 0
    path.write_text(f"results: moved\n{config.replace('samples: 20', 'samples: 21')}")
    done = plan(copy, "extract", check=False)
    assert "controls.samples was 20, now 21" in done.stdout
    assert "mv moved/small moved/small.earlier" in done.stdout


def test_a_resource_is_that_of_the_command(copy):
    with_metrics(copy, lines={"command": program("lines"), "resources": {"gpu": 1}})
    assert "gpu=1" in plan(copy, statistics("lines")).stdout
