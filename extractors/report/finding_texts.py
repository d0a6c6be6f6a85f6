"""What the tests of a run say of each phenomenon, in words, for the page."""

from dataclasses import dataclass

from extractors.formats.findings import COMPARED, TESTED, TEXT, is_absent
from extractors.report.evidence_texts import evidence_texts
from extractors.report.numbers import Row, by_evidence
from extractors.report.paper_text import where_of
from extractors.report.results import ReportedResults
from extractors.report.terminal_findings import finding_sentences, rest_in_words
from extractors.scoring.claims import claim


@dataclass(frozen=True, kw_only=True)
class Told:
    """A phenomenon with what is said of it: what its test says, or why there is no test."""

    row: Row
    said: str


@dataclass(frozen=True, kw_only=True)
class Findings:
    """What the tests of a run say.

    Attributes:
        sentences: each significant result, as the terminal says it; `rest`: what is not, and what was not tested.
        tested: the phenomena that were compared, those with the strongest evidence first.
        untested: those that have segments and were not compared.
    """

    sentences: list[str]
    rest: str
    tested: list[Told]
    untested: list[Told]


def find(results: ReportedResults) -> Findings:
    """Return the findings of a run."""
    rows = list(results.findings.values())
    departures = list(results.departures.values())
    of_text = sorted((row for row in rows if row["status"] == TEXT), key=lambda row: row["systems"])
    tested = [*by_evidence(row for row in rows if row["status"] == TESTED), *of_text]
    untested = [row for row in rows if row["status"] not in COMPARED and not is_absent(row["status"])]
    return Findings(
        sentences=finding_sentences(
            rows,
            results.conclusions,
            departures,
            results.word_departures,
            results.corpus_scores,
            alpha=results.alpha,
        ),
        rest=rest_in_words(rows, results.corpus_scores, alpha=results.alpha),
        tested=[Told(row=row, said=_said(results, row)) for row in tested],
        untested=[Told(row=row, said=row["status"]) for row in untested],
    )


def _said(results: ReportedResults, row: Row) -> str:
    """Say the difference with its interval, the minimum detectable difference, and the other evidence."""
    places = results.metric.decimals
    said = claim(row, places=places, where=where_of(results.manifest), others=results.others)
    if row["detectable"] is not None:
        said += f"; minimum detectable difference {row['detectable']:.{places}f} (80 % power)"
    return "; ".join([said, *evidence_texts(row, results.conclusions[row["phenomenon"]])])
