"""LingEval97's tables, against figures worked out by hand and its own bins."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenge_sets_suites import lingeval_tables
from challenge_sets_suites.formats.lingeval97 import Lingeval97
from challenge_sets_suites.judges.contrastive import ONE_TEXT, Contrastive
from challenge_sets_suites.lingeval_tables import LingevalRow, accuracy_text, lost_pairs, rows, text
from challenge_sets_suites.pair_scores import read_scores
from challenge_sets_suites.tables.judgments import Verdict
from tests import ROOT
from tests.builders import pairs

BUNDLED = ROOT / "suites/examples/contrastive"
SUITE = Lingeval97().read(BUNDLED / "pairs.json")
RIGHT, WRONG, UNDECIDED = Verdict("right", "", 1.0), Verdict("wrong", "", -1.0), Verdict("undecided", "")


def verdicts(system):
    return Contrastive().judge(SUITE.items, read_scores(BUNDLED / f"scores/{system}.scores"), SUITE.rest)


def counts(found, group):
    return {
        (row.name, row.distance) if row.distance else row.name: (row.correct, row.total)
        for row in found
        if row.group == group
    }


HASTY = """\
total : 10 20 0.5

statistics by error category
np_agreement : 4 4 1.0
subj_verb_agreement : 2 4 0.5
subj_adequacy : 0 1 0.0
polarity_particle_nicht_del : 0 1 0.0
polarity_particle_kein_del : 0 1 0.0
polarity_affix_del : 0 1 0.0
polarity_particle_nicht_ins : 0 1 0.0
polarity_particle_kein_ins : 2 2 1.0
polarity_affix_ins : 0 1 0.0
auxiliary : 1 1 1.0
verb_particle : 0 1 0.0
compound : 0 1 0.0
transliteration : 1 1 1.0

statistics by distance
distance 1: 5 6 0.833333333333
distance 2: 1 1 1.0
distance 5: 1 2 0.5
distance 6: 0 1 0.0
distance 8: 0 1 0.0

statistics by frequency in training data
>10k : 1 1 1.0
>500 : 0 2 0.0
>200 : 3 5 0.6
>100 : 0 1 0.0
>50 : 2 2 1.0
>20 : 0 1 0.0
0 : 2 3 0.666666666667
"""


def test_the_bundled_example_gives_the_figures_worked_out_by_hand():
    assert text(rows(SUITE.items, verdicts("hasty"), rest=SUITE.rest)) == HASTY
    careful = rows(SUITE.items, verdicts("careful"), rest=SUITE.rest)
    assert careful[0] == LingevalRow("total", "total", None, 17, 20)
    assert counts(careful, "distance") == {"1": (6, 6), "2": (1, 1), "5": (1, 2), "6": (1, 1), "8": (1, 1)}


def test_distances_divide_kinds_and_frequencies():
    found = rows(SUITE.items, verdicts("hasty"), by_distance=True)
    kinds = counts(found, "category by distance")
    assert kinds["subj_verb_agreement", "1"] == (2, 2)
    assert kinds["subj_verb_agreement", "5"] == (0, 1)
    assert sum(total for _, total in kinds.values()) == 11
    assert counts(found, "frequency by distance")[">200", "1"] == (2, 3)
    assert "category: verb_particle distance: 6: 0 1 0.0\n" in text(found)
    assert "frequency: >200 distance: 1: 2 3 0.666666666667\n" in text(found)


def test_a_part_of_the_kinds_is_all_that_counts():
    found = rows(SUITE.items, verdicts("hasty"), categories=["subj_verb_agreement", "auxiliary"])
    assert counts(found, "total") == {"total": (3, 5)}
    assert list(counts(found, "category")) == ["subj_verb_agreement", "auxiliary"]


EDGES = [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2]
ITS_BINS = {
    f">{edge // 1000}k" if edge >= 1000 else f">{edge}": (edge + (edge != 5), upper)
    for edge, upper in zip(EDGES, [10**9, *EDGES], strict=False)
} | {"2": (2, 2), "1": (1, 1), "0": (0, 0)}
"""First and last number of each bin as the original defines them: 5 is in two, and the later one has it."""


@given(frequency=st.integers(0, 12_000) | st.integers(0, 25) | st.sampled_from([5, 10_000, 10_001]))
def test_frequencies_fall_where_the_original_counts_them(frequency):
    found = rows([pairs.pair("a", frequency=frequency)], [RIGHT])
    (name,) = counts(found, "frequency")
    assert name == [other for other, (low, high) in ITS_BINS.items() if low <= frequency <= high][-1]


def test_numbers_written_as_text_count_as_in_the_original_where_that_is_asked_for():
    items = [pairs.pair(name, distance=0, frequency=7) for name in "ab"] + [pairs.pair("c", phenomenon="mine")]
    rest = json.dumps({"errors": {"a": {"distance": "0", "frequency": "7"}}})
    plain, compatible = (rows(items, [RIGHT] * 3, rest=rest, compatible=c) for c in (False, True))
    assert counts(plain, "frequency") == {">5": (2, 2)}
    assert counts(compatible, "frequency") == {">10k": (1, 1), ">5": (1, 1)}
    assert counts(plain, "distance") == counts(compatible, "distance") == {"0": (2, 2)}
    assert (counts(plain, "total"), counts(compatible, "total")) == ({"total": (3, 3)}, {"total": (2, 2)})
    assert list(counts(plain, "category")) == ["np_agreement", "mine"]


def test_what_is_undecided_is_in_no_row():
    assert counts(rows([pairs.pair("a"), pairs.pair("b")], [RIGHT, UNDECIDED]), "total") == {"total": (1, 1)}


def test_a_suite_without_pairs_has_headings_only():
    assert text(rows([], [])).splitlines() == [
        "statistics by error category",
        "",
        "statistics by distance",
        "",
        "statistics by frequency in training data",
    ]


@pytest.mark.parametrize(
    ("value", "printed"),
    [(94732 / 97408, "0.972527923784"), (33907 / 35105, "0.96587380715"), (1.0, "1.0"), (0.0, "0.0")],
)
def test_accuracies_have_the_digits_of_the_published_ones(value, printed):
    assert accuracy_text(value) == printed


def test_lost_pairs_have_their_margin():
    lost = lost_pairs(SUITE.items, verdicts("hasty"), system="hasty")
    assert [row["item"] for row in lost] == ["1.3", "2.1", "2.3", "3.1", "3.3", "5.1", "6.1", "7.1", "7.3", "8.1"]
    assert lost[0]["margin"] == pytest.approx(-0.72)
    assert lost[6]["margin"] == 0
    equal = [ONE_TEXT] * len(SUITE.items)
    assert lost_pairs(SUITE.items, equal, system="h") == [], "a pair of one text is none"
    chosen = lost_pairs(SUITE.items, verdicts("hasty"), system="h", categories=["verb_particle"])
    assert [row["item"] for row in chosen] == ["3.1"]


def test_every_bin_has_its_place():
    assert list(lingeval_tables.FREQUENCIES) == list(ITS_BINS)
    assert lingeval_tables.DISTANCES[14:] == ("14", "15", ">15")
