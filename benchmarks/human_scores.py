"""What human scores of WMT21 German-English say about the challenge sets; writes docs/lab/human-scores.md.

    python benchmarks/human_scores.py --data FOLDER/wmt21/de-en --documents FOLDER/documents/wmt21-boundaries/de-en.docs
        --results results/wmt21-de-en [--accuracy accuracy_hits.parquet]
        [--margin 3] [-o docs/lab/human-scores.md] [--scores da.csv]

--results is what `snakemake --configfile config/wmt21.yaml` left; --scores writes the scores with the numbers of the
test set's lines, as `segment_scores:` reads them.
"""

import argparse
import csv
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from _campaign import Arrangement, Floats, Search, blocks_of, documents, shuffled
from _common import markdown_table, write_page
from scipy import stats

from extractors.core import files
from extractors.core.errors import InputError
from extractors.extract import control
from extractors.extract.control_settings import ControlSettings
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY_HITS
from extractors.formats.covariates import COVARIATES, values_of
from extractors.formats.sets import SETS
from extractors.formats.statistics import Statistics, read_statistics
from extractors.report.numbers import p_text
from extractors.score import imported_scores
from extractors.score.control_pool import ControlPool
from extractors.score.corrections import correct_rows
from extractors.score.imported_score_settings import SegmentScoreFile
from extractors.score.metrics.chrf import Chrf
from extractors.score.sampled_sets import sampled_sets
from extractors.score.score_stage import conclude

ALIASES = {"Nemo": "NVIDIA-NeMo"}
CONTROLS = ControlSettings()
FEWEST = 30


def campaign(path: Path, names: list[str]) -> tuple[Floats, dict[str, list[int]]]:
    """(N, K) z-scores, NaN where there is none, and the segments of each system in the order of the rows."""
    rows = [line.split() for line in files.read_lines(path)[1:]]
    order: dict[str, list[int]] = {}
    for system, segment, *_ in rows:
        order.setdefault(system, []).append(int(segment) - 1)
    human = np.full((1 + max(map(max, order.values())), len(names)), np.nan)
    for system, segment, _, score, _ in rows:
        name = system.rpartition(".")[0]
        if (name := ALIASES.get(name, name)) in names:
            human[int(segment) - 1, names.index(name)] = float(score)
    return human, order


@dataclass(frozen=True)
class Evidence:
    """How far the arrangement can be trusted.

    Attributes:
        alone: documents whose length no other has.
        free: what is found without the boundaries.
        at_boundaries: documents that stand there from the first line to the last of a document of the test set.
        as_found: those that stand there where they stand with the boundaries.
        chance: the evidence that shuffled campaigns give.
        halves: documents that stand in their place if only every second system is looked at, and only the others.
        of_chance: documents of the shuffled campaigns that stand there by chance, and by their headings.
    """

    found: Arrangement
    alone: int
    free: Arrangement
    at_boundaries: int
    as_found: int
    chance: list[float]
    halves: list[int]
    of_chance: list[int]


def arranged(
    data: Path, names: list[str], human: Floats, order: dict[str, list[int]], blocks: list[tuple[int, int]]
) -> Evidence:
    source = files.read_lines(data / "source.de")
    outputs = [files.read_lines(data / "systems" / f"{name}.en") for name in names]
    metric = Chrf()
    by_reference = []
    for reference in ("A", "B"):
        text = files.read_lines(data / f"reference.{reference}.en")
        by_reference.append(np.stack([metric.score(metric.statistics(output, [text])) for output in outputs], axis=1))
    quality, first = np.stack(by_reference, axis=-1), documents(order)
    lengths = [n for _, n in first]
    if sorted(lengths) != sorted(n for _, n in blocks):
        raise InputError(
            f"the campaign's {len(first)} documents have other lengths than the {len(blocks)} of the test set",
            path=data / "human-da.csv",
            remedy="give the boundaries of this test set (--documents)",
        )

    def search(human: Floats, quality: Floats, *, margins: bool = False) -> Arrangement:
        return Search(human, quality, source, first, blocks).arrange(margins=margins)

    found = search(human, quality, margins=True)
    free = Search(human, quality, source, first).arrange(margins=False)
    halves = [search(human[:, half::2], quality[:, half::2]) for half in (0, 1)]
    chance = [search(shuffled(human, first, n), quality) for n in (1, 2, 3)]

    def same(other: Arrangement) -> int:
        return sum(a == b for a, b in zip(found.place, other.place, strict=True))

    return Evidence(
        found,
        sum(lengths.count(n) == 1 for n in lengths),
        free,
        sum((place, n) in blocks for place, (_, n) in zip(free.place, first, strict=True)),
        same(free),
        [one.evidence for one in chance],
        [*map(same, halves)],
        [*map(same, chance)],
    )


