from extractors.report import typeset
from extractors.report.finding_tables import (
    SYSTEMS,
    finding_sheet,
    places_of,
    system_sheets,
    word_sheet,
    word_sheet_of_systems,
)
from tests.builders import toy_results
from tests.builders.finding_rows import conclusion, finding
from tests.builders.latex import check_latex

FINDINGS = [
    finding("passive", 1.2, 0.3, n=200, below=3),
    finding("particle_verb", -4.2, 0.0004, half=1.7, distance=2),
    finding("cleft", -9.0, None, n=12),
    finding("tmesis", None, None),
]
CONCLUSIONS = {
    row["phenomenon"]: row
    for row in (
        conclusion("passive", -0.01, 0.6, worse=False),
        conclusion("particle_verb", -0.104, 0.002),
        conclusion("cleft", -0.2, 0.01),
        conclusion("tmesis", worse=None),
    )
}


def score(system, name, difference, *, distance=0):
    return {
        "system": system,
        "phenomenon": name,
        "kind": "minimum",
        "distance_from": distance,
        "difference": difference,
        "signature": "BLEU|nrefs:1|bs:1000",
    }


SCORES = [
    score("low", "particle_verb", -7.25, distance=2),
    score("high", "particle_verb", -1.0, distance=2),
    score("high", "particle_verb", -3.0, distance=5),
    score("low", "passive", None),
    score("high", "passive", 2.0),
    score("low", "cleft", -12.0),
]
WHOLE = {"low": 30.0, "high": 40.0}
DEPARTURES = [
    {"system": "low", "phenomenon": "particle_verb", "p_bh": 0.01},
    {"system": "high", "phenomenon": "particle_verb", "p_bh": 0.4},
]


def test_findings_stand_lowest_first_with_their_labels():
    sheet = finding_sheet(FINDINGS, CONCLUSIONS, places=1, alpha=0.05)
    assert [" | ".join(row) for row in sheet.rows] == [
        "particle verb | 2 | 143 | -5.2 | -1.0 | -4.2* | [-5.9, -2.5] | <0.001 | 20 of 20 | 2.5"
        " | systems lose more, words match less",
        "passive | 0 | 200 | +0.2 | -1.0 | +1.2 | [+0.2, +2.2] | 0.300 | 3 of 20 | 2.5 | no difference found",
    ]
    assert "2 phenomena are not tested" in sheet.caption
    assert finding_sheet(FINDINGS, CONCLUSIONS, places=1, alpha=0.0001).rows[0][5] == "-4.2"
    check_latex(typeset.latex(sheet))


def test_without_human_translations_no_table_speaks_of_them():
    alone = [row | {"humans": None, "systems": row["beyond"]} for row in FINDINGS]
    sheet = finding_sheet(alone, CONCLUSIONS, places=1, alpha=0.05)
    assert sheet.header[:5] == ["phenomenon", "d >=", "n", "systems", "95 % interval"]
    assert sheet.rows[0][3] == "-4.2*"
    (by_system,) = system_sheets(SCORES, {"low": 30.0, "high": 40.0}, alone, DEPARTURES, alpha=0.05)
    assert by_system.header[3] == "mean"
    assert [row[3] for row in by_system.rows] == ["-4.2*", "+1.2"]
    for words in ("human", "beyond"):
        assert words not in sheet.caption + by_system.caption


def test_words_stand_beside_control_words_and_losses_without_a_finding_too():
    sheet = word_sheet(FINDINGS, CONCLUSIONS, alpha=0.05)
    assert [" | ".join(row) for row in sheet.rows] == [
        "cleft | 0 | 90 | 60.0 | 80.0 | -20.0* | [-23.0, -17.0] | 0.010 | words match less, score not tested",
        "particle verb | 0 | 90 | 60.0 | 70.4 | -10.4* | [-13.4, -7.4] | 0.002 | systems lose more, words match less",
        "passive | 0 | 90 | 60.0 | 61.0 | -1.0 | [-4.0, +2.0] | 0.600 | no difference found",
    ]
    check_latex(typeset.latex(sheet))
    assert word_sheet(FINDINGS, {name: conclusion(name) for name in CONCLUSIONS}, alpha=0.05) is None


def test_the_words_of_each_system_are_those_at_the_tested_distance():
    rows = [
        {**toy_results.accuracy("good", "particle_verb", 0.7, -0.1, 0.2), "distance_from": distance}
        for distance in (0, 2)
    ]
    sheet = word_sheet_of_systems(rows, FINDINGS)
    assert sheet.rows == [["particle verb", "good", "2", "40", "70.0", "80.0", "-10.0", "[-15.0, -5.0]"]]
    check_latex(typeset.latex(sheet))


def test_systems_stand_beside_the_mean_the_best_first_and_departures_are_marked():
    (sheet,) = system_sheets(SCORES, WHOLE, FINDINGS, DEPARTURES, alpha=0.05)
    assert sheet.header == ["phenomenon", "d >=", "n", "beyond", "high", "low"]
    assert sheet.rows == [
        ["particle verb", "2", "143", "-4.2*", "-1.0", "-7.2*"],
        ["passive", "0", "200", "+1.2", "+2.0", ""],
    ]
    assert sheet.dense
    assert sheet.signature == "BLEU|nrefs:1; BLEU|nrefs:1|bs:1000"
    assert "p < 0.05 after Benjamini and Hochberg's correction" in sheet.caption
    check_latex(typeset.latex(sheet))


def test_more_systems_than_a_page_holds_go_to_a_second_table():
    systems = [f"s{i:02}" for i in range(SYSTEMS + 3)]
    rows = [score(system, "particle_verb", -1.0, distance=2) for system in systems]
    first, second = system_sheets(rows, dict.fromkeys(systems, 30.0), FINDINGS, [], alpha=0.05)
    assert (first.name, second.name) == ("systems", "systems_2")
    assert [*first.header[4:], *second.header[4:]] == systems
    assert second.caption.startswith("BLEU, part 2 of 2: each system")


def test_nothing_tested_gives_tables_without_rows():
    small = [finding("cleft", -9.0, None, n=12)]
    assert finding_sheet(small, CONCLUSIONS, places=1, alpha=0.05).rows == []
    assert system_sheets(SCORES, WHOLE, small, [], alpha=0.05)[0].rows == []


def test_scores_up_to_one_have_three_decimals():
    assert (places_of(WHOLE), places_of({"s": 0.9, "t": -0.3})) == (1, 3)


def test_of_an_error_rate_the_lowest_is_the_best_and_the_highest_difference_the_largest_loss():
    rows = [finding("passive", 1.2, 0.3, metric="ter"), finding("particle_verb", 4.0, 0.01, metric="ter")]
    assert [row[0] for row in finding_sheet(rows, CONCLUSIONS, places=1, alpha=0.05).rows] == [
        "particle verb",
        "passive",
    ]
    (sheet,) = system_sheets(SCORES, WHOLE, rows, [], alpha=0.05)
    assert sheet.header[4:] == ["low", "high"]


def test_a_caption_says_where_lower_scores_are_better():
    rows = [finding("passive", 1.2, 0.3, metric="ter", signature="TER|nrefs:1")]
    assert finding_sheet(rows, CONCLUSIONS, places=1, alpha=0.05).caption.startswith("TER (lower is better): score of")
    brought = [finding("passive", 1.2, 0.3, metric="comet", signature="comet|file:comet.tsv")]
    assert finding_sheet(brought, CONCLUSIONS, places=1, alpha=0.05).caption.startswith("comet: score of")
