"""Findings in sentences, with what is not significant and what was not tested, and as a table."""

import pytest

from extractors.formats.findings import BY_REFERENCE, TEXT
from extractors.report.corpus_table import corpus_table
from extractors.report.terminal_findings import WIDTH, finding_lines, finding_sentences, finding_table, rest_in_words
from tests.builders.finding_rows import conclusion, corpus_score, departure, finding, word_departure

CORPUS = [corpus_score("good", 41.26), corpus_score("good", 0.8, metric="ribes")]


def of_text(name):
    """A row that one reference does not suffice to test."""
    return finding(name, -1.0, None, humans=None, status=TEXT) | {"beyond": None}


def lines(text):
    return [line.split() for line in text.splitlines()]


def sentences(*findings, words=(), departures=(), at_words=(), alpha=0.05):
    conclusions = {row["phenomenon"]: row for row in words}
    return finding_sentences(findings, conclusions, departures, at_words, CORPUS, alpha=alpha)


def rest(*findings, alpha=0.05):
    return rest_in_words(findings, CORPUS, alpha=alpha)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            finding("particle_verb", -4.2, 0.0004, half=1.7),
            "Particle verb (143 segments): systems score 4.2 BLEU lower than human translations do, each beside its"
            " controls and by one reference at a time [-5.9, -2.5], p <0.001.",
        ),
        (
            finding("reflexive", 2.0, 0.012, distance=3, n=1094),
            "Reflexive at a distance of 3 or more (1,094 segments): systems score 2.0 BLEU higher than human"
            " translations do, each beside its controls and by one reference at a time [+1.0, +3.0], p 0.012.",
        ),
        (
            finding("reflexive", -2.0, 0.012, systems=1, humans=None),
            "Reflexive (143 segments): the system scores 2.0 BLEU lower than on other sentences [-3.0, -1.0], p 0.012.",
        ),
    ],
)
def test_a_finding_of_scores_is_a_sentence_with_interval_and_p(row, said):
    assert sentences(row) == [said]


def test_a_finding_at_words_is_beside_control_words_and_beyond_people_where_these_are_compared():
    row = finding("cleft", -1.0, 0.4)
    beyond = {"words_beyond": -0.05, "words_beyond_low": -0.08, "words_beyond_high": -0.02}
    assert sentences(row, words=[conclusion("cleft", -0.104, 0.002)]) == [
        "Cleft: outputs have a reference's words for 60.0 % of 90 hits, 10.4 points less often than for control words"
        " [-13.4, -7.4], p 0.002."
    ]
    assert sentences(row, words=[conclusion("cleft", -0.104, 0.0002, **beyond)]) == [
        "Cleft: outputs have a reference's words for 60.0 % of 90 hits, 5.0 points less often than human translations"
        " do, beside control words [-8.0, -2.0], p <0.001."
    ]
    (more,) = sentences(row, words=[conclusion("cleft", 0.05, 0.01)])
    assert "5.0 points more often than for control words [+2.0, +8.0]" in more


MARKED = {
    "marked_rate": 0.4,
    "marked_n": 50,
    "marked_difference": 0.1,
    "marked_difference_low": 0.04,
    "marked_difference_high": 0.16,
}


@pytest.mark.parametrize(
    ("annotation", "who"), [("mqm", "people marked errors in"), ("post-edits", "post-editors changed the words of")]
)
def test_a_finding_of_marks_says_who_marked(annotation, who):
    row = conclusion("cleft", marked_annotation=annotation, marked_p_bh=0.01, **MARKED)
    assert sentences(finding("cleft", -1.0, 0.4), words=[row]) == [
        f"Cleft: {who} 40.0 % of 50 hits, +10.0 points compared with control words [+4.0, +16.0], p (BH) 0.010."
    ]


def test_a_system_that_departs_has_a_sentence_and_the_smallest_p_is_first():
    found = [finding("particle_verb", -1.0, 0.4), finding("reflexive", None, None, distance=3)]
    departures = [
        departure("literal", "particle_verb", -3.2, 0.02),
        departure("forgetful", "reflexive", 2.1, 0.001, distance=3),
        departure("free", "particle_verb", 1.0, 0.2),
    ]
    assert sentences(*found, departures=departures) == [
        "forgetful, sentences with reflexive at a distance of 3 or more: 2.1 BLEU higher than the mean of the systems,"
        " each beside its controls [+1.1, +3.1], p 0.001.",
        "literal, sentences with particle verb: 3.2 BLEU lower than the mean of the systems, each beside its controls"
        " [-4.2, -2.2], p 0.020.",
    ]


