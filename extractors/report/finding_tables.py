"""Build the first tables: findings, words of the hits, and each system on each tested phenomenon."""

from collections.abc import Callable, Mapping
from typing import Any

from extractors.core.rounding import decimals
from extractors.formats.findings import COMPARED, TEXT
from extractors.report.corpus_table import is_higher_better
from extractors.report.numbers import (
    Row,
    Rows,
    are_beside_people,
    interval,
    is_significant,
    label_of,
    mark,
    number,
    p_text,
    percent,
    percent_interval,
    signature_of,
    significance,
)
from extractors.report.typeset import Sheet
from extractors.words.joined_evidence import verdict

SYSTEMS = 20
"""Columns of systems that a landscape page holds at seven points."""


def finding_sheet(findings: Rows, conclusions: Mapping[str, Mapping[str, Any]], *, places: int, alpha: float) -> Sheet:
    """Build the table of the tested phenomena, the largest loss first.

    Args:
        findings: the rows of FINDINGS.
        conclusions: by phenomenon, the rows of CONCLUSIONS.
        places: decimals of differences.
        alpha: corrected p-values below it are marked.
    """
    columns: dict[str, Callable[[Mapping[str, Any]], str]] = {
        "phenomenon": lambda row: str(row["label"]),
        "d >=": lambda row: str(row["distance"]),
        "n": lambda row: f"{row['n']:,}",
        "systems": lambda row: number(row["systems"], places, sign=True),
        "humans": lambda row: number(row["humans"], places, sign=True),
        "beyond": lambda row: number(row["beyond"], places, sign=True) + mark(row["p_bh"], alpha),
        "95 % interval": lambda row: interval(row["low"], row["high"], places),
        "p (BH)": lambda row: p_text(row["p_bh"]),
        "systems below": lambda row: f"{row['below']} of {row['systems_n']}",
        "detectable": lambda row: number(row["detectable"], places),
        "verdict": lambda row: verdict(row, conclusions[row["phenomenon"]], alpha),
    }
    systems, below = "the mean over the systems, by all references if there are any", "those below 0"
    if are_beside_people(findings):
        systems = (
            "the mean over the systems, by all references; humans: of human translations, scored as if they were"
            " systems; beyond: systems minus humans, both by one reference at a time, which is tested"
        )
        below = "those that lose more than humans"
    else:
        columns["systems"] = lambda row: number(row["systems"], places, sign=True) + mark(row["p_bh"], alpha)
        del columns["humans"], columns["beyond"]
    rows = [[cell(row) for cell in columns.values()] for row in _tested(findings)]
    caption = (
        f"{metric_in_words(findings)}: score of the segments with a phenomenon minus that of their controls, at the"
        f" minimum distance d of the two words of a hit that was chosen before; systems: {systems}; n: segments that"
        " are compared with controls. 95 % intervals of findings account for the selection. *, p (BH):"
        f" {significance(alpha)}. Systems below: {below}. Detectable: the true difference that such a test finds four"
        f" times in five. {VERDICTS} {_left_out(findings)}"
    )
    return Sheet("findings", caption, list(columns), rows, texts=1, signature=signature_of(findings))


def word_sheet(findings: Rows, conclusions: Mapping[str, Mapping[str, Any]], *, alpha: float) -> Sheet | None:
    """Build the table of how often words of hits are found beside control words, largest loss first; None without any.

    Args:
        findings, conclusions, alpha: as for `finding_sheet`.
    """
    concluded = [(row, conclusions[row["phenomenon"]]) for row in findings]
    compared = [(row, words) for row, words in concluded if words["words_p_bh"] is not None]
    if not compared:
        return None
    rows = [
        [
            row["label"],
            str(words["words_distance"]),
            f"{words['words_n']:,}",
            *(percent(words[f"words_{name}"]) for name in ("accuracy", "control")),
            percent(words["words_difference"], sign=True) + mark(words["words_p_bh"], alpha),
            percent_interval(words, "words_difference"),
            p_text(words["words_p_bh"]),
            verdict(row, words, alpha),
        ]
        for row, words in sorted(compared, key=lambda pair: pair[1]["words_difference"])
    ]
    caption = (
        "Per cent of the hits of a phenomenon, at the minimum distance d of its two words, for which the systems have"
        " what a reference has for both words; n: hits; found: the mean over the hits and systems; control: the same of"
        " control words; difference: found minus control, of the hits that have controls, with the 95 % interval of"
        f" this number alone. *, p (BH): {significance(alpha)}. {VERDICTS}"
    )
    return Sheet("words", caption, ["phenomenon", "d >=", "n", *OF_WORDS, "p (BH)", "verdict"], rows, texts=1)


