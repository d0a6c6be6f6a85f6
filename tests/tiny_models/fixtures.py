"""The tiny models as a pytest fixture: each trained when it is first asked for, and kept in build/tiny_models.

What is kept is used again as long as its treebank, its recipe and the releases of its libraries are the same.
"""

import hashlib
import shutil
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest
from filelock import FileLock

from tests import DATA, ROOT

LIBRARIES = {"spacy": ("spacy", "thinc"), "stanza": ("stanza", "torch"), "udpipe": ("ufal.udpipe",)}
"""What trains each kind of model."""


class TinyModels:
    """Models by parser and language (`en`, `de`), in a folder that pytest's workers share."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def treebank(self, language: str) -> Path:
        return DATA / f"tiny-{language}.conllu"

    def spacy(self, language: str) -> Path:
        """A folder with a pipeline that tags, lemmatises and parses."""

        def train(folder: Path) -> None:
            from tests.tiny_models import spacy

            spacy.train(self.treebank(language), folder, language)

        return self._kept("spacy", language, train)

    def udpipe(self, language: str) -> Path:
        """A .udpipe file with tokenizer, tagger and parser."""

        def train(folder: Path) -> None:
            from tests.tiny_models import udpipe

            folder.mkdir()
            udpipe.train(self.treebank(language), folder / f"tiny-{language}.udpipe")

        return self._kept("udpipe", language, train) / f"tiny-{language}.udpipe"

    def stanza(self, language: str) -> Path:
        """A Stanza model directory with all five processors."""

        def train(folder: Path) -> None:
            from tests.tiny_models import stanza

            stanza.train(self.treebank(language), folder, language)

        return self._kept("stanza", language, train) / "models"

    def _kept(self, kind: str, language: str, train: Callable[[Path], object]) -> Path:
        """The folder of a model; one that is not there is trained next to it, and takes its name once it is whole."""
        recipe = Path(__file__).with_name(f"{kind}.py")
        key = hashlib.sha256(self.treebank(language).read_bytes() + recipe.read_bytes())
        key.update(" ".join(version(library) for library in LIBRARIES[kind]).encode())
        folder = self._folder / key.hexdigest()[:16] / f"{kind}-{language}"
        folder.parent.mkdir(exist_ok=True)
        with FileLock(f"{folder}.lock"):
            if not folder.exists():
                unfinished = folder.with_suffix(".part")
                shutil.rmtree(unfinished, ignore_errors=True)
                train(unfinished)
                unfinished.rename(folder)
        return folder


@pytest.fixture(scope="session")
def tiny_models() -> TinyModels:
    folder = ROOT / "build" / "tiny_models"
    folder.mkdir(parents=True, exist_ok=True)
    return TinyModels(folder)
