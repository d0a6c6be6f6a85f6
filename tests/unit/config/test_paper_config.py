"""config/paper.yaml: the packages, rules, controls and metrics that docs/paper.md says, on a user's own texts."""

import re

import pytest

from extractors.config import targets
from extractors.config.run import load_config
from extractors.config.targets import require_extras
from extractors.core.errors import InputError
from tests import ROOT

CONFIG = ROOT / "config/paper.yaml"
TWINS = ["reflexive_paper", "particle_verb_paper", "preposition_stranding_paper", "reordering_paper"]
ALONE = re.compile(r"^# (phenomena: .*)$", re.MULTILINE)
"""The line that a user may take the comment from."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A user's folder, with the files that the config names."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "outputs").mkdir()
    for name in ("news.en", "news.de", "outputs/mine.de", "outputs/other.de"):
        (tmp_path / name).write_text("text\n")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_stack_is_that_of_the_page():
    run = load_config([CONFIG])
    news = run.corpora["news"]
    assert (news.parse.parser, news.align.aligner, news.align.model) == ("stanza", "simalign_package", "bert")
    assert {*TWINS} < {*news.phenomenon_ids}
    assert run.settings.controls.signature == "controls:100.tol1.corpus.seed1"
    assert [*run.settings.computed_metrics] == ["bleu", "ribes"]
    assert targets.metric_of_findings(run, news) == "bleu"
    assert [*news.systems] == ["mine", "other"]


@pytest.mark.usefixtures("folder")
def test_extract_and_score_make_the_sets_the_scores_and_the_tables():
    run = load_config([CONFIG])
    made = {*targets.extract_targets(run), *targets.score_targets(run)}
    names = ("sets.parquet", "controls.parquet", "alignment.parquet", "output_alignment.parquet", "scores.parquet")
    assert {f"results/news/{name}" for name in (*names, "tables")} <= made
    assert not any("accuracy" in file for file in made)


def test_the_papers_rules_alone_align_no_outputs(folder):
    (folder / "own.yaml").write_text(ALONE.search(CONFIG.read_text())[1])
    run = load_config([CONFIG, folder / "own.yaml"])
    assert [*run.corpora["news"].phenomenon_ids] == TWINS
    assert "results/news/output_alignment.parquet" not in targets.extract_targets(run)


@pytest.mark.usefixtures("folder")
def test_one_extra_beside_run_brings_what_it_needs(monkeypatch):
    run = load_config([CONFIG])
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(InputError) as caught:
        require_extras(run)
    assert caught.value.remedy == f"pip install -e '{ROOT}[run,paper]'"
