"""Files of scores: a number a line, in the order of the texts that a contrastive suite has scored."""

import math
from pathlib import Path

from challenge_sets_suites.judges.contrastive import Contrastive
from challenge_sets_suites.tables.items import Suite
from extractors.core.errors import InputError
from extractors.core.files import read_lines


def texts_to_score(suite: Suite) -> list[tuple[str, str]]:
    """Return the (source, translation) pairs of a contrastive suite, in the order of a file of scores."""
    judge = Contrastive()
    judge.check(suite.items, "contrastive")
    return judge.texts(suite.items, suite.rest)


def read_scores(path: str | Path) -> list[float]:
    """Read the scores in a file, one a line."""
    return [_score(text, path, line) for line, text in enumerate(read_lines(Path(path)), start=1)]


def _score(text: str, path: str | Path, line: int) -> float:
    try:
        score = float(text)
    except ValueError:
        score = math.nan
    if math.isnan(score):
        raise InputError(
            f"expected a score, got {text.strip()[:40]!r}", path=path, line=line, remedy="write one number a line"
        )
    return score
