"""Write the text that a paper needs about a run: sentences, answers to a reviewer, signatures and BibTeX."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from extractors.core.citations import bibtex
from extractors.core.errors import unknown
from extractors.core.rounding import decimals
from extractors.formats import tables
from extractors.formats.conclusions import CONCLUSIONS, TOLD
from extractors.formats.findings import BY_REFERENCE, FINDINGS, TESTED, TEXT, copy_of
from extractors.formats.scores import CORPUS_SCORES, DEPARTURES
from extractors.phenomena.estimands import OUTPUTS
from extractors.report.evidence_texts import (
    evidence_texts,
    marked_text,
    precision_text,
    word_findings,
    words_text,
)
from extractors.report.numbers import (
    Row,
    Rows,
    by_evidence,
    is_significant,
    label_of,
    number,
    p_text,
    percent,
    unit_drawn,
)
from extractors.report.results import others_in_words
from extractors.report.terminal_findings import of_primary
from extractors.scoring.claims import claim, departure_claim, label_in_words, place_in_words
from extractors.scoring.phenomenon_tests import COPIES
from extractors.scoring.run_manifest import Manifest, read_manifest
from extractors.words.joined_evidence import verdict

DRAWN = {
    "document": "Yes. Tests draw whole documents.",
    "block": "Not known. Tests draw blocks of neighbouring lines instead.",
    "segment": "No. Tests draw single segments, which holds if these do not depend on each other.",
}


def where_of(made: Manifest) -> str:
    """Say where a statement about a corpus holds, to begin a sentence: `On wmt21-en-de (English to German)`."""
    return place_in_words(made.corpus.name, made.corpus.source_language, made.corpus.target_language)


def paper_sentence(findings: Rows, corpus: Rows, phenomenon: str, *, alpha: float, where: str, others: str) -> str:
    """Write a sentence on a phenomenon and its test, with the signature of metric and test in the last parentheses.

    Args:
        findings: all rows of FINDINGS, since the correction is over all that are tested.
        corpus: the rows of CORPUS_SCORES.
        alpha: corrected p-values below it are significant.
        where, others: as for `claim`.
    """
    rows = {row["phenomenon"]: row for row in findings}
    if phenomenon not in rows:
        raise unknown("phenomenon", phenomenon, rows)
    row = rows[phenomenon]
    places = _places(corpus, findings)
    counted = f"{row['n']:,} segments"
    if row["status"] == TEXT:
        sentence = claim(row, places=places, where=where, others=others)
        return f"{sentence} ({counted}; {row['signature']})."
    if row["status"] != TESTED:
        return f"{where}, segments with {label_in_words(row)} were not tested ({row['status']})."
    tests = sum(of["status"] == TESTED for of in findings)
    selected = "95 % interval adjusted for selection" if is_significant(row, alpha) else "95 % interval"
    tested = f"{counted}; {selected}; {_corrected(row['p_bh'], tests)}; a true difference of"
    tested += f" {number(row['detectable'], places)} is found four times in five; {row['signature']}"
    begun = "" if is_significant(row, alpha) else "No significant difference: "
    sentence = claim(row, places=places, where=where[0].lower() + where[1:] if begun else where, others=others)
    return f"{begun}{sentence} ({tested})."


def _corrected(p_bh: float, tests: int) -> str:
    """Write `p = 0.012 after Benjamini and Hochberg's correction over 3 tests`."""
    p = p_text(p_bh)
    after = "after Benjamini and Hochberg's correction over"
    return f"p {p if p[0] == '<' else f'= {p}'} {after} {tests} {'test' if tests == 1 else 'tests'}"


def _places(corpus: Rows, findings: Rows) -> int:
    return decimals(abs(row["score"]) for row in of_primary(corpus, findings))


def paper_text_of(folder: Path, *, alpha: float | None = None) -> str:
    """Write the same as `paper_text`, from the folder of a scored corpus with its manifest.

    Args:
        alpha: corrected p-values below it are significant (default: the run's level).
    """
    findings, corpus, conclusions, departures = (
        tables.read(form, folder / form.file).to_pylist() for form in (FINDINGS, CORPUS_SCORES, CONCLUSIONS, DEPARTURES)
    )
    made = read_manifest(folder / "manifest.json")
    by_phenomenon = {row["phenomenon"]: row for row in conclusions}
    return paper_text(findings, corpus, by_phenomenon, departures, made, alpha=alpha or made.statistics.alpha)


def paper_text(
    findings: Rows,
    corpus: Rows,
    conclusions: Mapping[str, Row],
    departures: Rows,
    made: Manifest,
    *,
    alpha: float,
) -> str:
    """Write sentences on the findings, answers to seven questions with the run's figures, signatures and BibTeX.

    Findings are of scores, then at the words of phenomena whose scores are no finding, then of single systems.

    Args:
        findings: the rows of FINDINGS.
        corpus: the rows of CORPUS_SCORES.
        conclusions: by phenomenon, the rows of CONCLUSIONS.
        departures: the rows of DEPARTURES.
        made: the manifest of the run.
        alpha: corrected p-values below it are significant.
    """
    verdicts = {row["phenomenon"]: verdict(row, conclusions[row["phenomenon"]], alpha) for row in findings}
    where, others = where_of(made), others_in_words(made.controls)
    rows = {row["phenomenon"]: row for row in findings}
    tested = by_evidence(row for row in findings if row["status"] == TESTED)
    told = [row["phenomenon"] for row in tested if is_significant(row, alpha)]
    parts: list[str] = []
    for name in told:
        sentence = paper_sentence(findings, corpus, name, alpha=alpha, where=where, others=others)
        evidence = [f"{text[0].upper()}{text[1:]}." for text in evidence_texts(rows[name], conclusions[name])]
        parts.append(" ".join([sentence, *evidence, f"In this test set: {verdicts[name]}."]))
    at_words: dict[str, list[str]] = {}
    for kind, text in (("words", words_text), ("marked", marked_text)):
        for row in word_findings(conclusions, alpha, of=kind):
            if row["phenomenon"] in rows.keys() - told:
                said = text(row).replace("its own words", "outputs", 1)
                at_words.setdefault(row["phenomenon"], []).append(said)
    for name, texts in at_words.items():
        parts.append(f"{where}, at the words of {rows[name]['label']}: {'; '.join(texts)}.")
    departing = sorted((row for row in departures if is_significant(row, alpha)), key=lambda row: row["p"])
    places, tests = _places(corpus, findings), sum(row["p_bh"] is not None for row in departures)
    for row in departing:
        said = departure_claim(row, rows[row["phenomenon"]], places=places, where=where)
        begun = f"{said[:-1]}; " if said.endswith(")") else f"{said} ("
        parts.append(f"{begun}{_corrected(row['p_bh'], tests)}).")
    if not parts:
        parts.append("No phenomenon has a finding in this corpus.")
    known = dict.fromkeys([*told, *at_words, *(row["phenomenon"] for row in departing)])
    questions = _answers(
        findings, conclusions, verdicts, [rows[name] for name in known], made, tests=tests, alpha=alpha, places=places
    )
    parts += [f"{place}. {asked} {said}" for place, (asked, said) in enumerate(questions, 1)]
    primary = [row for row in findings if row["status"] == TESTED] or findings
    signatures = dict.fromkeys(row["signature"] for row in (*primary[:1], *corpus))
    parts.append("\n".join([*signatures, f"{made.signature}|version:{made.version}"]))
    tools = (made.origin.parser, made.origin.aligner, "sacrebleu")
    parts.append(bibtex(made.version, [tool.partition(":")[0] for tool in tools if tool]))
    return "\n\n".join(parts) + "\n"


def _answers(
    findings: Rows,
    conclusions: Mapping[str, Row],
    verdicts: Mapping[str, str],
    told: Rows,
    made: Manifest,
    *,
    tests: int,
    alpha: float,
    places: int,
) -> list[tuple[str, str]]:
    """Return the seven questions, each with its answer.

    Args:
        told: the rows of FINDINGS of the phenomena with a finding of any kind.
        tests: how many times a single system was compared with the mean of the systems.
        places: decimals of differences.
    """
    tested = [row for row in findings if row["status"] == TESTED]
    labels = {row["phenomenon"]: row["label"] for row in findings}
    once = "1 phenomenon was tested once" if len(tested) == 1 else f"{len(tested)} phenomena were tested once each"
    chosen = (
        f"{once}, by {label_of(findings)} and at a distance that is set in the catalogue or the config;"
        f" {len(findings) - len(tested)} of {len(findings)} were not tested, for reasons known"
        " without the scores. Only the authors can say whether they chose metric and phenomena before they saw results."
        if tested
        else "No phenomenon was tested for all systems together, for reasons known without the scores."
    )
    if tests:
        chosen += f" Single systems were compared with the mean of the systems {tests} times."
    copies = [f"{row['label']} as {labels[name]}" for row in findings if (name := copy_of(row["status"]))]
    shared = f"share {percent(COPIES, places=0)} % of their segments or more"
    near = (
        f"Tested once: {', '.join(copies)}, which {shared}."
        if copies
        else f"No two sets that could be tested {shared}."
    )
    references = made.corpus.references
    by_reference = [row["label"] for row in findings if row["status"] == BY_REFERENCE]
    by_outputs = [row["label"] for row in findings if made.origin.chosen_by.get(row["phenomenon"]) == OUTPUTS]
    used = (
        f"{len(references)} {'reference' if len(references) == 1 else 'references'} ({', '.join(references)}) scored."
        if references
        else "There is no reference: scores are of metrics or people that need none."
    )
    if by_reference:
        used += f" The reference also chose the sets of {', '.join(by_reference)}, which were not tested."
    if by_outputs:
        used += f" The outputs of all systems chose the sets of {', '.join(by_outputs)}, the source all others."
    detection = "; ".join(f"{row['label']}: {precision_text(row)}" for row in told) or "There is no finding."
    words = "; ".join(
        f"{which}: {', '.join(labels[name] for name, own in verdicts.items() if own == which)}"
        for which in TOLD
        if which in verdicts.values()
    )
    if all(row["words_difference"] is None for row in conclusions.values()):
        marked = any(row["marked_difference"] is not None for row in conclusions.values())
        words = "Not compared with a reference" if marked else "Not measured: scores are the only evidence"
    unclear = sorted((row for row in tested if not is_significant(row, alpha)), key=lambda row: row["detectable"])
    power = "; ".join(f"{row['label']} {number(row['detectable'], places)}" for row in unclear)
    return [
        ("Chosen before?", chosen),
        ("Documents?", DRAWN[unit_drawn(findings)]),
        ("Near-copies?", near),
        ("Both references?", used),
        ("Detection?", f"{detection.removesuffix('.')}."),
        ("Words?", f"{words or 'Neither scores of all systems together nor words differ from those of controls'}."),
        (
            "Power?",
            "Without a finding for all systems together; a true difference of this many points is found four times in"
            f" five: {power}."
            if power
            else "Every tested phenomenon has a finding."
            if tested
            else "No phenomenon was tested for all systems together.",
        ),
    ]
