"""The types of metrics' options, which the registry checks, and checks of the text that a metric is given."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np
from pydantic import Field

from extractors.core.arrays import Bool, Float64
from extractors.core.errors import InputError
from extractors.core.logs import log

LONGEST_NGRAM = 30
"""Longer ones are hardly ever in two texts; each length costs the time and memory of the others."""
LARGEST = 1_000_000
Order = Annotated[int, Field(ge=0, le=LONGEST_NGRAM)]
"""The longest n-grams; 0 for none."""
NotNegative = Annotated[float, Field(ge=0, le=LARGEST)]
LONGEST_MEAN = 15
"""Characters that a word has on average in no language that writes blanks between words."""


def check_segments(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> None:
    """Refuse text that is not n hypotheses beside at least one reference of n segments."""
    if not references:
        raise InputError("no reference was given", remedy="give at least one reference translation")
    for stream in (hypotheses, *references):
        if isinstance(stream, str):
            raise InputError(
                f"expected a list of segments, got one string: {stream[:40]!r}",
                remedy="give a list of segments, and a list of such lists for the references",
            )
    for number, reference in enumerate(references):
        if len(reference) != len(hypotheses):
            raise InputError(
                f"reference {number} has {len(reference)} segments, but the hypotheses have {len(hypotheses)}",
                remedy="give one line for each segment in every file, empty where there is no text",
            )
    for name, stream in (("hypothesis", hypotheses), *(("reference", r) for r in references)):
        for line, segment in enumerate(stream):
            if not isinstance(segment, str):
                raise InputError(
                    f"{name} segment {line} must be text, got {segment!r}",
                    remedy="give every segment as a str, '' where it is empty",
                )


def missing_references(references: Sequence[Sequence[str]]) -> Bool:
    """Return (R, n) whether a reference is missing (sacreBLEU's None): an empty line where another has text."""
    empty = np.array([[not text.strip() for text in reference] for reference in references], dtype=np.bool_)
    missing: Bool = empty & ~empty.all(axis=0)
    return missing


def warn_of_long_words(hypotheses: Sequence[str], words: int) -> None:
    """Warn of text without blanks between its words, about which a word-based metric says nothing.

    Args:
        words: how many words the metric cuts the hypotheses into.
    """
    characters = sum(len(text) - text.count(" ") for text in hypotheses)
    if characters > LONGEST_MEAN * words:
        log.warning(
            "%d words of %d characters: the text seems to have no blanks between words, so that these scores say"
            " nothing. Name the target language (zh, ja, ko), choose a tokenizer in the metric's options, or take chrF",
            words,
            characters,
        )


def check_totals(totals: Float64, columns: int) -> Float64:
    """Return sums (..., k) as float64. Raises ValueError: the last axis has not k = `columns` entries."""
    array = np.asarray(totals, dtype=np.float64)
    if array.ndim == 0 or array.shape[-1] != columns:
        raise ValueError(f"expected sums of {columns} columns, found shape {array.shape}")
    return array
