"""What the page says of each phenomenon: the terminal's sentences, and below these every test with its numbers."""

from extractors.formats.findings import TEXT
from extractors.report.sections.overview import findings_of
from extractors.report.terminal_findings import finding_sentences, rest_in_words
from tests.builders import toy_results

SYSTEMS = toy_results.SYSTEMS


def rows(differences, *, name="hard", width=1.0, metric="bleu", distance=0, n=40):
    """A row of scores for each system; intervals of this half width."""
    return [
        toy_results.row(system, name, value, metric=metric, distance=distance, n=n)
        | {"difference_low": value - width, "difference_high": value + width}
        for system, value in zip(SYSTEMS, differences, strict=True)
    ]


def names(told):
    return [one.row["phenomenon"] for one in told]


def test_the_page_has_the_sentences_of_the_terminal():
    results = toy_results.results(scores=rows([-9.0, -2.0, -2.0], width=0.5) + rows([3.3, 2.1, 4.4], name="easy"))
    found, made = findings_of(results), list(results.findings.values())
    departures = list(results.departures.values())
    assert found.sentences == finding_sentences(made, results.conclusions, departures, [], results.corpus_scores)
    assert found.rest == rest_in_words(made, results.corpus_scores)
    assert found.sentences[0].startswith(
        "Hard words (40 segments): systems score 4.3 BLEU lower than human translations"
    )
    assert any(
        said.startswith("alpha, sentences with hard words: 4.7 BLEU lower than the mean") for said in found.sentences
    )


def test_each_compared_phenomenon_has_its_claim_its_minimum_detectable_difference_and_its_evidence():
    (hard,) = findings_of(toy_results.results(scores=rows([-4.0, -2.0, -3.0]))).tested
    assert hard.text == (
        "On made (German to English), 3 systems score 3.0 BLEU lower on segments with hard words than on other"
        " sentences of that length; by one reference at a time, 3.0 lower than human translations do (95 % CI 2.0 to"
        " 4.0); minimum detectable difference 1.4 (80 % power); its own words match a reference in 70.0 % of 40 hits,"
        " -10.0 points compared with control words [-15.0, -5.0], p (BH) 0.900; right hits: 80 % of 40 hits on"
        " treebanks"
    )
    (one,) = findings_of(toy_results.results(scores=rows([-4.0, 0.5, -3.0])[:1])).tested
    assert ", the system scores 4.0 BLEU lower" in one.text


def test_the_surest_come_first_and_those_about_text_last():
    results = toy_results.results(
        scores=rows([-1.5, -1.5, -1.5], name="easy") + rows([-4.0, -4.0, -4.0]) + rows([-9.0] * 3, name="rare")
    )
    results.findings["easy"]["p"] = results.findings["hard"]["p"] / 2
    results.findings["rare"] |= {"status": TEXT, "humans": None, "beyond": None, "p_bh": None, "detectable": None}
    found = findings_of(results)
    assert names(found.tested) == ["easy", "hard", "rare"]
    assert "rare words than on other sentences of that length (95 % CI 8.0 to 10.0); " in found.tested[-1].text
    assert "detectable" not in found.tested[-1].text


def test_what_is_not_compared_has_its_reason_and_what_is_absent_is_not_listed():
    results = toy_results.results(
        scores=rows([-4.0, -2.0, -3.0]) + rows([-4.0] * 3, name="easy") + rows([-9.0] * 3, name="rare", n=4)
    )
    results.findings["easy"] |= {"status": "tested as hard: nearly the same segments", "p_bh": None}
    found = findings_of(results)
    assert names(found.tested) == ["hard"]
    assert [(one.row["phenomenon"], one.text) for one in found.untested] == [
        ("easy", "tested as hard: nearly the same segments"),
        ("rare", "too small: 4 segments"),
    ]
    assert found.rest == "Others: 1 too small to test, 1 not in this corpus, 1 with the segments of another."
