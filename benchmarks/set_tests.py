"""How often each test of a set against other text finds what is not there, and what is there.

    python benchmarks/set_tests.py RESULTS [--repetitions 1000] [--sizes 30 60 150 600] [--metrics bleu chrf ribes ter]
        [--whole-run]

RESULTS is a corpus's folder of a run (results/wmt21-en-de). A null set is a random draw of its segments, longer ones
being likelier, as in most sets. A planted set is the same, with every fourth word lost from every system's output of
a share of its segments: --planted of 30 segments, and of n segments sqrt(30 / n) times that, so that power hardly
depends on n. The tests, on the same draws:

    jackknife            the run's: all eligible controls outside the set, jackknife error, skewness known
    no skewness          the same with Student's t alone
    corpus               the same with controls from the whole corpus, the set's own segments among them
    draws                the paper's: rank of the set among 100 control samples of the whole corpus
    strata               deciles of length in place of controls of like length
    regression           least squares on length, rare words, clauses and depth over all segments, robust error (HC3)
    blocks               the jackknife over blocks of 20 lines

each for one system, for the mean over systems (all but draws), and, by the jackknife, for a system's departure from
the mean, which is adjusted for the difficulty that the other systems saw. `low` and `high` are the shares of findings
at 5 % on either side; 2 to 3 of each is the aim. Shares of the mean come with a Monte Carlo error of 0.7 points at
1,000 repetitions. Exits with 1 if the run's test of the mean, the departures or the single systems finds less than 4
or more than 6 % (one Monte Carlo error allowed) for a metric and size.

With --whole-run, instead: the tested sets of the run, their segments exchanged at random with others of like length
and of the same domain, the same exchange for all, so that they share what they share and mean nothing; controls as in
the run; the share of such runs with any finding in the whole table of findings, made by the function that makes it in a
run. Each metric is the primary one in turn.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from _common import arguments_of
from scipy import stats
from threadpoolctl import threadpool_limits

from extractors.core.arrays import Float64, Int32
from extractors.extract.control import draw_controls, match, settings_of
from extractors.extract.control_settings import ControlSettings
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES, values_of
from extractors.formats.findings import TESTED
from extractors.formats.segments import HYPOTHESES, read_corpus
from extractors.formats.sets import CONTROLS, SETS, Range
from extractors.phenomena import DEFAULT_FILE, catalogue
from extractors.phenomena.estimands import estimands
from extractors.scoring.human_baseline import measured_finding
from extractors.scoring.metrics import Metric, create_metric
from extractors.scoring.phenomenon_tests import chosen_distances, finding_rows
from extractors.scoring.statistics.contrasts import contrast, slope
from extractors.scoring.statistics.estimates import Estimate, mean_of_finite
from extractors.scoring.statistics.pvalues import empirical_p
from extractors.scoring.statistics.samples import sample_sums

LEVEL = 0.05
LOW, HIGH = 0.04, 0.06
DECILES = 10
LINES = 20
NEIGHBOURS = 30
EVERY = 4
"""Every fourth word is lost where an effect is planted."""


@dataclass(frozen=True)
class Corpus:
    """Systems under one metric.

    Attributes:
        values: (N,) of each covariate.
        rows: (N, K, k) statistics of the outputs.
        worse: (N, K, k) of the outputs with words lost.
    """

    metric: Metric
    values: Mapping[str, Float64]
    rows: Float64
    worse: Float64


def read(folder: Path, metric: str, systems: int) -> Corpus:
    """Read the first systems of a run with their statistics, also with words lost."""
    texts = read_corpus(folder / "segments.parquet")
    references = list(texts.references.values())
    scored_by = create_metric(metric, {})
    outputs = [
        tables.read(HYPOTHESES, path).column("hypothesis").to_pylist()
        for path in sorted((folder / "systems").glob("*.parquet"))[:systems]
    ]
    lost = [[_without_words(text) for text in output] for output in outputs]
    return Corpus(
        metric=scored_by,
        values=values_of(tables.read(COVARIATES, folder / COVARIATES.file)),
        rows=np.stack([scored_by.statistics(output, references) for output in outputs], axis=1),
        worse=np.stack([scored_by.statistics(output, references) for output in lost], axis=1),
    )


def _without_words(text: str) -> str:
    return " ".join(word for i, word in enumerate(text.split()) if i % EVERY != EVERY - 1)


Tails = tuple[Float64, Float64]
"""(K,) p-values, and the sign of each difference."""


def p_values(corpus: Corpus, rows: Float64, ids: Int32, *, seed: int) -> Iterator[tuple[str, str, Tails]]:
    """Run each test on one set; yield its name, what it tests, and its p-values with the differences."""
    score = corpus.metric.score
    rest = ControlSettings()
    beside = contrast(rows, match(rest, ids, corpus.values), score)
    assert beside is not None, "no segment has controls"
    blocks = np.arange(len(rows)) // LINES
    yield "jackknife", "mean", _tails(beside.mean.estimate())
    yield "jackknife", "system", _tails(beside.estimate())
    yield "jackknife", "departure", _tails(beside.departures.estimate())
    yield "no skewness", "mean", _tails(replace(beside.mean.estimate(), skewness=0.0))
    yield "no skewness", "system", _tails(replace(beside.estimate(), skewness=0.0))
    yield "no skewness", "departure", _tails(replace(beside.departures.estimate(), skewness=0.0))
    yield "blocks", "mean", _tails(beside.mean.estimate(blocks))
    whole = contrast(rows, match(ControlSettings(pool="corpus"), ids, corpus.values), score)
    assert whole is not None, "no segment has controls"
    yield "corpus", "mean", _tails(whole.mean.estimate())
    drawn = draw_controls(ControlSettings(seed=seed), "p", Range("minimum", 0, None), ids, corpus.values)
    of_set, of_samples = score(rows[ids].sum(axis=0)), score(sample_sums(drawn, rows))
    yield "draws", "system", (empirical_p(of_samples, of_set), of_set - mean_of_finite(of_samples))
    by_length = corpus.values["length"]
    edges = np.quantile(by_length, np.arange(1, DECILES) / DECILES)
    deciles = {"length": np.searchsorted(edges, by_length).astype(np.float64) * 10 + 1}
    strata = contrast(rows, match(rest, ids, deciles), score)
    assert strata is not None, "no segment has controls"
    yield "strata", "mean", _tails(strata.mean.estimate())
    yield "regression", "mean", _regression(corpus, rows, ids)


def _tails(estimate: Estimate) -> Tails:
    return estimate.p_value, estimate.value


def _regression(corpus: Corpus, rows: Float64, ids: Int32) -> Tails:
    """Fit a regression of the mean segment score on the set and the covariates, with HC3 errors.

    Scores are linearised around the corpus score, so that corpus-level metrics have a value for each segment.
    """
    slopes = slope(corpus.metric.score, rows.sum(axis=0), np.abs(rows).sum(axis=0))
    outcome = np.einsum("nks,ks->nk", rows, slopes).mean(axis=1)
    of_set = np.zeros(len(rows))
    of_set[ids] = 1
    length = np.maximum(corpus.values["length"], 1)
    known = [length, length**2, np.log(length), *(corpus.values[n] for n in ("rare_words", "clauses", "depth"))]
    design = np.column_stack([np.ones(len(rows)), of_set, *known, corpus.values["clauses"] / length])
    inverse = np.linalg.pinv(design.T @ design)
    fit = inverse @ design.T @ outcome
    leverage = np.einsum("np,pq,nq->n", design, inverse, design)
    residual = (outcome - design @ fit) / (1 - leverage)
    covariance = inverse @ (design.T * residual**2) @ design @ inverse
    t = fit[1] / np.sqrt(covariance[1, 1])
    return np.array([2 * stats.t.sf(abs(t), len(ids) - 1)]), np.array([t])


def shares(
    corpus: Corpus, n: int, *, repetitions: int, planted: float = 0.0, seed: int = 1
) -> dict[tuple[str, str], tuple[float, float]]:
    """Return the shares of significant results below and above, by test and what it tests.

    Args:
        planted: the share of a set's segments whose outputs lose words.
    """
    rng = np.random.default_rng(seed)
    chance = corpus.values["length"] / corpus.values["length"].sum()
    found: dict[tuple[str, str], list[npt.NDArray[np.bool_]]] = defaultdict(list)
    for repetition in range(repetitions):
        ids = np.sort(rng.choice(len(chance), n, replace=False, p=chance)).astype(np.int32)
        hit = ids[rng.random(n) < planted]
        rows = corpus.rows
        if len(hit):
            rows = rows.copy()
            rows[hit] = corpus.worse[hit]
        for test, of, (p, sign) in p_values(corpus, rows, ids, seed=repetition):
            found[test, of].append(np.stack([(p <= LEVEL) & (sign < 0), (p <= LEVEL) & (sign > 0)]))
    return {key: tuple(np.mean(tails, axis=(0, 2))) for key, tails in found.items()}


Rows = list[dict[str, Any]]


def meaningless_runs(corpus: Corpus, folder: Path, *, repetitions: int, seed: int = 3) -> Iterator[Rows]:
    """Yield the findings of runs whose sets are replaced by random segments of like length and domain."""
    rng = np.random.default_rng(seed)
    lengths = corpus.values["length"]
    sets = {
        (row["phenomenon"], row["distance_from"]): np.array(row["segment_ids"], dtype=np.int32)
        for row in tables.read(SETS, folder / SETS.file).to_pylist()
        if row["kind"] == "minimum"
    }
    known = estimands(catalogue.load(DEFAULT_FILE).values())
    at = chosen_distances(sets, known)
    wanted = {key: ids for key, ids in sets.items() if at.get(key[0]) == key[1]}
    settings = settings_of(tables.empty(CONTROLS, folder / CONTROLS.file))
    order = np.lexsort((lengths, corpus.values.get("domain", np.zeros_like(lengths))))
    for _ in range(repetitions):
        # Neighbours in length of a domain, a few dozen of them, change places.
        shuffled = order[np.lexsort((rng.random(len(order)), np.arange(len(order)) // NEIGHBOURS))]
        moved = np.empty(len(order), dtype=np.int32)
        moved[order] = shuffled
        changed = {key: np.sort(moved[ids]) for key, ids in wanted.items()}
        effects = [_effect(corpus, key, ids, settings) for key, ids in changed.items()]
        # What a metric sees is left aside: this is about any mean of systems.
        measured = {row["phenomenon"]: measured_finding(row, "source") for row in effects}
        yield finding_rows(effects, changed, known, measured, segments=len(lengths), alpha=LEVEL)


def whole_run(folder: Path, metric: str, systems: int, *, repetitions: int) -> str:
    """Report how many phenomena a run of random sets tests, and the share of such runs with a finding."""
    runs = meaningless_runs(read(folder, metric, systems), folder, repetitions=repetitions, seed=3)
    p = [[row["p_bh"] for row in findings if row["status"] == TESTED] for findings in runs]
    share = np.mean([min(of_run, default=1.0) < LEVEL for of_run in p])
    return f"{metric}, {folder.name}: {np.mean([*map(len, p)]):.1f} tests, a finding in {share:.1%} of {len(p)} runs"


def _effect(corpus: Corpus, key: tuple[str, int], ids: Int32, settings: ControlSettings) -> dict[str, Any]:
    """Return a row of EFFECTS with the columns that findings are computed from."""
    row: dict[str, Any] = {"phenomenon": key[0], "distance_from": key[1], "metric": "", "signature": "", "n": len(ids)}
    row |= dict.fromkeys(
        ("difference", "difference_low", "difference_high", "p", "standard_error", "skewness", "units", "controls")
    )
    row |= {"kind": "minimum", "systems": 0, "below": 0, "compared": 0, "not_compared": len(ids)}
    matches = match(settings, ids, corpus.values)
    beside = contrast(corpus.rows, matches, corpus.metric.score)
    if beside is None:
        return row
    estimate = beside.mean.estimate()
    numbers = {"difference": estimate.value, "p": estimate.p_value, "standard_error": estimate.standard_error}
    row |= {name: float(value[0]) for name, value in numbers.items()}
    row["skewness"] = float(np.broadcast_to(estimate.skewness, 1)[0])
    return row | {
        "units": estimate.n,
        "controls": matches.effective_controls,
        "not_compared": matches.unmatched,
        "compared": len(ids) - matches.unmatched,
    }


def main() -> int:
    parser = arguments_of(__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--repetitions", type=int, default=1000)
    parser.add_argument("--systems", type=int, default=20, help="how many of the run's systems")
    parser.add_argument("--sizes", nargs="+", type=int, default=[30, 60, 150, 600])
    parser.add_argument("--metrics", nargs="+", default=["bleu", "chrf", "ribes", "ter"])
    parser.add_argument("--planted", type=float, default=0.4, help="share of 30 segments that lose words")
    parser.add_argument("--whole-run", action="store_true", help="the share of meaningless runs with a finding")
    a = parser.parse_args()
    if a.whole_run:
        for metric in a.metrics:
            print(whole_run(a.results, metric, a.systems, repetitions=a.repetitions), flush=True)
        return 0
    folder: Path = a.results
    good = True
    allowed = np.sqrt(LEVEL * (1 - LEVEL) / a.repetitions)
    print(f"{folder.name}: findings at 5 % of {a.repetitions} sets, %: low / high; power with {a.planted:.0%} planted")
    for metric in a.metrics:
        corpus = read(folder, metric, a.systems)
        for n in a.sizes:
            null = shares(corpus, n, repetitions=a.repetitions)
            power = shares(
                corpus, n, repetitions=max(a.repetitions // 4, 1), planted=a.planted * np.sqrt(30 / n), seed=2
            )
            print(f"\n{metric}, n = {n}")
            for (test, of), (low, high) in null.items():
                worse = power[test, of][0 if corpus.metric.higher_is_better else 1]
                power_text = "" if of == "departure" else f"   power {100 * worse:5.1f}"
                print(f"  {test:<14}{of:<11}{100 * low:5.1f} /{100 * high:5.1f}{power_text}", flush=True)
                if test == "jackknife":
                    good &= LOW - allowed <= low + high <= HIGH + allowed
    return 0 if good else 1


if __name__ == "__main__":
    with threadpool_limits(1):
        sys.exit(main())
