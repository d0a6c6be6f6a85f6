"""What a config needs beyond the base is known before the first job."""

import pytest

from extractors.config.extras import require_extras
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
OF_CONFIG = {
    "stanza": "    parse: {parser: stanza}\n",
    "udpipe": "accuracy: {parser: udpipe}\n",
}


PAIRS = "unit: segment\nsuites:\n  p: {format: lingeval97, file: s.de, score_by: {m: {model: x/y}}}"


@pytest.fixture
def needs(tmp_path, monkeypatch):
    """A function that gives what is said of a config where no extra is installed."""
    monkeypatch.chdir(tmp_path)
    for name in ("s.de", "r.en", "r.ja"):
        (tmp_path / name).write_text("text\n")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "a.csv").write_text("de\ntext\n")
    modules = {module for named in install.EXTRAS.values() for module in named}

    def said(text):
        run = load(tmp_path, text)
        with monkeypatch.context() as patch:
            patch.setattr("importlib.util.find_spec", lambda name: None if name in modules else object())
            with pytest.raises(InputError) as caught:
                require_extras(run)
        return caught.value

    return said


def test_every_run_needs_the_packages_of_the_workflow(needs):
    error = needs(CONFIG)
    assert "the workflow needs altair, huggingface_hub, krippendorff" in error.problem
    assert error.remedy.splitlines()[0] == f"pip install -e '{ROOT}[run]'"


@pytest.mark.parametrize("extra", OF_CONFIG)
def test_a_named_backend_or_model_brings_its_extra(needs, extra):
    error = needs(CONFIG + OF_CONFIG[extra])
    assert f"(extra {extra!r})" in error.problem
    assert error.remedy.splitlines()[0] == f"pip install -e '{ROOT}[run,{extra}]'"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("align: {model: bert}", "the encoder 'bert'"),
        (PAIRS, "the model 'x/y' that scores pairs"),
        ("align: {options: {device: cuda}}", "the aligner on the device 'cuda'"),
        ("parse: {options: {device: cuda}}", "the parser on the device 'cuda'"),
    ],
)
def test_pytorch_is_needed_for_other_encoders_and_for_gpus(needs, text, what):
    error = needs(f"{CONFIG}    {text}\n")
    assert f"{what} needs sentencepiece, torch, transformers (extra 'torch')" in error.problem


@pytest.mark.parametrize("text", ["align: {model: aligner-de-en}", "align: {options: {device: cpu}}", "align: {}"])
def test_pytorch_is_not_needed_for_our_encoder(needs, text):
    assert "torch" not in needs(f"{CONFIG}    {text}\n").problem


def test_places_and_tokenizers_are_looked_at_and_all_is_one_line(needs):
    text = CONFIG.replace("source: s.de", "source: huggingface:./data::train#de").replace("r.en", "r.ja")
    error = needs(text.replace("target_language: en", "target_language: ja") + OF_CONFIG["stanza"])
    assert "the place huggingface:./data::train#de needs datasets" in error.problem
    assert "needs MeCab, ipadic (extra 'ja')" in error.problem
    assert error.remedy.splitlines()[0] == f"pip install -e '{ROOT}[run,stanza,datasets,ja]'"


def test_what_is_here_is_not_asked_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("s.de", "r.en"):
        (tmp_path / name).write_text("text\n")
    require_extras(load(tmp_path, CONFIG + OF_CONFIG["stanza"]))
