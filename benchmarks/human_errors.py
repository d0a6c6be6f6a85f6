"""Do people mark more errors at phenomena? Writes docs/lab/human-errors.md.

    python benchmarks/human_errors.py --data ../shared/data --work FOLDER --wmt21 RESULTS/wmt21-en-de
        [--tests 400] [-o docs/lab/human-errors.md]

The data are the errors with spans of TED (13 systems) and WMT23 (12 systems), English-German, and the averages of
segments of WMT21; RESULTS is what `snakemake --configfile config/wmt21.yaml` left. FOLDER keeps parses, links and the
draws of the null, which take minutes, for the next time.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from _common import markdown_table, write_page
from _marked_sets import SETS, prepare
from _null_marks import NULL_FILE, draw_nulls
from human_scores import score as score_sets
from scipy import stats

from extractors.core import files
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY_EFFECTS, ACCURACY_HITS, OMITTED
from extractors.formats.covariates import COVARIATES, codes_of
from extractors.formats.human_errors import ALL, HUMAN_ERROR_HITS, HUMAN_ERRORS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.score import imported_scores
from extractors.score.accuracy.marked_hits import FEWEST_DOCUMENTS
from extractors.score.imported_score_settings import SegmentScoreFile
from extractors.score.metrics import metric_of_segments
from extractors.score.statistics.proportions import cluster_sums

Row = dict[str, Any]
Key = tuple[str, int, str, int, int]
METRICS = ("bleu", "chrf", "ribes")
MQM_NAMES = {"Nemo": "NVIDIA-NeMo"}
NULLS = {
    "placed": "marks of another segment of the document",
    "turned": "marks of another segment of the document, turned round the output",
    "planted": "turned, and one word more marked at a fifth of the hits, in half of the systems",
}
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
        cells = (*(percent(row[name]) for name in ("rate", "chance", "control", "difference")), interval)
        of_major = percent(major["difference"]) if major else "-"
        lines.append((name, row["n"], row["clusters"], *cells, p_text(row["p"]), p_text(row["p_bh"]), of_major))
    heading = ("phenomenon", "hits", "clusters", "marked, %", "by chance, %", "controls, %", "difference", "95 %", "p")
    return markdown_table((*heading, "p (B-H)", "major alone"), sorted(lines, key=lambda line: -float(line[6])))


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
    """The severities and categories that are marked more or less at a phenomenon after correction."""
    lines = []
    widest = of.widest()
    for row in of.rows:
        same = row["kind"] == "minimum" and row["distance_from"] == widest[row["phenomenon"]]["distance_from"]
        kind = row["category"] if row["severity"] == ALL else row["severity"]
        if row["system"] is None and same and kind != ALL and (row["p_bh"] or 1) < 0.05:
            cells = (percent(row[name]) for name in ("rate", "chance", "control", "difference"))
            lines.append((f"{row['phenomenon']}: {kind}", row["n"], *cells, p_text(row["p_bh"])))
    if not lines:
        return "None after correction."
    heading = ("phenomenon: kind", "hits", "marked, %", "by chance, %", "controls, %", "difference", "p (B-H)")
    return markdown_table(heading, lines)


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
            found["verdict"][key] = float(row["verdict"] != OMITTED)
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


def null_table(folders: Mapping[str, Path]) -> str:
    """Where there is nothing to find, and where a difference was planted, from what `null_marks` left."""
    lines = []
    for name, folder in folders.items():
        for kind, counts in json.loads((folder / NULL_FILE).read_text(encoding="utf-8")).items():
            for whose, (tests, more, fewer) in counts.items():
                shares = (f"{100 * n / tests:.1f}" for n in (more + fewer, more, fewer))
                lines.append((f"{name}: {NULLS[kind]}", whose, tests, *shares))
    heading = ("marks", "tests of", "tests", "rejected, %", "as more", "as fewer")
    return markdown_table(heading, lines)


def segment_averages(results: Path, scores: Path) -> str:
    """WMT21, which has no spans: MQM of segments with a phenomenon beside that of others of their length."""
    names = sorted(path.stem for path in (results / "systems").glob("*.parquet"))
    rows = [line.split() for line in files.read_lines(scores)[1:]]
    rated = [(MQM_NAMES.get(s, s), int(n) - 1, score) for s, score, n in rows if score != "None"]
    systems = sorted({system for system, _, _ in rated} & set(names))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "mqm.csv"
        with files.write_text(place) as out:
            out.write("segment_id,system,score\n")
            out.writelines(f"{n},{system},{score}\n" for system, n, score in rated if system in systems)
        source = SegmentScoreFile(path=str(place), system="system", missing="allow")
        segments = len(read_corpus(results / "segments.parquet").source)
        rated_segments = imported_scores.ScoreFile(source, systems)
        brought = [rated_segments.statistics(metric="da", system=name, segments=segments) for name in systems]
    kept = np.array(sorted({n for system, n, _ in rated if system in systems}))
    lines, seen = [], set()
    for row in score_sets(results, brought, kept):
        if row["metric"] == "da" and row["difference"] is not None and row["phenomenon"] not in seen:
            seen.add(row["phenomenon"])
            numbers = [f"{row[name]:+.2f}" for name in ("difference", "difference_low", "difference_high")]
            lines.append((row["phenomenon"], row["n"], *numbers, p_text(row["p"]), p_text(row["p_bh"])))
    heading = ("phenomenon", "segments", "MQM difference", "low", "high", "p", "p (B-H)")
    return f"{len(systems)} systems, {len(kept)} segments.\n\n" + markdown_table(heading, lines)


PAGE = """
# Errors that people mark at phenomena

