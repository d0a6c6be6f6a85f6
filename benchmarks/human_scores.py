"""What human scores of WMT21 German-English say about the challenge sets; writes docs/lab/human-scores.md.

    python benchmarks/human_scores.py --data FOLDER --results results/wmt21-de-en [--margin 3]
        [-o docs/lab/human-scores.md] [--scores da.csv]

--results is what `snakemake --configfile config/wmt21.yaml` left; --scores writes the scores with the numbers of the
test set's lines, as `segment_scores:` reads them.
"""

import csv
import tempfile
from operator import itemgetter
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from _campaign import Arrangement, Floats, Search, blocks_of, campaign, documents, shuffled
from _common import arguments_of, markdown_table, update_page
from scipy import stats

from extractors.core import files
from extractors.extract import control
from extractors.extract.control_settings import ControlSettings
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY_HITS
from extractors.formats.covariates import COVARIATES, values_of
from extractors.formats.sets import SETS
from extractors.formats.statistics import Statistics, read_statistics
from extractors.formats.thresholds import FEWEST_SEGMENTS
from extractors.report.numbers import p_text
from extractors.score import imported_scores
from extractors.score.control_pool import ControlPool
from extractors.score.corrections import correct_rows
from extractors.score.imported_score_settings import SegmentScoreFile
from extractors.score.metrics.chrf import Chrf
from extractors.score.sampled_sets import sampled_sets
from extractors.score.score_stage import conclude

CONTROLS = ControlSettings()


def arranged(
    data: Path,
    human: Floats,
    order: dict[str, list[int]],
    blocks: list[tuple[int, int]],
    margin: float,
) -> tuple[Arrangement, str]:
    """Where the documents stand, and a table of how far that can be trusted."""
    source = files.read_lines(data / "source.de")
    outputs = [files.read_lines(path) for path in sorted((data / "systems").glob("*.en"))]
    metric = Chrf()
    by_reference = []
    for reference in ("A", "B"):
        text = files.read_lines(data / f"reference.{reference}.en")
        by_reference.append(np.stack([metric.score(metric.statistics(output, [text])) for output in outputs], axis=1))
    quality, first = np.stack(by_reference, axis=-1), documents(order)
    lengths = [n for _, n in first]
    if sorted(lengths) != sorted(n for _, n in blocks):
        raise SystemExit(f"the campaign's {len(first)} documents have other lengths than the test set's {len(blocks)}")

    def search(human: Floats, quality: Floats, *, margins: bool = False) -> Arrangement:
        return Search(human, quality, source, first, blocks).arrange(margins=margins)

    found = search(human, quality, margins=True)
    halves = [search(human[:, half::2], quality[:, half::2]) for half in (0, 1)]
    chance = [search(shuffled(human, first, n), quality) for n in (1, 2, 3)]

    def same(other: Arrangement) -> int:
        return sum(a == b for a, b in zip(found.place, other.place, strict=True))

    lines = found.lines(margin)
    rows = [
        ("documents of the campaign and of the test set", len(first)),
        ("of these with a length of their own", sum(lengths.count(n) == 1 for n in lengths)),
        ("log-likelihood ratio of the scores", f"{found.evidence:.0f}"),
        ("the same of three shuffled campaigns", ", ".join(f"{one.evidence:.0f}" for one in chance)),
        ("in their place by every second system, and by the others", " and ".join(str(same(one)) for one in halves)),
        ("in their place in the shuffled campaigns", ", ".join(str(same(one)) for one in chance)),
        (f"documents that lose {margin:g} or more anywhere else", sum(m >= margin for m in found.margin)),
        ("segments of these documents", f"{(lines >= 0).sum()} of {len(lines)}"),
    ]
    return found, markdown_table(("", "number"), rows)


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
        if row["kind"] == "minimum" and len(ids) >= FEWEST_SEGMENTS:
            rows.append(row | {"segment_ids": ids, "segments": len(ids)})
    chosen = SETS.table(rows)
    sampled = sampled_sets(chosen, pa.concat_tables(control.control([chosen], pool.values, CONTROLS)))
    options = {"da": {"segment_scores": True, "higher_is_better": True, "sees": "source"}, "chrf": {}}
    found = conclude([pooled(brought, kept), pooled(chrf, kept)], sampled, options, pool=pool).effects.to_pylist()
    correct_rows(found, itemgetter("metric"))
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
        if len(values) >= FEWEST_SEGMENTS:
            half = stats.t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / np.sqrt(len(values))
            mean = values.mean()
            rows.append([phenomenon, str(len(values)), f"{mean:+.3f}", f"{mean - half:+.3f}", f"{mean + half:+.3f}"])
    return rows


def main() -> None:
    parser = arguments_of(__doc__, data="wmt21/ and documents/", page="docs/lab/human-scores.md")
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--margin", type=float, default=3.0)
    parser.add_argument("--scores", type=Path)
    arguments = parser.parse_args()
    folder = arguments.data / "wmt21/de-en"
    names = sorted(path.stem for path in (folder / "systems").glob("*.en"))
    human, order = campaign(folder / "human-da.csv", names)
    lines_of_documents = files.read_lines(arguments.data / "documents/wmt21-boundaries/de-en.docs")
    found, evidence = arranged(folder, human, order, blocks_of(lines_of_documents), arguments.margin)
    lines = found.lines(arguments.margin)
    with tempfile.TemporaryDirectory() as temporary:
        place = arguments.scores or Path(temporary) / "da.csv"
        write_scores(place, human, names, lines)
        source = SegmentScoreFile(path=str(place), system="system", missing="allow")
        rated = imported_scores.ScoreFile(source, names)
        brought = [rated.statistics(metric="da", system=name, segments=len(lines)) for name in names]
    kept = np.sort(lines[lines >= 0])
    rows = score(arguments.results, brought, kept)
    accuracy = by_accuracy(arguments.results / "accuracy_hits.parquet", brought)
    sections = {
        "evidence": evidence,
        "sets": sets_table(rows),
        "accuracy": markdown_table(("phenomenon", "segments", "right - wrong", "low", "high"), accuracy),
    }
    update_page(arguments.output, sections)


def sets_table(rows: list[dict[str, object]]) -> str:
    """Differences by human scores, beside those by chrF."""
    of_chrf = {(r["phenomenon"], r["distance_from"]): r for r in rows if r["metric"] == "chrf"}
    table = []
    for row in (r for r in rows if r["metric"] == "da" and r["difference"] is not None):
        other = of_chrf[row["phenomenon"], row["distance_from"]]
        numbers = [f"{row[name]:+.3f}" for name in ("difference", "difference_low", "difference_high")]
        p = [p_text(row[name]) or "-" for name in ("p", "p_bh")]
        table.append([row["phenomenon"], row["distance_from"], row["n"], *numbers, *p, f"{other['difference']:+.2f}"])
    return markdown_table(("phenomenon", "d >=", "n", "DA diff.", "low", "high", "p", "p (BH)", "chrF diff."), table)


if __name__ == "__main__":
    main()
