from extractors.report import terminal_summary
from extractors.report.numbers import or_documents
from extractors.score.statistics.estimates import FEWEST_CLUSTERS


def row(system, score, mean, p=None, *, phenomenon="particle_verb", distance=0, n=40):
    return {
        "system": system,
        "phenomenon": phenomenon,
        "minimum_distance": distance,
        "metric": "bleu",
        "n": n,
        "corpus_score": 30.0,
        "score": score,
        # The paper's samples, another comparison than that which is tested.
        "control_mean": None if mean is None else mean + 3,
        "difference": None if mean is None else score - mean,
        "p_bh": p,
        "too_small": n < 30,
        "signature": "nrefs:1",
    }


def lines(text):
    return [line.split() for line in text.splitlines()]


def test_the_table_of_sets_sums_up_the_systems_and_marks_what_is_significant():
    rows = [row("good", 30.0, 32.0, 0.2), row("bad", 20.0, 26.0, 0.01), row("good", None, None, distance=3)]
    found = lines(terminal_summary.set_table(rows))
    assert ["particle_verb", "all", "40", "25.0", "29.0", "-4.0", "1/2", "bad", "-6.0*", "good", "-2.0"] in found
    assert ["3", "40", *["-"] * 6] in found
    strict = lines(terminal_summary.set_table(rows, alpha=0.005))
    assert ["particle_verb", "all", "40", "25.0", "29.0", "-4.0", "0/2", "bad", "-6.0", "good", "-2.0"] in strict


def test_sets_that_are_too_small_are_marked_and_not_tested():
    text = terminal_summary.set_table([row("good", 30.0, 32.0, n=29)])
    assert ["particle_verb", "all", "29?", "30.0", "32.0", "-2.0", "-", "good", "-2.0", "good", "-2.0"] in lines(text)
    assert "?: fewer than 30 segments" in text
    assert "?: fewer" not in terminal_summary.set_table([row("good", 30.0, 32.0, 0.2)])


def test_without_tested_differences_the_paper_s_samples_stand_there_and_it_is_said():
    only_sampled = [{**row("good", 30.0, 32.0), "difference": None}]
    text = terminal_summary.set_table(only_sampled)
    assert ["particle_verb", "all", "40", "30.0", "35.0", "-5.0", "-", "good", "-5.0", "good", "-5.0"] in lines(text)
    assert "the paper's control samples, which are not tested" in text
    assert "all eligible controls" in terminal_summary.set_table([row("good", 30.0, 32.0)])


def test_small_sets_are_counted_and_not_shown():
    text = terminal_summary.set_table([row("good", 30.0, 32.0, 0.2), row("good", 1.0, 2.0, distance=3, n=9)])
    assert "particle_verb" in text
    assert not any(line.split()[:1] == ["3"] for line in text.splitlines())
    assert "In scores.csv, and not shown here: 1 set of fewer than 10 segments." in text


def test_the_table_of_the_corpus_is_sorted_and_signed():
    rows = [
        {"system": s, "metric": m, "n": 9, "score": v, "signature": f"sig-{m}"}
        for s, m, v in [("a", "bleu", 20.0), ("a", "ribes", 0.71234), ("b", "bleu", 30.0), ("b", "ribes", 0.8)]
    ]
    text = terminal_summary.corpus_table(rows)
    found = lines(text)
    assert found.index(["b", "30.0", "0.800"]) < found.index(["a", "20.0", "0.712"])
    assert "bleu: sig-bleu\nribes: sig-ribes\n" in text


def test_a_set_of_few_documents_is_told_from_one_of_few_segments():
    rows = [{"signature": "BLEU|nrefs:1|bs:9|seed:1|cluster:document|case:mixed"}]
    assert or_documents(rows) == f", or {FEWEST_CLUSTERS} documents"
    assert or_documents([{"signature": "nrefs:1|cluster:segment"}]) == or_documents([]) == or_documents([{}]) == ""