def write_scores(path: Path, human: Floats, names: list[str], lines: npt.NDArray[np.int64]) -> None:
    """The scores of the segments whose line is known, as a long table."""
    with files.write_text(path) as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["segment_id", "system", "score"])
        for segment, line in enumerate(lines):
            for name, score in zip(names, human[segment], strict=True):
                if line >= 0 and not np.isnan(score):
                    writer.writerow([line, name, score])


def pooled(statistics: list[Statistics], kept: npt.NDArray[np.int64]) -> Statistics:
    """All systems as one, on the segments that are kept."""
    rows = sum((one.rows for one in statistics), np.zeros_like(statistics[0].rows))[kept]
    return Statistics(system="all", metric=statistics[0].metric, rows=rows, signature=statistics[0].signature)


def score(results: Path, brought: list[Statistics], kept: npt.NDArray[np.int64]) -> list[dict[str, object]]:
    """Effects of all systems together by human scores and by chrF, on segments that have human scores."""
    chrf = [read_statistics(path) for path in sorted((results / "statistics" / "chrf").glob("*.parquet"))]
    values = values_of(tables.read(COVARIATES, results / "covariates.parquet"))
    pool = ControlPool({name: column[kept] for name, column in values.items()}, CONTROLS)
    number = {int(old): new for new, old in enumerate(kept)}
    rows = []
    for row in tables.read(SETS, results / "sets.parquet").to_pylist():
        ids = [number[i] for i in row["segment_ids"] if i in number]
        if row["kind"] == "minimum" and len(ids) >= FEWEST:
            rows.append(row | {"segment_ids": ids, "segments": len(ids)})
    chosen = SETS.table(rows)
    sampled = sampled_sets(chosen, pa.concat_tables(control.control([chosen], pool.values, CONTROLS)))
    options = {"da": {"segment_scores": True, "higher_is_better": True}, "chrf": {}}
    found = conclude([pooled(brought, kept), pooled(chrf, kept)], sampled, options, pool=pool).effects.to_pylist()
    correct_rows(found, [row["metric"] for row in found])
    return found


