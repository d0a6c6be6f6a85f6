"""LingEval97's tables for papers."""

from challenge_sets_suites.lingeval_tables import LingevalRow
from challenge_sets_suites.report.lingeval_sheets import sheets
from extractors.report.typeset import latex

ROWS = [
    LingevalRow("total", "total", None, 8, 16),
    LingevalRow("category", "np_agreement", None, 1, 3),
    LingevalRow("category", "polarity_particle_nicht_ins", None, 1, 4),
    LingevalRow("category", "polarity_affix_ins", None, 6, 8),
    LingevalRow("category", "mine", None, 0, 1),
    LingevalRow("distance", "2", None, 1, 3),
    LingevalRow("frequency", ">5", None, 1, 3),
]


def cells(sheet):
    return [dict(zip(sheet.header, row, strict=True)) for row in sheet.rows]


def test_polarity_errors_are_joined_and_absent_kinds_stay_empty():
    by_name = {sheet.name: cells(sheet) for sheet in sheets({"a": ROWS})}
    pairs, system = by_name["pairs"]
    assert (pairs["all"], pairs["polarity: insertion"], pairs["polarity: deletion"]) == ("16", "12", "")
    assert (system["all"], system["noun phrase agreement"]) == ("50.0", "33.3")
    assert (system["polarity: insertion"], system["polarity: deletion"]) == ("58.3", "")
    assert by_name["pairs_polarity"][1]["insertion: un-"] == "75.0"
    assert by_name["pairs_by_kind"][1]["mine"] == "0.0"
    assert by_name["pairs_by_distance"][1]["2"] == "33.3"
    assert by_name["pairs_by_frequency"][0][">5"] == "3"


def test_a_system_without_pairs_has_empty_cells():
    for sheet in sheets({"a": []}):
        assert set(sheet.rows[1][1:]) <= {""}


def test_latex_has_a_line_a_system():
    text = latex(sheets({"one_a": ROWS, "b": ROWS})[0])
    assert r"{one\_a} & {50.0} & {33.3} & {} & {} & {58.3} & {} & {} \\" in text
