import pytest

from extractors.report.findings import find
from extractors.report.numbers import number
from extractors.report.sections.overview import who
from tests.builders import effects, toy_results

SYSTEMS = toy_results.SYSTEMS


def rows(differences, *, name="hard", p=0.001, width=1.0, metric="bleu", distance=0, n=40):
    """A row of scores for each system; intervals of this half width."""
    return [
        toy_results.row(system, name, value, p, metric=metric, distance=distance, n=n)
        | {"difference_low": value - width, "difference_high": value + width}
        for system, value in zip(SYSTEMS, differences, strict=True)
    ]


def cells(results):
    """Every number of the tables that findings come from, as the page writes numbers."""
    written = set()
    for table in (results.effects, results.scores):
        for row in table:
            for value in row.values():
                if isinstance(value, int | float):
                    written |= {
                        number(value, d, sign=s).replace("-", "\u2212") for d in (0, 1, 3) for s in (True, False)
                    }
    return written


def numbers_of(finding):
    """The texts of a finding that are numbers."""
    measured = [finding.first, *finding.others]
    found = [text for one in measured for text in (one.difference, one.low, one.high)]
    found += [text for one in finding.standing for text in (one.departure, one.low, one.high)]
    found += [str(value) for value in (finding.n, finding.systems, finding.agreeing, finding.departing)]
    return found + ([finding.farthest[0], str(finding.farthest[1])] if finding.farthest else [])


def test_every_number_of_a_finding_is_a_cell_of_a_table():
    scores = rows([-4.13, -2.56, -1.21]) + rows([-6.0, -5.1, -4.9], distance=2, n=35)
    scores += rows([3.3, 2.1, 4.4], metric="ter") + rows([5.0, 0.4, 3.2], name="easy")
    results = toy_results.results(scores=scores, pooled_trends=[trend()])
    found = find(results)
    assert [finding.id for finding in (*found.worse, *found.better)] == ["hard", "easy"]
    for finding in (*found.worse, *found.better):
        assert set(numbers_of(finding)) <= cells(results)
        assert finding.farthest or finding.id == "easy"
        row = next(
            r
            for r in results.effects
            if (r["phenomenon"], r["minimum_distance"], r["metric"]) == (finding.id, 0, "bleu")
        )
        assert (finding.n, finding.systems, finding.departing) == (row["n"], row["systems"], row["departing"])
        assert finding.first.difference == number(row["difference"], 1, sign=True).replace("-", "\u2212")


def test_a_finding_in_words():
    (hard,) = find(toy_results.results(scores=rows([-4.0, -2.0, -3.0]))).worse
    assert who(hard) == "All 3 systems translate"
    assert (hard.label, hard.first.direction, hard.first.difference, hard.distance) == (
        "hard words",
        "worse",
        "\u22123.0",
        None,
    )
    assert (hard.first.low, hard.first.high) == ("\u22124.0", "\u22122.0")
    (hard,) = find(toy_results.results(scores=rows([-4.0, 0.5, -3.0]))).worse
    assert who(hard) == "2 of 3 systems translate"
    (one,) = find(toy_results.results(scores=rows([-4.0, 0.5, -3.0])[:1])).worse
    assert who(one) == "The system translates"


def test_where_lower_is_better_a_rise_is_worse():
    found = find(toy_results.results(metrics={"ter": toy_results.TER}, scores=rows([4.0, 2.0, 3.0], metric="ter")))
    (hard,) = found.worse
    assert (who(hard), hard.first.difference, found.better) == ("All 3 systems translate", "+3.0", [])


def test_what_another_metric_adds_and_what_it_alone_finds():
    scores = rows([-4.0, -2.0, -3.0]) + rows([0.1, -0.1, 0.2], metric="ter")
    scores += rows([0.1, -0.2, 0.1], name="easy") + rows([5.0, 4.0, 6.0], name="easy", metric="ter")
    hard, easy = find(toy_results.results(scores=scores)).worse
    (ter,) = hard.others
    assert (ter.label, ter.direction) == ("TER", "")
    assert (easy.first.label, easy.first.difference, easy.others[0].direction) == ("TER", "+5.0", "")


def test_a_finding_at_a_larger_distance_only_says_so():
    scores = rows([-0.1, -0.2, 0.1]) + rows([-6.0, -5.0, -4.0], distance=2, n=35)
    (hard,) = find(toy_results.results(scores=scores)).worse
    assert (hard.distance, hard.n, hard.first.difference) == (2, 35, "\u22125.0")


def trend(p=0.01, slope=-1.0, expected=0.1):
    return {"phenomenon": "hard", "metric": "bleu", "slope": slope, "expected": expected, "p_bh": p}


@pytest.mark.parametrize(
    ("far", "trends", "said"),
    [
        ([-6.0, -5.0, -4.0], [trend()], ("\u22125.0", 2)),
        # Differences that fall without a trend, a trend without them, none tested, the other way, by length alone.
        ([-6.0, -5.0, -4.0], [trend(p=0.4)], None),
        ([-2.0, -1.0, -1.5], [trend()], None),
        ([-6.0, -5.0, -4.0], [trend(p=None)], None),
        ([-6.0, -5.0, -4.0], [trend(slope=1.0)], None),
        ([-6.0, -5.0, -4.0], [trend(expected=-2.0)], None),
    ],
)
def test_more_so_with_distance_only_where_both_say_so(far, trends, said):
    scores = rows([-4.0, -2.0, -3.0]) + rows(far, distance=2, n=35)
    (hard,) = find(toy_results.results(scores=scores, pooled_trends=trends)).worse
    assert hard.farthest == said


def test_the_same_set_at_another_distance_is_no_step():
    scores = rows([-4.0, -2.0, -3.0]) + rows([-4.0, -2.0, -3.0], distance=2)
    (hard,) = find(toy_results.results(scores=scores, pooled_trends=[trend()])).worse
    assert hard.farthest is None


def test_systems_that_stand_out_are_those_that_depart_significantly():
    scores = effects.departed(rows([-9.0, -2.0, -2.0], width=0.5), effects.BY_DISTANCE)
    (hard,) = find(toy_results.results(scores=scores)).worse
    alpha, beta, gamma = hard.standing
    assert (alpha.system, alpha.departure, alpha.direction) == ("alpha", "\u22124.7", "worse")
    assert (beta.system, beta.departure, beta.direction) == ("beta", "+2.3", "better")
    assert gamma.system == "gamma"
    (hard,) = find(toy_results.results(scores=rows([-3.1, -3.0, -3.0]))).worse
    assert (hard.standing, hard.departing) == ([], 0)


def test_nothing_is_named_where_nothing_is_significant():
    found = find(
        toy_results.results(scores=rows([-0.2, 0.1, 0.1]) + rows([-9.0, -9.0, -9.0], name="rare", p=None, n=4))
    )
    assert (found.worse, found.better) == ([], [])
    (unclear,) = found.unclear
    assert (unclear.id, unclear.detectable) == ("hard", "1.4")
    assert [(phenomenon.id, n) for phenomenon, n in found.small] == [("rare", 4)]


def test_the_largest_come_first_and_those_of_another_metric_later():
    scores = (
        rows([-1.5, -1.5, -1.5], name="easy")
        + rows([-4.0, -4.0, -4.0])
        + rows([9.0, 9.0, 9.0], name="rare", metric="ter")
    )
    assert [finding.id for finding in find(toy_results.results(scores=scores)).worse] == ["hard", "easy", "rare"]
