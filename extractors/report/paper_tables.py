"""Write the tables of Choshen and Abend (CoNLL 2019), https://aclanthology.org/K19-1028/, for any corpus.

Sizes of the sets (their Tables 2 and 3), scores beside controls (4; by RIBES, 6), and scores by distance with their
correlation (5). Intervals and p-values were not in theirs. Before them stand the two tables of
extractors.report.finding_tables, which theirs has not.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from extractors.core.arrays import Float64
from extractors.core.files import writing_folder
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.findings import FINDINGS
from extractors.formats.scores import CORPUS_SCORES, DEPARTURES, SCORES
from extractors.formats.sets import SETS
from extractors.formats.thresholds import ALPHA, FEWEST_SEGMENTS, FEWEST_SHOWN
from extractors.report import typeset
from extractors.report.finding_tables import (
    finding_sheet,
    metric_in_words,
    places_of,
    system_sheets,
    word_sheet,
    word_sheet_of_systems,
)
from extractors.report.numbers import Row, Rows, compared_score, interval, number, signature_of
from extractors.report.typeset import Sheet

OF_TABLES = (SETS, SCORES, CORPUS_SCORES, FINDINGS, CONCLUSIONS, DEPARTURES)
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
    set_rows, score_rows, corpus, findings, conclusion_rows, departures = (
        tables.read(form, folder / form.file).to_pylist() for form in OF_TABLES
    )
    conclusions = {row["phenomenon"]: row for row in conclusion_rows}
    labels = {row["phenomenon"]: row["label"] for row in findings}
    by_metric: dict[str, list[Row]] = {}
    for row in score_rows:
        by_metric.setdefault(row["metric"], []).append(row)
    whole: dict[str, dict[str, float]] = {}
    for row in corpus:
        whole.setdefault(row["metric"], {})[row["system"]] = row["score"]
    primary = findings[0]["metric"]
    places = places_of(whole[primary])
    words = word_sheet(findings, conclusions, alpha=alpha)
    short = [
        finding_sheet(findings, conclusions, places=places, alpha=alpha),
        *([words] if words else []),
        *system_sheets(by_metric[primary], whole[primary], findings, departures, alpha=alpha),
        size_sheet(set_rows, labels),
    ]
    long: list[Sheet] = []
    if words:
        long.append(word_sheet_of_systems(tables.read(ACCURACY, folder / ACCURACY.file).to_pylist(), findings))
    for metric, own in by_metric.items():
        at_minimum = [row for row in own if row["kind"] == "minimum"]
        long.append(score_sheet(at_minimum, whole[metric], findings, metric))
        long.append(distance_sheet(at_minimum, whole[metric], metric, labels))
    with writing_folder(output) as place:
        typeset.write([*short, *long], place)
        typeset.write_document(short, place / "tables.tex")
        typeset.write_document(long, place / "long_tables.tex")
    return [sheet.name for sheet in (*short, *long)]


def size_sheet(sets: Rows, labels: Mapping[str, str]) -> Sheet:
    """Build the table of segments by phenomenon and minimum distance."""
    sizes = {(r["phenomenon"], r["distance_from"]): r["segments"] for r in sets if r["kind"] == "minimum"}
    distances = sorted({distance for _, distance in sizes})
    rows = [
        [labels[phenomenon], *(str(sizes.get((phenomenon, d), "")) for d in distances)]
        for phenomenon in dict.fromkeys(phenomenon for phenomenon, _ in sizes)
    ]
    header = ["phenomenon", *(f"d >= {d}" for d in distances)]
    caption = "Number of segments with a phenomenon, by minimum distance d of the two words of a hit."
    return Sheet("sizes", caption, header, rows, texts=1)


def score_sheet(scores: Rows, whole: Mapping[str, float], findings: Rows, metric: str) -> Sheet:
    """Build the table of each system on each tested set, beside its controls. `whole`: its scores of the corpus."""
    places = places_of(whole)
    asked = {(row["phenomenon"], row["distance"]): row["label"] for row in findings}
    rows = [
        [
            asked[row["phenomenon"], row["distance_from"]],
            row["system"],
            str(row["distance_from"]),
            f"{row['compared']:,} of {row['n']:,}",
            number(whole.get(row["system"]), places),
            number(compared_score(row), places),
            number(row["control_score"], places),
            number(row["difference"], places, sign=True),
            interval(row["difference_low"], row["difference_high"], places),
        ]
        for row in scores
        if (row["phenomenon"], row["distance_from"]) in asked and row["n"]
    ]
    header = ["phenomenon", "system", "d >=", "n", "corpus", "set", "controls", "difference", "95 % interval"]
    caption = (
        f"{metric_in_words(scores)} of the whole corpus and of the segments with a phenomenon, at the minimum distance"
        " d that was chosen before, beside all their eligible controls; n: segments with controls, which set and"
        " difference are of, of all; difference: set minus controls, with the 95 % interval of this number alone, not"
        " tested."
    )
    return Sheet(f"scores_{metric}", caption, header, rows, texts=2, signature=signature_of(scores))


def distance_sheet(scores: Rows, whole: Mapping[str, float], metric: str, labels: Mapping[str, str]) -> Sheet:
    """Build the table of scores by minimum distance for each system and phenomenon, with correlations with distance.

    A score of fewer than FEWEST_SEGMENTS segments has its number of segments beside it; below FEWEST_SHOWN there is
    none.
    """
    places = places_of(whole)
    lines: dict[tuple[str, str], dict[int, Row]] = {}
    for row in scores:
        lines.setdefault((row["phenomenon"], row["system"]), {})[row["distance_from"]] = row
    distances = sorted({row["distance_from"] for row in scores})
    rows = []
    for (phenomenon, system), cells in lines.items():
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
                *(_cell(cells.get(d), places) for d in distances),
                str(len(counted)),
                *(number(value, 2, sign=True) for value in correlations(list(counted), list(counted.values()))),
            ]
        )
    caption = (
        f"{metric_in_words(scores)} by minimum distance d of the two words of a hit, and its correlations with d, not"
        " tested (the paper's Table 5 has Pearson's under the name of Spearman); n: segments with a hit, beside a"
        f" score where they are fewer than {FEWEST_SEGMENTS}; of fewer than {FEWEST_SHOWN} there is no score; sets:"
        f" those of {FEWEST_SEGMENTS} segments or more, which the correlations are over, from {FEWEST_SETS} sets on."
    )
    header = ["phenomenon", "system", "n", *(f"d >= {d}" for d in distances), "sets", "Spearman", "Pearson"]
    return Sheet(f"distances_{metric}", caption, header, rows, texts=2, signature=signature_of(scores))


def _cell(row: Row | None, places: int) -> str:
    """Write the score of a set, with its number of segments where these are few: `31.2 (n 12)`."""
    if row is None or row["score"] is None or row["n"] < FEWEST_SHOWN:
        return ""
    score = number(row["score"], places)
    return score if row["n"] >= FEWEST_SEGMENTS else f"{score} (n {row['n']})"


def correlations(distances: Sequence[int], scores: Sequence[float]) -> tuple[float | None, float | None]:
    """Return Spearman's and Pearson's correlations; None for fewer than three sets, or if all scores are equal."""
    if len(scores) < FEWEST_SETS or min(scores) == max(scores):
        return None, None
    # scipy.stats has both, and takes a second to import.
    ranks = (_ranks(distances), _ranks(scores))
    return float(np.corrcoef(*ranks)[0, 1]), float(np.corrcoef(distances, scores)[0, 1])


def _ranks(values: Sequence[float]) -> Float64:
    """Rank values from 1 on, equal ones by the mean of their ranks."""
    _, number, count = np.unique(values, return_inverse=True, return_counts=True)
    means: Float64 = np.cumsum(count) - (count - 1) / 2
    return means[number]
