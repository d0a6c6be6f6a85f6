"""Are the challenge sets hard by human scores, beside other ways to choose hard text? Writes docs/lab/difficulty.md.

    python benchmarks/difficulty.py --data ../shared/data --work FOLDER [-o docs/lab/difficulty.md]
    python benchmarks/difficulty.py --data ../shared/data --work FOLDER --list negation --corpus 'TED en-de'

FOLDER of --data holds mqm/, documents/, wmt-formats/, wmt21/, books/, multi30k/ and newstest2013/. The test sets are
TED, WMT23 and WMT21 English-German and WMT21 German-English. --work keeps the parses and alignments of the shipped
models, which take two minutes on one core; the rest takes one. --list prints the hardest and the easiest segments with
a hit, for reading; they go into no page.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import isnan, log
from pathlib import Path
from textwrap import fill

import numpy as np
from _common import arguments_of, markdown_table, update_page
from _hardness import (
    Beside,
    Correlation,
    Ints,
    Judged,
    Range,
    beside_controls,
    chosen,
    correlations,
    hardest,
    pooled,
    restricted,
)
from _rated import Extracted, Rated, extracted, folder_of, minimum_sets, rated_sets, word_frequencies, words_of

from extractors.core.arrays import Float64, Int32
from extractors.formats.thresholds import FEWEST_SEGMENTS
from extractors.score.metrics.chrf import Chrf
from extractors.score.statistics.pvalues import benjamini_hochberg

MOST = 0.75
"""A set with more of the segments has too few others to be compared with."""
QUARTER = 0.25
LEVEL = 0.05
READ = 15
POOLED = "MQM"
"""The protocol whose test sets are pooled; all are English-German."""
SURFACE = "chrF"
MEASURED = ("reordering", "crossing")
"""Phenomena that are found in the alignment with a reference."""


@dataclass(frozen=True)
class Selector:
    """A way to choose hard segments: (n,) higher is harder."""

    name: str
    needs: str
    scores: Float64


@dataclass(frozen=True)
class SetRow:
    """A challenge set among the segments that people scored.

    Attributes:
        harder: its mean human score minus that of all segments, which is what random ones have.
        ids: (n,) its places among the segments that people scored.
        others: the same of as many segments by each selector.
        beside: the set beside controls of its lengths.
    """

    phenomenon: str
    distance: int
    ids: Int32
    tokens: float
    harder: Range
    others: Mapping[str, float]
    beside: Beside


@dataclass(frozen=True)
class SelectorRow:
    """A selector: its correlations, and the hardest quarter by it, beside all segments and beside controls."""

    selector: Selector
    correlation: Correlation
    harder: Range
    beside: Beside | None


@dataclass(frozen=True)
class Result:
    """What people say of one test set by one protocol."""

    rated: Rated
    protocol: str
    judged: Judged
    sets: list[SetRow]
    selectors: list[SelectorRow]

    @property
    def p_bh(self) -> Float64:
        """The corrected p-values of the sets."""
        return benjamini_hochberg([row.beside.p for row in self.sets])


def results_of(rated: Rated, data: Path, work: Path) -> Iterator[Result]:
    """One for each protocol."""
    found = extracted(rated, work)
    every = selectors_of(rated, found, data, work)
    for protocol, human in rated.human.items():
        kept = np.flatnonzero(np.isfinite(human).any(axis=1))
        length = found.covariates["length"]
        whole = Judged(human, length, rated.documents, np.zeros(len(length)))
        judged = restricted(whole, kept)
        selectors = [Selector(s.name, s.needs, s.scores[kept]) for s in every]
        rows = set_rows(judged, found, kept, selectors)
        yield Result(rated, protocol, judged, rows, selector_rows(judged, selectors))


def selectors_of(rated: Rated, found: Extracted, data: Path, work: Path) -> list[Selector]:
    """The ways to choose, ours last; of every segment of the test set."""
    covariates = found.covariates
    selectors = [
        Selector("length", "source", covariates["length"]),
        Selector("rare words (share seen less than 3 times)", "source", covariates["rare_words"]),
        Selector("word rarity (mean negative log frequency)", "source", rarity(rated, data)),
        Selector("tree depth", "source", covariates["depth"]),
    ]
    metrics = {SURFACE: chrf(rated, work), **rated.metrics}
    for name, values in metrics.items():
        needs = "outputs" if name == "CometKiwi" else "outputs, reference"
        # subset2evaluate's metric_avg and metric_var (Zouhar, Cui and Sachan 2025, arXiv 2501.18251).
        selectors.append(Selector(f"{name}, average", needs, -values.mean(axis=1)))
        selectors.append(Selector(f"{name}, variance", needs, values.var(axis=1)))
    return [*selectors, *ours(found, len(rated.source))]


def ours(found: Extracted, segments: int) -> list[Selector]:
    """What the hits say of a segment."""
    hits, phenomena, distance, shift = (np.zeros(segments) for _ in range(4))
    seen = set()
    columns = (found.hits.column(name).to_pylist() for name in ("segment_id", "phenomenon", "distance_set"))
    for segment, phenomenon, apart in zip(*columns, strict=True):
        if phenomenon in MEASURED:
            shift[segment] = max(shift[segment], apart)
            continue
        hits[segment] += 1
        phenomena[segment] += (segment, phenomenon) not in seen
        distance[segment] = max(distance[segment], 1 + apart)
        seen.add((segment, phenomenon))
    return [
        Selector("our hits, number", "source", hits),
        Selector("our phenomena, number", "source", phenomena),
        Selector("our hits, largest distance", "source", distance),
        Selector("our reordering, largest shift", "source, reference", shift),
    ]


def rarity(rated: Rated, data: Path) -> Float64:
    """(N,) mean negative log frequency of the words, in other texts; 0 of a segment without words."""
    counts = frequencies(data, rated.languages[0])
    total = sum(counts.values())
    return np.array(
        [
            float(np.mean([-log((counts[word] + 1) / (total + 1)) for word in words])) if words else 0.0
            for words in map(words_of, rated.source)
        ]
    )


frequencies = cache(word_frequencies)


def chrf(rated: Rated, work: Path) -> Float64:
    """(N, K) of each output, against one reference; kept in a file, as it takes longest but for the models."""
    path = folder_of(rated, work) / "chrf.npy"
    if not path.exists():
        metric = Chrf()
        outputs = rated.outputs.values()
        scores = [metric.score(metric.statistics(output, [rated.reference])) for output in outputs]
        np.save(path, np.stack(scores, axis=1))
    found: Float64 = np.load(path)
    return found


def set_rows(judged: Judged, found: Extracted, kept: Ints, selectors: Sequence[Selector]) -> list[SetRow]:
    """Of each phenomenon the set of all hits, and the set with the largest distances that has enough segments."""
    n = len(judged.length)
    place = {int(segment): i for i, segment in enumerate(kept)}
    fitting: dict[str, list[tuple[int, Int32]]] = {}
    for (phenomenon, distance), segments in minimum_sets(found).items():
        ids = np.array([place[i] for i in segments.tolist() if i in place], dtype=np.int32)
        if FEWEST_SEGMENTS <= len(ids) <= MOST * n:
            fitting.setdefault(phenomenon, []).append((distance, ids))
    rows = []
    for phenomenon, of_phenomenon in fitting.items():
        different = [of_phenomenon[0], *(one for one in of_phenomenon[-1:] if len(one[1]) < len(of_phenomenon[0][1]))]
        rows += [
            row
            for one in different
            if (row := set_row(judged, phenomenon, *one, selectors)) and not isnan(row.beside.p)
        ]
    return rows


def set_row(judged: Judged, phenomenon: str, distance: int, ids: Int32, selectors: Sequence[Selector]) -> SetRow | None:
    """One set; None where nearly no segment of it has controls."""
    n = len(judged.length)
    beside = beside_controls(judged, ids)
    if beside is None:
        return None
    everything = np.ones(n)
    others = {s.name: judged.difference(chosen(n, hardest(s.scores, len(ids))), everything).value for s in selectors}
    harder = judged.difference(chosen(n, ids), everything)
    return SetRow(phenomenon, distance, ids, float(judged.length[ids].mean()), harder, others, beside)


def selector_rows(judged: Judged, selectors: Sequence[Selector]) -> list[SelectorRow]:
    """Each selector by itself, and the best that there is: the human scores."""
    n = len(judged.length)
    every = [*selectors, Selector("the human scores themselves", "people", -judged.quality)]
    rows = []
    for selector, correlation in zip(every, correlations(judged, [s.scores for s in every]), strict=True):
        ids = hardest(selector.scores, round(QUARTER * n))
        beside = beside_controls(judged, ids.astype(np.int32))
        rows.append(SelectorRow(selector, correlation, judged.difference(chosen(n, ids), np.ones(n)), beside))
    return rows


def shown(found: Range, digits: int = 2) -> str:
    """`+0.12 [-0.03, +0.27]`."""
    if isnan(found.value):
        return "-"
    return f"{found.value:+.{digits}f} [{found.low:+.{digits}f}, {found.high:+.{digits}f}]"


def selector_table(result: Result) -> str:
    heading = (
        "chosen by",
        "needs",
        "DEC",
        "DEC, length equal",
        "hardest quarter - all",
        "quarter - controls of its length",
    )
    lines = [
        (
            row.selector.name,
            row.selector.needs,
            shown(row.correlation.raw),
            shown(row.correlation.at_equal_length),
            shown(row.harder),
            "-"
            if row.beside is None or row.beside.matched < FEWEST_SEGMENTS
            else f"{shown(row.beside.difference)} (n = {row.beside.matched})",
        )
        for row in result.selectors
    ]
    return markdown_table(heading, lines)


AT_EQUAL_SIZE = {
    "longest": "length",
    "rarest words": "word rarity (mean negative log frequency)",
    "deepest": "tree depth",
    "chrF average": f"{SURFACE}, average",
    "chrF variance": f"{SURFACE}, variance",
}
"""Selectors that the sets are compared with at their own size, by the name in the table."""


def set_table(result: Result) -> str:
    after = ("random, within", "n matched", "set - controls", "p (BH)")
    heading = ("set", "n", "tokens", "set - all", *AT_EQUAL_SIZE, *after)
    lines = []
    for row, p in zip(result.sets, result.p_bh, strict=True):
        n = len(row.ids)
        others = [f"{row.others[name]:+.2f}" for name in AT_EQUAL_SIZE.values()]
        beside = (row.beside.matched, shown(row.beside.difference), shown_p(p))
        chance = f"{result.judged.chance(n):.2f}"
        lines.append((name_of(row), n, f"{row.tokens:.0f}", shown(row.harder), *others, chance, *beside))
    return markdown_table(heading, lines)


def name_of(row: SetRow) -> str:
    return f"{row.phenomenon}, d >= {row.distance}"


def shown_p(p: float) -> str:
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def pooled_table(results: Sequence[Result]) -> str:
    """The widest set of each phenomenon, of several test sets with the same protocol and languages."""
    judged = pooled([result.judged for result in results])
    firsts = np.cumsum([0, *(len(result.judged.length) for result in results)])
    ids: dict[str, list[Int32]] = {}
    where: dict[str, list[str]] = {}
    for result, first in zip(results, firsts, strict=False):
        for row in result.sets:
            if row.phenomenon not in where or result.rated.name not in where[row.phenomenon]:
                ids.setdefault(row.phenomenon, []).append(row.ids + np.int32(first))
                where.setdefault(row.phenomenon, []).append(result.rated.name)
    rows = {
        name: beside
        for name, parts in ids.items()
        if (beside := beside_controls(judged, np.concatenate(parts))) is not None
    }
    corrected = benjamini_hochberg([beside.p for beside in rows.values()])
    lines = [
        (
            name,
            ", ".join(test_set.removesuffix(" en-de") for test_set in where[name]),
            beside.matched,
            shown(beside.difference),
            shown_p(beside.p),
            shown_p(p),
        )
        for (name, beside), p in zip(rows.items(), corrected, strict=True)
    ]
    return markdown_table(("set", "in", "n matched", "set - controls", "p", "p (BH)"), lines)


def counts(result: Result) -> tuple[str, ...]:
    """A line of the summary."""
    rows = result.sets
    significant = [row for row, p in zip(rows, result.p_bh, strict=True) if p < LEVEL]
    longest = [row.others["length"] for row in rows]
    return (
        f"{result.rated.name}, {result.protocol}",
        str(len(rows)),
        str(sum(row.harder.high < 0 for row in rows)),
        str(sum(row.harder.low > 0 for row in rows)),
        str(sum(row.harder.value < length for row, length in zip(rows, longest, strict=True))),
        str(sum(row.beside.difference.high < 0 for row in rows)),
        str(sum(row.beside.difference.low > 0 for row in rows)),
        str(sum(row.beside.difference.value < 0 for row in significant)),
        str(sum(row.beside.difference.value > 0 for row in significant)),
    )


def section(result: Result) -> str:
    judged = result.judged
    quarter = round(QUARTER * len(judged.length))
    note = fill(result.rated.note, 118, subsequent_indent="  ")
    return f"""\
