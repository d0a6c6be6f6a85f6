"""What a run says it leaves out of corpora without references."""

from extractors.config.lacking import without_references
from extractors.config.run import load_config
from tests import ROOT

CONFIG = f"""\
phenomena_file: {ROOT}/config/phenomena.yaml
metrics: {{bleu: , chrf: , comet: {{preset: comet-22}}, kiwi: {{preset: cometkiwi-22}}}}
corpora:
  full: {{source_language: en, target_language: de, source: a.en, references: b.de, systems: [c.de]}}
  news: {{source_language: en, target_language: de, source: a.en, systems: [c.de]}}
  alone: {{source_language: en, source: a.en}}
"""


def said(folder, monkeypatch, config):
    for name in ("a.en", "b.de", "c.de"):
        (folder / name).write_text("x\n")
    (folder / "run.yaml").write_text(config)
    monkeypatch.chdir(folder)
    return list(without_references(load_config(["run.yaml"])))


def test_a_line_names_what_needs_a_reference(tmp_path, monkeypatch):
    assert said(tmp_path, monkeypatch, CONFIG) == [
        "news: no references: no alignment to references, reordering, BLEU, chrF, comet, accuracy",
        "alone: no references: no alignment to references, reordering",
    ]


def test_reordering_that_is_asked_for_is_found_in_outputs(tmp_path, monkeypatch):
    config = CONFIG.replace("  alone: {source_language: en, source: a.en}\n", "phenomena: [reordering, negation]\n")
    assert said(tmp_path, monkeypatch, config) == [
        "news: no references: no alignment to references, BLEU, chrF, comet, accuracy"
    ]
    news = load_config(["run.yaml"]).corpora["news"]
    assert {p.id: p.chosen_by for p in news.phenomena} == {"reordering": "outputs", "negation": "source"}


def test_what_the_config_leaves_out_is_not_named(tmp_path, monkeypatch):
    assert said(tmp_path, monkeypatch, CONFIG + "accuracy: {enabled: false}\n")[0].endswith("chrF, comet")