def test_a_system_that_departs_at_the_words_is_beside_the_others_and_the_lowest_is_first():
    found = [finding("particle_verb", -1.0, 0.4), finding("reflexive", -1.0, 0.4)]
    at_words = [
        word_departure("noisy", "particle_verb", 0.15, 0.02),
        word_departure("literal", "particle_verb", -0.48, 0.0001, n=100),
        word_departure("free", "particle_verb", -0.5, 0.2),
    ]
    assert sentences(*found, at_words=at_words) == [
        "literal, particle verb: a reference's words at 12 % of 100 hits, other systems 70 %; 48 points fewer than its"
        " control words predict [38, 58], p <0.001.",
        "noisy, particle verb: a reference's words at 75 % of 46 hits, other systems 70 %; 15 points more than its"
        " control words predict [5, 25], p 0.020.",
    ]


def test_what_a_system_loses_with_distance_is_said_after_what_it_loses_or_alone():
    found = [finding("negation", -1.0, 0.4)]
    slope = "36 points fewer at each step of distance (0, 1 to 2, 3 or more) [26, 46], p <0.001."
    (both,) = sentences(*found, at_words=[word_departure("s", "negation", -0.5, 0.01, slope=-0.36, slope_p=0.0001)])
    assert both.endswith(f"predict [40, 60], p 0.010; {slope}")
    (alone,) = sentences(*found, at_words=[word_departure("s", "negation", -0.1, 0.3, slope=-0.36, slope_p=0.0001)])
    assert alone == f"s, negation: {slope}"


def test_systems_at_words_come_first_then_scores_words_marks_and_sentences_and_the_level_decides():
    found = [finding("a", -2.0, 0.01), finding("b", -9.0, 0.002), finding("c", -9.0, 0.3)]
    words = [conclusion("c", -0.2, 0.01, marked_p_bh=0.01, **MARKED), conclusion("a"), conclusion("b", -0.2, 0.2)]
    departures = [departure("s", "a", -1.0, 0.01)]
    rows = {"words": words, "departures": departures, "at_words": [word_departure("t", "c", -0.3, 0.01)]}
    said = sentences(*found, **rows)
    assert [text.split()[0] for text in said] == ["t,", "B", "A", "C:", "C:", "s,"]
    assert ["people marked" in text for text in said] == [False] * 4 + [True, False]
    assert [text[0] for text in sentences(*found, **rows, alpha=0.005)] == ["B"]


def test_what_is_not_significant_is_said_with_what_could_have_been_detected():
    unclear = [finding("a", -1.0, 0.4, detectable=1.26), finding("b", 1.0, 0.3, detectable=4.0)]
    assert rest(*unclear) == (
        "No significant difference from human translations on 2 phenomena (BH, p < 0.05); minimum detectable difference"
        " 1.3 to 4.0 BLEU (80 % power)."
    )
    assert rest(unclear[0], alpha=0.01).startswith(
        "No significant difference from human translations on 1 phenomenon (BH, p < 0.01); minimum detectable"
        " difference 1.3 BLEU"
    )
    assert rest(*unclear, finding("c", -4.0, 0.01)).startswith(
        "No significant difference from human translations on 2 other phenomena (BH"
    )
    assert rest(finding("a", -1.0, 0.4, humans=None)).startswith(
        "No significant difference from other sentences on 1 phenomenon (BH"
    )


def test_what_was_not_tested_is_counted_by_its_reason():
    others = [
        finding("a", -1.0, None, status="too small: 12 of 14 segments have controls, 30 needed"),
        finding("b", -1.0, None, status="too few documents: 9, 10 needed"),
        finding("i", -1.0, None, status="too few controls: 79 of 100 segments have controls, 80 % needed"),
        finding("c", None, None),
        finding("d", None, None, status="no set at a distance of 9 or more"),
        finding("e", -1.0, None, status="tested as f: nearly the same segments"),
        finding("g", -1.0, None, status=BY_REFERENCE),
        finding("h", -1.0, None, status="most of the corpus: 510 of 900 segments"),
    ]
    counts = (
        "2 too small to test, 1 with too few controls, 2 not in this corpus, 1 with the segments of another, 2 not"
        " tested for another reason."
    )
    assert rest(*others) == f"No phenomenon is tested; {counts}"
    assert rest(finding("f", -1.0, 0.4), *others).endswith(f"BLEU (80 % power); {counts}")
    assert rest(finding("f", -4.0, 0.01), *others) == f"Others: {counts}"


def test_nothing_is_left_to_say_where_every_phenomenon_has_a_finding():
    found = [finding("a", -4.0, 0.01)]
    assert rest(*found) == ""
    assert len(finding_lines(found, {}, [], [], CORPUS)) == 3, "a heading and a sentence of two lines"


def test_with_one_reference_systems_are_compared_with_each_other_and_a_second_is_asked_for():
    found = [of_text("a"), of_text("b")]
    takes = "cannot be tested for all systems together: that takes a second human reference"
    assert rest(*found) == f"2 phenomena {takes}."
    assert rest(found[0], finding("c", None, None)) == f"1 phenomenon {takes}; 1 not in this corpus."
    (said,) = sentences(*found, departures=[departure("s", "a", -2.0, 0.01)])
    assert said.startswith("s, sentences with a: 2.0 BLEU lower than the mean of the systems")


