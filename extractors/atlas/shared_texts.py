"""Which corpora have the same source texts, and which of their documents are the same."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from extractors.core.arrays import Ids


class SharedTexts:
    """Gives the documents of corpora their numbers, the same one to the same text, and tells which corpora share texts.

    A text is compared by its letters and digits. A document whose whole text was seen has the number of that; else each
    of its segments that was seen keeps its number, and the others follow the first of them. So blocks of lines of two
    corpora that differ by a line still share their numbers.
    """

    def __init__(self) -> None:
        self._documents: dict[str, int] = {}
        self._segments: dict[str, int] = {}
        self._source_of: dict[int, str] = {}
        self._count = 0

    def number(self, corpus: str, source: Sequence[str], documents: Ids) -> tuple[Ids, str]:
        """Number the documents of a corpus.

        Args:
            corpus: its name.
            source: (N,) its segments.
            documents: (N,) the document or block of each, in the corpus's own numbers.

        Returns:
            (N,) the number of each segment's document, and the name of the source: of the first corpus that shares text
            with this one.
        """
        letters = [re.sub(r"[\W_]+", "", text).casefold() for text in source]
        found = np.zeros(len(source), dtype=np.int64)
        new: list[tuple[int, list[int]]] = []
        by_document: dict[int, list[int]] = {}
        for i, document in enumerate(documents.tolist()):
            by_document.setdefault(document, []).append(i)
        for ids in by_document.values():
            whole = "".join(letters[i] for i in ids)
            known = [self._segments.get(letters[i]) for i in ids]
            seen = self._documents.get(whole)
            first = seen if seen is not None else next((one for one in known if one is not None), None)
            number = self._count if first is None else first
            self._count += first is None
            found[ids] = number if seen is not None else [number if one is None else one for one in known]
            new.append((number, ids))
            self._documents.setdefault(whole, number)
        shared = [self._source_of[one] for one in np.unique(found).tolist() if one in self._source_of]
        # A greeting or a date line that two years share does not make them one source.
        name = max(set(shared), key=shared.count) if 2 * len(shared) > len(np.unique(found)) else corpus
        for _, ids in new:
            for i in ids:
                self._segments.setdefault(letters[i], int(found[i]))
                self._source_of.setdefault(int(found[i]), name)
        return found, name
