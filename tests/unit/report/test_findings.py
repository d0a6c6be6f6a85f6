import dataclasses

from extractors.report.findings import find
from tests.builders import toy_results


def test_pairs_are_counted_by_what_is_significant():
    bleu, ter, accuracy = find(toy_results.results())
    assert (bleu.label, bleu.tested, bleu.small, bleu.worse, bleu.better) == ("BLEU", 6, 2, 2, 1)
    assert (ter.tested, ter.worse, ter.better) == (2, 1, 1), "of an error rate the higher is the worse"
    assert (accuracy.label, accuracy.tested, accuracy.worse) == ("accuracy", 2, 1)
    assert bleu.detectable == "2.5"


def test_what_is_named_is_significantly_worse():
    (hard,) = find(toy_results.results())[0].hard
    assert (hard.id, hard.systems, hard.tested, hard.mean) == ("hard", 2, 3, "\u22123.0")
    assert (hard.worst, hard.difference, hard.low, hard.high) == ("alpha", "\u22124.0", "\u22125.0", "\u22123.0")
    assert find(toy_results.results())[2].hard[0].difference == "\u221220.0", "accuracies are in points"


def test_nothing_is_named_where_nothing_is_significant():
    rows = [dict(row) | {"p_bh": 0.05} for row in toy_results.SCORES if row["p_bh"] is not None]
    bleu = find(toy_results.results(scores=rows))[0]
    assert (bleu.tested, bleu.worse, bleu.better, bleu.hard) == (6, 0, 0, [])


def test_only_the_widest_set_of_a_phenomenon_counts():
    wide = dataclasses.replace(
        toy_results.phenomenon("hard"), sets=toy_results.phenomenon("hard", distances=(2, 5)).sets
    )
    bleu = find(toy_results.results(phenomena={"hard": wide}))[0]
    assert (bleu.tested, bleu.small) == (0, 1)


def test_more_systems_come_before_a_larger_mean():
    rows = [
        toy_results.row("alpha", "easy", -1.0, 0.01),
        toy_results.row("beta", "easy", -1.0, 0.01),
        toy_results.row("alpha", "hard", -8.0, 0.01),
        toy_results.row("alpha", "rare", -9.0, 0.01),
    ]
    assert [hard.id for hard in find(toy_results.results(scores=rows))[0].hard] == ["easy", "rare", "hard"]


def test_the_largest_difference_is_the_largest_of_all_and_not_of_those_that_are_named():
    rows = [
        toy_results.row(system, name, -1.0, 0.01) for system in ("alpha", "beta") for name in ("easy", "hard", "rare")
    ] + [toy_results.row("gamma", "absent", -9.0, 0.01)]
    bleu = find(toy_results.results(scores=rows))[0]
    assert "absent" not in [hard.id for hard in bleu.hard]
    assert (bleu.strongest.id, bleu.strongest.worst, bleu.strongest.difference) == ("absent", "gamma", "\u22129.0")
    assert find(toy_results.results(scores=toy_results.SCORES[2:3]))[0].strongest is None
