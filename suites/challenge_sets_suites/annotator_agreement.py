"""How far annotators agree with each other, on all outputs and on those of each category."""

from collections.abc import Callable, Mapping, Sequence, Sized
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from challenge_sets_suites.agreement_coefficients import cohen_kappa, fleiss_kappa
from challenge_sets_suites.answer_folders import votes_of
from challenge_sets_suites.tables.annotations import AGREEMENT, Annotation
from challenge_sets_suites.tables.judgments import ANSWERS
from extractors.core.arrays import Float64
from extractors.core.errors import InputError

SAME_ANSWER = "all answers are the same, so that there is nothing to tell from chance"
NO_UNITS = "no output has answers of two people"


class AgreementValue(NamedTuple):
    """A value, or why there is none; of n outputs."""

    n: int
    value: float | None
    note: str | None = None


def agreement(annotations: Sequence[Annotation], categories: Mapping[str, str] | None = None) -> pa.Table:
    """Return a table of `AGREEMENT`: over all outputs, then over the outputs of each category.

    An output is a unit, whichever systems gave it; na is an answer like yes and no. `categories` gives the category of
    each item by its id.
    """
    names = sorted({annotation.annotator for annotation in annotations})
    if len(names) < 2:
        raise InputError(
            f"answers of {len(names)} annotators",
            remedy="give the sheets of two or more annotators, each in a separate file",
        )
    votes = votes_of(annotations)
    units = list(votes)
    codes = np.full((len(names), len(units)), np.nan)
    for u, answers in enumerate(votes.values()):
        for name, annotation in answers.items():
            codes[names.index(name), u] = ANSWERS.index(annotation.answer)
    groups = np.array([(categories or {}).get(item, "") for item, _ in units])
    rows = [{"category": ""} | row for row in _measures(codes, names)]
    for category in filter(None, dict.fromkeys(groups.tolist())):
        rows += [{"category": category} | row for row in _measures(codes[:, groups == category], names)]
    return AGREEMENT.table(rows)


def _measures(codes: Float64, names: Sequence[str]) -> list[dict[str, Any]]:
    """Compute all measures on (raters, units) codes, where NaN means no answer."""
    rows = [
        ("all_agree", names, all_agree(codes)),
        ("fleiss_kappa", names, fleiss(codes)),
        ("krippendorff_alpha", names, alpha(codes)),
    ]
    rows += [
        ("cohen_kappa", [names[first], names[second]], cohen(codes[[first, second]]))
        for first, second in combinations(range(len(names)), 2)
    ]
    return [{"measure": measure, "annotators": list(raters), **value._asdict()} for measure, raters, value in rows]


def _counts(codes: Float64) -> Float64:
    """Count each answer of the units with two or more, (units, answers); an answer that nobody gave has no column."""
    answers = np.unique(codes[~np.isnan(codes)])
    counts: Float64 = (codes[:, :, None] == answers).sum(axis=0).astype(np.float64)
    several: Float64 = counts[counts.sum(axis=1) >= 2]
    return several


def all_agree(codes: Float64) -> AgreementValue:
    """Return the share of units with two answers or more whose answers are all the same."""
    counts = _counts(codes)
    return _value(counts, lambda: float((counts.max(axis=1) == counts.sum(axis=1)).mean()))


def fleiss(codes: Float64) -> AgreementValue:
    """Compute Fleiss' kappa, or say why there is none if the units differ in their number of answers."""
    counts = _counts(codes)
    answers = (~np.isnan(codes)).sum(axis=0)
    if len(counts) and (answers != answers[0]).any():
        note = f"outputs have {answers.min()} to {answers.max()} answers, and it needs as many for each: see alpha"
        return AgreementValue(len(counts), None, note)
    return _value(counts, lambda: fleiss_kappa(counts))


def alpha(codes: Float64) -> AgreementValue:
    """Compute Krippendorff's alpha for nominal data, which allows for missing answers."""
    counts = _counts(codes)

    def of_counts() -> float:
        if (counts > 0).any(axis=0).sum() < 2:
            return np.nan
        # An extra, which nobody needs who has no annotators.
        import krippendorff

        return float(krippendorff.alpha(value_counts=counts, level_of_measurement="nominal"))

    return _value(counts, of_counts)


def cohen(codes: Float64) -> AgreementValue:
    """Compute Cohen's kappa of two annotators, (2, units) codes, on the units that both answered."""
    answered = codes[:, ~np.isnan(codes).any(axis=0)].astype(int)
    table = np.zeros((len(ANSWERS), len(ANSWERS)))
    np.add.at(table, (answered[0], answered[1]), 1)
    return _value(answered.T, lambda: float(cohen_kappa(table)))


def _value(units: Sized, measure: Callable[[], float]) -> AgreementValue:
    """Return the value of a measure on units, or a note where there are no units or the measure gives NaN."""
    if not len(units):
        return AgreementValue(0, None, NO_UNITS)
    value = measure()
    return AgreementValue(len(units), None if np.isnan(value) else value, SAME_ANSWER if np.isnan(value) else None)
