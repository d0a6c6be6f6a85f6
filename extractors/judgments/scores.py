"""Files of scores: a number a line."""

from __future__ import annotations

import math
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import read_lines


def read_scores(path: str | Path) -> list[float]:
    """The scores in a file, one a line.

    Raises:
        InputError: with its line: what is no number, or none that can be compared (NaN).
    """
    scores = []
    for line, text in enumerate(read_lines(Path(path)), start=1):
        try:
            score = float(text)
        except ValueError:
            score = math.nan
        if math.isnan(score):
            raise InputError(
                f"{text.strip()[:40]!r} is no score", path=path, line=line, remedy="write one number a line"
            )
        scores.append(score)
    return scores
