"""What re-runs a stage although Snakemake does not watch it."""

from types import SimpleNamespace

from extractors.config.targets import aligner_files, model_states, parser_of
from extractors.models import installed


def test_the_shipped_models_of_a_kind_are_watched_where_none_is_named(tmp_path):
    parsers = [name for name in installed.shipped() if name.startswith("parser-")]
    assert len(model_states(None, "parser-")) == len(parsers) > 0
    assert model_states("no-such-model", "parser-") == []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "weights").write_text(name)
    assert model_states(str(tmp_path / "one"), "parser-") != model_states(str(tmp_path / "two"), "parser-")


def test_the_files_of_links_are_watched_for_each_reference(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("links.A", "links.B", "links.C"):
        (tmp_path / name).touch()
    align = SimpleNamespace(model="links.{reference}", options={"tokens": "ours"})
    assert aligner_files(SimpleNamespace(align=align, aligned_references=("A", "B", "none"))) == ["links.A", "links.B"]


def test_the_measured_quality_of_a_parser_does_not_parse_again():
    parse = SimpleNamespace(as_dict=lambda: {"parser": "multilingual", "quality": "mine.csv"})
    assert parser_of(SimpleNamespace(parse=parse)) == {"parser": "multilingual"}
