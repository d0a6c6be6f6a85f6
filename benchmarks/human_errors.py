"""Do people mark more errors at phenomena? Writes docs/human-errors.md.

    python benchmarks/human_errors.py --data ../shared/data --work FOLDER [--repetitions 40] [-o docs/human-errors.md]

The data are the errors with spans of TED (13 systems) and WMT23 (12 systems), English-German. FOLDER keeps parses and
links, which take minutes, for the next time. The null draws random words of five classes as phenomena, --repetitions
of each and set, and also takes the spans of another segment of like length for the real phenomena.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from _common import markdown_table, write_page
from _rated import SETS, prepare
from accuracy_null import fakes, hit_rows
from scipy import stats

from extractors.accuracy.errors_stage import read_ratings
from extractors.accuracy.evidence import Text
from extractors.accuracy.human_errors import FEWEST_DOCUMENTS, measure_errors
from extractors.accuracy.marked_errors import LinkedWords, Ratings
from extractors.accuracy.preparing import Prepared
from extractors.accuracy.preparing import prepare as prepare_hits
from extractors.formats import conllu, tables
from extractors.formats.accuracy import ACCURACY_EFFECTS, ACCURACY_HITS, DIFFERENT, LITERAL, OMITTED
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.covariates import COVARIATES, codes_of
from extractors.formats.hits import HITS
from extractors.formats.human_errors import ALL, HUMAN_ERROR_HITS, HUMAN_ERRORS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.sets import Range
from extractors.metrics import metric_of_segments
from extractors.settings.accuracy import AccuracySettings
from extractors.statistics.proportions import cluster_sums
from extractors.statistics.trends import length_strata

Row = dict[str, Any]
Key = tuple[str, int, str, int, int]
CLASSES = ("NOUN", "VERB", "ADJ", "ADV", "PRON")
METRICS = ("bleu", "chrf", "ribes")
LEAST = 20
"""Segments of a phenomenon for the correlation over phenomena."""


class RatedSet(NamedTuple):
    """What the pages are made from: the folder, its tables as rows, and the cluster of each segment."""

    name: str
    folder: Path
    rows: list[Row]
    hits: list[Row]
    clusters: npt.NDArray[np.int64]
    outputs: dict[str, list[str]]

    @classmethod
    def read(cls, name: str, folder: Path) -> RatedSet:
        documents = codes_of(tables.read(COVARIATES, folder / "covariates.parquet"), "document")
        assert documents is not None
        enough = len(np.unique(documents)) >= FEWEST_DOCUMENTS
        outputs = {path.stem: read_hypotheses(path) for path in sorted((folder / "systems").glob("*.parquet"))}
        return cls(
            name,
            folder,
            tables.read(HUMAN_ERRORS, folder / "human_errors.csv").to_pylist(),
            tables.read(HUMAN_ERROR_HITS, folder / "human_error_hits.parquet").to_pylist(),
            documents if enough else np.arange(len(documents)),
            outputs,
        )

    def all_systems(self, kind: str = "minimum", severity: str = ALL, category: str = ALL) -> list[Row]:
        """The rows of all systems together."""
        wanted = (None, kind, severity, category)
        return [r for r in self.rows if (r["system"], r["kind"], r["severity"], r["category"]) == wanted]

    def widest(self, severity: str = ALL) -> dict[str, Row]:
        """The row of each phenomenon at all its distances."""
        found: dict[str, Row] = {}
        for row in self.all_systems(severity=severity):
            found.setdefault(row["phenomenon"], row)
        return found


def percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"


def p_text(p: float | None) -> str:
    return "-" if p is None else "< 0.001" if p < 0.001 else f"{p:.3f}"


def phenomena_table(of: RatedSet) -> str:
    majors = of.widest("major")
    lines = []
    for name, row in of.widest().items():
        if row["too_small"]:
            continue
        major = majors.get(name)
        interval = f"{percent(row['difference_low'])} to {percent(row['difference_high'])}"
        cells = (percent(row["rate"]), percent(row["control"]), percent(row["difference"]), interval)
        of_major = percent(major["difference"]) if major else "-"
        lines.append((name, row["n"], row["clusters"], *cells, p_text(row["p"]), p_text(row["p_bh"]), of_major))
    heading = ("phenomenon", "hits", "clusters", "marked, %", "controls, %", "difference", "95 %", "p", "p (B-H)")
    return markdown_table((*heading, "major alone"), sorted(lines, key=lambda line: -float(line[5])))


def distance_table(of: RatedSet) -> str:
    """The differences by minimum distance, of phenomena with more than one set that is not too small, and the slope."""
    by_phenomenon: dict[str, list[Row]] = defaultdict(list)
    for row in of.all_systems():
        if not row["too_small"]:
            by_phenomenon[row["phenomenon"]].append(row)
    lines = []
    for name, rows in by_phenomenon.items():
        trend = slope(of, [name])
        if trend is None:
            continue
        cells = "; ".join(f"≥ {r['distance_from']}: {percent(r['difference'])} ({r['n']})" for r in rows)
        lines.append((name, cells, f"{100 * trend[0]:+.1f} ± {100 * trend[1]:.1f}", p_text(trend[2])))
    pooled = slope(of, list(by_phenomenon))
    if pooled is not None:
        lines.append(("all of them", "-", f"{100 * pooled[0]:+.1f} ± {100 * pooled[1]:.1f}", p_text(pooled[2])))
    return markdown_table(("phenomenon", "difference by minimum distance (hits)", "slope", "p"), lines)


def slope(of: RatedSet, names: Sequence[str]) -> tuple[float, float, float] | None:
    """The slope of the marked share over log2(1 + distance) within phenomena, its standard error by cluster, and p."""
    values: dict[tuple[Any, ...], list[float]] = defaultdict(list)
    for hit in of.hits:
        if hit["phenomenon"] in names:
            place = (hit[name] for name in ("phenomenon", "segment_id", "head", "dependent", "distance_set"))
            values[tuple(place)].append(hit["marked"])
    keys = list(values)
    x = np.log2(1 + np.array([key[-1] for key in keys], dtype=float))
    y = np.array([np.mean(marked) for marked in values.values()])
    group = np.unique([key[0] for key in keys], return_inverse=True)[1]
    size = np.bincount(group)
    x -= (np.bincount(group, x) / size)[group]
    y -= (np.bincount(group, y) / size)[group]
    if (x**2).sum() < 1:
        return None
    b = float((x * y).sum() / (x**2).sum())
    clusters = of.clusters[np.array([key[1] for key in keys])]
    sums = cluster_sums((x * (y - b * x))[:, None], clusters)[:, 0]
    count = len(sums)
    error = float(np.sqrt(count / (count - 1) * (sums**2).sum()) / (x**2).sum())
    return b, error, float(2 * stats.t.sf(abs(b / error), count - 1))


def kinds_table(of: RatedSet) -> str:
    """The categories that are marked more or less at a phenomenon after correction."""
    lines = []
    widest = of.widest()
    for row in of.rows:
        same = row["kind"] == "minimum" and row["distance_from"] == widest[row["phenomenon"]]["distance_from"]
        if row["system"] is None and same and row["category"] != ALL and (row["p_bh"] or 1) < 0.05:
            cells = (percent(row["rate"]), percent(row["control"]), percent(row["difference"]), p_text(row["p_bh"]))
            lines.append((f"{row['phenomenon']}: {row['category']}", row["n"], *cells))
    return markdown_table(("phenomenon: category", "hits", "marked, %", "controls, %", "difference", "p (B-H)"), lines)


def segment_scores(of: RatedSet) -> dict[str, dict[str, npt.NDArray[np.float64]]]:
    """By metric and system, (N,) the score of each segment."""
    corpus = read_corpus(of.folder / "segments.parquet")
    references = list(corpus.references.values())
    metrics = {name: metric_of_segments(name, {}) for name in METRICS}
    return {
        name: {system: metric.score(metric.statistics(texts, references)) for system, texts in of.outputs.items()}
        for name, metric in metrics.items()
    }


def judged(of: RatedSet) -> dict[str, dict[Key, float]]:
    """By measure at the phenomenon, the value of each hit in each output; higher is better."""
    found: dict[str, dict[Key, float]] = {"reference_match": {}, "verdict": {}}
    for row in tables.read(ACCURACY_HITS, of.folder / "accuracy_hits.parquet").to_pylist():
        key = key_of(row)
        if row["reference_match"] is not None:
            found["reference_match"][key] = float(row["reference_match"])
        if row["verdict"] is not None:
            found["verdict"][key] = float(row["verdict"] not in (OMITTED, LITERAL, DIFFERENT))
    return found


def key_of(row: Row) -> Key:
    return row["system"], row["segment_id"], row["phenomenon"], row["head"], row["dependent"]


def agreement_table(of: RatedSet) -> str:
    """Of two outputs of a hit of which one is marked: how often a score is lower there; ties count as a half.

    Also the rank correlation over phenomena of people's difference and that of the scores, which is negative where
    they agree.
    """
    scores = segment_scores(of)
    values: dict[str, dict[Key, float]] = {
        name: {key_of(h): float(by_system[h["system"]][h["segment_id"]]) for h in of.hits}
        for name, by_system in scores.items()
    } | judged(of)
    own = {name: row["difference"] for name, row in of.widest().items() if row["segments"] >= LEAST}
    lines = []
    for name, of_measure in values.items():
        agree, pairs, clusters = concordance(of, of_measure)
        share = agree.sum() / pairs.sum()
        sums = cluster_sums((agree - share * pairs)[:, None], clusters)
        error = float(np.sqrt((sums**2).sum()) / pairs.sum())
        theirs = effects(of, scores[name]) if name in scores else accuracy_effects(of, name)
        shared = [p for p in own if own[p] is not None and theirs.get(p) is not None]
        rho = stats.spearmanr([own[p] for p in shared], [theirs[p] for p in shared])
        cells = (f"{100 * share:.1f} ± {100 * error:.1f}", f"{rho.statistic:+.2f}", p_text(rho.pvalue), len(shared))
        lines.append((name, int(pairs.sum()), *cells))
    return markdown_table(("measure", "pairs", "lower where marked, %", "ρ", "p of ρ", "phenomena"), lines)


def concordance(of: RatedSet, values: Mapping[Key, float]) -> tuple[npt.NDArray[np.float64], ...]:
    """For each hit: pairs of outputs in which the marked one is lower, pairs of outputs, and the hit's cluster."""
    by_hit: dict[tuple[Any, ...], list[tuple[float, float]]] = defaultdict(list)
    for hit in of.hits:
        key = key_of(hit)
        if key in values:
            by_hit[key[1:]].append((hit["marked"], values[key]))
    rows = []
    for place, outputs in by_hit.items():
        marked = np.array([value for mark, value in outputs if mark > 0])
        others = np.array([value for mark, value in outputs if mark == 0])
        if len(marked) and len(others):
            less = (marked[:, None] < others).sum() + (marked[:, None] == others).sum() / 2
            rows.append((less, len(marked) * len(others), of.clusters[place[0]]))
    agree, pairs, clusters = np.array(rows, dtype=float).T
    return agree, pairs, clusters.astype(np.int64)


