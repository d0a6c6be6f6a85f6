"""Word aligners: pairs of token lists in, links out. One backend a file; names are file names."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from extractors.core import registry

Pair = tuple[Sequence[str], Sequence[str]]
"""The surface tokens of a source segment and of its reference; either may be empty."""

Links = list[tuple[int, int]]
"""0-based (source token, target token), sorted, each at most once."""

Confidence = list[float | None]
"""One for each link, from 0 to 1; None where an aligner says none. What it means is the aligner's own."""


ENCODERS = {frozenset({"de", "en"}): "aligner-de-en"}
"""The shipped encoders of simalign for two languages, by these: five times as fast as the one for all others."""


class Aligner(ABC):
    """Aligns pairs in bulk: those of some hundred segments at a time, whose links must not depend on others.

    A backend's constructor takes keyword-only, typed options: `source_language` and
    `target_language` (ISO 639-1) and `model` (a folder, a file or a name; None for the backend's
    default), then its own. It raises InputError, naming the command that gets it, where a model or
    program is missing.

    Attributes:
        gives_confidence: whether links come with a confidence.
    """

    gives_confidence: ClassVar[bool] = False

    @abstractmethod
    def __init__(self, *, source_language: str, target_language: str, model: str | None = None) -> None: ...

    @property
    @abstractmethod
    def signature(self) -> str:
        """The aligner with versions and every option that changes links, for the manifest."""

    def of_reference(
        self,
        name: str,
        source: Sequence[str],
        target: Sequence[str],
        *,
        first: int = 0,
        total: int | None = None,
    ) -> Aligner:
        """Return the aligner for one reference: this one, unless it reads data of that reference.

        Args:
            name: of the reference.
            source, target: the texts whose tokens will be aligned.
            first: the number of the first of them in the corpus, of a shard.
            total: how many the corpus has; None if these are all.
        """
        del name, source, target, first, total
        return self

    def align(self, pairs: Sequence[Pair]) -> Iterator[Links]:
        """Yield the links of each pair, in order, as `align_with_confidence` gives them."""
        for links, _ in self.align_with_confidence(pairs):
            yield links

    def tell(self, name: Callable[[int], str] = "pair {}, counted from 0".format) -> None:
        """Log what was remarkable about the pairs aligned so far, and forget it.

        Args:
            name: says which pair it is by how many were aligned before it.
        """
        del name

    @abstractmethod
    def align_with_confidence(self, pairs: Sequence[Pair], *, before: int = 0) -> Iterator[tuple[Links, Confidence]]:
        """Yield the links of each pair with their confidence, in order. A pair with an empty side has none.

        No pair is dropped and none is cut: a pair too long for a model is aligned in parts.

        Args:
            before: how many of the reference's texts (`of_reference`) stand before these, for links that are read by
                their number.
        """


def create_aligner(
    name: str, *, source_language: str, target_language: str, model: str | None, options: Mapping[str, Any]
) -> Aligner:
    """Create the aligner of that name; refuse an unknown name or option, and suggest the nearest."""
    arguments = {"source_language": source_language, "target_language": target_language, "model": model, **options}
    return registry.create(sys.modules[__name__], Aligner, name, arguments)
