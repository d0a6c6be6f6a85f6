"""The tables of Choshen and Abend (CoNLL 2019), https://aclanthology.org/K19-1028/, for any corpus.

Sizes of the sets (their Tables 2 and 3), scores beside controls (4; by RIBES, 6), and scores by distance with their
correlation (5). Intervals and p-values were not in theirs. Before them stand the two tables of
extractors.report.finding_tables, which theirs has not.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from extractors.core.files import writing_folder
from extractors.core.rounding import decimals
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.findings import FINDINGS
from extractors.formats.scores import DEPARTURES, SCORES
from extractors.formats.sets import SETS
from extractors.formats.thresholds import ALPHA, FEWEST_SEGMENTS
from extractors.report import typeset
from extractors.report.finding_tables import (
    finding_sheet,
    metric_in_words,
    places_of,
    system_sheets,
    word_sheet,
    word_sheet_of_systems,
)
from extractors.report.numbers import Row, Rows, interval, number, signature_of
from extractors.report.typeset import Sheet

OF_TABLES = (SETS, SCORES, FINDINGS, CONCLUSIONS, DEPARTURES)
"""What the tables of a corpus are made of."""
FEWEST_SETS = 3
"""Of a correlation: that of two points is 1 or -1 whatever they are."""


def write(folder: Path, output: Path, *, alpha: float = ALPHA) -> list[str]:
    """Write every table as CSV, Markdown and LaTeX, and two LaTeX documents of them.

    `tables.tex` has what is to be read first: findings, phenomena by systems, sizes. `long_tables.tex` has a row for
    each system and phenomenon: scores and distances.

    Args:
        folder: the results of a corpus.
        output: the folder of the tables.
        alpha: corrected p-values below it are marked.

    Returns:
        The names of the tables: `findings`, `systems`, `sizes`, and `scores_METRIC` and `distances_METRIC` for each
        metric; where the words of hits were compared, `words` and `accuracy` too.
    """
    set_rows, score_rows, findings, conclusion_rows, departures = (
        tables.read(form, folder / form.file).to_pylist() for form in OF_TABLES
    )
    conclusions = {row["phenomenon"]: row for row in conclusion_rows}
    labels = {row["phenomenon"]: row["label"] for row in findings}
    by_metric: dict[str, list[Row]] = {}
    for row in score_rows:
        by_metric.setdefault(row["metric"], []).append(row)
    of_primary = by_metric[findings[0]["metric"]]
    places = places_of(of_primary)
    words = word_sheet(findings, conclusions, alpha=alpha)
    short = [
        finding_sheet(findings, conclusions, places=places, alpha=alpha),
        *([words] if words else []),
        *system_sheets(of_primary, findings, departures, places=places, alpha=alpha),
        size_sheet(set_rows, labels),
    ]
    long: list[Sheet] = []
    if words:
        long.append(word_sheet_of_systems(tables.read(ACCURACY, folder / ACCURACY.file).to_pylist(), findings))
    for metric, of_scores in by_metric.items():
        at_minimum = [row for row in of_scores if row["kind"] == "minimum"]
        long.append(score_sheet(at_minimum, findings, metric))
        long.append(distance_sheet(at_minimum, metric, labels))
    with writing_folder(output) as place:
        typeset.write([*short, *long], place)
        typeset.write_document(short, place / "tables.tex")
        typeset.write_document(long, place / "long_tables.tex")
    return [sheet.name for sheet in (*short, *long)]


def size_sheet(sets: Rows, labels: Mapping[str, str]) -> Sheet:
    """Segments by phenomenon and minimum distance."""
    sizes = {(r["phenomenon"], r["distance_from"]): r["segments"] for r in sets if r["kind"] == "minimum"}
    distances = sorted({distance for _, distance in sizes})
    rows = [
        [labels[phenomenon], *(str(sizes.get((phenomenon, d), "")) for d in distances)]
        for phenomenon in dict.fromkeys(phenomenon for phenomenon, _ in sizes)
    ]
    header = ["phenomenon", *(f"d >= {d}" for d in distances)]
    caption = "Number of segments with a phenomenon, by minimum distance d of the two words of a hit."
    return Sheet("sizes", caption, header, rows, texts=1)


def score_sheet(scores: Rows, findings: Rows, metric: str) -> Sheet:
    """Each system on the tested set of each phenomenon, beside its controls."""
    places = decimals([row["corpus_score"] for row in scores])
    asked = {(row["phenomenon"], row["distance"]): row["label"] for row in findings}
    rows = [
        [
            asked[row["phenomenon"], row["distance_from"]],
            row["system"],
            str(row["distance_from"]),
            f"{row['compared']:,} of {row['n']:,}",
            number(row["corpus_score"], places),
            number(row["score"], places),
            number(_of_controls(row), places),
            number(row["difference"], places, sign=True),
            interval(row["difference_low"], row["difference_high"], places),
        ]
        for row in scores
        if (row["phenomenon"], row["distance_from"]) in asked and row["n"]
    ]
    header = ["phenomenon", "system", "d >=", "n", "corpus", "set", "controls", "difference", "95 % interval"]
    caption = (
        f"{metric_in_words(scores)} of the whole corpus and of the segments with a phenomenon, at the minimum distance"
        " d that was chosen before, beside its controls; n: segments that are compared with controls, of all; controls:"
        " set minus difference; difference: from the score of all eligible controls, with the 95 % interval of this"
        " number alone, not tested."
    )
    return Sheet(f"scores_{metric}", caption, header, rows, texts=2, signature=signature_of(scores))


def _of_controls(row: Row) -> float | None:
    """The score of a set's controls, so that set minus controls is the difference that is shown."""
    return None if row["difference"] is None else row["score"] - row["difference"]


