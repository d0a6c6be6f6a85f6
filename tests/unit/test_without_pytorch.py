"""A default run parses and aligns where PyTorch, transformers and simalign are not installed."""

import pytest

from extractors.core import install
from extractors.formats import conllu
from tests.builders import base_install

ABSENT = [*install.EXTRAS["torch"], "simalign", "networkx", "sklearn"]
SOURCE = "Die Katze hat sich im Spiegel gesehen.\nHeute fängt die Schule an.\n"
TARGET = "The cat saw herself in the mirror.\nSchool begins today.\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "s.de").write_text(SOURCE)
    (tmp_path / "t.en").write_text(TARGET)
    return tmp_path


def test_texts_are_parsed_and_aligned(folder):
    languages = "--source-language de --target-language en"
    commands = (
        "stage parse s.de --source-language de -o s.conllu",
        *(
            f"stage align s.de --reference A=t.en {languages} --option method={method} -o {method}.parquet"
            for method in ("inter", "itermax", "mwmf")
        ),
        "model list",
    )
    for command, (status, out, error) in zip(commands, base_install.run(folder, *commands, hidden=ABSENT), strict=True):
        assert status == 0, (command, out, error)
    assert "sich" in conllu.read(folder / "s.conllu").form.values


def test_what_pytorch_would_run_says_which_extra_brings_it(folder):
    languages = "--source-language de --target-language en"
    commands = (f"stage align s.de --reference A=t.en {languages} --model bert -o x.parquet",)
    for command, (status, _, error) in zip(commands, base_install.run(folder, *commands, hidden=ABSENT), strict=True):
        assert status == 1, command
        assert "torch" in error
        assert "(extra 'torch')" in error
        assert "Traceback" not in error
