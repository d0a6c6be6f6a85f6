"""The figures of links beside gold ones, as the table ALIGNMENT_QUALITY."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from challenge_sets_lab.alignment_quality import link_scores, reordering_quality
from challenge_sets_lab.alignment_quality.gold_links import GoldLinks, GoldPair
from challenge_sets_lab.alignment_quality.link_files import first_token, read_placed, turned
from challenge_sets_lab.tables.alignment_quality import ALIGNMENT_QUALITY
from challenge_sets_lab.tables.alignment_quality import SCORES as COLUMNS
from extractors.core.arrays import Bool, Float64, Int64
from extractors.core.errors import InputError
from extractors.models.aligners import Confidence, Links
from extractors.models.aligners._link_text import higher
from extractors.scoring.statistics.resampling import RESAMPLES

Linked = Sequence[tuple[Links, Confidence]]


def read_links(
    path: str | Path, gold: GoldLinks, *, first: int | None = None, reverse: bool = False
) -> tuple[list[tuple[Links, Confidence]], int]:
    """Read the links of each gold pair from a file, and return them with the number of its first token (0 or 1).

    Args:
        first: that number; None to find out.
        reverse: each link was written as target-source.
    """
    file = read_placed(path)
    file.check_pairs(len(gold.pairs), f"pairs in {gold.name}")
    placed = turned(file.placed) if reverse else file.placed
    start = first_token(placed, gold.lengths, path=path, given=first, flag="--links-first")
    found: list[dict[tuple[int, int], float | None]] = [{} for _ in gold.pairs]
    for of in placed:
        if not of.link.is_sure:
            raise InputError(
                "a link is marked as possible only, which is for gold links",
                path=path,
                line=of.line,
                remedy="take out such links, or write them as 0-2 if they are to count",
            )
        link = (of.link.source - start, of.link.target - start)
        found[of.pair][link] = higher(found[of.pair].get(link), of.link.confidence)
    return [(sorted(of_pair), [of_pair[link] for link in sorted(of_pair)]) for of_pair in found], start


def measure(linked: Linked, gold: GoldLinks, *, name: str, resamples: int = RESAMPLES) -> pa.Table:
    """Compare the links of each gold pair with the gold and return the table ALIGNMENT_QUALITY.

    Args:
        name: of what made the links.
        resamples: bootstrap samples, of pairs.
    """
    links = [of_pair for of_pair, _ in linked]
    rows = [_row_of_links("links", None, link_scores.counts(links, gold.pairs), resamples)]
    rows += _rows_of_confidence(linked, gold, resamples)
    if gold.has_text:
        rows += _rows_of_reordering(links, gold, resamples)
    known = {"links": name, "gold": gold.name, "pairs": len(gold.pairs)}
    return ALIGNMENT_QUALITY.table([dict.fromkeys(ALIGNMENT_QUALITY.schema.names) | known | row for row in rows])


def _row_of_links(measured: str, at_least: float | None, counted: Int64, resamples: int) -> dict[str, Any]:
    links, sure, possible, wanted = counted.sum(axis=0).tolist()
    found = {"measured": measured, "at_least": at_least, "gold_count": wanted, "found": links}
    found |= {"right": possible, "right_sure": sure}
    return found | _cells(link_scores.with_intervals(counted, link_scores.MEASURES, resamples=resamples))


def _cells(values: dict[str, link_scores.Interval]) -> dict[str, float]:
    ends = ("", "_low", "_high")
    return {f"{name}{end}": value for name in COLUMNS for end, value in zip(ends, values.get(name, ()), strict=False)}


def _rows_of_confidence(linked: Linked, gold: GoldLinks, resamples: int) -> Iterator[dict[str, Any]]:
    """Yield two rows for each tenth of confidence that has links: its own links, and all links from there up."""
    links = judged(linked, gold.pairs)
    if links is None:
        return
    tenth = links.tenth
    for number in sorted(set(tenth.tolist())):
        start = number / TENTHS
        own = tenth == number
        row = _row_of_links("tenth", start, judged_counts(links, own, gold.pairs), resamples)
        # Recall of some links says nothing of them.
        kept = {key: value for key, value in row.items() if not key.startswith(("recall", "f1", "aer"))}
        yield kept | {"confidence": float(links.confidence[own].mean())}
        yield _row_of_links("minimum", start, judged_counts(links, tenth >= number, gold.pairs), resamples)


def _rows_of_reordering(links: Sequence[Links], gold: GoldLinks, resamples: int) -> Iterator[dict[str, Any]]:
    """Yield rows on how well pairs with a reordering of at least each threshold are found.

    The gold distance of a pair is computed from its sure links. Thresholds that no pair reaches have no row.
    """
    sure = [sorted(pair.sure) for pair in gold.pairs]
    for name in reordering_quality.MEASURES:
        wanted, found = (reordering_quality.distances(name, gold.tokens, of) for of in (sure, links))
        for threshold in reordering_quality.THRESHOLDS:
            counted = reordering_quality.counts(wanted, found, threshold)
            right, of_gold, of_links = counted.sum(axis=0).tolist()
            if not of_gold and not of_links:
                continue
            values = link_scores.with_intervals(counted, reordering_quality.SCORES, resamples=resamples)
            row = {"measured": name, "at_least": threshold, "gold_count": of_gold, "found": of_links, "right": right}
            yield row | _cells(values)


TENTHS = 10


class JudgedLinks(NamedTuple):
    """N links of a confidence, and whether they are right.

    Attributes:
        pair: (N,) number of the pair.
        confidence: (N,) 0 to 1.
        sure, possible: (N,) whether the gold has the link so; a sure one is possible, too.
    """

    pair: Int64
    confidence: Float64
    sure: Bool
    possible: Bool

    @property
    def tenth(self) -> Int64:
        """(N,) 0 to 9; a confidence of 1 is in the last tenth."""
        # 0.7 * 10 is 7, and 0.29999998 as a float32 has it is 0.3.
        return np.minimum(np.floor(self.confidence.round(6) * TENTHS + 1e-9).astype(np.int64), TENTHS - 1)


def judged(linked: Linked, gold: Sequence[GoldPair]) -> JudgedLinks | None:
    """Return all links with their confidence and whether the gold has them; None if a link has no confidence."""
    rows = [
        (number, sure, link in pair.sure, link in pair.possible)
        for number, ((links, confidence), pair) in enumerate(zip(linked, gold, strict=True))
        for link, sure in zip(links, confidence, strict=True)
    ]
    if not rows or any(row[1] is None for row in rows):
        return None
    pairs, confidences, sure, possible = zip(*rows, strict=True)
    return JudgedLinks(
        np.array(pairs, dtype=np.int64),
        np.array(confidences, dtype=np.float64),
        np.array(sure, dtype=np.bool_),
        np.array(possible, dtype=np.bool_),
    )


def judged_counts(links: JudgedLinks, chosen: Bool, gold: Sequence[GoldPair]) -> Int64:
    """Count the links selected by the (N,) mask `chosen` for each pair: (n, 4), as `link_scores.counts` does."""
    sums = [
        np.bincount(links.pair[chosen], weights=of[chosen], minlength=len(gold))
        for of in (np.ones(len(chosen)), links.sure, links.possible)
    ]
    return np.stack([*sums, [len(pair.sure) for pair in gold]], axis=1).astype(np.int64)
