from extractors.report.corpus_table import corpus_table
from extractors.report.terminal_findings import finding_table, rest_in_words
from tests.builders.finding_rows import corpus_score, finding


def lines(text):
    return [line.split() for line in text.splitlines()]


def test_every_tested_phenomenon_stands_there_and_why_others_are_not():
    rows = [
        finding("passive", 0.5, 0.4),
        finding("particle_verb", -4.2, 0.0004, half=1.7),
        finding("cleft", -9.0, None, n=12, status="too small: 12 of 14 segments have controls, 30 needed"),
        finding("object_relative", -3.0, None, n=500, status="most of the corpus: 510 of 900 segments"),
        finding("tmesis", None, None),
    ]
    found = lines(finding_table(rows, [corpus_score("good", 41.0)]))
    assert found[1] == ["particle_verb", "143", "-5.2", "-1.0", "-4.2*", "[-5.9,", "-2.5]", "2.5", "<0.001"]
    assert found[2] == ["passive", "143", "-0.5", "-1.0", "+0.5", "[-0.5,", "+1.5]", "2.5", "0.400"]
    assert " ".join(found[3]) == "1 of 2 tested differ (p (BH) < 0.05); not tested: 2; not found: 1"
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


def test_the_table_of_the_corpus_is_sorted_and_signed():
    rows = [
        {"system": s, "metric": m, "n": 9, "score": v, "signature": f"sig-{m}"}
        for s, m, v in [("a", "bleu", 20.0), ("a", "ribes", 0.71234), ("b", "bleu", 30.0), ("b", "ribes", 0.8)]
    ]
    text = corpus_table(rows)
    found = lines(text)
    assert found.index(["b", "30.0", "0.800"]) < found.index(["a", "20.0", "0.712"])
    assert "bleu: sig-bleu\nribes: sig-ribes\n" in text
