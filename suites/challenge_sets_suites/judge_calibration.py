"""A judge beside people on a sample of outputs, and accuracies corrected by what it gets wrong there."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from challenge_sets_suites.answer_folders import people_verdict, votes_of
from challenge_sets_suites.judge_correction import FEWEST, CorrectedAccuracy, JudgeSample, correct_accuracy
from challenge_sets_suites.sheets import Key, key_of
from challenge_sets_suites.tables.annotations import JUDGE_CALIBRATION, Annotation
from challenge_sets_suites.tables.items import Item
from challenge_sets_suites.tables.judgments import RIGHT, WRONG

ALL = "all systems"


def calibration_table(items: Sequence[Item], judgments: pa.Table, annotations: Sequence[Annotation]) -> pa.Table:
    """Correct the accuracy of each system, and of all outputs, for the errors of the judge (`JUDGE_CALIBRATION`).

    What most people say counts, as everywhere (`people_verdict`); a tie leaves the output out. An output that several
    systems gave counts once in the row of all.

    Args:
        judgments: a table of `JUDGMENTS` by one judge, without people's verdicts in it.
        annotations: answers about a random sample of these outputs (`suite sheet --sample`).
    """
    sentence = {item.item: item.sentence for item in items}
    truth = _truth(annotations)
    decided = [row for row in judgments.to_pylist() if row["verdict"] in (RIGHT, WRONG) and row["output"] is not None]
    once = {key_of(row["item"], row["output"]): row for row in decided}
    sampled = [key for key in once if key in truth]
    sample = JudgeSample(
        np.array([once[key]["verdict"] == RIGHT for key in sampled], dtype=bool),
        np.array([truth[key] for key in sampled], dtype=bool),
        np.array([sentence[once[key]["item"]] for key in sampled], dtype=np.int64),
    )

    def corrected(rows: Sequence[Mapping[str, Any]], *, is_part: bool) -> CorrectedAccuracy:
        right = np.array([row["verdict"] == RIGHT for row in rows], dtype=bool)
        return correct_accuracy(right, np.array([sentence[row["item"]] for row in rows]), sample, is_part=is_part)

    accuracies = {ALL: corrected([*once.values()], is_part=True)}
    for system in dict.fromkeys(row["system"] for row in decided):
        accuracies[system] = corrected([row for row in decided if row["system"] == system], is_part=False)
    note = "" if sample.is_enough else f"uncalibrated: people must call {FEWEST} outputs right, and {FEWEST} wrong"
    return JUDGE_CALIBRATION.table(
        [
            {
                "system": system,
                "n": accuracy.n,
                "judged": accuracy.judged,
                "sample": len(sampled),
                "sample_right": int(sample.truth.sum()),
                "sensitivity": sample.sensitivity,
                "specificity": sample.specificity,
                "accuracy": accuracy.value,
                "low": accuracy.low,
                "high": accuracy.high,
                "note": note or None,
            }
            for system, accuracy in accuracies.items()
        ]
    )


def _truth(annotations: Sequence[Annotation]) -> dict[Key, bool]:
    """Return whether people call each output right; outputs that they disagree on, or cannot tell, are left out."""
    verdicts = {key: people_verdict(votes).verdict for key, votes in votes_of(annotations).items()}
    return {key: verdict == RIGHT for key, verdict in verdicts.items() if verdict in (RIGHT, WRONG)}