def effects(of: RatedSet, by_system: Mapping[str, npt.NDArray[np.float64]]) -> dict[str, float]:
    """By phenomenon: the mean score of the rated segments with it, less that of all rated segments."""
    mean = np.mean(list(by_system.values()), axis=0)
    segments: dict[str, set[int]] = defaultdict(set)
    for hit in of.hits:
        segments[hit["phenomenon"]].add(hit["segment_id"])
    everything = sorted(set.union(*segments.values()))
    return {name: float(mean[sorted(ids)].mean() - mean[everything].mean()) for name, ids in segments.items()}


def accuracy_effects(of: RatedSet, name: str) -> dict[str, float]:
    """By phenomenon: the difference to controls that is measured at the phenomenon."""
    found: dict[str, float] = {}
    measure = "rendered" if name == "verdict" else name
    for row in tables.read(ACCURACY_EFFECTS, of.folder / "accuracy_effects.csv").to_pylist():
        if row["measure"] == measure and row["kind"] == "minimum":
            found.setdefault(row["phenomenon"], row["difference"])
    return found


class Null:
    """A set whose hits and marks have nothing to do with each other."""

    def __init__(self, of: RatedSet) -> None:
        self._of, folder = of, of.folder
        self.treebank, self._corpus = conllu.read(folder / "source.conllu.gz"), read_corpus(folder / "segments.parquet")
        self._links = tables.read(ALIGNMENT, folder / "alignment.parquet")
        outputs = tables.read(ALIGNMENT, folder / "output_alignment.parquet")
        self._words = LinkedWords(outputs, of.outputs, "de", path=str(folder))
        self._campaigns = read_ratings(folder / "test_set", of.outputs)
        self._documents = codes_of(tables.read(COVARIATES, folder / "covariates.parquet"), "document")
        self._lengths = np.array([len(text) for text in self._corpus.source])

    def prepared(self, hits: Any, seed: int) -> Prepared:
        return prepare_hits(
            treebank=self.treebank,
            hits=hits,
            links=self._links,
            references={name: Text.of(texts, "de") for name, texts in self._corpus.references.items()},
            ordered=["reordering"],
            settings=AccuracySettings(seed=seed),
        )

    def rejections(self, prepared: Prepared, campaigns: Mapping[str, Ratings]) -> tuple[list[bool], list[bool]]:
        """Whether p < 0.05 of each phenomenon that is large enough: of all systems together, and of each system."""
        names = dict.fromkeys(prepared.hits.column("phenomenon").to_pylist())
        found = measure_errors(
            prepared,
            list(self._of.outputs),
            campaigns,
            self._words,
            ranges=dict.fromkeys(names, (Range("minimum", 0, None),)),
            documents=self._documents,
            settings=AccuracySettings(),
        )
        tested = [r for r in found.rows if r["p"] is not None and not r["too_small"]]
        every = [r for r in tested if r["severity"] == ALL and r["category"] == ALL]
        together = [r["p"] < 0.05 for r in every if r["system"] is None]
        return together, [r["p"] < 0.05 for r in every if r["system"] is not None]

    def random_words(self, upos: str, count: int, rng: np.random.Generator) -> tuple[list[bool], list[bool]]:
        drawn = fakes(self.treebank, upos, count, 100, rng, pairs=False)
        rows = [row for n, pairs in enumerate(drawn) for row in hit_rows(self.treebank, f"{upos}{n}", pairs)]
        return self.rejections(self.prepared(HITS.table(rows), seed=1), self._campaigns)

    def shuffled(self, prepared: Prepared, rng: np.random.Generator) -> tuple[list[bool], list[bool]]:
        """The real phenomena, with the ratings of another segment that is about as long, the same for all systems."""
        campaigns = {}
        for name, ratings in self._campaigns.items():
            segments = np.array(sorted({segment for _, segment in ratings}))
            strata = length_strata(self._lengths[segments], size=10)
            other = {}
            for stratum in range(strata.max() + 1):
                inside = segments[strata == stratum]
                other |= dict(zip(inside.tolist(), rng.permutation(inside).tolist(), strict=True))
            campaigns[name] = {(s, other[n]): errors for (s, n), errors in ratings.items()}
        return self.rejections(prepared, campaigns)


