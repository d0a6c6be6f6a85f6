"""How much faster challenge sets are scored by sums of rows than by one call of sacreBLEU a sample.

    python benchmarks/score_subsets.py [--data ../shared/data] [--pair en-de] [--metrics bleu chrf] [--timed 30]

Work: every system of WMT21 x phenomena x minimum distances x (the set, 100 controls, 1000 bootstrap samples),
on one core. Sets and controls are drawn at random, with sizes that fall as the distance grows, since the time
hangs on their sizes alone. Ours counts everything: the statistics of the segments, the drawing of samples,
sums and scores. sacreBLEU's `corpus_score` is run on a few of the same samples, after one run over all the
segments that fills its cache of tokenised text, and its time is EXTRAPOLATED by the number of segments.
Exits with 1 if a score differs by more than 1e-9 or the ratio is below 500.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER
from threadpoolctl import threadpool_limits

import extractors.metrics
from extractors import files, registry
from extractors.metrics import Metric

THEIRS = {"bleu": BLEU, "chrf": CHRF, "ter": TER}
PHENOMENA, DISTANCES, CONTROLS, BOOTSTRAP = 10, 10, 100, 1000
BAR = 500


class Corpus(NamedTuple):
    """Outputs by system, and the references."""

    systems: dict[str, list[str]]
    references: list[list[str]]


class Sample(NamedTuple):
    """One sample of a set, as the count of each segment of the corpus."""

    system: int
    weights: npt.NDArray[np.int64]
    score: float


def read_corpus(folder: Path) -> Corpus:
    """One language pair of WMT21."""
    outputs = {path.stem: files.read_lines(path) for path in sorted((folder / "systems").iterdir())}
    return Corpus(outputs, [files.read_lines(path) for path in sorted(folder.glob("reference.*"))])


def draw_sets(segments: int, draw: np.random.Generator) -> list[npt.NDArray[np.int64]]:
    """Nested random sets of segments: from 5 to 60 in a hundred at distance 0, 0.8 of it a distance more."""
    sets = []
    for share in np.linspace(0.05, 0.6, PHENOMENA):
        order = draw.permutation(segments)
        sets += [np.sort(order[: max(10, int(segments * share * 0.8**d))]) for d in range(DISTANCES)]
    return sets


def score_set(
    metric: Metric, rows: npt.NDArray[np.float64], systems: int, lines: npt.NDArray[np.int64], draw: np.random.Generator
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Counts of segments (1 + controls + bootstrap, n) and scores (1 + controls + bootstrap, systems).

    Args:
        rows: (n, systems * k) statistics.
    """
    n, size = len(rows), len(lines)
    weights = np.zeros((1 + CONTROLS + BOOTSTRAP, n), dtype=np.int64)
    weights[0, lines] = 1
    for control in range(1, 1 + CONTROLS):
        weights[control, draw.choice(n, size, replace=False)] = 1
    weights[1 + CONTROLS :, lines] = draw.multinomial(size, np.full(size, 1 / size), size=BOOTSTRAP)
    totals = weights.astype(np.float64) @ rows
    return weights, metric.score(totals.reshape(len(weights), systems, -1))


def run_metric(name: str, corpus: Corpus, timed: int) -> bool:
    """Prints the times; whether the scores agree and the bar is met."""
    draw = np.random.default_rng(21)
    outputs = list(corpus.systems.values())
    sets = draw_sets(len(outputs[0]), draw)
    chosen = set(draw.choice(len(sets), size=min(timed, len(sets)), replace=False).tolist())
    metric = registry.create(extractors.metrics, Metric, name, {})

    start = time.perf_counter()
    statistics = np.stack([metric.statistics(output, corpus.references) for output in outputs], axis=1)
    rows = statistics.reshape(len(statistics), -1)
    counted = time.perf_counter() - start
    samples, segments = [], 0
    for number, lines in enumerate(sets):
        weights, scores = score_set(metric, rows, len(outputs), lines, draw)
        segments += len(outputs) * len(weights) * len(lines)
        if number in chosen:
            # One of the samples of this set is kept, to be scored by sacreBLEU too.
            sample, system = (number * 37) % len(weights), number % len(outputs)
            samples.append(Sample(system, weights[sample], float(scores[sample, system])))
    ours = time.perf_counter() - start

    theirs, theirs_segments, worst = 0.0, 0, 0.0
    for sample in samples:
        sacre, output = THEIRS[name](), outputs[sample.system]
        if name != "ter":  # TER's time is not in its tokenizer, and a run over all the segments takes long.
            sacre.corpus_score(output, corpus.references)
        picks = np.repeat(np.arange(len(output)), sample.weights).tolist()
        hypotheses, references = [output[i] for i in picks], [[r[i] for i in picks] for r in corpus.references]
        before = time.perf_counter()
        score = sacre.corpus_score(hypotheses, references).score
        theirs += time.perf_counter() - before
        theirs_segments += len(picks)
        worst = max(worst, abs(score - sample.score))

    extrapolated = theirs / theirs_segments * segments
    count = len(sets) * len(outputs) * (1 + CONTROLS + BOOTSTRAP)
    print(f"{metric.label} {metric.signature(len(corpus.references))}")
    print(f"  {count:,} samples of {segments / count:.0f} segments on the average")
    print(
        f"  ours       {ours:12,.1f} s in all, of which {counted:.1f} s statistics of {rows.shape[0]} segments a system"
    )
    print(f"  sacreBLEU  {extrapolated:12,.0f} s EXTRAPOLATED from {len(samples)} samples in {theirs:.2f} s")
    print(f"  ratio      {extrapolated / ours:12,.0f} (bar {BAR}), largest difference of a score {worst:.1e}")
    return worst <= 1e-9 and extrapolated / ours >= BAR


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--pair", default="en-de")
    parser.add_argument("--metrics", nargs="+", default=["bleu", "chrf"], choices=sorted(THEIRS))
    parser.add_argument("--timed", type=int, default=30, help="samples that sacreBLEU is timed on")
    arguments = parser.parse_args()
    corpus = read_corpus(arguments.data / "wmt21" / arguments.pair)
    print(
        f"{len(corpus.systems)} systems x {PHENOMENA} phenomena x {DISTANCES} distances"
        f" x (1 set + {CONTROLS} controls + {BOOTSTRAP} bootstrap samples), one core"
    )
    with threadpool_limits(1):
        met = [run_metric(name, corpus, arguments.timed) for name in arguments.metrics]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
