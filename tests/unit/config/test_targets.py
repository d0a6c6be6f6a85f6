"""What belongs to each target follows from the config."""

import pytest

from extractors.config import targets
from extractors.config.targets import without_references
from extractors.core.errors import InputError
from tests import ROOT
from tests.builders.configs import load

HEAD = f"phenomena_file: {ROOT}/config/phenomena.yaml\nmetrics: {{bleu: {{}}}}\n"
CORPUS = """\
  {name}:
    source_language: de
    target_language: en
    source: s.de
    references: r.en
"""
SYSTEMS = "    systems: {x: r.en}\n"


@pytest.fixture
def run_of(tmp_path, monkeypatch):
    """A function that gives the run of corpora with these further lines each."""
    monkeypatch.chdir(tmp_path)
    for name in ("s.de", "r.en", "domains.txt"):
        (tmp_path / name).write_text("text\n")

    def run(*further, head=""):
        corpora = "".join(CORPUS.format(name=name) + more for name, more in zip("abcd", further, strict=False))
        return load(tmp_path, f"{HEAD}{head}corpora:\n{corpora}")

    return run


def test_a_corpus_without_systems_is_extracted_alone(run_of):
    run = run_of("")
    found = targets.extract_targets(run)
    assert targets.all_targets(run) == found
    assert {"results/a/controls.parquet", "results/a/sets.parquet", "results/a/hits.parquet"} <= {*found}
    assert not any("systems" in file for file in found)
    for target, what in ((targets.score_targets, "score"), (targets.report_targets, "score")):
        with pytest.raises(InputError, match=rf"systems to {what} \(a\)"):
            target(run)


def test_corpora_with_systems_are_scored(run_of):
    run = run_of(SYSTEMS, SYSTEMS, "", head="accuracy: {enabled: false}\n")
    found = targets.score_targets(run)
    assert {"results/a/scores.parquet", "results/b/scores.parquet"} <= {*found}
    assert not [file for file in found if file.startswith("results/c/") or "accuracy" in file]


def test_a_report_has_tables_and_charts_as_the_config_says(run_of):
    run = run_of(SYSTEMS, head="report: {charts: false}\n")
    assert targets.report_targets(run) == ["results/a/report.html"]
    tables = targets.tables_to_report(run, run.corpora["a"])
    assert "results/a/accuracy.parquet" in tables
    assert "results/a/units.parquet" not in tables
    cut = run_of(SYSTEMS + "    unit: sentence\n")
    assert "results/a/units.parquet" in targets.tables_to_report(cut, cut.corpora["a"])


def test_outputs_choose_what_the_target_side_defines(run_of):
    own = "    align: {aligner: pharaoh, model: links.txt, options: {tokens: ours}}\n"
    run = run_of(SYSTEMS, SYSTEMS + own, "", SYSTEMS + "    phenomena: [particle_verb]\n")
    assert [corpus.is_chosen_by_outputs for corpus in run.corpora.values()] == [True, False, False, False]
    aligned = [file for file in targets.extract_targets(run) if file.endswith("output_alignment.parquet")]
    assert aligned == ["results/a/output_alignment.parquet"]
    by_reference = {p.chosen_by for p in run.corpora["c"].phenomena if p.measure}
    assert by_reference == {"reference"}


WITHOUT = f"""\
phenomena_file: {ROOT}/config/phenomena.yaml
metrics: {{bleu: , chrf: }}
corpora:
  full: {{source_language: en, target_language: de, source: a.en, references: b.de, systems: [c.de]}}
  news: {{source_language: en, target_language: de, source: a.en, systems: [c.de], segment_scores: {{kiwi: kiwi.tsv}}}}
  alone: {{source_language: en, source: a.en}}
"""


def said(folder, monkeypatch, config):
    for name in ("a.en", "b.de", "c.de"):
        (folder / name).write_text("x\n")
    monkeypatch.chdir(folder)
    return list(without_references(load(folder, config)))


def test_a_line_names_what_needs_a_reference(tmp_path, monkeypatch):
    assert said(tmp_path, monkeypatch, WITHOUT) == [
        "news: no references: no alignment to references, reordering, BLEU, chrF, accuracy",
        "alone: no references: no alignment to references, reordering",
    ]


def test_reordering_that_is_asked_for_is_found_in_outputs(tmp_path, monkeypatch):
    config = WITHOUT.replace("  alone: {source_language: en, source: a.en}\n", "phenomena: [reordering, negation]\n")
    assert said(tmp_path, monkeypatch, config) == [
        "news: no references: no alignment to references, BLEU, chrF, accuracy"
    ]
    news = load(tmp_path, config).corpora["news"]
    assert {p.id: p.chosen_by for p in news.phenomena} == {"reordering": "outputs", "negation": "source"}


def test_what_the_config_leaves_out_is_not_named(tmp_path, monkeypatch):
    assert said(tmp_path, monkeypatch, WITHOUT + "accuracy: {enabled: false}\n")[0].endswith("chrF")
