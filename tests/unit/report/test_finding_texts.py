from extractors.report.finding_texts import find
from extractors.report.numbers import number
from tests.builders import toy_results

SYSTEMS = toy_results.SYSTEMS


def rows(differences, *, name="hard", width=1.0, metric="bleu", distance=0, n=40):
    """A row of scores for each system; intervals of this half width."""
    return [
        toy_results.row(system, name, value, metric=metric, distance=distance, n=n)
        | {"difference_low": value - width, "difference_high": value + width}
        for system, value in zip(SYSTEMS, differences, strict=True)
    ]


def names(found):
    return [one.row["phenomenon"] for one in found]


def test_a_finding_is_the_row_of_the_table_of_findings():
    results = toy_results.results(scores=rows([-4.13, -2.56, -1.21]) + rows([3.3, 2.1, 4.4], name="easy"))
    found = find(results)
    assert (names(found.worse), names(found.better)) == (["hard"], ["easy"])
    for one in (*found.worse, *found.better):
        row = results.findings[one.row["phenomenon"]]
        assert one.row is row
        texts = [number(row[name], 1, sign=True).replace("-", "\u2212") for name in ("beyond", "low")]
        assert [one.first.value, one.first.low] == texts


def test_a_finding_in_words():
    (hard,) = find(toy_results.results(scores=rows([-4.0, -2.0, -3.0]))).worse
    assert "3 systems score 3.0 BLEU lower on segments with hard words than on" in hard.claim
    said = (hard.row["label"], hard.first.value, hard.first.low, hard.first.high, hard.distance)
    assert said == ("hard words", "\u22123.0", "\u22124.0", "\u22122.0", None)
    (hard,) = find(toy_results.results(scores=rows([-4.0, 0.5, -3.0]))).worse
    assert hard.agreeing == 2
    (one,) = find(toy_results.results(scores=rows([-4.0, 0.5, -3.0])[:1])).worse
    assert "the system scores" in one.claim


def test_where_lower_is_better_a_rise_is_worse():
    found = find(toy_results.results(metrics={"ter": toy_results.TER}, scores=rows([4.0, 2.0, 3.0], metric="ter")))
    (hard,) = found.worse
    assert (hard.first.value, hard.first.direction, found.better) == ("+3.0", "worse", [])
    assert "3.0 TER higher" in hard.claim


def test_another_metric_is_a_profile_and_no_finding():
    scores = rows([-4.0, -2.0, -3.0]) + rows([0.1, -0.1, 0.2], metric="ter")
    scores += rows([0.1, -0.2, 0.1], name="easy") + rows([5.0, 4.0, 6.0], name="easy", metric="ter")
    found = find(toy_results.results(scores=scores))
    (hard,) = found.worse
    assert [(ter.label, ter.value) for ter in hard.others] == [("TER", "+0.1")]
    assert names(found.unclear) == ["easy"]


def test_a_larger_distance_is_a_profile_and_no_finding():
    scores = rows([-0.1, -0.2, 0.1]) + rows([-6.0, -5.0, -4.0], distance=2, n=35)
    found = find(toy_results.results(scores=scores))
    assert (found.worse, names(found.unclear)) == ([], ["hard"])


def test_the_tested_distance_is_said_where_it_is_not_the_smallest():
    kept = {"hard": toy_results.phenomenon("hard", distances=(0, 2))}
    (hard,) = find(toy_results.results(phenomena=kept, scores=rows([-6.0, -5.0, -4.0], distance=2, n=35))).worse
    assert hard.distance == 2


def test_systems_that_stand_out_are_those_that_depart_significantly():
    (hard,) = find(toy_results.results(scores=rows([-9.0, -2.0, -2.0], width=0.5))).worse
    alpha, beta, gamma = hard.standing
    assert (alpha.label, alpha.value, alpha.direction) == ("alpha", "\u22124.7", "worse")
    assert (beta.label, beta.value, beta.direction) == ("beta", "+2.3", "better")
    assert gamma.label == "gamma"
    (hard,) = find(toy_results.results(scores=rows([-3.1, -3.0, -3.0]))).worse
    assert (hard.standing, hard.departing) == ([], 0)


def test_nothing_is_named_where_nothing_is_significant():
    found = find(toy_results.results(scores=rows([-0.2, 0.1, 0.1]) + rows([-9.0, -9.0, -9.0], name="rare", n=4)))
    assert (found.worse, found.better) == ([], [])
    (unclear,) = found.unclear
    assert unclear.row["phenomenon"] == "hard"
    assert unclear.said.endswith("; a true difference of 1.4 would have been found four times in five")
    assert [(names([one]), one.said) for one in found.untested] == [(["rare"], "too small: 4 segments")]


def test_a_near_copy_is_named_with_its_finding():
    results = toy_results.results(scores=rows([-4.0, -2.0, -3.0]) + rows([-4.0, -2.0, -3.0], name="easy"))
    results.findings["easy"] |= {"status": "tested as hard: nearly the same segments", "p_bh": None}
    found = find(results)
    assert [(names([one]), one.copies) for one in found.worse] == [(["hard"], ["easy words"])]
    assert [one.said for one in found.untested] == ["tested as hard: nearly the same segments"]


def test_the_surest_come_first():
    results = toy_results.results(scores=rows([-1.5, -1.5, -1.5], name="easy") + rows([-4.0, -4.0, -4.0], n=30))
    results.findings["easy"]["p"] = results.findings["hard"]["p"] / 2
    assert names(find(results).worse) == ["easy", "hard"]


def test_a_loss_of_words_without_a_finding_stands_among_the_findings():
    lost = [toy_results.accuracy(None, "easy", 0.7, -0.1, 0.04), toy_results.accuracy(None, "rare", 0.7, -0.2, 0.04)]
    found = find(toy_results.results(accuracy_effects=lost))
    assert names(found.alone) == ["rare", "easy"]
    assert found.alone[0].said == (
        "its own words match a reference in 70.0 % of 40 hits, -20.0 points compared with control words [-25.0, -15.0],"
        " p (BH) 0.010"
    )
    assert not {"easy", "rare"} & {*names(found.unclear), *names(found.untested)}
    more = find(toy_results.results(accuracy_effects=[toy_results.accuracy(None, "easy", 0.7, 0.1, 0.04)]))
    assert names(more.alone) == ["easy"]


def test_a_finding_has_its_other_evidence_and_the_verdict():
    lost = [toy_results.accuracy(None, "hard", 0.7, -0.1, 0.04)]
    (hard,) = find(toy_results.results(accuracy_effects=lost)).worse
    assert hard.verdict == "systems lose more, words match less"
    assert hard.evidence[0].startswith("its own words match a reference in 70.0 % of 40 hits, -10.0 points")
    (hard,) = find(toy_results.results(accuracy_effects=[])).worse
    assert hard.verdict == "systems lose more"
