"""How much of what a phenomenon costs systems it costs people, too; level and power of the test of the rest.

    python -m lab.measurements.human_baseline RESULTS ... [--trials 200] [-o docs/lab/human-baseline.md]

RESULTS are the folders of scored corpora with two human references or more (two_humans.yaml makes them).
Each human reference is scored against each other one as if it were a system. Noise: sets as large as those of the run,
drawn by document (some have more of them than others, as of phenomena) and length; a run is all of its sets. Power: in
the segments of such a set, a word is lost in each output, in half or a fifth of them. The text between the marks of the
page is replaced.
"""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.compute as pc

from benchmarks._common import arguments_of, markdown_table, update_page
from extractors.core.arrays import Float64, Int32
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.findings import FINDINGS, TESTED
from extractors.formats.segments import hypothesis_texts, read_references
from extractors.formats.sets import CONTROLS, SETS
from extractors.scoring.control_pool import ControlPool
from extractors.scoring.documents import SegmentClusters, clusters_of
from extractors.scoring.human_baseline import BEYOND, HUMANS, SYSTEMS, HumanBaseline
from extractors.scoring.phenomenon_tests import LARGEST
from extractors.scoring.segment_statistics import against_each
from extractors.scoring.statistics.contrasts import contrast
from extractors.scoring.statistics.distributions import t_sf
from extractors.scoring.statistics.estimates import Estimate
from extractors.scoring.statistics.pvalues import benjamini_hochberg
from extractors.scoring.statistics.statistics_settings import StatisticsSettings

METRIC = "chrf"
LEVEL = 0.05
CLUMP = 1.0
"""Standard deviation of the documents' log odds to have a phenomenon."""
LOST = {"each": 1.0, "half": 0.5, "a fifth": 0.2}
"""Share of the outputs of a segment that lose a word."""
Texts = Mapping[str, list[str]]


@dataclass(frozen=True)
class TwoHumans:
    """A corpus with two human references or more.

    Attributes:
        rows: the tested rows of FINDINGS, with `systems_error`, `beyond_error` (standard errors) and `units`.
        sizes: of their sets.
    """

    name: str
    systems: Texts
    humans: Texts
    baseline: HumanBaseline
    pool: ControlPool
    clusters: SegmentClusters
    rows: Sequence[Mapping[str, Any]]

    @property
    def segments(self) -> int:
        return len(self.baseline.rows)

    def estimate(self, ids: Int32, baseline: HumanBaseline | None = None) -> Estimate | None:
        """Estimate the differences on a set: (3,) systems, humans, systems minus humans; None without controls."""
        matches = self.pool.match(ids)
        # The pool would keep the sums of all rows, and other rows come once.
        of = self.baseline if baseline is None else baseline
        made = of.contrast(matches, self.pool) if of is self.baseline else contrast(of.rows, matches, of.made.score)
        return None if made is None else made.of_systems(of.weights()).estimate(self.clusters.numbers)


def read(folder: Path) -> TwoHumans:
    """Read a corpus whose references are all human translations from its results folder."""
    humans = {name: list(texts) for name, texts in read_references(folder / "segments.parquet").items()}
    files = sorted((folder / "systems").glob("*.parquet"))
    systems = {file.stem: list(hypothesis_texts(file)) for file in files if file.stem not in humans}
    covariates = tables.read(COVARIATES, folder / COVARIATES.file)
    baseline = HumanBaseline.of(list(against_each(METRIC, {}, systems, humans)), {})
    if baseline is None:
        raise SystemExit(f"{folder} has one reference")
    corpus = TwoHumans(
        name=folder.name,
        systems=systems,
        humans=humans,
        baseline=baseline,
        pool=ControlPool.of_controls(covariates, tables.empty(CONTROLS, folder / CONTROLS.file), len(covariates)),
        clusters=clusters_of(covariates, StatisticsSettings()),
        rows=[],
    )
    at_minimum = tables.read(SETS, folder / SETS.file, where=pc.field("kind") == "minimum").to_pylist()
    sets = {(row["phenomenon"], row["distance_from"]): np.array(row["segment_ids"], np.int32) for row in at_minimum}
    findings = tables.read(FINDINGS, folder / FINDINGS.file).to_pylist()
    return replace(corpus, rows=[*_tested(corpus, findings, sets)])


def _tested(
    corpus: TwoHumans, findings: Sequence[Mapping[str, Any]], sets: Mapping[tuple[str, int], Int32]
) -> Iterator[dict[str, Any]]:
    """Yield the tested findings, with the standard errors of systems and of systems beyond humans."""
    for row in findings:
        if row["status"] == TESTED and (found := corpus.estimate(sets[row["phenomenon"], row["distance"]])):
            systems, _, beyond = found.standard_error.tolist()
            yield row | {"systems_error": systems, "beyond_error": beyond, "units": found.n}


