"""Find the words of an output that a post-editor changed, as marks at the words of the post-edit.

An output and its post-edit are compared word by word, by the fewest insertions, deletions and substitutions, as the
shared tasks on quality estimation do for their tags (Specia et al. 2020, Findings of the WMT 2020 Shared Task on
Quality Estimation, section 2.2); moved words count as deleted and inserted. A word of the post-edit that is no word of
the output is changed. So what the output lacks is seen, too: its source words are linked to changed words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from extractors.core.logs import log, progress
from extractors.formats import tables
from extractors.formats.human_errors import ALL
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.testset_scores import SEGMENT_SCORES
from extractors.models.spans import token_spans
from extractors.models.tokenizers import surface_tokens
from extractors.words.marked_errors import MarkedError, Ratings, Texts

SUBSTITUTE, DELETE, INSERT = range(3)
MOST_CELLS = 100_000_000
"""Words of an output times words of its post-edit that are compared, a byte each: 10,000 by 10,000."""


class WordEdits(NamedTuple):
    """How an output of n words became a post-edit of m words.

    Attributes:
        output: (n,) whether a word of the output was kept.
        edited: (m,) whether a word of the post-edit is a kept one.
        gaps: (n + 1,) whether words were inserted before each word of the output, and at its end.
        distance: insertions, deletions and substitutions together.
    """

    output: list[bool]
    edited: list[bool]
    gaps: list[bool]
    distance: int

    @property
    def rate(self) -> float:
        """HTER without moves: edits by the words of the post-edit; of an empty one, 0 if nothing was edited, else 1."""
        return self.distance / len(self.edited) if self.edited else float(self.distance > 0)


def word_edits(output: Sequence[str], edited: Sequence[str]) -> WordEdits:
    """Find the fewest edits from one list of words to another; words differ if their letters or cases do.

    Of several ways, substitutions are preferred to deletions, and deletions to insertions, from the end on.
    """
    n, m = len(output), len(edited)
    numbers: dict[str, int] = {}
    words, others = (
        np.array([numbers.setdefault(word, len(numbers)) for word in text], int) for text in (output, edited)
    )
    moves = np.empty((n, m), np.uint8)
    inserted = np.arange(m + 1)
    above = inserted.copy()
    for i, word in enumerate(words):
        substituted, deleted = above[:-1] + (others != word), above[1:] + 1
        row = np.concatenate(([i + 1], np.minimum(substituted, deleted)))
        # An insertion adds one for each word to the right: the running minimum of costs less their column.
        row = np.minimum.accumulate(row - inserted) + inserted
        moves[i] = np.where(row[1:] == substituted, SUBSTITUTE, np.where(row[1:] == deleted, DELETE, INSERT))
        above = row
    edits = WordEdits([False] * n, [False] * m, [False] * (n + 1), int(above[m]))
    i, j = n, m
    while i or j:
        move = INSERT if not i else DELETE if not j else moves[i - 1, j - 1]
        if move == SUBSTITUTE:
            i, j = i - 1, j - 1
            edits.output[i] = edits.edited[j] = output[i] == edited[j]
        elif move == DELETE:
            i -= 1
        else:
            j -= 1
            edits.gaps[i] = True
    return edits


def edits_of_system(outputs: Sequence[str], edited: Sequence[str], language: str) -> list[WordEdits | None]:
    """Find the edits of each segment; both texts are cut into words by the rules of their language.

    None of one without a post-edit, which is an empty line, and of one that is too long, which is logged.
    """
    edits: list[WordEdits | None] = []
    too_long = []
    for segment, texts in enumerate(zip(outputs, edited, strict=True)):
        words, others = (surface_tokens(text, language) for text in texts)
        if len(words) * len(others) > MOST_CELLS:
            too_long.append(segment)
        has_edits = bool(texts[1].strip()) and segment not in too_long[-1:]
        edits.append(word_edits(words, others) if has_edits else None)
    if too_long:
        log.warning(
            "%d post-edits are too long to compare with outputs, and count as missing (the first is segment_id %d)",
            len(too_long),
            too_long[0],
        )
    return edits


def changed_words(outputs: Texts, edited: Texts, language: str) -> Ratings:
    """Return the changed words of post-edits, as the marks of one rater in the post-edit of each output.

    Args:
        outputs, edited: by system, the texts of all segments; every system of `edited` is in `outputs`.
    """
    ratings: Ratings = {}
    for system, texts in progress(edited.items(), what="post-edits", total=len(edited)):
        for segment, (text, edits) in enumerate(
            zip(texts, edits_of_system(outputs[system], texts, language), strict=True)
        ):
            what = f"segment {segment} of the post-edit of {system}"
            if edits is None:
                continue
            spans = token_spans(text, surface_tokens(text, language), what=what, path="<post-edits>")
            marks = [
                MarkedError(*span, severity=ALL, category="")
                for span, kept in zip(spans, edits.edited, strict=True)
                if not kept
            ]
            ratings[system, segment] = [marks]
    return ratings


def edit_rates_to_file(
    *,
    segments: str | Path,
    outputs: Mapping[str, str | Path],
    post_edits: Mapping[str, str | Path],
    scores: str | Path,
) -> int:
    """Write HTER without moves of each segment of systems, a table SEGMENT_SCORES (`WordEdits.rate`).

    Args:
        outputs, post_edits: tables HYPOTHESES of the same systems.

    Returns:
        How many outputs have one: those of segments with a post-edit.
    """
    language = read_corpus(segments).target_language
    rows = []
    for system, path in post_edits.items():
        edited = read_hypotheses(path)
        edits = edits_of_system(read_hypotheses(outputs[system]), edited, language)
        if empty := sum(not text.strip() for text in edited):
            log.warning("%d of %d post-edits of %s are empty, and count as missing", empty, len(edits), system)
        rows += [
            {"segment_id": segment, "system": system, "score": edit.rate, "raters": 1}
            for segment, edit in enumerate(edits)
            if edit is not None
        ]
    tables.write(SEGMENT_SCORES.table(rows), scores)
    return len(rows)
