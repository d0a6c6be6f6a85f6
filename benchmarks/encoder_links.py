"""How good the links of encoders are by SimAlign's methods, and of eflomal, beside gold links.

    python benchmarks/encoder_links.py [--data ../shared/data] [--encoders shipped bert xlmr]
        [--write docs/lab/models.md]

All German-English gold pairs are aligned together; where their ids begin differently (`news-0`, `talks-3`) each part
has a table of its own beside that of all. An encoder that is not on this machine has a row that says how to get it.
Precision, recall and AER are Och and Ney's (2003), F1 the harmonic mean of precision and recall. eflomal takes no seed:
its figures are over several runs put together.
"""

import itertools
import json
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from _common import arguments_of, markdown_table, update_page
from threadpoolctl import threadpool_limits

from challenge_sets_lab.alignment_quality import reordering_quality
from challenge_sets_lab.alignment_quality.gold_links import GoldPair, read_gold
from challenge_sets_lab.alignment_quality.link_scores import counts, error_rate, score
from challenge_sets_lab.training.aligner.eflomal_links import linked_in_most
from extractors.core import files
from extractors.core.arrays import Int64
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.models.aligners import Links, Pair
from extractors.models.aligners.simalign import SimAlign

LANGUAGES = {"source_language": "de", "target_language": "en"}
METHODS = ("inter", "itermax", "mwmf")
TOKEN_TYPES = ("bpe", "word")
REORDERING = 5
ALONE = "from the pairs alone"
PROVENANCE = {"simalign": "SimAlign's samples", "news-ted": "news and TED, links by a language model, lower case"}
"""Of the parts of alignment/gold.json."""

RUNS = 5
"""Of eflomal."""
RESAMPLES, SEED = 2000, 1
TIMED_PAIRS = 200
HEADING = (
    "aligner", "method", "matched", "P", "R", "F1", "AER", "AER less that of eflomal [95 %]",
    f"F1 of reordering >= {REORDERING}", "ms a pair",
)  # fmt: skip


@dataclass(frozen=True)
class Result:
    """What an aligner found: its links of all pairs for each run, or, where there are none, why."""

    cells: tuple[str, str, str]
    runs: Sequence[Sequence[Links]] = ()
    milliseconds: float = float("nan")


def difference(one: Int64, other: Int64) -> str:
    """Format the difference of two AERs on the same pairs, with its percentile bootstrap interval."""
    draws = np.random.default_rng(SEED).integers(len(one), size=(RESAMPLES, len(one)))
    low, high = np.quantile(100 * (error_rate(one[draws].sum(1)) - error_rate(other[draws].sum(1))), (0.025, 0.975))
    return f"{100 * (error_rate(one.sum(0)) - error_rate(other.sum(0))):+.1f} [{low:+.1f}, {high:+.1f}]"


def timed(align: Callable[[Sequence[Pair]], Iterable[object]], pairs: Sequence[Pair]) -> float:
    """Return the milliseconds that aligning a pair takes, after a first call for what is set up once."""
    list(align(pairs[:5]))
    start = time.perf_counter()
    list(align(pairs))
    return 1000 * (time.perf_counter() - start) / len(pairs)


def of_encoder(encoder: str, gold: Sequence[Pair], news: Sequence[Pair]) -> Iterator[Result]:
    """Yield the results of an encoder for each method and unit.

    For an encoder that is not installed, yield one result that says how to get it.
    """
    model = None if encoder == "shipped" else encoder
    try:
        SimAlign(**LANGUAGES, model=model)
    except InputError as error:
        yield Result((encoder, str(error), ""))
        return
    for method, token_type in itertools.product(METHODS, TOKEN_TYPES):
        aligner = SimAlign(**LANGUAGES, model=model, method=method, token_type=token_type)
        milliseconds = timed(aligner.align, news[:TIMED_PAIRS])
        yield Result((encoder, method, token_type), [list(aligner.align(gold))], milliseconds)


