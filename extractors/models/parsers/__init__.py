"""Parsers: text in, Universal Dependencies out. One backend a file; names are file names."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from extractors.core import registry

if TYPE_CHECKING:
    from extractors.formats.treebank import Sentence
    from extractors.models.tokenizers import Token

DEFAULT_PARSER = "multilingual"


class Parser(ABC):
    """Parses segments in bulk.

    A backend's constructor takes keyword-only, typed options: `language` (ISO 639-1 code of the
    source) and `model` (a folder, a file or a name; None for the backend's default), then its own.
    It loads the model, and raises InputError, naming the command that gets it, where there is none.

    Attributes:
        signature: the parser with versions, for the manifest: `udpipe:1.3.1/en_ewt:1f0c2a9b`.
        learnt_from: the treebanks whose parts it was trained on, such as `cs_pud`, where that is known.
        takes_words: whether it has `parse_words`, which only measuring it needs.
        needs_whole_corpus: whether `parse` must be given all segments of a corpus in one call. Otherwise it is given
            some hundred at a time, and a segment's parse must not depend on what was parsed before. Written as True or
            False, since it is read without the module's import.
    """

    signature: str
    learnt_from: tuple[str, ...] = ()
    takes_words: ClassVar[bool] = False
    needs_whole_corpus: ClassVar[bool] = False

    @abstractmethod
    def __init__(self, *, language: str, model: str | None = None) -> None: ...

    @abstractmethod
    def parse(self, segments: Sequence[str]) -> Iterator[list[Sentence]]:
        """Yield the sentences of each segment, one list a segment, in order.

        A segment without any visible character gives an empty list. The surface tokens of a
        segment's sentences, put together, are the segment's text but for white space: no character
        is lost or made up. Every sentence is a tree with one root.
        """

    def parse_words(self, sentences: Sequence[Sequence[Token]]) -> Iterator[Sentence]:
        """Parse sentences that are cut into words already, each as one sentence of just these words."""
        raise NotImplementedError(f"{self.signature} takes no words")


def create_parser(name: str, *, language: str, model: str | None, options: dict[str, Any]) -> Parser:
    """Create the parser of that name; refuse an unknown name or option, and suggest the nearest."""
    return registry.create(sys.modules[__name__], Parser, name, {"language": language, "model": model, **options})