### {result.rated.name}, {result.protocol}

- {len(judged.length)} segments of {judged.draws.shape[1]} documents, {judged.human.shape[1]} systems, \
{judged.length.mean():.0f} tokens a segment.
- The mean score of a segment is {judged.quality.mean():.2f}, the standard deviation over segments \
{judged.quality.std():.2f}.
- A quarter is {quarter} segments. Of random quarters, 95 % lie within {judged.chance(quarter):.2f} of all segments.
- {note}

{selector_table(result)}

{set_table(result)}"""


COUNTED = (
    "scores",
    "sets",
    "harder than all",
    "easier than all",
    "harder than the longest",
    "harder than controls",
    "easier than controls",
    "harder, p (BH) < 0.05",
    "easier, p (BH) < 0.05",
)


def list_hits(rated: Rated, found: Extracted, phenomenon: str) -> None:
    """Print the hardest and the easiest segments with a hit of a phenomenon, the hit and the worst output."""
    human = next(iter(rated.human.values()))
    hits: dict[int, list[str]] = {}
    columns = (
        found.hits.column(name).to_pylist()
        for name in ("phenomenon", "segment_id", "head_form", "dependent_form", "distance_set")
    )
    for name, segment, head, dependent, distance in zip(*columns, strict=True):
        if name == phenomenon and np.isfinite(human[segment]).any():
            hits.setdefault(segment, []).append(f"{head} ~ {dependent} ({distance})")
    quality = {segment: float(np.nanmean(human[segment])) for segment in hits}
    order = sorted(hits, key=lambda segment: quality[segment])
    for title, segments in (("hardest", order[:READ]), ("easiest", order[-READ:])):
        print(f"\n## {rated.name}, {phenomenon}: {title}")
        for segment in segments:
            worst = int(np.nanargmin(human[segment]))
            name = list(rated.outputs)[worst]
            print(f"\n[{segment}] mean {quality[segment]:.2f}; {'; '.join(hits[segment])}\n  {rated.source[segment]}")
            print(f"  {name} ({human[segment, worst]:.1f}): {rated.outputs[name][segment]}")


def main() -> int:
    parser = arguments_of(
        __doc__,
        data="mqm/, documents/, wmt-formats/, wmt21/, books/, multi30k/, newstest2013/",
        page="docs/lab/difficulty.md",
    )
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--list", metavar="PHENOMENON")
    parser.add_argument("--corpus", help="the test set to list hits of; all of them if none is named")
    arguments = parser.parse_args()
    every = rated_sets(arguments.data)
    if arguments.list:
        for rated in every:
            if arguments.corpus in (None, rated.name):
                list_hits(rated, extracted(rated, arguments.work), arguments.list)
        return 0
    results = [result for rated in every for result in results_of(rated, arguments.data, arguments.work)]
    sections = {
        "counts": markdown_table(COUNTED, map(counts, results)),
        "pooled": pooled_table([result for result in results if result.protocol == POOLED]),
        "test sets": "\n\n".join(map(section, results)),
    }
    update_page(arguments.output, sections)
    return 0


if __name__ == "__main__":
    sys.exit(main())