def shares(corpora: Sequence[TwoHumans]) -> Iterator[str]:
    """Yield sentences on how much of the systems' differences the human references show as well."""
    rows = [row for corpus in corpora for row in corpus.rows]
    systems, humans = (np.array([row[name] for row in rows]) for name in (SYSTEMS, HUMANS))
    ratio = [row["beyond_error"] / row["systems_error"] for row in rows]
    # What a test of the systems alone finds, in each corpus by itself.
    found = []
    for corpus in corpora:
        p = benjamini_hochberg([p_of_systems(row) for row in corpus.rows])
        found += [row for row, corrected in zip(corpus.rows, p, strict=True) if corrected < LEVEL]
    sides = np.sign([row[SYSTEMS] for row in found])
    of_people = sides @ [row[HUMANS] for row in found] / (sides @ [row[SYSTEMS] for row in found])
    significant = sum(row["p_bh"] < LEVEL for row in rows)
    yield (
        f"Over {len(rows)} tested phenomena of {len(corpora)} corpora, differences of humans and of systems correlate"
        f" at {np.corrcoef(systems, humans)[0, 1]:.2f} (slope {np.polyfit(systems, humans, 1)[0]:.2f})."
    )
    yield (
        f"A test of systems alone has {len(found)} findings; humans show {100 * of_people:.0f} % of their size."
        f" The test of systems beyond humans has {significant} findings in the same runs."
    )
    yield (
        f"The standard error beyond humans is {np.quantile(ratio, 0.1):.2f} to {np.quantile(ratio, 0.9):.2f} times the"
        f" standard error of systems alone (80 % of the phenomena; median {np.median(ratio):.2f})."
    )


def p_of_systems(row: Mapping[str, Any]) -> float:
    return float(2 * t_sf(abs(row["systems"] / row["systems_error"]), row["units"] - 1))


def table(corpora: Sequence[TwoHumans]) -> str:
    """Tabulate the tested phenomena where systems, or systems beyond humans, differ at p < .05 uncorrected."""
    rows = []
    for corpus in corpora:
        for row in sorted(corpus.rows, key=lambda row: row[SYSTEMS]):
            if min(p_of_systems(row), row["p"]) < LEVEL:
                numbers = [f"{row[name]:+.1f}" for name in (SYSTEMS, HUMANS, BEYOND)]
                ends = f"[{row['low']:+.1f}, {row['high']:+.1f}]"
                rows.append([corpus.name, row["label"], str(row["n"]), *numbers, ends, f"{row['p']:.3f}"])
    head = ["corpus", "phenomenon", "n", "systems", "humans", "beyond", "95 % interval", "p"]
    return markdown_table(head, rows)


def drawn(corpus: TwoHumans, size: int, rng: np.random.Generator) -> Int32:
    """Draw a random set with no meaning that clumps in documents and prefers long segments, as phenomena do."""
    lengths = np.asarray(corpus.pool.values["length"], dtype=np.float64)
    numbers = np.arange(corpus.segments) if corpus.clusters.numbers is None else corpus.clusters.numbers
    odds = rng.normal(0, CLUMP, numbers.max() + 1)[numbers] + 0.7 * np.log(lengths + 1)
    chosen = np.argsort(-(odds + rng.gumbel(size=corpus.segments)))[:size]
    return np.sort(chosen).astype(np.int32)


def noise(corpus: TwoHumans, trials: int) -> dict[str, Float64]:
    """Estimate how often random sets give findings, for `systems` and for `beyond`.

    Each array has the share of runs with a finding, and the shares of single tests significant below and above.
    """
    sizes = [min(row["n"], int(LARGEST * corpus.segments)) for row in corpus.rows]
    found: dict[str, list[tuple[float, float, float]]] = {SYSTEMS: [], BEYOND: []}
    for trial in range(trials):
        rng = np.random.default_rng([trial, zlib.crc32(corpus.name.encode())])
        made = [corpus.estimate(drawn(corpus, size, rng)) for size in sizes]
        for name, place in ((SYSTEMS, 0), (BEYOND, 2)):
            p = np.array([estimate.p_value[place] for estimate in made if estimate is not None])
            sign = np.array([estimate.value[place] for estimate in made if estimate is not None])
            tails = [np.mean((p < LEVEL) & (sign * side > 0)) for side in (-1, 1)]
            found[name].append((float(benjamini_hochberg(p).min() < LEVEL), *map(float, tails)))
    return {name: np.mean(of, axis=0) for name, of in found.items()}


def worse(texts: Sequence[str], seed: int) -> list[str]:
    """Remove one random word from each text, or one character from a text without blanks."""
    rng, lost = np.random.default_rng(seed), []
    for text in texts:
        words, blank = (text.split(), " ") if " " in text.strip() else (list(text), "")
        place = int(rng.integers(len(words))) if len(words) > 1 else -1
        lost.append(blank.join(word for n, word in enumerate(words) if n != place))
    return lost


