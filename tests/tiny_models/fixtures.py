"""The tiny models as a pytest fixture: each trained once a test session, when it is first asked for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from filelock import FileLock

from tests import DATA


class TinyModels:
    """Models by parser and language (`en`, `de`), in a folder that pytest's workers share."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def treebank(self, language: str) -> Path:
        return DATA / f"tiny-{language}.conllu"

    def spacy(self, language: str) -> Path:
        """A folder with a pipeline that tags, lemmatises and parses."""
        folder = self._folder / f"spacy-{language}"
        with FileLock(f"{folder}.lock"):
            if not (folder / "meta.json").exists():
                from tests.tiny_models import spacy

                spacy.train(self.treebank(language), folder, language)
        return folder

    def udpipe(self, language: str) -> Path:
        """A .udpipe file with tokenizer, tagger and parser."""
        path = self._folder / f"tiny-{language}.udpipe"
        with FileLock(f"{path}.lock"):
            if not path.exists():
                from tests.tiny_models import udpipe

                udpipe.train(self.treebank(language), path)
        return path

    def stanza(self, language: str) -> Path:
        """A Stanza model directory with all five processors.

        From here on torch keeps to one thread: networks so small only lose by more, and much where
        tests run side by side.
        """
        import torch

        torch.set_num_threads(1)
        folder = self._folder / f"stanza-{language}"
        index = folder / "models" / "resources.json"
        with FileLock(f"{folder}.lock"):
            if not index.exists():
                from tests.tiny_models import stanza

                stanza.train(self.treebank(language), folder, language)
        return index.parent


@pytest.fixture(scope="session")
def tiny_models(tmp_path_factory: pytest.TempPathFactory) -> TinyModels:
    base = tmp_path_factory.getbasetemp()
    # Each worker of pytest-xdist has a folder of its own below the session's.
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "tiny_models"
    folder.mkdir(exist_ok=True)
    return TinyModels(folder)
