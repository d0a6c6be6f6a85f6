"""What the jobs of a config need beyond the base is known before the first one."""

import pytest

from extractors.config.targets import require_extras
from extractors.core import install
from extractors.core.errors import InputError
from tests import ROOT
from tests.builders.configs import load

CONFIG = f"""\
phenomena_file: {ROOT}/config/phenomena.yaml
metrics: {{bleu: {{}}}}
corpora:
  one:
    source_language: de
    target_language: en
    source: s.de
    references: r.en
    systems: {{x: r.en}}
"""


@pytest.fixture
def needs(tmp_path, monkeypatch):
    """A function that gives what is said of a config where no extra is installed."""
    monkeypatch.chdir(tmp_path)
    for name in ("s.de", "r.en"):
        (tmp_path / name).write_text("text\n")
    modules = {module for named in install.EXTRAS.values() for module in named}

    def said(text):
        run = load(tmp_path, text)
        with monkeypatch.context() as patch:
            patch.setattr("importlib.util.find_spec", lambda name: None if name in modules else object())
            with pytest.raises(InputError) as caught:
                require_extras(run)
        return caught.value

    return said


@pytest.mark.parametrize(
    ("text", "extras"),
    [
        (CONFIG, "run"),
        (f"{CONFIG}    parse: {{parser: stanza}}\n", "run,stanza"),
        (f"{CONFIG}    parse: {{parser: udpipe}}\n", "run,udpipe"),
        (f"{CONFIG}    align: {{model: bert}}\n", "run,torch"),
        (f"{CONFIG}    align: {{options: {{device: cuda}}}}\n", "run,torch"),
        (f"{CONFIG}    parse: {{parser: stanza}}\n    align: {{aligner: simalign_package}}\n", "run,paper"),
        (f"{CONFIG}    align: {{model: aligner-de-en}}\n", "run"),
        (CONFIG.replace("bleu: {}", "bleu: {tokenize: ja-mecab}"), "run,ja"),
    ],
)
def test_all_that_jobs_need_is_one_line(needs, text, extras):
    error = needs(text)
    assert error.problem.startswith(
        "the workflow needs packages that are not installed: altair, huggingface_hub, safetens"
    )
    assert error.remedy == f"pip install -e '{ROOT}[{extras}]'"


def test_what_is_here_is_not_asked_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("s.de", "r.en"):
        (tmp_path / name).write_text("text\n")
    require_extras(load(tmp_path, f"{CONFIG}    parse: {{parser: stanza}}\n"))
