"""Agreement of annotators: published examples, missing answers, and what cannot be measured."""

import numpy as np
import pytest

from challenge_sets_suites.annotator_agreement import agreement, all_agree, alpha, cohen, fleiss
from challenge_sets_suites.tables.annotations import Annotation
from tests.builders.sheets import ANSWERS


def codes(*rows):
    """Answers of each rater, a character a unit; `.` is no answer."""
    return np.array([[np.nan if letter == "." else float(ord(letter)) for letter in row] for row in rows])


def answers(**of_annotators):
    """Annotations of items 0, 1, ...: a letter each, y, n or a for na; `.` for none."""
    return [
        Annotation(f"i{i}", "Ja.", name, ANSWERS[letter])
        for name, letters in of_annotators.items()
        for i, letter in enumerate(letters)
        if letter != "."
    ]


def by_measure(table, category=""):
    rows = [row for row in table.to_pylist() if row["category"] == category]
    return {(row["measure"], *(row["annotators"] if row["measure"] == "cohen_kappa" else [])): row for row in rows}


def test_krippendorffs_example_with_missing_answers():
    # Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), C: four observers, twelve units.
    measured = alpha(codes("123321412...", "1233224125.3", ".3332342251.", "12332441251."))
    assert measured.value == pytest.approx(0.743, abs=5e-4)
    assert measured.n == 11


def test_the_share_on_which_all_agree_needs_two_answers():
    measured = all_agree(codes("yyn.", "yn..", "yy.."))
    assert measured == (2, 0.5, None)


def test_measures_by_hand():
    table = agreement(answers(ann="yyyn", ben="yynn"))
    rows = by_measure(table)
    assert rows["all_agree",]["value"] == 0.75
    # By chance 3/4 * 2/4 + 1/4 * 2/4 = 1/2.
    assert rows["cohen_kappa", "ann", "ben"]["value"] == pytest.approx(0.5)
    # Both together say yes 5 of 8 times: by chance 25/64 + 9/64 = 34/64.
    assert rows["fleiss_kappa",]["value"] == pytest.approx((48 - 34) / (64 - 34))
    # One of four pairs differs; by chance 2 * 5 * 3 of 8 * 7 do.
    assert rows["krippendorff_alpha",]["value"] == pytest.approx(1 - 0.25 / (30 / 56))


def test_categories_have_rows_of_their_own():
    table = agreement(answers(ann="yynn", ben="yyny"), {"i0": "A", "i1": "A", "i2": "B", "i3": "B"})
    assert [by_measure(table, name)["all_agree",]["value"] for name in ("", "A", "B")] == [0.75, 1, 0.5]
    of_a = by_measure(table, "A")["krippendorff_alpha",]
    assert of_a["value"] is None
    assert "all answers are the same" in of_a["note"]


def test_missing_answers_leave_fleiss_out_and_say_so():
    rows = by_measure(agreement(answers(ann="yn.y", ben="ynyn", cem="..yn")))
    assert rows["fleiss_kappa",]["value"] is None
    assert "2 to 3 answers" in rows["fleiss_kappa",]["note"]
    assert rows["krippendorff_alpha",]["n"] == 4
    assert rows["cohen_kappa", "ann", "cem"]["n"] == 1


def test_people_without_common_outputs_have_no_kappa():
    measured = cohen(codes("y.", ".n"))
    assert (measured.n, measured.value) == (0, None)
    assert "two people" in measured.note
    assert fleiss(codes("y.", ".n")).value is None
    assert all_agree(codes("y.", ".n")).value is None
    assert alpha(codes("y.", ".n")).value is None
