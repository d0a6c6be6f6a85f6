import csv
import re

import pytest

from challenge_sets_suites.report import suite_paper_tables
from tests.builders import suite_results
from tests.builders.latex import check_latex
from tests.builders.suites import items_of, judgments_of


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    place = tmp_path_factory.mktemp("tables")
    # A alone is right on five of twelve, never B alone: 1/32 by the paired test, and corrected over
    # four tests above 0.05; Z 2.27, p 0.012.
    items = items_of(*["verbs/tense"] * 12, *["nouns_1/case"] * 4)
    judgments = judgments_of(items, A="R" * 11 + "W" + "RRWU", B="R" * 6 + "W" * 6 + "RRRR", C="R" * 9 + "WWW" + "WWUU")
    folder = suite_results.make(place / "own & suite", items, judgments)
    assert suite_paper_tables.write(folder, place / "tables") == [
        "suite_systems",
        "suite_categories",
        "suite_phenomena",
    ]
    return place / "tables"


def test_numbers_by_category_with_n_bounds_and_the_paired_test(tables):
    verbs, nouns, whole = rows(tables / "suite_categories.csv")
    assert verbs == {"category": "verbs", "n": "12", "A": "91.7*", "B": "50.0*", "C": "75.0*"}
    assert nouns == {"category": "nouns_1", "n": "4", "A": "66.7* [50.0, 75.0]", "B": "100.0*", "C": "0.0* [0.0, 50.0]"}
    assert whole["category"] == "all items"
    assert [row["phenomenon"] for row in rows(tables / "suite_phenomena.csv")] == ["tense", "case", ""]


def test_bold_is_the_z_test_of_the_literature(tables):
    text = (tables / "suite_categories.tex").read_text(encoding="utf-8")
    verbs = next(line for line in text.splitlines() if line.startswith("{verbs}"))
    # 11 against 9 of 12: Z 1.10, p 0.14.
    assert verbs == r"{verbs} & {12} & {\bfseries 91.7*} & {\bfseries 75.0*} & {50.0*} \\"
    markdown = (tables / "suite_categories.md").read_text(encoding="utf-8")
    assert "| **91.7*** | **75.0*** | 50.0* |" in markdown
    caption = re.search(r"caption\{(.*)\} ", text)[1]
    assert "Z-test of two proportions" in caption
    assert "exact paired test" in caption
    assert r"p $\geq$ 0.05 after Benjamini and Hochberg's correction" in caption


def test_averages_of_own_and_common_items_stand_side_by_side(tables):
    first = rows(tables / "suite_systems.csv")[0]
    assert first["system"] == "A"
    assert (first["right"], first["wrong"], first["undecided"]) == ("13", "2", "1")
    assert first["micro, own"] == "86.7*"
    assert first["macro categories, own"] == "79.2"
    assert first["micro, common"] == "92.9*"
    assert first["bounds"] == "[81.3, 87.5]"


def test_the_latex_is_sound(tables):
    for path in tables.glob("suite_*.tex"):
        if path.name != suite_paper_tables.DOCUMENT:
            check_latex(path.read_text(encoding="utf-8"))
    assert r"own \& suite" in (tables / "suite_systems.tex").read_text(encoding="utf-8")
    document = (tables / suite_paper_tables.DOCUMENT).read_text(encoding="utf-8")
    assert re.findall(r"\\input\{(\w+)\}", document) == ["suite_systems", "suite_categories", "suite_phenomena"]


def test_a_suite_without_categories_has_no_such_table(tmp_path):
    items = items_of("x", "y")
    folder = suite_results.make(tmp_path / "s", items, judgments_of(items, A="RW"))
    assert suite_paper_tables.write(folder, tmp_path / "t") == ["suite_systems", "suite_phenomena"]
    assert [list(row.values()) for row in rows(tmp_path / "t/suite_phenomena.csv")] == [
        ["x", "1", "100.0*"],
        ["y", "1", "0.0*"],
        ["all items", "2", "50.0*"],
    ]
