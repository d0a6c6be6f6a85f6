"""Parsers: text in, Universal Dependencies out. One backend a file; names are file names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from extractors.treebank import Sentence


class Parser(ABC):
    """Parses segments in bulk.

    A backend's constructor takes keyword-only, typed options: `language` (ISO 639-1 code of the
    source) and `model` (a folder, a file or a name; None for the backend's default), then its own.
    It loads the model, and raises InputError, naming the command that gets it, where there is none.
    """

    @abstractmethod
    def __init__(self, *, language: str, model: str | None = None) -> None: ...

    @property
    @abstractmethod
    def signature(self) -> str:
        """What parses, with versions, for the manifest: `spacy:3.8.18/parser-en:0.1.0`."""

    @abstractmethod
    def parse(self, segments: Sequence[str]) -> Iterator[list[Sentence]]:
        """The sentences of each segment, one list a segment, in order.

        A segment without any visible character gives an empty list. The surface tokens of a
        segment's sentences, put together, are the segment's text but for white space: no character
        is lost or made up. Every sentence is a tree with one root.
        """
