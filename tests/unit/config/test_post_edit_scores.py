"""HTER as a score of a corpus with post-edits."""

import pytest

from extractors.config.corpus_texts import HTER_FILE
from extractors.config.targets import metric_of_findings
from tests import ROOT
from tests.builders.configs import load

CONFIG = f"""\
phenomena_file: {ROOT}/config/phenomena.yaml
results: made
corpora:
  one: {{source_language: en, target_language: de, source: a.en, systems: [c.de], post_edits: {{c: d.de}}}}
  other: {{source_language: en, target_language: de, source: a.en, references: b.de, systems: [c.de]}}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name in ("a.en", "b.de", "c.de", "d.de"):
        (tmp_path / name).write_text("x\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_post_edits_are_scores_that_the_run_makes(folder):
    one = load(folder, CONFIG.replace("c.de], post", "c.de], references: b.de, post")).corpora["one"]
    (file,) = one.segment_scores.values()
    assert (file.path, file.higher_is_better, file.sees) == (f"made/one/{HTER_FILE}", False, "source")
    assert one.is_made(file)
    assert not one.is_taken(file)
    # They are scores enough for a corpus without references.
    run = load(folder, CONFIG)
    assert {name: [*corpus.segment_scores] for name, corpus in run.corpora.items()} == {"one": ["hter"], "other": []}


def test_scores_that_a_user_brings_come_first_and_test_the_findings(folder):
    (folder / "mine.tsv").write_text("segment\tsystem\tscore\n")
    run = load(folder, CONFIG.replace("c.de], post", "c.de], segment_scores: {mine: mine.tsv}, post"))
    assert [*run.corpora["one"].segment_scores] == ["mine", "hter"]
    assert metric_of_findings(run, run.corpora["one"]) == "mine"
