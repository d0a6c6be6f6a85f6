"""Files of scores: a number a line, or what WMT's metrics task returns for a challenge set.

The latter is a table with a row for each segment and hypothesis, of which the columns `segment_id` (from 1),
`system_id` (hyp-1 is right, hyp-2 wrong) and `overall` are read; higher is better there. Its scores are put in the
order in which the judge `contrastive` wants them: both of a segment, the right one first.
"""

import math
from pathlib import Path

from challenge_sets_suites.judges.contrastive import Contrastive
from challenge_sets_suites.tables.items import Suite
from extractors.core.digits import is_whole
from extractors.core.errors import InputError
from extractors.core.files import read_lines

RETURNED = ("segment_id", "system_id", "overall")
HYPOTHESES = ("hyp-1", "hyp-2")


def texts_to_score(suite: Suite) -> list[tuple[str, str]]:
    """Return the (source, translation) pairs of a contrastive suite, in the order of a file of scores."""
    judge = Contrastive()
    judge.check(suite.items, "contrastive")
    return judge.texts(suite.items, suite.rest)


def read_scores(path: str | Path) -> list[float]:
    """Read the scores in a file: one a line, or a table as metrics return it."""
    lines = read_lines(Path(path))
    if set(RETURNED) <= set(lines[0].split("\t")):
        return _returned(lines, path)
    return [_score(text, path, line, "write one number a line") for line, text in enumerate(lines, start=1)]


def _score(text: str, path: str | Path, line: int, remedy: str) -> float:
    try:
        score = float(text)
    except ValueError:
        score = math.nan
    if math.isnan(score):
        raise InputError(f"expected a score, got {text.strip()[:40]!r}", path=path, line=line, remedy=remedy)
    return score


def _returned(lines: list[str], path: str | Path) -> list[float]:
    """Read the scores of both hypotheses of each segment from a table that a metric returned."""
    header = lines[0].split("\t")
    places = [header.index(name) for name in RETURNED]
    found: dict[tuple[int, str], float] = {}
    for number, row in enumerate(lines[1:], 2):
        fields = row.split("\t")
        if len(fields) <= max(places):
            raise InputError(f"{len(fields)} fields", path=path, line=number, remedy="was the file cut? copy it again")
        segment, hypothesis, score = (fields[place] for place in places)
        if not is_whole(segment) or hypothesis not in HYPOTHESES or (int(segment), hypothesis) in found:
            raise InputError(
                f"segment {segment!r} and hypothesis {hypothesis!r} are none of a pair, or there already",
                path=path,
                line=number,
                remedy="give each segment one row of hyp-1 and one of hyp-2",
            )
        found[int(segment), hypothesis] = _score(score, path, number, "write a number as `overall`")
    last = max((segment for segment, _ in found), default=1)
    wanted = [(segment, name) for segment in range(1, last + 1) for name in HYPOTHESES]
    if lacking := [key for key in wanted if key not in found]:
        raise InputError(
            f"no score of segment {lacking[0][0]}, {lacking[0][1]}",
            path=path,
            remedy="give each segment from 1 on one row of hyp-1 and one of hyp-2; was the file cut?",
        )
    return [found[key] for key in wanted]
