"""The two tables of Isabelle et al. as files."""

import csv

from challenge_sets_suites.report import suite_papers
from challenge_sets_suites.tables.annotations import Annotation
from tests.builders.latex import check_latex
from tests.suites.test_human_tables import ITEMS, people


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_tables_in_the_form_of_the_paper(tmp_path):
    suite_papers.write_human(ITEMS, people(one="RWWR", two="RR-U"), tmp_path)
    assert rows(tmp_path / "success_by_category.csv") == [
        ["category", "one", "two"],
        ["A", "67%", "33%"],
        ["B", "0%", "100%"],
        ["Overall", "50%", "50%"],
    ]
    assert rows(tmp_path / "success_by_subcategory.csv") == [
        ["category", "subcategory", "#", "one", "two"],
        ["A", "x", "2", "50%", "50%"],
        ["", "y", "1", "100%", "0%"],
        ["B", "z", "1", "0%", "100%"],
    ]
    for name in ("success_by_category", "success_by_subcategory"):
        text = (tmp_path / f"{name}.tex").read_text()
        check_latex(text)
        assert "2 outputs without a verdict of people count as no success" in text
    assert "the single answers are not known" in (tmp_path / "success_by_category.tex").read_text()


def test_agreement_has_a_column_where_single_answers_are_known(tmp_path):
    annotations = [Annotation("i0", "R S0", name, "yes") for name in ("ann", "ben")]
    suite_papers.write_human(ITEMS, people(one="RRRR"), tmp_path, annotations)
    assert rows(tmp_path / "success_by_category.csv") == [
        ["category", "one", "agreement"],
        ["A", "100%", "100%"],
        ["B", "", ""],
        ["Overall", "100%", "100%"],
    ]


def test_halves_are_rounded_up():
    assert [suite_papers.whole_percent(share) for share in (0.125, 0.375, 1 / 3, None)] == ["13%", "38%", "33%", ""]