def by_accuracy(path: Path, brought: list[Statistics]) -> list[list[str]]:
    """Human scores of outputs that have a hit's words, less those of outputs of the same segment that have not.

    Each system's mean is taken off first, since better systems have more of the words and better scores.
    """
    human = {one.system: np.where(one.rows[:, 1] > 0, one.rows[:, 0], np.nan) for one in brought}
    human = {system: values - np.nanmean(values) for system, values in human.items()}
    table: pa.Table = tables.read(ACCURACY_HITS, path)
    by_hit: dict[tuple[str, int, int, int], tuple[list[float], list[float]]] = {}
    columns = ("system", "phenomenon", "segment_id", "head", "dependent", "reference_match")
    for system, phenomenon, segment, head, dependent, right in zip(
        *(table.column(c).to_pylist() for c in columns), strict=True
    ):
        value = human[system][segment]
        if right is not None and not np.isnan(value):
            by_hit.setdefault((phenomenon, segment, head, dependent), ([], []))[bool(right)].append(value)
    rows = []
    for phenomenon in dict.fromkeys(key[0] for key in by_hit):
        # Hits of one segment are one observation.
        by_segment: dict[int, list[float]] = {}
        for (name, segment, *_), (wrong, right) in by_hit.items():
            if name == phenomenon and wrong and right:
                by_segment.setdefault(segment, []).append(float(np.mean(right) - np.mean(wrong)))
        values = np.array([np.mean(of_segment) for of_segment in by_segment.values()])
        if len(values) >= FEWEST:
            half = stats.t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / np.sqrt(len(values))
            mean = values.mean()
            rows.append([phenomenon, str(len(values)), f"{mean:+.3f}", f"{mean - half:+.3f}", f"{mean + half:+.3f}"])
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--documents", type=Path, required=True)
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--accuracy", type=Path)
    parser.add_argument("--margin", type=float, default=3.0)
    parser.add_argument("--scores", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/lab/human-scores.md"))
    arguments = parser.parse_args()
    names = sorted(path.stem for path in (arguments.data / "systems").glob("*.en"))
    human, order = campaign(arguments.data / "human-da.csv", names)
    blocks = blocks_of([line.partition("\t")[2] for line in files.read_lines(arguments.documents)])
    evidence = arranged(arguments.data, names, human, order, blocks)
    lines = evidence.found.lines(arguments.margin)
    with tempfile.TemporaryDirectory() as folder:
        place = arguments.scores or Path(folder) / "da.csv"
        write_scores(place, human, names, lines)
        source = SegmentScoreFile(path=str(place), system="system", missing="allow")
        rated = imported_scores.ScoreFile(source, names)
        brought = [rated.statistics(metric="da", system=name, segments=len(lines)) for name in names]
    kept = np.sort(lines[lines >= 0])
    rows = score(arguments.results, brought, kept)
    accuracy_path = arguments.accuracy or arguments.results / "accuracy_hits.parquet"
    accuracy = by_accuracy(accuracy_path, brought)
    write_page(arguments.output, page(evidence, lines, rows, accuracy, arguments.margin))
    return 0


def page(
    evidence: Evidence,
    lines: npt.NDArray[np.int64],
    rows: list[dict[str, object]],
    accuracy: list[list[str]],
    margin: float,
) -> str:
    found = evidence.found
    of_chrf = {(r["phenomenon"], r["distance_from"]): r for r in rows if r["metric"] == "chrf"}
    table = []
    for row in (r for r in rows if r["metric"] == "da" and r["difference"] is not None):
        other = of_chrf[row["phenomenon"], row["distance_from"]]
        numbers = [f"{row[name]:+.3f}" for name in ("difference", "difference_low", "difference_high")]
        p = [p_text(row[name]) or "-" for name in ("p", "p_bh")]
        table.append([row["phenomenon"], row["distance_from"], row["n"], *numbers, *p, f"{other['difference']:+.2f}"])
    sure = sum(m >= margin for m in found.margin)
    return TEXT.format(
        documents=len(found.first),
        alone=evidence.alone,
        at_boundaries=evidence.at_boundaries,
        as_found=evidence.as_found,
        evidence=f"{found.evidence:.0f}",
        chance=", ".join(f"{value:.0f}" for value in evidence.chance),
        halves=" and ".join(map(str, evidence.halves)),
        of_chance=", ".join(map(str, evidence.of_chance)),
        margin=f"{margin:g}",
        odds=f"{np.exp(margin):.0f}",
        sure=sure,
        segments=int((lines >= 0).sum()),
        all_segments=len(lines),
        sets=markdown_table(("phenomenon", "d >=", "n", "DA diff.", "low", "high", "p", "p (BH)", "chrF diff."), table),
        accuracy=markdown_table(("phenomenon", "segments", "right - wrong", "low", "high"), accuracy),
    )


TEXT = """\
# Human scores and the challenge sets

In WMT21, people scored the outputs of German-English news by direct assessment, from 0 to 100; the scores were then
converted to z-scores by annotator. This page compares these scores with the challenge sets.
`benchmarks/human_scores.py` made it, with the shipped models and WMT21's 19 systems.

## Which segment is which

The file of scores numbers the segments in its own order and does not name documents. But annotators rated documents
whole, so the rows break off between documents: there are {documents}. The test set's documents are known: WMT21 also
published its lines shuffled by document, and two neighbouring lines that are no neighbours there are of two documents.
The two lists have the same {documents} lengths. So a document of the campaign is a document of the test set of its
length. {alone} lengths are there once, which settles these documents. Of several documents of one length, we took those
pairs that fit best, as most documents begin with a heading, and people score outputs a little like chrF does
(`benchmarks/_campaign.py` has the model).

Before the boundaries were known, this page inferred them too. That inference puts {at_boundaries} of the {documents}
documents on the lines of one document of the test set, and {as_found} where they stand now. It had called 54
certain, so it was too sure of itself.

Two checks support the pairs:

- The log-likelihood ratio of the scores, against scores unrelated to the outputs, is {evidence}. We arranged three
  campaigns in the same way whose segments were shuffled inside their documents: they have {chance}.
- We arranged the documents by every second system alone, and by the other systems alone: {halves} documents stand
  where all systems put them. In the shuffled campaigns, where lengths and headings help, the numbers are {of_chance}.

Single documents of the same length can still be confused. So we use only the {sure} documents, with {segments} of
{all_segments} segments, that cannot move without a loss of {margin} in log-likelihood (odds of {odds} to 1 under the
model, whose few slopes were estimated from the same scores). Where documents have the same length, the pairs are our
inference and not WMT's. It used the scores, through chrF and the length of segments, so agreement of human scores with
these two says little here. It did not use the challenge sets.

## Sets beside controls of the same length

The table pools all 19 systems, on the segments that have human scores. Differences are z-scores of the set minus
all matched controls outside the set, with 95 % intervals. Each set has at least 30 such segments. p (BH) is
corrected over the table. The last column is the difference in chrF on the same segments.

At the time of writing, people scored segments with much reordering lower than others of the same length, and those with
three-noun compounds. They scored segments with particle verbs, reflexives or auxiliary brackets no lower. The page that
inferred the documents' boundaries had said that particle verbs are scored lower (-0.08); with the right documents that
is gone. A `-` marks a set that is too small, or has too few controls, to be in the family of tests.

The sets of `reordering` and `reordering_crossing` are here those of reference A. Runs now let the outputs choose them
([reordering.md](reordering.md)).

{sets}

## Does accuracy at the phenomenon agree?

We subtract the human scores of outputs without the words of a hit from those of outputs of the same segment with them
([accuracy.md](../accuracy.md)). The scores are z-scores minus the mean of each system. The table has the mean over
segments in which some systems have the words and others do not, with its 95 % interval. A value above 0 means that
people too prefer the outputs that have the words. The intervals are not corrected for the number of rows.

{accuracy}
"""


if __name__ == "__main__":
    sys.exit(main())
