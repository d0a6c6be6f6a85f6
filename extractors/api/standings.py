"""Rank a new output among the systems of a test set, on the whole corpus and on each set."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.rounding import decimals
from extractors.core.terminal import columns
from extractors.formats.findings import TESTED
from extractors.formats.ready_made_tables import STANDINGS
from extractors.scoring.evaluation import Evaluation
from extractors.scoring.metrics import create_metric

Key = tuple[str | None, int | None, str]
"""The phenomenon and the minimum distance of a set, None of the whole corpus; the metric."""


def standings(evaluation: Evaluation, baseline: pa.Table) -> pa.Table:
    """Rank each output among the systems of the test set, on the whole corpus and on each set; see STANDINGS.

    Args:
        baseline: the table BASELINE, with the scores of these systems.
    """
    theirs: dict[Key, list[float]] = {}
    for row in baseline.to_pylist():
        theirs.setdefault((row["phenomenon"], row["distance_from"], row["metric"]), []).append(row["score"])
    scores_of_sets = evaluation.conclusions.scores
    at_minimum = scores_of_sets.filter(pc.equal(scores_of_sets.column("kind"), "minimum")).to_pylist()
    whole = [row | {"phenomenon": None, "distance_from": None} for row in evaluation.corpus_scores.to_pylist()]
    higher = {name: create_metric(name, options).higher_is_better for name, options in evaluation.options.items()}
    rows: list[dict[str, Any]] = []
    for row in [*whole, *at_minimum]:
        key = row["phenomenon"], row["distance_from"], row["metric"]
        if row["score"] is None or key not in theirs:
            continue
        scores = np.array(theirs[key], dtype=np.float32)
        rows.append(
            {
                **{name: row[name] for name in ("system", "phenomenon", "distance_from", "metric", "score")},
                "rank": rank_among(row["score"], scores, higher_is_better=higher[row["metric"]]),
                "systems": len(scores),
                "best": scores.max() if higher[row["metric"]] else scores.min(),
                "median": np.median(scores),
            }
        )
    return STANDINGS.table(rows)


def rank_among(score: float, theirs: npt.NDArray[np.float32], *, higher_is_better: bool) -> int:
    """Return the rank of a score: 1 plus the number of systems with a better one.

    Args:
        theirs: the systems' scores in the precision in which they are kept, so that no output is better than itself.
    """
    own = np.float32(score)
    return int((theirs > own if higher_is_better else theirs < own).sum()) + 1


def standings_text(table: pa.Table, evaluation: Evaluation) -> str:
    """Write the ranks by the primary metric on the whole corpus and on the tested sets; empty if there are none."""
    findings = evaluation.conclusions.findings.to_pylist()
    tested = {(row["phenomenon"], row["distance"]): row["label"] for row in findings if row["status"] == TESTED} | {
        (None, None): "whole corpus"
    }
    metric = findings[0]["metric"] if findings else ""
    rows = [
        row
        for row in table.to_pylist()
        if row["metric"] == metric and (row["phenomenon"], row["distance_from"]) in tested
    ]
    if not rows:
        return ""
    places = decimals(row["score"] for row in rows)
    label = create_metric(metric, evaluation.options[metric]).label
    header = ["system", "set", "rank", "score", "median", "best"]
    shown = []
    for row in rows:
        what, distance = tested[row["phenomenon"], row["distance_from"]], row["distance_from"]
        numbers = (f"{row[name]:.{places}f}" for name in ("score", "median", "best"))
        name = f"{what}, d >= {distance}" if distance else what
        shown.append([row["system"], name, str(row["rank"]), *numbers])
    return (
        f"Place among the {rows[0]['systems']} submitted systems, by {label} (1: no system scores better)\n"
        f"{columns(header, shown, texts=2)}"
    )
