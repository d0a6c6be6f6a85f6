"""The findings of a run, a phenomenon at a time, in words.

Difference, interval, n and p of a finding are cells of its row of the table of findings. What else is said of it (other
metrics, larger distances, single systems) is a profile.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from extractors.formats.conclusions import LESS, MORE
from extractors.formats.findings import COMPARED, TESTED, TEXT, copy_of, is_absent
from extractors.report.evidence_texts import evidence_texts, marked_text, word_findings, words_text
from extractors.report.heatmap import signed
from extractors.report.measures import DEPARTURE, DIFFERENCE, direction
from extractors.report.numbers import Row, by_evidence, is_significant, number
from extractors.report.paper_text import where_of
from extractors.report.results import ReportedResults, RunMetric
from extractors.scoring.claims import claim
from extractors.words.joined_evidence import verdict, words_verdict

MOST = 5
"""Findings that are said at once; the others are folded."""
NAMED = 3
"""Systems that are named where more stand out."""


@dataclass(frozen=True, kw_only=True)
class Measured:
    """A number with its interval, as texts; no interval where there is none.

    Attributes:
        label: of the metric or of the system.
        direction: worse or better.
    """

    label: str
    direction: str
    value: str
    low: str
    high: str


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A phenomenon whose segments score otherwise than their controls, over all systems together.

    Attributes:
        row: of FINDINGS.
        distance: the minimum distance of the set; None if it is the phenomenon's widest.
        first: `beyond` by the primary metric.
        claim: what the set costs systems and people, and what of it is the systems'.
        detectable: the true difference that the test finds four times in five.
        agreeing: systems whose own difference beyond people's is on that side.
        copies: labels of the phenomena that have nearly the same segments.
        others: the other metrics on the same set, which are not tested.
        standing: the systems that depart most from the mean; `departing` is the number of all that do.
        verdict: what scores and words say together; `evidence`: what else is known, a sentence each.
    """

    claim: str
    detectable: str
    row: Row
    distance: int | None
    first: Measured
    agreeing: int
    copies: list[str]
    others: list[Measured]
    standing: list[Measured]
    departing: int
    verdict: str
    evidence: list[str]


@dataclass(frozen=True, kw_only=True)
class Untold:
    """A phenomenon without a finding, with what is said of it: what its test would find, or why there is no test."""

    row: Row
    said: str


@dataclass(frozen=True, kw_only=True)
class Findings:
    """What the tests of a run say.

    Attributes:
        of_text: the phenomena that are compared, if one human reference does not tell what of it is the systems'.
        worse, better: the findings, those with the strongest evidence first.
        at_words: the phenomena whose words people marked, or post-editors changed, more or less often than others.
        alone: the phenomena whose words match less, or more, and whose sentences have no finding.
        unclear: the other phenomena that were tested and have no finding, in the same order.
        untested: those that have segments and were not tested.
    """

    of_text: list[Untold]
    worse: list[Finding]
    better: list[Finding]
    at_words: list[Untold]
    alone: list[Untold]
    unclear: list[Untold]
    untested: list[Untold]


def find(results: ReportedResults) -> Findings:
    """The findings of a run."""
    rows = list(results.findings.values())
    tested = [row for row in rows if row["status"] == TESTED]
    found = [row for row in by_evidence(tested) if is_significant(row, results.alpha)]
    others = [row for row in rows if row not in found]
    alone = [
        row for row in others if words_verdict(results.conclusions[row["phenomenon"]], results.alpha) in (LESS, MORE)
    ]
    alone.sort(key=lambda row: results.conclusions[row["phenomenon"]]["words_difference"])
    unclear = by_evidence(row for row in others if row["status"] == TESTED and row not in alone)
    untested = [
        row for row in others if row["status"] not in COMPARED and not is_absent(row["status"]) and row not in alone
    ]
    of_text = [row for row in others if row["status"] == TEXT and row not in alone]
    of_text.sort(key=lambda row: row["systems"], reverse=not results.metric.higher_is_better)
    told = [_finding(results, row) for row in found]
    return Findings(
        of_text=[Untold(row=row, said=_claim(results, row)) for row in of_text],
        worse=[finding for finding in told if finding.first.direction == "worse"],
        better=[finding for finding in told if finding.first.direction == "better"],
        at_words=[
            Untold(row=results.findings[row["phenomenon"]], said=marked_text(row))
            for row in word_findings(results.conclusions, results.alpha)
        ],
        alone=[Untold(row=row, said=words_text(results.conclusions[row["phenomenon"]])) for row in alone],
        unclear=[Untold(row=row, said=_unclear(results, row)) for row in unclear],
        untested=[Untold(row=row, said=row["status"]) for row in untested],
    )


def _claim(results: ReportedResults, row: Row) -> str:
    return claim(row, places=results.metric.decimals, where=where_of(results.manifest), others=results.others)


def _unclear(results: ReportedResults, row: Row) -> str:
    """What a test without a finding says, and what it would have found."""
    places = results.metric.decimals
    would = f"a true difference of {row['detectable']:.{places}f} would have been found four times in five"
    return f"{_claim(results, row)}; {would}"


def _finding(results: ReportedResults, row: Row) -> Finding:
    name, metric = row["phenomenon"], results.metric
    first = measured(row, "beyond", ENDS, metric.label, metric)
    # A difference of exactly 0 is on neither side; the table counts those below.
    below = row["beyond"] < 0
    standing = _standing(results, name)
    return Finding(
        claim=_claim(results, row),
        detectable=number(row["detectable"], metric.decimals),
        row=row,
        distance=None if row["distance"] == min(results.phenomena[name].minimum_distances) else row["distance"],
        first=first,
        agreeing=row["below"] if below else row["systems_n"] - row["below"],
        copies=[other["label"] for other in results.findings.values() if copy_of(other["status"]) == name],
        others=[
            measured(effect, "difference", DIFFERENCE[1:], other.label, other)
            for other in results.metrics.values()
            if other is not metric
            and (effect := results.effect(name, row["distance"], other.name))
            and effect["difference"] is not None
        ],
        standing=standing[:NAMED],
        departing=len(standing),
        verdict=verdict(row, results.conclusions[name], results.alpha),
        evidence=evidence_texts(row, results.conclusions[name]),
    )


def measured(row: Row, name: str, ends: Sequence[str], label: str, metric: RunMetric) -> Measured:
    """A number of a row, with its interval. `ends`: the columns of this."""
    low, high = ("" if row[end] is None else signed(row[end], metric.decimals) for end in ends)
    value = row[name]
    return Measured(
        label=label, direction=direction(value, metric), value=signed(value, metric.decimals), low=low, high=high
    )


ENDS = ("low", "high")


def _standing(results: ReportedResults, name: str) -> list[Measured]:
    """The systems that depart from the mean significantly, the farthest first."""
    departing = [
        row
        for (_, phenomenon), row in results.departures.items()
        if phenomenon == name and is_significant(row, results.alpha)
    ]
    departing.sort(key=lambda row: (-abs(row["departure"]), row["system"]))
    return [measured(row, "departure", DEPARTURE[1:], row["system"], results.metric) for row in departing]
