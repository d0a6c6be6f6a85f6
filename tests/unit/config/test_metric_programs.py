"""Metrics that programs compute, as corpora have them."""

import re

import pytest

from extractors.config.model import Config
from tests import ROOT
from tests.builders.configs import load, refused

METRICS = """\
metrics:
  chrf:
  comet: {preset: comet-22}
  kiwi: {preset: cometkiwi-22, missing: allow}
  mx: {preset: metricx-24}
"""
CORPORA = f"""\
phenomena_file: {ROOT}/config/phenomena.yaml
corpora:
  one: {{source_language: en, target_language: de, source: a.en, references: b.de, systems: [c.de]}}
  bare: {{source_language: en, target_language: de, source: a.en, systems: [c.de]}}
  alone: {{source_language: en, target_language: de, source: a.en}}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name in ("a.en", "b.de", "c.de"):
        (tmp_path / name).write_text("x\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_program_scores_the_corpora_that_have_what_it_reads(folder):
    run = load(folder, CORPORA + METRICS)
    metrics = {name: [*corpus.metrics(run.settings.computed_metrics)] for name, corpus in run.corpora.items()}
    assert metrics == {"one": ["chrf", "comet", "kiwi", "mx"], "bare": ["kiwi"], "alone": []}
    scores = run.corpora["one"].segment_scores
    assert all(run.corpora["one"].is_made(file) and not run.corpora["one"].is_taken(file) for file in scores.values())
    assert {name: (file.higher_is_better, file.missing) for name, file in scores.items()} == {
        "comet": (True, "refuse"),
        "kiwi": (True, "allow"),
        "mx": (False, "refuse"),
    }
    # What a manifest keeps is the same run.
    assert Config.of(run.settings.as_dict()).metric_commands == run.settings.metric_commands


@pytest.mark.parametrize(
    ("metrics", "problem", "line"),
    [
        ("metrics:\n  bleu: {command: 'x {output}'}\n", "'bleu' is the name of a metric that is computed", 7),
        ("metrics:\n  chrf:\n  comet:\n    command: x {outputs}\n", "unknown placeholder {outputs}", 9),
        ("metrics:\n  comet: {preset: comet}\n", "unknown preset 'comet'", 7),
        ("metrics:\n  comet: {preset: comet-22, batch: 8}\n", "unknown key 'batch'", 7),
        ("metrics:\n  a/b: {preset: comet-22}\n", "'a/b'", 7),
        ("metrics:\n  comet: {}\n", "unknown metric 'comet'", 7),
        (
            "metrics:\n  a-b: {preset: comet-22}\n  chrf:\n  a.b: {command: 'x {output}'}\n",
            "'a-b' and 'a.b' give the same Snakemake rule, run_metric_a_b",
            6,
        ),
    ],
)
def test_a_fault_is_told_with_its_line(folder, metrics, problem, line):
    refused(folder, CORPORA + metrics, re.escape(problem), line)


def test_scores_of_a_file_and_of_a_program_have_two_names(folder):
    (folder / "comet.tsv").write_text("c\n1\n")
    corpora = CORPORA.replace("b.de, systems: [c.de]", "b.de, systems: [c.de], segment_scores: {comet: comet.tsv}")
    refused(folder, corpora + METRICS, "come from a file, and by the command", 3)
