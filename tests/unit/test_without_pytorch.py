"""A default run parses and aligns where PyTorch, transformers and simalign are not installed."""

import pytest

from extractors.core import install
from extractors.formats import conllu
from tests.builders import base_install

ABSENT = [*install.EXTRAS["torch"], "simalign", "networkx", "sklearn"]
SOURCE = "Die Katze hat sich im Spiegel gesehen.\nHeute fängt die Schule an.\n"
GOLD = "1-1 2-2\n1-3\n"
TEXT = "Die Katze schläft . ||| The cat sleeps .\nHeute fängt die Schule an . ||| School begins today .\n"
LINKS = (
    "lab align-quality --gold gold --first 1 --text text --aligner simalign --source-language de --target-language en"
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "s.de").write_text(SOURCE)
    (tmp_path / "gold").write_text(GOLD)
    (tmp_path / "text").write_text(TEXT)
    return tmp_path


def test_texts_are_parsed_and_aligned(folder):
    commands = (
        "parse s.de --source-language de -o s.conllu",
        *(f"{LINKS} --option method={method}" for method in ("inter", "itermax", "mwmf")),
    )
    for command, (status, out, error) in zip(commands, base_install.run(folder, *commands, hidden=ABSENT), strict=True):
        assert status == 0, (command, out, error)
    assert "sich" in conllu.read(folder / "s.conllu").form.values


def test_what_pytorch_would_run_says_which_extra_brings_it(folder):
    ((status, _, error),) = base_install.run(folder, f"{LINKS} --model bert", hidden=ABSENT)
    assert status == 1
    assert "torch" in error
    assert "(extra 'torch')" in error
    assert "Traceback" not in error