def null_table(sets: Sequence[RatedSet], repetitions: int) -> str:
    lines = []
    for of in sets:
        null, rng = Null(of), np.random.default_rng(1)
        for upos in CLASSES:
            lines.append(null_row(f"{of.name}: random {upos}", *null.random_words(upos, repetitions, rng)))
            print(*lines[-1], flush=True)
        prepared = null.prepared(tables.read(HITS, of.folder / "hits.parquet"), seed=50)
        together: list[bool] = []
        alone: list[bool] = []
        for _ in range(max(repetitions // 4, 1)):
            of_all, of_systems = null.shuffled(prepared, rng)
            together += of_all
            alone += of_systems
        lines.append(null_row(f"{of.name}: shuffled spans", together, alone))
        print(*lines[-1], flush=True)
    heading = ("null", "tests of all systems", "rejected, %", "tests of single systems", "rejected, %")
    return markdown_table(heading, lines)


def null_row(name: str, together: Sequence[bool], alone: Sequence[bool]) -> tuple[object, ...]:
    return name, len(together), f"{100 * np.mean(together):.1f}", len(alone), f"{100 * np.mean(alone):.1f}"


PAGE = """
# Errors that people mark at phenomena

`results/NAME/human_errors.csv` compares how often raters marked an error in the output words of a phenomenon's hits
with how often they did in control words of the same class. [formats.md](formats.md) explains the columns.
`benchmarks/human_errors.py` asks it of TED (13 systems, 5 talks, 529 segments) and WMT23 (12 systems, 460 rated
segments), English-German, one rater an output, and writes the tables of this page.

A hit counts in an output if the output was rated and has a word, not punctuation, that one of the hit's two words is
linked to. It is marked if an error covers a character of such a word. An error of weight 0, an error of the source and
an error without a span do not count. So a word that was left out and is linked to nothing is not seen here. Controls
and tests are those of [accuracy](accuracy.md). The clusters of WMT23 are its documents. TED has five, which are too few
for a test, so its clusters are segments.

{findings}

{tables}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--repetitions", type=int, default=40)
    parser.add_argument("--findings", type=Path, default=Path(__file__).with_name("human_errors.findings.md"))
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/human-errors.md"))
    arguments = parser.parse_args()
    sets = [RatedSet.read(name, prepare(name, arguments.data, arguments.work / name)) for name in SETS]
    parts = []
    for title, table in (
        ("Which phenomena are marked more than their controls", phenomena_table),
        ("Categories that differ", kinds_table),
        ("Does it grow with distance", distance_table),
        ("Which automatic scores agree", agreement_table),
    ):
        parts.append(f"## {title}")
        for of in sets:
            parts.append(f"### {title}: {of.name}\n\n{table(of)}")
            print(parts[-1], flush=True)
    if arguments.repetitions:
        parts.append(f"## Where there is nothing to find\n\n{null_table(sets, arguments.repetitions)}")
    findings = arguments.findings.read_text(encoding="utf-8")
    write_page(arguments.output, PAGE.format(findings=findings.strip(), tables="\n\n".join(parts)))


if __name__ == "__main__":
    main()