def distance_sheet(scores: Rows, metric: str, labels: Mapping[str, str]) -> Sheet:
    """Each system on each phenomenon by minimum distance, and the correlations of distance and score."""
    places = decimals([row["corpus_score"] for row in scores])
    of_lines: dict[tuple[str, str], dict[int, Row]] = {}
    for row in scores:
        of_lines.setdefault((row["phenomenon"], row["system"]), {})[row["distance_from"]] = row
    distances = sorted({row["distance_from"] for row in scores})
    rows = []
    for (phenomenon, system), cells in of_lines.items():
        if not (n := max(row["n"] for row in cells.values())):
            continue
        counted = {
            d: row["score"]
            for d, row in sorted(cells.items())
            if row["score"] is not None and row["n"] >= FEWEST_SEGMENTS
        }
        rows.append(
            [
                labels[phenomenon],
                system,
                str(n),
                *(number(cells[d]["score"] if d in cells else None, places) for d in distances),
                str(len(counted)),
                *(number(value, 2, sign=True) for value in correlations(list(counted), list(counted.values()))),
            ]
        )
    caption = (
        f"{metric_in_words(scores)} by minimum distance d of the two words of a hit, and its correlations with d, not"
        " tested (the paper's Table 5 has Pearson's under the name of Spearman); n: segments with a hit; sets: those of"
        f" {FEWEST_SEGMENTS} segments or more, which the correlations are over, from {FEWEST_SETS} sets on."
    )
    header = ["phenomenon", "system", "n", *(f"d >= {d}" for d in distances), "sets", "Spearman", "Pearson"]
    return Sheet(f"distances_{metric}", caption, header, rows, texts=2, signature=signature_of(scores))


def correlations(distances: Sequence[int], scores: Sequence[float]) -> tuple[float | None, float | None]:
    """Spearman's and Pearson's correlations; None of fewer than three sets, or where all scores are equal."""
    if len(scores) < FEWEST_SETS or min(scores) == max(scores):
        return None, None
    # Here, not above: it takes a second.
    from scipy.stats import pearsonr, spearmanr

    return float(spearmanr(distances, scores).statistic), float(pearsonr(distances, scores).statistic)