def planted(
    corpus: TwoHumans, trials: int, *, humans: Texts | None = None, shares: Mapping[str, float] = LOST
) -> dict[str, tuple[float, float]]:
    """Estimate power: how often the loss of a word in a set's segments is found, by the share of outputs that lose it.

    Each value has the power of the test of systems alone, and of systems beyond humans. The sets have the median size
    of the sets of the run, and the tests use the level 0.05 / m for m sets.

    The sets have the median size of the run's, and the tests the level of its correction, 0.05 / m.

    Args:
        humans: other human references, by name.
        shares: of the outputs of a segment that lose a word.
    """
    size = int(np.median([row["n"] for row in corpus.rows]))
    level = LEVEL / len(corpus.rows)
    references = corpus.humans if humans is None else humans
    damaged = {name: worse(texts, zlib.crc32(name.encode())) for name, texts in corpus.systems.items()}
    whole, less = (
        HumanBaseline.of(list(against_each(METRIC, {}, systems, references)), {})
        for systems in (corpus.systems, damaged)
    )
    assert whole is not None
    assert less is not None
    powers = {}
    of_system = whole.by_system.argmax(axis=1)
    is_system = whole.by_system.any(axis=1)
    for name, share in shares.items():
        hits = []
        for trial in range(trials):
            rng = np.random.default_rng([trial, 7])
            ids = drawn(corpus, size, rng)
            loses = rng.random((len(ids), len(corpus.systems))) < share
            rows = whole.rows.copy()
            pairs = np.where(is_system, loses[:, of_system], False)
            rows[ids] = np.where(pairs[:, :, None], less.rows[ids], whole.rows[ids])
            estimate = corpus.estimate(ids, replace(whole, rows=rows))
            if estimate is not None:
                hits.append([(estimate.p_value[at] < level) & (estimate.value[at] < 0) for at in (0, 2)])
        powers[name] = tuple(map(float, np.mean(hits, axis=0)))
    return powers


def freer(corpus: TwoHumans, trials: int, kind: str) -> tuple[float, float]:
    """Estimate how often the test of systems beyond humans is significant below and above if a reference is unusual.

    Args:
        kind: `freer`: the first reference has lost two words there. `post-edit`: the second reference is the output of
            the first system, called human.
    """
    names, size = list(corpus.humans), int(np.median([row["n"] for row in corpus.rows]))
    changed = dict(corpus.humans)
    if kind == "freer":
        changed[names[0]] = worse(worse(corpus.humans[names[0]], 1), 2)
    else:
        changed[names[1]] = next(iter(corpus.systems.values()))
    systems = dict(corpus.systems) if kind == "freer" else dict(list(corpus.systems.items())[1:])
    both = [HumanBaseline.of(list(against_each(METRIC, {}, systems, of)), {}) for of in (corpus.humans, changed)]
    plain, other = both
    assert plain is not None
    assert other is not None
    tails = []
    for trial in range(trials):
        ids = drawn(corpus, size, np.random.default_rng([trial, 11]))
        rows = plain.rows.copy() if kind == "freer" else other.rows
        if kind == "freer":
            rows[ids] = other.rows[ids]
        made = replace(plain, rows=rows)
        found = contrast(made.rows, corpus.pool.match(ids), made.made.score)
        if found is not None:
            of_all = found.of_systems(made.weights()).estimate(corpus.clusters.numbers)
            tails.append([(of_all.p_value[2] < LEVEL) & (of_all.value[2] * side > 0) for side in (-1, 1)])
    below, above = np.mean(tails, axis=0)
    return float(below), float(above)


def hidden(corpus: TwoHumans, trials: int) -> float:
    """Estimate power where the second reference is the first system's output and the other outputs lose a word."""
    first, *others = corpus.systems
    humans = dict(corpus.humans) | {list(corpus.humans)[1]: corpus.systems[first]}
    rest = replace(corpus, systems={name: corpus.systems[name] for name in others})
    return planted(rest, trials, humans=humans, shares={"each": 1.0})["each"][1]


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def main() -> None:
    parser = arguments_of(__doc__, page="docs/lab/human-baseline.md")
    parser.add_argument("results", nargs="+", type=Path, help="folders of scored corpora")
    parser.add_argument("--trials", type=int, default=200, help="runs of noise of each corpus (default: 200)")
    a = parser.parse_args()
    corpora = [read(folder) for folder in a.results]
    of_noise = [[corpus.name, str(a.trials), *map(percent, level[BEYOND]), percent(level[SYSTEMS][0])]
                for corpus in corpora for level in [noise(corpus, a.trials)]]  # fmt: skip
    of_power, of_references = [], []
    for corpus in corpora:
        for name, (alone, beyond) in planted(corpus, a.trials).items():
            of_power.append([corpus.name, str(len(corpus.humans)), name, percent(alone), percent(beyond)])
        for kind in ("freer", "post-edit"):
            lost = percent(hidden(corpus, a.trials)) if kind == "post-edit" else ""
            of_references.append([corpus.name, kind, *map(percent, freer(corpus, a.trials, kind)), lost])
    update_page(
        a.output,
        {
            "shares": "\n\n".join(shares(corpora)),
            "table": table(corpora),
            "noise": markdown_table(["corpus", "runs", "with a finding", "below", "above", "systems alone"], of_noise),
            "power": markdown_table(["corpus", "humans", "a word lost", "systems alone", "beyond"], of_power),
            "references": markdown_table(["corpus", "a reference is", "below", "above", "loss found"], of_references),
        },
    )


if __name__ == "__main__":
    main()