`results/NAME/human_errors.csv` compares how often raters marked an error in the output words of a phenomenon's hits
with how often they did in control words of the same class. [formats.md](../formats.md) explains the columns.
`benchmarks/human_errors.py` asks it of TED (13 systems, 5 talks, 529 segments) and WMT23 (12 systems, 460 rated
segments), English-German, one rater an output, and writes the tables of this page.

A hit counts in an output if the output was rated and has a word, not punctuation, that one of the hit's two words is
linked to. It is marked if an error covers a character of such a word. An error of weight 0, an error of the source and
an error without a span do not count. So a word that was left out and is linked to nothing is not seen here.

**Beyond chance.** A mark covers a hit by chance the more often, the more output words the hit is linked to, the
shorter the output is, and the more of it is marked. So each hit in each output has a chance: the share of places, with
the marks moved along the output, in which they cover it. `control` is what hits would have if they had as much beyond
their chance as control words of the same class have, at the same place in the output. Errors elsewhere in the segment
so make no difference: this page asks where in an output errors are. Which segments have more is asked of WMT21 alone.

A hit has one value for all systems together, the mean over systems. The clusters of WMT23 are its documents. TED has
five, which are too few for a test, so its clusters are segments. There is no test where hits or controls tell less than
ten independent clusters, or fewer than five marked hits are to be expected.

{findings}

{tables}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--wmt21", type=Path, required=True)
    parser.add_argument("--tests", type=int, default=400)
    parser.add_argument("--findings", type=Path, default=Path(__file__).with_name("human_errors.findings.md"))
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/lab/human-errors.md"))
    arguments = parser.parse_args()
    folders = {name: prepare(name, arguments.data, arguments.work / name) for name in SETS}
    sets = [RatedSet.read(name, folder) for name, folder in folders.items()]
    parts = []
    for title, table in (
        ("Which phenomena are marked more than their controls", phenomena_table),
        ("Categories and severities that differ", kinds_table),
        ("Does it grow with distance", distance_table),
        ("Which automatic scores agree", agreement_table),
    ):
        parts.append(f"## {title}")
        for of in sets:
            parts.append(f"### {title}: {of.name}\n\n{table(of)}")
            print(parts[-1], flush=True)
    averages = segment_averages(arguments.wmt21, arguments.data / "mqm/mqm_newstest2021_ende.avg_seg_scores.tsv.gz")
    parts.append(f"## Segments of WMT21\n\n{averages}")
    for folder in folders.values():
        draw_nulls(folder, arguments.tests)
    parts.append(f"## Where there is nothing to find, and where there is\n\n{null_table(folders)}")
    findings = arguments.findings.read_text(encoding="utf-8")
    write_page(arguments.output, PAGE.format(findings=findings.strip(), tables="\n\n".join(parts)))


if __name__ == "__main__":
    main()