def of_eflomal(gold: Sequence[Pair], news: Sequence[Pair]) -> Iterator[Result]:
    """Yield the results of eflomal from the gold pairs alone, and from the gold pairs with a bitext."""
    for name, more in ((ALONE, []), (f"with {len(news)} pairs more", news)):
        pairs = [*gold, *more]
        found = [[links for links, _ in linked_in_most(pairs)[: len(gold)]] for _ in range(RUNS)]
        yield Result(("eflomal", name, "word"), found, timed(linked_in_most, [*news[:TIMED_PAIRS], *more]))


def row(result: Result, baseline: Result | None, pairs: Sequence[GoldPair], part: Sequence[int]) -> list[str]:
    """Return the cells of a table row for the pairs with the numbers in `part`."""
    if not result.runs:
        return [*result.cells, *[""] * (len(HEADING) - 3)]
    chosen = [pairs[k] for k in part]
    pooled = [run[k] for run in result.runs for k in part]
    repeated = chosen * len(result.runs)
    scores = score(pooled, repeated)
    wanted, found = (
        reordering_quality.distances("shift", [(p.source, p.target) for p in repeated], links)
        for links in ([sorted(p.sure) for p in repeated], pooled)
    )
    sums = reordering_quality.counts(wanted, found, REORDERING).sum(axis=0)
    reordering = 100 * float(reordering_quality.SCORES["f1"](sums))

    def summed(of: Result) -> Int64:
        # (pairs, 4): a pair's counts are those of all runs, so that pairs are what is drawn.
        return np.sum([counts([run[k] for k in part], chosen) for run in of.runs], axis=0)

    other = "" if baseline is None or baseline is result else difference(summed(result), summed(baseline))
    figures = [f"{100 * value:.1f}" for value in scores.values()]
    return [*result.cells, *figures, other, f"{reordering:.1f}", f"{result.milliseconds:.1f}"]


def blocks_of(data: Path, encoders: Sequence[str]) -> list[str]:
    """Return a note and the tables as Markdown, one for each part of alignment/gold.json and at last one for all.

    Args:
        encoders: as the option `model` of simalign, `shipped` for the shipped one.
    """
    path = data / "alignment" / "gold.json"
    pairs = read_gold(path, **LANGUAGES)
    parts: dict[str, list[int]] = {}
    for k, entry in enumerate(json.loads(files.read_text(path))):
        parts.setdefault(str(entry.get("id", "")).rpartition("-")[0], []).append(k)
    sides = [files.read_lines(data / "newstest2013" / f"newstest2013.{side}") for side in ("de", "en")]
    news = [(de.split(), en.split()) for de, en in zip(*sides, strict=True)]
    gold = [(pair.source, pair.target) for pair in pairs]
    results = []
    for result in itertools.chain(of_eflomal(gold, news), *(of_encoder(encoder, gold, news) for encoder in encoders)):
        print(*result.cells, flush=True)
        results.append(result)
    baseline = next((r for r in results if r.cells[1] == ALONE), None)
    blocks = [
        f"Scores are in percent. eflomal: {RUNS} runs together. Intervals: {RESAMPLES} resamples of the pairs, seed"
        f" {SEED}; below 0 is better than eflomal. Time: one core, {TIMED_PAIRS} pairs in one call,"
        " without loading; but eflomal starts in each call."
    ]
    for name, part in {**parts, "": list(range(len(pairs)))}.items():
        sure = sum(len(pairs[k].sure) for k in part)
        title = f"{path.name}, {PROVENANCE.get(name, name) or 'all'}: {len(part)} pairs de-en, {sure} sure links"
        rows = [row(result, baseline, pairs, part) for result in results]
        blocks.append(f"### {title}\n\n{markdown_table(HEADING, rows)}")
    return blocks


def main() -> None:
    arguments = arguments_of(__doc__, data="alignment/ and newstest2013/")
    arguments.add_argument("--encoders", nargs="+", default=["shipped", "bert", "xlmr"], help="of SimAlign")
    arguments.add_argument("--write", type=Path, metavar="PAGE", help="put the table of all pairs into the page")
    given = arguments.parse_args()
    log.setLevel(logging.ERROR)
    with threadpool_limits(limits=1):
        note, *tables = blocks_of(given.data, given.encoders)
    print(note, *tables, sep="\n\n")
    if given.write:
        update_page(given.write, {"aligners": f"{note}\n\n{tables[-1]}"})


if __name__ == "__main__":
    main()
