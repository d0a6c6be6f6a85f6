import re
from dataclasses import replace

import numpy as np
import pytest

from extractors import __main__ as cli
from extractors.core.citations import bibtex
from extractors.core.errors import InputError
from extractors.formats.findings import BY_REFERENCE, TEXT
from extractors.report.paper_text import paper_sentence, paper_text
from extractors.scoring.claims import claim, place_in_words
from extractors.scoring.documents import ALONE, SegmentClusters
from extractors.scoring.set_scores import signature_of_effect
from tests.builders import toy_results
from tests.builders.finding_rows import conclusion, corpus_score, finding

CORPUS = [corpus_score("a", 30.0), corpus_score("a", 0.8, metric="ribes")]
ROWS = [
    finding("lost", -4.0, 0.01, precision="95 % of 40 hits judged by a large language model in news"),
    finding("alone", -0.5, 0.6, detectable=3.25),
    finding("copy", -4.0, None, status="tested as lost: nearly the same segments"),
    finding("moved", -4.0, None, status=BY_REFERENCE),
    finding("same", 0.5, 0.7, detectable=1.5),
]
CONCLUSIONS = {
    row["phenomenon"]: row
    for row in (
        conclusion("lost", -0.1, 0.01),
        conclusion("alone", -0.2, 0.001),
        *map(conclusion, ("copy", "moved", "same")),
    )
}


def clusters(unit):
    return SegmentClusters(unit, np.arange(2))


def departure(system, phenomenon, by, p):
    row = {"system": system, "phenomenon": phenomenon, "distance": 0, "metric": "bleu", "departure": by}
    return row | {"departure_low": by - 1, "departure_high": by + 1, "p": p, "p_bh": p}


def said(rows=ROWS, conclusions=CONCLUSIONS, departures=()):
    return paper_text(rows, CORPUS, conclusions, departures, toy_results.manifest(), alpha=0.05)


def answers(text):
    return dict(re.findall(r"^\d\. ([^?]*)\? (.*)$", text, re.MULTILINE))


def test_each_finding_and_each_loss_of_words_has_its_sentence():
    first, second, *_ = said().split("\n\n")
    start = "On made (German to English), 20 systems score 5.0 BLEU lower on segments with lost than on"
    assert first.startswith(start)
    beyond = "by one reference at a time, 4.0 lower than human translations do (95 % CI 3.0 to 5.0)"
    assert f"than on other sentences of that length; {beyond} (143 segments; 95 % interval" in first
    assert (
        "Its own words match a reference in 60.0 % of 90 hits, -10.0 points compared with control words [-13.0, -7.0]"
        in first
    )
    assert first.endswith("In this test set: systems lose more, words match less.")
    start = "On made (German to English), at the words of alone: outputs match a reference in 60.0 % of 90 hits, -20.0"
    assert second.startswith(start)


def test_findings_of_single_systems_come_after_those_of_all_and_before_the_questions():
    departures = [
        departure("b", "same", 2.0, 0.04), departure("a", "copy", -3.0, 0.001), departure("a", "same", 0.1, 0.9),
        departure("b", "copy", 1.0, None),
    ]  # fmt: skip
    _, _, first, second, question, *_ = said(departures=departures).split("\n\n")
    assert first == (
        "On made (German to English), a scores 3.0 BLEU lower on segments with copy than the mean of the systems, each"
        " beside its controls (95 % CI 2.0 to 4.0; p = 0.001 after Benjamini and Hochberg's correction over 3 tests)."
    )
    assert second.startswith("On made (German to English), b scores 2.0 BLEU higher on segments with same than")
    assert question.startswith("1. Chosen before?")
    assert question.endswith("Single systems were compared with the mean of the systems 3 times.")


@pytest.mark.parametrize("status", ["too small: 9 of 143", TEXT])
def test_what_was_not_tested_is_no_finding_and_each_finding_has_its_detection(status):
    rows = [finding("small", -4.0, None, status=status), finding("same", 0.5, 0.7, precision="90 % of 40 hits")]
    found = {"small": conclusion("small", -0.2, 0.001), "same": conclusion("same")}
    text = said(rows, found, [departure("a", "same", -3.0, 0.001)])
    assert text.startswith("On made (German to English), at the words of small: outputs match a reference in 60.0 %")
    assert "not tested" not in text.partition("1. Chosen before?")[0]
    unknown = "small: how many of its hits are right is not known"
    assert answers(text)["Detection"] == f"{unknown}; same: right hits: 90 % of 40 hits."


