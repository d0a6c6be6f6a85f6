"""What a suite's results say, in sentences that begin with their number."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from challenge_sets_suites.report.suite_results import SuiteResults, decided, not_worse
from challenge_sets_suites.tables.judgments import MISSING, UNDECIDED, VERDICTS
from challenge_sets_suites.tables.suites import COMMON, MACRO_CATEGORY, MACRO_PHENOMENON, MICRO, WHOLE_TEXTS
from extractors.formats.thresholds import ALPHA
from extractors.report.numbers import Row, Rows, cut, in_sequence, many, number

AVERAGES = {
    MICRO: "micro (over items)",
    WHOLE_TEXTS: "whole texts (all their items right)",
    MACRO_CATEGORY: "macro (over categories)",
    MACRO_PHENOMENON: "macro (over phenomena)",
}
TESTS = {"p_worse_bh": "the exact paired test", "p_worse_z": "the Z-test of the literature"}


@dataclass(frozen=True, slots=True)
class HeadlineSentence:
    """A sentence: its number, and what the number is of; `warns` where it tells of a flaw."""

    number: str
    text: str
    warns: bool = False


def percent(value: float | None) -> str:
    """Write a share in per cent with one decimal, a half rounded up as on the page; a dash if there is none."""
    return "–" if value is None else number(math.floor(1000 * value + 0.5) / 10, 1)


def headline(results: SuiteResults) -> list[HeadlineSentence]:
    """Return the sentences, the most important first."""
    overall = results.overall(items=results.ranked_on)
    best = [system for system in results.systems if overall[system]["is_best"]]
    if not best:
        return [_nothing(results), *_flaws(results)]
    return [
        _best(best, overall),
        *_uncalibrated(overall),
        *_others(results, overall, best),
        *_clusters(results),
        _undecided(results.overall()),
        *_averages(results),
        *_flaws(results),
    ]


def _nothing(results: SuiteResults) -> HeadlineSentence:
    if all(row["accuracy"] is None for row in results.overall().values()):
        return HeadlineSentence("0", "judgments are decided, so no system has an accuracy.", warns=True)
    text = (
        "items are decided for every system, so systems are not ranked; `compare_on: own` ranks each by its own items."
    )
    return HeadlineSentence("0", text, warns=True)


def _best(best: Sequence[str], overall: Mapping[str, Row]) -> HeadlineSentence:
    row = overall[best[0]]
    which = "items decided for every system" if row["items"] == COMMON else "items decided for it"
    low, high = percent(row["low"]), percent(row["high"])
    return HeadlineSentence(
        f"{percent(row['accuracy'])} %",
        f"of {decided(row):,} {which} are right in {in_sequence(best)}, the most of {many(len(overall), 'system')}"
        f" (micro average; 95 % interval {low} to {high}).",
    )


def _uncalibrated(overall: Mapping[str, Row]) -> list[HeadlineSentence]:
    count = sum(row["note"] is not None for row in overall.values())
    words = "have uncalibrated accuracies: a language model gave verdicts. `suite sheet --sample` and `suite calibrate`"
    return [HeadlineSentence(many(count, "system"), f"{words} correct them.", warns=True)] if count else []


def _others(results: SuiteResults, overall: Mapping[str, Row], best: Sequence[str]) -> list[HeadlineSentence]:
    others = [system for system in results.systems if system not in best and overall[system]["accuracy"] is not None]
    if not others:
        return []
    near = {test: [system for system in others if not_worse(overall[system], test)] for test in TESTS}
    exact, z = near["p_worse_bh"], near["p_worse_z"]
    first = (
        f"other systems {_are(len(exact))} not significantly worse by {TESTS['p_worse_bh']} on shared items"
        f" (one-tailed, p (BH) >= {ALPHA:g}){_names(exact)}."
    )
    second = f" By {TESTS['p_worse_z']}, which takes no notice of shared items and is uncorrected, " + (
        "it is the same." if exact == z else f"{len(z)} {_are(len(z))} not{_names(z)}."
    )
    return [HeadlineSentence(f"{len(exact)} of {len(others)}", first + second)]


def _clusters(results: SuiteResults) -> list[HeadlineSentence]:
    clusters: dict[int, list[str]] = {}
    for row in results.ranks:
        if row["rank"]:
            clusters.setdefault(row["cluster"], []).append(row["system"])
    if len(results.systems) < 2 or not clusters:
        return []
    n = max(row["n"] for row in results.ranks)
    named = "; ".join(in_sequence(names) for _, names in sorted(clusters.items()))
    what = "cluster holds all systems" if len(clusters) == 1 else "clusters of systems differ significantly"
    tested = f"paired test, p (BH) < {ALPHA:g}; {results.ranked_on} items, {n:,} at most"
    return [HeadlineSentence(str(len(clusters)), f"{what} ({tested}): {named}.")]


def _undecided(overall: Mapping[str, Row]) -> HeadlineSentence:
    total = sum(row["judged"] for row in overall.values())
    undecided = sum(row[UNDECIDED] for row in overall.values())
    if not undecided:
        return HeadlineSentence("0 %", "of the outputs are undecided, so accuracies need no bounds.")
    shares = {system: row[UNDECIDED] / row["judged"] for system, row in overall.items() if row["judged"]}
    least, most = min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)
    spread = f", from {percent(shares[least])} % ({least}) to {percent(shares[most])} % ({most})"
    (lowest, wrong), (highest, right) = (_best_by(overall, end) for end in ("bound_low", "bound_high"))
    bounds = (
        f"The best system is {lowest} in any case: {wrong} % if all of them are wrong, {right} % if all are right"
        if lowest == highest
        else f"The best system is {lowest} ({wrong} %) if all of them are wrong, {highest} ({right} %) if all are right"
    )
    spread = spread if len(shares) > 1 else ""
    return HeadlineSentence(
        f"{percent(undecided / total)} %",
        f"of the outputs ({undecided:,} of {total:,}) are undecided{spread}. {bounds}.",
    )


def _best_by(overall: Mapping[str, Row], field: str) -> tuple[str, str]:
    values = {system: row[field] for system, row in overall.items() if row[field] is not None}
    best = max(values.values())
    return in_sequence([system for system, value in values.items() if value == best]), percent(best)


def _averages(results: SuiteResults) -> list[HeadlineSentence]:
    """Say which system is the best by each average if they differ, as suites are averaged in different ways."""
    best: dict[str, tuple[str, str]] = {}
    for average, name in AVERAGES.items():
        rows = results.overall(average, results.ranked_on)
        names = [system for system in results.systems if system in rows and rows[system]["is_best"]]
        if names:
            best[name] = in_sequence(names), f"{percent(rows[names[0]]['accuracy'])} %"
    systems = {system for system, _ in best.values()}
    if len(systems) < 2:
        return []
    named = "; ".join(f"{average} {system}, {accuracy}" for average, (system, accuracy) in best.items())
    return [HeadlineSentence(str(len(systems)), f"different systems are the best by {len(best)} averages: {named}.")]


def _flaws(results: SuiteResults) -> list[HeadlineSentence]:
    sentences = []
    for row in results.found:
        if row["empty"]:
            text = f"items have an empty output from {row['system']}, which is wrong."
            sentences.append(HeadlineSentence(f"{row['empty']:,} of {row['items']:,}", text, warns=True))
        if row["placeholders"]:
            is_all = row["placeholders"] == row["found"]
            text = f"items have one and the same output from {row['system']}, “{cut(row['placeholder'] or '', 40)}”,"
            text += f" {'and no other: they count as missing' if is_all else 'which is wrong'}."
            sentences.append(HeadlineSentence(f"{row['placeholders']:,} of {row['items']:,}", text, warns=True))
    sentences += [*_same(results.same), *_missing(results)]
    if ambiguous := max((row["ambiguous"] for row in results.found), default=0):
        text = "items have a source text with several outputs (the most of any system); the first is judged."
        sentences.append(HeadlineSentence(f"{ambiguous:,}", text, warns=True))
    if results.conflicts:
        text = "outputs on which people differ, from each other or from the judge: conflicts.csv lists them."
        sentences.append(HeadlineSentence(f"{results.conflicts:,}", text, warns=True))
    return sentences


def _same(rows: Rows) -> list[HeadlineSentence]:
    return [
        HeadlineSentence(
            f"{percent(row['same'])} %",
            f"of {row['n']:,} source texts have the same output from {row['system_a']} and {row['system_b']}: they are"
            " hardly two systems.",
            warns=True,
        )
        for row in rows
    ]


def _missing(results: SuiteResults) -> list[HeadlineSentence]:
    """Count the missing outputs, except for systems with a placeholder and no other output, which are named before."""
    overall = results.overall()
    nowhere = int((results.verdicts.codes == VERDICTS.index(MISSING)).all(axis=1).sum())
    said_before = {row["system"] for row in results.found if row["placeholders"] == row["found"]}
    gone = {name: overall[name][MISSING] - nowhere for name in results.systems if name not in said_before}
    sentences = []
    if nowhere:
        text = f"{'item has' if nowhere == 1 else 'items have'} no output of any system and count as missing."
        sentences.append(HeadlineSentence(f"{nowhere:,}", text, warns=True))
    if absent := {system: count for system, count in gone.items() if count > 0}:
        total = sum(absent.values())
        named = ", ".join(f"{system} {count:,}" for system, count in absent.items())
        number_missing = f"{total:,} more" if nowhere else f"{total:,}"
        outputs = "output is" if total == 1 else "outputs are"
        sentences.append(HeadlineSentence(number_missing, f"{outputs} missing: {named}.", warns=True))
    return sentences


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _names(systems: Sequence[str]) -> str:
    return f": {', '.join(systems)}" if systems else ""
