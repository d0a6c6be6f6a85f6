"""The merged config: it can be used as one, and says where each value is from."""

import re

import pytest
import yaml

from extractors.config.run import build_config, check_config, read_config
from extractors.config.show import merged_config

BASE = """\
phenomena_file: p.yaml
corpora:
  one:
    source_language: 'no'
    target_language: en
    source: "{data_dir}/s.no"
    references: {A: r.en}
    systems: {x: r.en}
    align: {references: [A]}
metrics: {bleu: {tokenize: intl}, chrf: }
publish:
  licence: cc-by-4.0
  citation: |
    @misc{one,
      title = {One: a "corpus" # of its own}}
  attribution: "two\\nlines"
"""
MORE = """\
controls: {samples: 7}
corpora: {one: {systems: {y: r.en}}}
metrics: {bleu: {lowercase: true}}
"""
OVERRIDES = {"data_dir": "."}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    phenomena = 'phenomena:\n  - {id: p, pair: [V, P], requests: {"no": ["pattern { V -> P }"]}}\n'
    files = {"base.yaml": BASE, "more.yaml": MORE, "p.yaml": phenomena, "s.no": "En.\n", "r.en": "One.\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def shown(*names):
    config, files = read_config(names, overrides=OVERRIDES)
    return merged_config(config, files, OVERRIDES)


def test_it_is_a_config_of_the_same_run(folder):
    text = shown("base.yaml", "more.yaml")
    (folder / "shown.yaml").write_text(text, encoding="utf-8")
    given, files = read_config(["base.yaml", "more.yaml"], overrides=OVERRIDES)
    again, shown_files = read_config(["shown.yaml"])
    assert check_config(again, shown_files) == check_config(given, files)
    assert build_config(again, shown_files) == build_config(given, files)
    # Snakemake reads it alike.
    assert yaml.safe_load(text) == again
    assert shown("shown.yaml").replace("# default", "#").count("#") == text.count("#")


@pytest.mark.parametrize(
    ("line", "origin"),
    [
        ("data_dir: .", "the command line"),
        ("    source_language: 'no'", "base.yaml:4"),
        ("      x: r.en", "base.yaml:8"),
        ("      y: r.en", "more.yaml:2"),
        ("      references: [A]", "base.yaml:9"),
        ("    tokenize: intl", "base.yaml:10"),
        ("    lowercase: true", "more.yaml:3"),
        ("  samples: 7", "more.yaml:1"),
        ("  pool: rest", "default"),
        ("  parser: multilingual", "default"),
        ("  licence: cc-by-4.0", "base.yaml:12"),
        ("download: false", "default"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_each_value_says_where_it_is_from(line, origin):
    assert re.search(rf"^{re.escape(line)}  # {re.escape(origin)}$", shown("base.yaml", "more.yaml"), re.MULTILINE)
