"""The tables of Choshen and Abend (CoNLL 2019), https://aclanthology.org/K19-1028/, for any corpus.

Sizes of the sets (their Tables 2 and 3), scores beside controls (4; by RIBES, 6), and scores by distance with their
correlation (5). Intervals and p-values were not in theirs. Before them stand the two tables of
extractors.report.finding_tables, which theirs has not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from extractors.core.files import writing_folder
from extractors.formats import tables
from extractors.formats.effects import PHENOMENON_EFFECTS
from extractors.formats.scores import DISTANCE_TRENDS, SCORES
from extractors.formats.sets import SETS
from extractors.report import typeset
from extractors.report.finding_tables import effect_sheet, metric_in_words, places_of, system_sheets
from extractors.report.numbers import decimals, interval, mark, number, or_documents, p_text, signature_of, significance
from extractors.report.typeset import Sheet
from extractors.score.statistics.estimates import FEWEST
from extractors.score.statistics.statistics_settings import ALPHA

Rows = Sequence[Mapping[str, Any]]


def write(
    sets: str | Path,
    scores: str | Path,
    effects: str | Path,
    trends: str | Path,
    folder: str | Path,
    *,
    alpha: float = ALPHA,
) -> list[str]:
    """Write every table as CSV, Markdown and LaTeX, and two LaTeX documents of them.

    `tables.tex` has what is to be read first: effects, phenomena by systems, sizes. `long_tables.tex` has a row for
    each system and phenomenon: scores and distances.

    Args:
        sets, scores, effects, trends: the tables of a run.
        alpha: corrected p-values below it are marked.

    Returns:
        The names of the tables: `effects_METRIC` and `systems_METRIC` for each metric, `sizes`, and `scores_METRIC` and
        `distances_METRIC` for each metric.
    """
    score_rows, effect_rows, trend_rows = (
        tables.read(form, path).to_pylist()
        for form, path in ((SCORES, scores), (PHENOMENON_EFFECTS, effects), (DISTANCE_TRENDS, trends))
    )
    short: list[Sheet] = []
    long: list[Sheet] = []
    for metric in dict.fromkeys(row["metric"] for row in score_rows):
        of_scores, of_effects, of_trends = (
            [row for row in rows if row["metric"] == metric] for rows in (score_rows, effect_rows, trend_rows)
        )
        places = places_of(of_scores)
        short.append(effect_sheet(of_effects, metric, places=places, alpha=alpha))
        short += system_sheets(of_scores, of_effects, metric, places=places, alpha=alpha)
        long.append(score_sheet(of_scores, metric, alpha=alpha))
        long.append(distance_sheet(of_scores, of_trends, metric, alpha=alpha))
    short.append(size_sheet(tables.read(SETS, sets).to_pylist()))
    with writing_folder(folder) as place:
        typeset.write([*short, *long], place)
        typeset.write_document(short, place / "tables.tex")
        typeset.write_document(long, place / "long_tables.tex")
    return [sheet.name for sheet in (*short, *long)]


def size_sheet(sets: Rows) -> Sheet:
    """Segments by phenomenon and minimum distance."""
    sizes = {(r["phenomenon"], r["distance_from"]): r["segments"] for r in sets if r["kind"] == "minimum"}
    distances = sorted({distance for _, distance in sizes})
    rows = [
        [phenomenon, *(str(sizes.get((phenomenon, d), "")) for d in distances)]
        for phenomenon in dict.fromkeys(phenomenon for phenomenon, _ in sizes)
    ]
    header = ["phenomenon", *(f"d >= {d}" for d in distances)]
    caption = "Number of segments with a phenomenon, by minimum distance d of the two words of a hit."
    return Sheet("sizes", caption, header, rows, texts=1)


def score_sheet(scores: Rows, metric: str, *, alpha: float = ALPHA) -> Sheet:
    """Each system on the largest set of each phenomenon, beside its controls."""
    places = decimals([row["corpus_score"] for row in scores])
    smallest: dict[str, int] = {}
    for row in scores:
        distance = row["minimum_distance"]
        smallest[row["phenomenon"]] = min(distance, smallest.get(row["phenomenon"], distance))
    # A published set without covariates has the paper's samples alone.
    is_tested = any(row["difference"] is not None for row in scores)
    rows = [
        [
            row["phenomenon"],
            row["system"],
            str(row["minimum_distance"]),
            f"{row['n']:,}{'?' if row['too_small'] else ''}",
            number(row["corpus_score"], places),
            number(row["score"], places),
            number(_of_controls(row) if is_tested else row["control_mean"], places),
            number(row["difference"], places, sign=True) + mark(row["p_bh"], alpha),
            interval(row["difference_low"], row["difference_high"], places),
            p_text(row["p_bh"]),
        ]
        for row in scores
        if row["minimum_distance"] == smallest[row["phenomenon"]] and row["n"]
    ]
    header = ["phenomenon", "system", "d >=", "n", "corpus", "set", "controls", "difference", "95 % interval", "p (BH)"]
    controls = "set minus difference" if is_tested else "mean of the paper's control samples"
    caption = (
        f"{metric_in_words(scores, metric)} of the whole corpus and of the segments with a phenomenon, at its smallest"
        f" minimum distance d, beside its controls; n: segments; controls: {controls}; difference: from the score of"
        f" all eligible controls, with the 95 % interval of this number alone; *, p (BH): {significance(alpha)}; ?:"
        f" fewer than {FEWEST} segments or controls{or_documents(scores)}, not tested."
    )
    return Sheet(f"scores_{metric}", caption, header, rows, texts=2, signature=signature_of(scores))


def _of_controls(row: Mapping[str, Any]) -> float | None:
    """The score of a set's controls, so that set minus controls is the difference that is tested."""
    return None if row["difference"] is None else row["score"] - row["difference"]


def distance_sheet(scores: Rows, trends: Rows, metric: str, *, alpha: float = ALPHA) -> Sheet:
    """Each system on each phenomenon by minimum distance, and the trend."""
    places = decimals([row["corpus_score"] for row in scores])
    by_distance = {(row["phenomenon"], row["system"], row["minimum_distance"]): row["score"] for row in scores}
    distances = sorted({distance for _, _, distance in by_distance})
    rows = [
        [
            row["phenomenon"],
            row["system"],
            f"{row['n']}{'?' if row['too_small'] else ''}",
            *(number(by_distance.get((row["phenomenon"], row["system"], d)), places) for d in distances),
            number(row["spearman"], 2, sign=True),
            number(row["pearson"], 2, sign=True),
            number(row["slope"], places + 1, sign=True) + mark(row["p_bh"], alpha),
            number(row["expected"], places + 1, sign=True),
            p_text(row["p_bh"]),
        ]
        for row in trends
        if row["n"]
    ]
    measured = ["Spearman", "Pearson", "slope", "expected", "p (BH)"]
    caption = (
        f"{metric_in_words(scores, metric)} by minimum distance d of the two words of a hit, its correlations with d"
        " (the paper's Table 5 has Pearson's under the name of Spearman), and its slope per word over disjoint groups"
        " by distance, beside the slope that lengths alone would give (expected); n: segments with a hit; *, p (BH):"
        f" {significance(alpha)} (permutation of distances); ?: fewer than {FEWEST} segments{or_documents(trends)}."
    )
    header = ["phenomenon", "system", "n", *(f"d >= {d}" for d in distances), *measured]
    return Sheet(f"distances_{metric}", caption, header, rows, texts=2, signature=signature_of(trends))
