"""Level and power of the tests at the words of hits, on finished runs: systems beside others, and two systems.

    python benchmarks/words_at_hits.py RESULTS [RESULTS ...] [--trials 400] [--seed 1]

RESULTS are folders of corpora that were scored with accuracy (`word_evidence.parquet`).

    null       control words, drawn by documents as phenomena clump, stand for hits: nothing is to be found. `low` and
               `high` are the shares of tests below 5 % on either side, of each system beside the others (systems) and
               of two systems (pairs).
    worse      one of two systems loses a tenth of all its words, hits and control words alike: it is worse everywhere
               and at no phenomenon.
    lost N of M  one of two systems loses the words of that share of M hits of a phenomenon, and nothing else: found at
               5 % (p), and after Benjamini and Hochberg's correction over all phenomena with 60 hits (BH). The other
               system is not the one that was damaged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from _common import arguments_of, markdown_table

from extractors.core.arrays import Float64, Int64
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.word_evidence import WORD_EVIDENCE
from extractors.scoring.documents import clusters_of
from extractors.scoring.statistics.pvalues import benjamini_hochberg
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.systems_at_words import Departure, Evidence, Key, departure, evidence_of, step_down

LEVEL = 0.05
FEWEST = 60
"""Hits of a phenomenon that is in the family of tests."""
WORSE = 0.1
PLANTED = ((200, 0.3), (200, 0.5), (60, 0.5))
"""Hits, and the share of them whose words are lost."""


def main() -> None:
    parser = arguments_of(__doc__)
    parser.add_argument("results", nargs="+", type=Path)
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for folder in given.results:
        clusters = clusters_of(tables.read(COVARIATES, folder / COVARIATES.file), StatisticsSettings())
        evidence, systems = evidence_of(tables.read(WORD_EVIDENCE, folder / WORD_EVIDENCE.file), clusters)
        rng = np.random.default_rng(given.seed)
        print(f"\n{folder.name}: {len(systems)} systems, {given.trials} trials\n")
        rows = [*null_rows(evidence, rng, given.trials), *planted_rows(evidence, rng, given.trials)]
        print(markdown_table(["", "test", "trials", "low %", "high %", "p %", "BH %"], rows))


def null_rows(evidence: dict[Key, Evidence], rng: np.random.Generator, trials: int) -> list[list[str]]:
    """Return how often nothing is found, of systems and of pairs."""
    of_systems, of_pairs, worse = [], [], []
    large = [one for one in evidence.values() if (~one.is_hit).sum() >= 4 * FEWEST]
    for _ in range(trials if large else 0):
        made = pseudo_hits(large[rng.integers(len(large))], rng)
        of_systems += [one for one in step_down(made).values() if one.is_tested]
        new, old = rng.choice(made.values.shape[1], 2, replace=False)
        of_pairs += tested(made, made.values[:, new], made.values[:, old])
        real = large[rng.integers(len(large))]
        lost = np.where(rng.random(len(real.is_hit)) < WORSE, 0.0, real.values[:, new])
        before = real.values[:, new]
        worse += tested(real, np.where(np.isnan(before), np.nan, lost), before)
    return [
        ["null", "systems", *both_tails(of_systems)],
        ["null", "pairs", *both_tails(of_pairs)],
        [f"worse, {100 * WORSE:.0f} %", "pairs", *both_tails(worse)],
    ]


def planted_rows(evidence: dict[Key, Evidence], rng: np.random.Generator, trials: int) -> list[list[str]]:
    """Return how often a lost phenomenon is found, of two systems."""
    large = {name: one for name, one in evidence.items() if one.is_hit.sum() >= FEWEST}
    rows = []
    for hits, share in PLANTED:
        known = [name for name, one in large.items() if one.is_hit.sum() >= hits]
        if not known:
            rows.append([f"lost {100 * share:.0f} % of {hits}", "pairs", "0", "", "", "", ""])
            continue
        found = []
        for _ in range(trials):
            name = known[rng.integers(len(known))]
            drawn = replace_entries(large[name], some_hits(large[name], hits, rng))
            new, old = rng.choice(drawn.values.shape[1], 2, replace=False)
            damaged = drawn.values[:, new].copy()
            places = np.flatnonzero(drawn.is_hit)
            damaged[rng.choice(places, round(share * len(places)), replace=False)] = 0.0
            damaged[np.isnan(drawn.values[:, new])] = np.nan
            one = departure(drawn, damaged, drawn.values[:, old])
            others = [
                test.p
                for other, of_one in large.items()
                if other != name
                for test in tested(of_one, of_one.values[:, new], of_one.values[:, old])
            ]
            p = 1.0 if one is None or not one.is_tested or one.value > 0 else one.p
            found.append((p, benjamini_hochberg(np.array([p, *others]))[0]))
        p, bh = np.array(found).T
        shares = [f"{100 * (values < LEVEL).mean():.0f}" for values in (p, bh)]
        rows.append([f"lost {100 * share:.0f} % of {hits}", "pairs", str(len(found)), "", "", *shares])
    return rows


def pseudo_hits(of: Evidence, rng: np.random.Generator) -> Evidence:
    """Return the control words alone, of which some that stand in documents drawn at random are called hits."""
    controls = np.flatnonzero(~of.is_hit)
    documents = np.unique(of.cluster[controls])
    chosen = rng.choice(documents, max(len(documents) // 2, 1), replace=False)
    inside = controls[np.isin(of.cluster[controls], chosen)]
    hits = rng.choice(inside, min(len(inside) // 3, len(controls) // 5), replace=False)
    kept = replace_entries(of, controls)
    return replace(kept, is_hit=np.isin(controls, hits))


def some_hits(of: Evidence, hits: int, rng: np.random.Generator) -> Int64:
    """Return the entries of so many hits, and of all control words."""
    drawn = rng.choice(np.flatnonzero(of.is_hit), hits, replace=False)
    return np.concatenate([drawn, np.flatnonzero(~of.is_hit)])


def replace_entries(of: Evidence, places: Int64) -> Evidence:
    return Evidence(
        is_hit=of.is_hit[places],
        stratum=of.stratum[places],
        cluster=of.cluster[places],
        distance=of.distance[places],
        values=of.values[places],
    )


def tested(evidence: Evidence, new: Float64, old: Float64) -> list[Departure]:
    """Return the comparison of two systems, if it is tested."""
    one = departure(evidence, new, old)
    return [one] if one is not None and one.is_tested else []


def both_tails(found: Sequence[Departure]) -> list[str]:
    """Return the number of tests, and the shares below LEVEL on either side, in per cent."""
    low = sum(one.p < LEVEL and one.value < 0 for one in found)
    high = sum(one.p < LEVEL and one.value > 0 for one in found)
    number = max(len(found), 1)
    return [str(len(found)), f"{100 * low / number:.1f}", f"{100 * high / number:.1f}", "", ""]


if __name__ == "__main__":
    main()
