"""Stanza, for the sixty and more languages that it has UD models of."""

import hashlib
import os
import pickle
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import stanza
from stanza.pipeline.core import DownloadMethod, PipelineRequirementsException
from stanza.resources.common import DEFAULT_MODEL_DIR

from extractors.core.errors import InputError
from extractors.core.files import sha256
from extractors.formats.treebank import Sentence, Word
from extractors.models.parsers import Parser
from extractors.models.parsers._sentences import build
from extractors.models.tokenizers import Token

NEEDED = ("tokenize", "pos", "lemma", "depparse")
"""What a parser runs; Stanza adds `mwt` to them where the language has multiword tokens."""

LOAD_ERRORS = (
    OSError,
    EOFError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    RuntimeError,
    pickle.UnpicklingError,
    PipelineRequirementsException,
)
"""The errors of Stanza and torch for files that are missing, broken or of another version."""

CONTROLS = dict.fromkeys(range(0x80, 0xA0), "\ufffd")
"""Stanza takes these for white space and drops them; it is shown a stand-in."""


class StanzaParser(Parser):
    """A Stanza pipeline: tokenize, mwt (where the language has multiword tokens), pos, lemma, depparse.

    Args:
        language: a language code that Stanza has.
        model: a Stanza model directory (with resources.json). Default: the environment variable
            STANZA_RESOURCES_DIR, or Stanza's own default.
        package: one of Stanza's packages for the language, such as `gsd`.
        download: let Stanza download what is missing.
        batch_size: segments given to Stanza at a time.
        gpu: use a GPU where there is one.
    """

    def __init__(
        self,
        *,
        language: str,
        model: str | None = None,
        package: str = "default",
        download: bool = False,
        batch_size: int = 1000,
        gpu: bool = True,
    ) -> None:
        folder = Path(model or os.environ.get("STANZA_RESOURCES_DIR") or DEFAULT_MODEL_DIR)
        self._batch_size = batch_size
        how = DownloadMethod.REUSE_RESOURCES if download else DownloadMethod.NONE
        self._pipeline = _load(folder, language, package, how, gpu=gpu)
        files = sorted(v for k, v in self._pipeline.config.items() if k.endswith("_model_path"))
        checksum = hashlib.sha256("".join(sha256(file) for file in files).encode()).hexdigest()
        self.signature = f"stanza:{stanza.__version__}/{language}-{package}:{checksum[:8]}"

    def parse(self, segments: Sequence[str]) -> Iterator[list[Sentence]]:
        # Stanza joins the documents of a batch by empty lines and takes them apart by position, so a
        # document may hold no line end, and an empty one is kept out.
        texts = (" ".join(segment.split()) for segment in segments)
        while batch := list(islice(texts, self._batch_size)):
            visible = [text.translate(CONTROLS) for text in batch if text]
            documents = iter(self._pipeline.bulk_process(visible) if visible else [])
            for text in batch:
                yield _sentences(next(documents), text) if text else []


def _sentences(document: Any, text: str) -> list[Sentence]:
    """Convert a document to sentences; the forms of surface tokens are cut from the text itself."""
    sentences = []
    end = 0
    for parsed in document.sentences:
        surface: list[Token] = []
        rows: list[Word] = []
        for token in parsed.tokens:
            _check(text, end, token.start_char)
            end = token.end_char
            form, words = text[token.start_char : end], tuple(word.text for word in token.words)
            surface.append(Token(form, words, text[end : end + 1] in ("", " ")))
            rows += (
                Word(word.text, word.lemma, word.upos, word.xpos, word.feats, word.head, word.deprel or "")
                for word in token.words
            )
        sentences.append(build(surface, rows))
    _check(text, end, len(text))
    return sentences


def _check(text: str, end: int, start: int) -> None:
    """Refuse to go on where something stands between the end of a token and the start of the next."""
    if lost := text[end:start].strip():
        raise InputError(
            f"Stanza lost {lost!r} of the segment {text[:80]!r}",
            remedy="correct or leave out the segment, or use another parser",
        )


def _load(folder: Path, language: str, package: str, download: DownloadMethod, *, gpu: bool) -> Any:
    """Load the pipeline; Stanza downloads missing models where `download` allows it."""
    try:
        pipeline = stanza.Pipeline(
            language,
            dir=str(folder),
            package=package,
            processors=",".join(NEEDED),
            download_method=download,
            use_gpu=gpu,
            logging_level="ERROR",
        )
    except LOAD_ERRORS as error:
        raise InputError(
            f"Stanza cannot load its models for {language!r}: {error}",
            path=folder,
            remedy=_how_to_get(folder, language, package),
        ) from error
    if lacking := [name for name in NEEDED if name not in pipeline.processors]:
        raise InputError(
            f"Stanza's package {package!r} for {language!r} has no {', '.join(lacking)}",
            path=folder,
            remedy="use a package that parses, or another parser",
        )
    return pipeline


def _how_to_get(folder: Path, language: str, package: str) -> str:
    """Say which command downloads missing models."""
    return (
        f'python -c "import stanza; stanza.download({language!r}, model_dir={str(folder)!r}, package={package!r},'
        f" processors='{','.join(NEEDED)}')\" (or set the parser's option `download: true`);\n"
        "without a network: do so elsewhere, and copy the folder from there"
    )