def test_the_seven_questions_have_the_figures_of_the_run():
    found = answers(said())
    assert list(found) == [
        "Chosen before", "Documents", "Near-copies", "Both references", "Detection", "Words", "Power",
    ]  # fmt: skip
    assert found["Chosen before"].startswith("3 phenomena were tested once each, by BLEU and at a distance")
    assert "; 2 of 5 were not tested" in found["Chosen before"]
    assert found["Near-copies"] == "Tested once: copy as lost, which share 80 % of their segments or more."
    assert found["Both references"] == (
        "1 reference (A) scored. The reference also chose the sets of moved, which were not tested."
    )
    assert found["Detection"].startswith(
        "lost: right hits: 95 % of 40 hits judged by a large language model in news; alone: how many of its hits"
    )
    assert found["Words"] == "systems lose more, words match less: lost; words match less: alone."
    assert found["Power"].endswith("four times in five: same 1.5; alone 3.2.")


def test_without_a_reference_that_is_said():
    made = toy_results.manifest()
    alone = replace(made, corpus=made.corpus.model_copy(update={"references": {}}))
    text = paper_text(ROWS[:1], CORPUS, CONCLUSIONS, (), alone, alpha=0.05)
    assert answers(text)["Both references"].startswith("There is no reference: ")


@pytest.mark.parametrize(
    ("drawn", "start"),
    [(clusters("document"), "Yes"), (clusters("block"), "Not known. Tests draw blocks"), (ALONE, "No.")],
)
def test_what_tests_draw_is_read_from_the_signature(drawn, start):
    rows = [row | {"signature": signature_of_effect("BLEU|nrefs:1", drawn)} for row in ROWS]
    assert answers(said(rows))["Documents"].startswith(start)


def test_a_run_without_findings_and_without_words_says_so():
    rows = [finding("same", 0.5, 0.7)]
    text = said(rows, {"same": conclusion("same")})
    assert text.startswith("No phenomenon has a finding in this corpus.")
    assert answers(text)["Words"] == "Not measured: scores are the only evidence."
    assert answers(text)["Near-copies"].startswith("No two sets")
    assert answers(text)["Detection"] == "There is no finding."


def test_a_finding_at_marked_words_has_its_sentence_without_a_finding_of_scores():
    marked = {"marked_annotation": "mqm", "marked_rate": 0.4, "marked_n": 50, "marked_difference": 0.1}
    text = said([finding("same", 0.5, 0.7)], {"same": conclusion("same") | marked | {"marked_p_bh": 0.01}})
    start = "On made (German to English), at the words of same: people marked errors in 40.0 % of 50 hits, +10.0 points"
    assert text.startswith(start)
    assert answers(text)["Words"] == "Not compared with a reference."


def test_signatures_and_bibtex_stand_at_the_end():
    text = said()
    assert "BLEU|nrefs:1\nRIBES|nrefs:1\nparser:p|aligner:a|controls:c|version:0.1.0" in text
    assert text.endswith(bibtex("0.1.0", ["sacrebleu"]) + "\n")


def test_a_parser_and_an_aligner_are_cited_and_given_parses_are_not():
    keys = re.findall(r"^@\w+{(.*),$", bibtex("0.1.0", ["multilingual", "simalign", "conllu"]), re.MULTILINE)
    assert keys[:2] == ["mt_challenge_sets", "choshen-abend-2019-automatically"]
    assert keys[2:] == ["dozat-manning-2017-deep", "wang-etal-2024-multilingual", "jalili-sabet-etal-2020-simalign"]


def test_braces_of_every_entry_close():
    tools = ("sacrebleu", "multilingual", "stanza", "spacy", "udpipe", "simalign")
    text = bibtex("0.1.0", tools)
    assert text.count("{") == text.count("}")
    assert len(re.findall(r"^}$", text, re.MULTILINE)) == len(tools) + 3