def word_sheet_of_systems(accuracy: Rows, findings: Rows) -> Sheet:
    """Build the table of how often each system has the words of hits, beside control words; it has no tests.

    Args:
        accuracy: the rows of ACCURACY.
    """
    asked = {(row["phenomenon"], row["distance"]): row["label"] for row in findings}
    rows = [
        [
            asked[row["phenomenon"], row["distance_from"]],
            row["system"],
            str(row["distance_from"]),
            f"{row['n']:,}",
            *(percent(row[name]) for name in ("accuracy", "control")),
            percent(row["difference"], sign=True),
            percent_interval(row, "difference"),
        ]
        for row in accuracy
        if row["kind"] == "minimum"
        and row["system"] is not None
        and (row["phenomenon"], row["distance_from"]) in asked
        and row["n"]
    ]
    caption = (
        "Per cent of the hits of a phenomenon, at the minimum distance d of its two words, for which a system has what"
        " a reference has for both words; n: hits; control: the same of control words; difference: found minus control,"
        " of the hits that have controls, with the 95 % interval of this number alone, not tested."
    )
    return Sheet("accuracy", caption, ["phenomenon", "system", "d >=", "n", *OF_WORDS], rows, texts=2)


OF_WORDS = ("found", "control", "difference", "95 % interval")
VERDICTS = (
    "Verdict: what the scores of the sentences and the words of the hits say together, by the table of"
    " docs/statistics.md."
)


def system_sheets(
    scores: Rows, whole: Mapping[str, float], findings: Rows, departures: Rows, *, alpha: float
) -> list[Sheet]:
    """Build the tables of phenomena by systems: the difference of each system on the tested set of each phenomenon.

    Args:
        scores: the rows of SCORES of the primary metric.
        whole: by system, the score of the whole corpus.
        findings, departures: the rows of FINDINGS and DEPARTURES.
        alpha: as for `finding_sheet`.

    Returns:
        One sheet for every SYSTEMS systems: `systems`, `systems_2` and so on. Systems stand in the order of their
        scores of the whole corpus, the best first.
    """
    places = places_of(whole)
    sign = _sign(findings)
    systems = sorted(whole, key=lambda system: (-sign * whole[system], system))
    by_set = {
        (row["phenomenon"], row["distance_from"], row["system"]): row for row in scores if row["kind"] == "minimum"
    }
    departing = {(row["phenomenon"], row["system"]) for row in departures if is_significant(row, alpha)}
    is_beyond = are_beside_people(findings)
    together = "beyond" if is_beyond else "mean"
    groups = [systems[start : start + SYSTEMS] for start in range(0, len(systems), SYSTEMS)]
    sheets = []
    for part, group in enumerate(groups, 1):
        rows = []
        for row in _tested(findings):
            shown = [by_set.get((row["phenomenon"], row["distance"], system)) for system in group]
            marks = ["*" if (row["phenomenon"], system) in departing else "" for system in group]
            differences = [
                number(cell["difference"], places, sign=True) + departs if cell else ""
                for cell, departs in zip(shown, marks, strict=True)
            ]
            mean = number(row["beyond" if is_beyond else "systems"], places, sign=True) + mark(row["p_bh"], alpha)
            rows.append([row["label"], str(row["distance"]), f"{row['n']:,}", mean, *differences])
        caption = (
            f"{metric_in_words(findings)}: each system on the segments with a phenomenon, minus its controls, at the"
            f" minimum distance d that was chosen before; n: segments that are compared with controls; {together}: the"
            f" mean of the systems{' beyond that of human translations' if is_beyond else ''}; * after it: a finding,"
            f" {significance(alpha)}, over the phenomena; * after a system: its difference departs from the mean, by"
            " the same correction over phenomena and systems. Systems stand in the order of their scores of the whole"
            f" corpus, the best first. {_left_out(findings)}"
        )
        suffix = "" if len(groups) == 1 else f", part {part} of {len(groups)}"
        sheets.append(
            Sheet(
                "systems" if part == 1 else f"systems_{part}",
                caption.replace(":", f"{suffix}:", 1),
                ["phenomenon", "d >=", "n", together, *group],
                rows,
                texts=1,
                dense=True,
                # The mean over the systems has the interval of the findings.
                signature="; ".join(dict.fromkeys([signature_of(findings), signature_of(scores)])),
            )
        )
    return sheets


def metric_in_words(rows: Rows) -> str:
    """Return the metric of rows for a caption, with a note if lower is better.

    For scores that were computed elsewhere, only the description of their file knows the direction.
    """
    return label_of(rows) if _sign(rows) > 0 else f"{label_of(rows)} (lower is better)"


def _sign(rows: Rows) -> int:
    """Return 1 where higher scores are better, else -1."""
    return 1 if not rows or is_higher_better(rows[0]["metric"]) else -1


def _tested(findings: Rows) -> list[Row]:
    """Return the compared rows: the tested ones, the largest loss first, then those with status TEXT."""
    compared, sign = [row for row in findings if row["status"] in COMPARED], _sign(findings)
    return sorted(
        compared, key=lambda row: (row["status"] == TEXT, sign * row["systems" if row["beyond"] is None else "beyond"])
    )


def _left_out(findings: Rows) -> str:
    others = sum(row["status"] not in COMPARED for row in findings)
    return (
        f"{others} {'phenomenon is' if others == 1 else 'phenomena are'} not tested, for the reasons in findings.csv."
    )


def places_of(whole: Mapping[str, float]) -> int:
    """Return the decimals of a metric, from its scores of the whole corpus."""
    return decimals(map(abs, whole.values()))