def test_a_corpus_without_phenomena_says_that_nothing_is_tested():
    assert finding_lines([], {}, [], [], CORPUS) == ["No phenomenon is tested."]


def test_sentences_of_long_names_are_wrapped_at_100_columns():
    label = "verbs with a very long name of several words " * 2
    found = [finding(f"p{i}", -4.0, 0.01 if i < 2 else 0.5, label=label + str(i), distance=12) for i in range(40)]
    words = [conclusion("p0", -0.2, 0.01, marked_p_bh=0.01, **MARKED)]
    departures = [departure("online_system_" * 5, "p1", -1.0, 0.01, distance=12)]
    at_words = [word_departure("online_system_" * 5, "p2", -0.5, 0.01, slope=-0.2, slope_p=0.01)]
    head, *made = finding_lines(found, {row["phenomenon"]: row for row in words}, departures, at_words, CORPUS)
    assert head == "Findings (95 % confidence intervals; p-values by Benjamini and Hochberg):"
    assert max(map(len, made)) <= WIDTH == 100
    assert sum(line.startswith("  ") and line[2] != " " for line in made) == 6 + 1, "six sentences and a wrapped end"
    assert made[-2].startswith("No significant difference from human translations on 38 other phenomena")


def test_every_tested_phenomenon_stands_there_and_why_others_are_not():
    rows = [
        finding("passive", 0.5, 0.4),
        finding("particle_verb", -4.2, 0.0004, half=1.7),
        finding("cleft", -9.0, None, n=12, status="too small: 12 of 14 segments have controls, 30 needed"),
        finding("object_relative", -3.0, None, n=500, status="most of the corpus: 510 of 900 segments"),
        finding("tmesis", None, None),
    ]
    found = lines(finding_table(rows, CORPUS))
    assert " ".join(found[0]) == "BLEU n systems humans beyond 95 % CI MDD p (BH)"
    assert found[1] == ["particle_verb", "143", "-5.2", "-1.0", "-4.2*", "[-5.9,", "-2.5]", "2.5", "<0.001"]
    assert found[2] == ["passive", "143", "-0.5", "-1.0", "+0.5", "[-0.5,", "+1.5]", "2.5", "0.400"]
    assert "MDD: minimum detectable difference (80 % power)" in " ".join(word for line in found[3:6] for word in line)
    said = [" ".join(line) for line in found[-3:]]
    assert said == [
        "not tested:",
        "object_relative d >= 0 most of the corpus: 510 of 900 segments",
        "too small (n): cleft 12",
    ]
    assert finding_table([], []) == "no sets\n"


def test_without_human_translations_nothing_is_said_about_them():
    rows = [finding("passive", 0.5, 0.4, humans=0.0) | {"humans": None}, finding("cleft", None, None)]
    text = finding_table(rows, [corpus_score("good", 41.0)])
    assert lines(text)[:2] == [
        ["BLEU", "n", "systems", "95", "%", "CI", "MDD", "p", "(BH)"],
        ["passive", "143", "+0.5", "[-0.5,", "+1.5]", "2.5", "0.400"],
    ]
    text += rest_in_words(rows, [corpus_score("good", 41.0)])
    assert "No significant difference from other sentences on 1 phenomenon (BH, p < 0.05)" in text
    assert "human" not in text
    assert "beyond" not in text


def test_a_table_of_long_names_and_large_numbers_fits_100_columns():
    found = [finding("very_long_name_" * 8 + str(i), -1000.0 - i, 0.01, n=123456) for i in range(12)]
    found += [finding("small_" * 12 + str(i), -1.0, None, n=9) for i in range(12)]
    made = finding_table(found, CORPUS).splitlines()
    assert max(map(len, made)) <= WIDTH
    assert sum(line.startswith("very_long") and line.endswith("0.010") for line in made) == 12


def test_the_table_of_the_corpus_is_sorted_and_signed():
    rows = [
        {"system": s, "metric": m, "n": 9, "score": v, "signature": f"sig-{m}"}
        for s, m, v in [("a", "bleu", 20.0), ("a", "ribes", 0.71234), ("b", "bleu", 30.0), ("b", "ribes", 0.8)]
    ]
    text = corpus_table(rows)
    found = lines(text)
    assert found.index(["b", "30.0", "0.800"]) < found.index(["a", "20.0", "0.712"])
    assert "bleu: sig-bleu\nribes: sig-ribes\n" in text


def test_the_table_of_the_corpus_begins_with_the_lowest_error_rate():
    rows = [
        {"system": s, "metric": "ter", "n": 9, "score": v, "signature": "TER"} for s, v in (("a", 60.0), ("b", 50.0))
    ]
    assert [line[0] for line in lines(corpus_table(rows))[-3:-1]] == ["b", "a"]