@pytest.mark.parametrize("other", [["--json"], ["--pairs", "reflexive"]])
def test_the_text_goes_with_no_other_form(other, tmp_path, capsys):
    assert cli.main(["show", str(tmp_path), "--paper", *other]) == 1
    assert f"--paper, a text about the findings, cannot be combined with {other[0]}" in capsys.readouterr().err


ROW = finding("reflexive", -1.04, 0.0004, humans=-2.4, distance=3, n=1094, systems=2)
WHERE = place_in_words("news", "de", "en")
OTHERS = "other sentences of that length"


def sentence_of(*rows, alpha=0.05):
    return paper_sentence(rows, CORPUS, "reflexive", alpha=alpha, where=WHERE, others=OTHERS)


def test_a_finding_says_systems_and_these_beside_people_with_n_interval_p_tests_and_signature():
    other = ROW | {"phenomenon": "other"}
    assert sentence_of(ROW, other, ROW | {"phenomenon": "small", "status": "too small"}) == (
        "On news (German to English), 2 systems score 3.4 BLEU lower on segments with reflexive at a distance of 3 or"
        " more than on other sentences of that length; by one reference at a time, 1.0 lower than human translations do"
        " (95 % CI 0.0 to 2.0) (1,094 segments; 95 % interval adjusted for selection; p <0.001 after"
        " Benjamini and Hochberg's correction over 2 tests; a true difference of 2.5 is found four times in five;"
        " BLEU|nrefs:1)."
    )


@pytest.mark.parametrize(
    ("beyond", "humans", "systems", "end"),
    [
        (1.5, 0.7, "2.2 BLEU higher", "1.5 higher than human translations do (95 % CI 0.5 to 2.5)"),
        (0.6, -3.6, "3.0 BLEU lower", "0.6 higher than human translations do (95 % CI -0.4 to 1.6)"),
        (-1.5, 0.5, "1.0 BLEU lower", "1.5 lower than human translations do (95 % CI 0.5 to 2.5)"),
        (-0.01, -1.0, "1.0 BLEU lower", "0.0 lower than human translations do (95 % CI -1.0 to 1.0)"),
    ],
)
def test_a_size_and_its_interval_have_the_sign_of_its_side(beyond, humans, systems, end):
    row = finding("p", beyond, 0.1, humans=humans)
    said = claim(row, places=1, where=WHERE, others="x")
    start = f"{WHERE}, 20 systems score {systems} on segments with p than on x"
    assert said == f"{start}; by one reference at a time, {end}"


def test_no_finding_says_so_and_what_would_have_been_found():
    text = sentence_of(ROW, alpha=0.0001)
    assert text.startswith("No significant difference: on news (German to English), 2 systems score 3.4 BLEU lower")
    assert "a true difference of 2.5 is found four times in five" in text


def test_of_one_human_reference_the_sentence_is_about_text():
    gone = {"humans": None, "beyond": None, "status": TEXT, "p_bh": None, "low": -5.0, "high": -1.8}
    assert sentence_of(ROW | gone) == (
        "On news (German to English), 2 systems score 3.4 BLEU lower on segments with reflexive at a distance of 3 or"
        " more than on other sentences of that length (95 % CI 1.8 to 5.0) (1,094 segments; BLEU|nrefs:1)."
    )


def test_a_score_that_sees_no_reference_needs_no_people():
    row = ROW | {"humans": None}
    said = sentence_of(row)
    assert "of that length (95 % CI 0.0 to 2.0), by a score that sees no reference (1,094 segments" in said


def test_what_was_not_tested_says_why_and_what_is_unknown_is_refused():
    assert sentence_of(ROW | {"status": "too small: 9 segments"}) == (
        "On news (German to English), segments with reflexive at a distance of 3 or more were not tested (too small: 9"
        " segments)."
    )
    with pytest.raises(InputError, match="did you mean 'reflexive'"):
        paper_sentence([ROW], CORPUS, "reflexiv", alpha=0.05, where=WHERE, others="others")
