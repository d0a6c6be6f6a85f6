"""A suite of a config is opened as its jobs open it."""

import pytest

from extractors.config.run import build_config, read_config
from extractors.core.errors import InputError

SUITE = """\
suites:
  verbs:
    format: popovic
    file: en.but.test
    options: {expected: en.expected}
    target_language: de
    systems:
      x: out.de
"""
FILES = {
    "s.de": "Sie kam an.\nEr blieb.\nWir gehen.\n",
    "a.en": "She arrived.\nHe stayed.\nWe go.\n",
    "en.but.test": "I like tea, but no coffee.\nIt is not red but blue.\n",
    "en.expected": "aber/pero/ali\nsondern/sino/nego\n",
    "out.de": "Ich mag Tee, aber keinen Kaffee.\nNicht rot, sondern blau.\n",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def opened(folder, config):
    (folder / "c.yaml").write_text(config, encoding="utf-8")
    return list(build_config(*read_config(["c.yaml"])).blocks["suites"].opened())


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("systems:\n      x: out.de", "systems:\n      x: a.en", "a.en: 3 outputs for a suite of 2 items"),
        ("format: popovic", "format: dfki", "unknown option of dfki 'expected'"),
        ("    systems:\n      x: out.de\n", "", "en.but.test: no systems to judge"),
        ("    systems", "    judge: rules\n    systems", "no item has what the judge 'rules'"),
        ("    systems", "    judge_options: {aligner: 3}\n    systems", "aligner of lexical_choice must be"),
        ("    systems", "    sources: s.de\n    systems", "out.de: 2 outputs for the 3 sources"),
    ],
)
def test_a_suite_is_read_with_its_outputs(folder, old, new, reason):
    assert old in SUITE
    assert opened(folder, SUITE) == ["suite verbs: popovic, 1 systems"]
    with pytest.raises(InputError) as caught:
        opened(folder, SUITE.replace(old, new))
    assert reason in str(caught.value)
    assert caught.value.remedy
