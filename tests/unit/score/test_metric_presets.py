"""Each preset's whole command, run by a shell, with a stand-in that writes what the program writes."""

import os
import sys

import pytest

from extractors.core.files import read_text
from extractors.formats.segments import Corpus
from extractors.score.metric_command_settings import presets
from extractors.score.metric_output import SpanMark, read_metric_output
from tests.builders.metric_job import job, run

OUTPUTS = ["Die Eule ruft.", "Der Uhu."]
COMET = """
import json, sys
given = dict(zip(sys.argv[1:], sys.argv[2:]))
lines = open(given["-t"]).read().splitlines()
found = [{"src": "s", "mt": line, "COMET": 0.25 + n / 2} for n, line in enumerate(lines)]
if "XCOMET" in given["--model"]:
    for one in found:
        one["errors"] = []
    found[0]["errors"] = [{"text": "Eule", "confidence": 0.7, "severity": "major", "start": 4, "end": 8}]
assert ("-r" in given) == ("kiwi" not in given["--model"])
json.dump({given["-t"]: found}, open(given["--to_json"], "w"), indent=4)
print("Predicting: 100%", file=sys.stderr)
"""
METRICX = """
import json, sys
given = dict(zip(sys.argv[1:], sys.argv[2:]))
rows = [json.loads(line) for line in open(given["--input_file"])]
assert all("reference" in row and "source" in row for row in rows) or "--qe" in sys.argv
with open(given["--output_file"], "w") as out:
    for n, row in enumerate(rows):
        out.write(json.dumps(row | {"prediction": 0.25 + n / 2}) + "\\n")
"""
GEMBA = """
import sys
given = dict(one.split("=") for one in sys.argv[1:] if "=" in one)
assert given["--target_lang"] == "Low German"
print("Answer: please wait")
if given["--method"] == "GEMBA-MQM":
    print("defaultdict(<class 'list'>, {'major': ['accuracy/mistranslation - \\"Eule\\"']})")
    print("Too long")
    print("defaultdict(<class 'list'>, {})")
else:
    print("75")
    print("95.5")
"""
BERTSCORE = """
import sys
assert sys.argv[sys.argv.index("--lang") + 1] == "de"
print("roberta_L17_no-idf_version=0.3.12 P: 0.9 R: 0.9 F1: 0.5")
print("0.900000\\t0.910000\\t0.250000")
print("0.900000\\t0.910000\\t0.750000")
"""
PROGRAMS = {"comet-score": COMET, "gemba": GEMBA, "bert-score": BERTSCORE}
PACKAGES = ("unbabel-comet", "gemba", "bert-score")
SCORES = {"gemba-mqm": [-5, 0], "gemba-da": [75, 95.5]}


@pytest.fixture
def environment(tmp_path):
    """An environment in which the programs are, and say their versions."""
    programs, packages = tmp_path / "bin", tmp_path / "packages"
    (packages / "metricx24").mkdir(parents=True)
    programs.mkdir()
    (packages / "metricx24/predict.py").write_text(METRICX)
    for name, code in PROGRAMS.items():
        (programs / name).write_text(f"#!{sys.executable}\n{code}")
        (programs / name).chmod(0o755)
    (programs / "python").symlink_to(sys.executable)
    for name in PACKAGES:
        about = packages / f"{name.replace('-', '_')}-9.1.dist-info/METADATA"
        about.parent.mkdir()
        about.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 9.1\n")
    return {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(packages)}


@pytest.mark.parametrize("name", sorted(presets()))
def test_the_command_of_a_preset_leads_to_scores_and_spans(tmp_path, environment, name):
    one = job(tmp_path, OUTPUTS, Corpus("en", "de", ["The owl calls.", "The owl."], {"A": OUTPUTS}), preset=name)
    done = run(one, env=environment)
    assert not done.returncode, done.stderr
    marks = read_metric_output(one.output, outputs=OUTPUTS, command=one.command)
    assert [mark.score for mark in marks] == SCORES.get(name, [0.25, 0.75])
    assert read_text(one.version).split()[0] in ("9.1", "metricx-24-hybrid-xl-v2p6")
    if one.command.spans:
        (error,) = marks[0].errors
        assert (error.start, error.end, error.severity) == (4, 8, "major")
        assert isinstance(error, SpanMark)
        assert not marks[1].errors
    else:
        assert not marks[0].errors
