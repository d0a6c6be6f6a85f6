"""How much faster challenge sets are scored by sums of rows than by one call of sacreBLEU a sample.

    python benchmarks/score_subsets.py [--data ../shared/data] [--metrics bleu chrf] [--timed 30]

Work: all 39 systems of WMT21 (en-de and de-en) x 5 phenomena x 4 minimum distances x (the set, 100 controls, 1000
bootstrap samples), on one core. Sets are drawn at random, with sizes that fall as the distance grows, since the
time hangs on their sizes alone; controls match their lengths. Ours is what a run does for its tables of scores:
the statistics of the segments, sums, scores, intervals, p-values, and the difference from all eligible controls, for
which sacreBLEU is not charged. sacreBLEU's `corpus_score` is run on a few of the same samples, after one run over all
the segments that fills its cache of tokenised text, and its time is EXTRAPOLATED by the number of segments. Exits
with 1 if a score differs by more than 1e-9 or the ratio is below 500.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER
from threadpoolctl import threadpool_limits

from extractors.core import files
from extractors.core.arrays import Float64
from extractors.extract.control import draw_controls
from extractors.extract.control_settings import ControlSettings
from extractors.formats.scores import SCORES
from extractors.formats.sets import Range
from extractors.score import segment_statistics
from extractors.score.control_pool import ControlPool
from extractors.score.sampled_sets import SampledSet
from extractors.score.scorer import ScoredSet, SetScorer, score_set
from extractors.score.set_scores import score_rows
from extractors.score.statistics.resampling import draw_counts
from extractors.score.statistics.statistics_settings import StatisticsSettings

THEIRS = {"bleu": BLEU, "chrf": CHRF, "ter": TER}
PAIRS = ("en-de", "de-en")
PHENOMENA, DISTANCES = 5, 4
CONTROLS = ControlSettings(samples=100, tolerance=1)
SETTINGS = StatisticsSettings(resamples=1000)
BAR = 500


class Corpus(NamedTuple):
    """Outputs by system, the references, where controls come from, and sets with their control samples."""

    systems: dict[str, list[str]]
    references: list[list[str]]
    pool: ControlPool
    sets: list[SampledSet]


class Sample(NamedTuple):
    """A sample of a set: its system, its segments, and our score of it."""

    corpus: Corpus
    system: str
    picks: list[int]
    score: float


def read_corpus(folder: Path, draw: np.random.Generator) -> Corpus:
    """One language pair of WMT21, with sets."""
    outputs = {path.stem: files.read_lines(path) for path in sorted((folder / "systems").iterdir())}
    (source,) = folder.glob("source.*")
    lengths = np.array([len(line.split()) for line in files.read_lines(source)], dtype=np.float64)
    references = [files.read_lines(path) for path in sorted(folder.glob("reference.*"))]
    return Corpus(outputs, references, ControlPool({"length": lengths}, CONTROLS), draw_sets(lengths, draw))


def draw_sets(lengths: Float64, draw: np.random.Generator) -> list[SampledSet]:
    """Nested random sets of segments: from 5 to 60 in a hundred at distance 0, 0.8 of it a distance more."""
    found, everything = [], np.arange(len(lengths), dtype=np.int32)
    for number, share in enumerate(np.linspace(0.05, 0.6, PHENOMENA)):
        order = draw.permutation(everything)
        for distance in range(DISTANCES):
            ids = np.sort(order[: max(10, int(len(lengths) * share * 0.8**distance))])
            name, r = f"p{number}", Range("minimum", distance, None)
            samples = draw_controls(CONTROLS, name, r, ids, {"length": lengths})
            found.append(SampledSet(name, r, ids, lambda samples=samples: [samples]))
    return found


def keep_sample(corpus: Corpus, one: SampledSet, found: ScoredSet, number: int) -> Sample:
    """One of the set, its controls and its bootstrap samples, to be scored by sacreBLEU too."""
    place = number % len(found.block.systems)
    system = found.block.systems[place]
    kind = number % 3
    if kind == 0:
        return Sample(corpus, system, one.ids.tolist(), float(found.of_set.value[place]))
    if kind == 1:
        sample = number % CONTROLS.samples
        picks = one.samples[sample][one.samples[sample] >= 0].tolist()
        return Sample(corpus, system, picks, float(found.drawn[sample, place]))
    sample = number % SETTINGS.resamples
    counts = draw_counts(len(one.ids), SETTINGS.resamples, np.random.default_rng(SETTINGS.seed))[sample]
    picks = np.repeat(one.ids, counts.astype(np.int64)).tolist()
    return Sample(corpus, system, picks, float(found.of_set.scores[sample, place]))


def run_metric(name: str, corpora: list[Corpus], timed: int) -> bool:
    """Prints the times; whether the scores agree and the bar is met."""
    ours, counted = 0.0, 0.0
    samples: list[Sample] = []
    segments = count = 0
    tables: list[pa.Table] = []
    for corpus in corpora:
        start = time.perf_counter()
        statistics = [
            segment_statistics.statistics(
                system=s, metric=name, options={}, hypotheses=output, references=corpus.references
            )
            for s, output in corpus.systems.items()
        ]
        counted += time.perf_counter() - start
        scorer, rows = SetScorer.of(statistics, {}), []
        for number, one in enumerate(corpus.sets):
            found = score_set(scorer, one, SETTINGS, corpus.pool)
            rows += score_rows(scorer, one, found, SETTINGS)
            per_system = 1 + CONTROLS.samples + SETTINGS.resamples
            segments += len(corpus.systems) * per_system * len(one.ids)
            count += len(corpus.systems) * per_system
            ours -= time.perf_counter()
            samples += [keep_sample(corpus, one, found[0], number * 37 + i) for i in range(3)]
            ours += time.perf_counter()
        tables.append(SCORES.table(rows))
        ours += time.perf_counter() - start

    draw = np.random.default_rng(21)
    chosen = [samples[i] for i in draw.choice(len(samples), size=min(timed, len(samples)), replace=False)]
    theirs, theirs_segments, worst = 0.0, 0, 0.0
    for sample in chosen:
        sacre, output = THEIRS[name](), sample.corpus.systems[sample.system]
        if name != "ter":  # TER's time is not in its tokenizer, and a run over all the segments takes long.
            sacre.corpus_score(output, sample.corpus.references)
        hypotheses = [output[i] for i in sample.picks]
        references = [[reference[i] for i in sample.picks] for reference in sample.corpus.references]
        before = time.perf_counter()
        score = sacre.corpus_score(hypotheses, references).score
        theirs += time.perf_counter() - before
        theirs_segments += len(sample.picks)
        worst = max(worst, abs(score - sample.score))

    extrapolated = theirs / theirs_segments * segments
    print(f"{name}: {count:,} samples of {segments / count:.0f} segments on the average")
    print(f"  ours       {ours:12,.1f} s in all, of which {counted:.1f} s statistics of the segments")
    print(f"  sacreBLEU  {extrapolated:12,.0f} s EXTRAPOLATED from {len(chosen)} samples in {theirs:.2f} s")
    print(f"  ratio      {extrapolated / ours:12,.0f} (bar {BAR}), largest difference of a score {worst:.1e}")
    return worst <= 1e-9 and extrapolated / ours >= BAR


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--pairs", nargs="+", default=PAIRS, choices=PAIRS)
    parser.add_argument("--metrics", nargs="+", default=["bleu", "chrf"], choices=sorted(THEIRS))
    parser.add_argument("--timed", type=int, default=30, help="samples that sacreBLEU is timed on")
    arguments = parser.parse_args()
    draw = np.random.default_rng(21)
    corpora = [read_corpus(arguments.data / "wmt21" / pair, draw) for pair in arguments.pairs]
    print(
        f"{sum(len(corpus.systems) for corpus in corpora)} systems x {PHENOMENA} phenomena x {DISTANCES} distances"
        f" x (1 set + {CONTROLS.samples} controls + {SETTINGS.resamples} bootstrap samples), one core"
    )
    with threadpool_limits(1):
        met = [run_metric(name, corpora, arguments.timed) for name in arguments.metrics]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
