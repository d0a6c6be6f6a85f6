from extractors.report import typeset
from extractors.report.finding_tables import SYSTEMS, effect_sheet, places_of, system_sheets
from tests.builders.effect_rows import effect
from tests.builders.latex import check_latex

EFFECTS = [
    effect("passive", 1.2, 0.3, n=200, below=3),
    effect("particle_verb", -6.1, 0.04, distance=5, n=40),
    effect("particle_verb", -4.2, 0.0004, half=1.7, n=143),
    effect("particle_verb", -4.2, 0.0004, half=1.7, n=143, distance=1),
    effect("cleft", -9.0, None, n=12),
    effect("tmesis", None, None),
]


def score(system, name, difference, p, *, distance=0, corpus=30.0):
    return {
        "system": system,
        "phenomenon": name,
        "minimum_distance": distance,
        "difference": difference,
        "p_bh": p,
        "corpus_score": corpus,
        "signature": "BLEU|nrefs:1|bs:1000",
    }


SCORES = [
    score("low", "particle_verb", -7.25, 0.01),
    score("high", "particle_verb", -1.0, 0.6, corpus=40.0),
    score("high", "particle_verb", -3.0, 0.6, corpus=40.0, distance=5),
    score("low", "passive", None, None),
    score("high", "passive", 2.0, 0.2, corpus=40.0),
    score("low", "cleft", -12.0, None),
]


def test_effects_stand_lowest_first_each_set_of_segments_once():
    sheet = effect_sheet(EFFECTS, "bleu", places=1, alpha=0.05)
    assert sheet.rows == [
        ["particle_verb", "0", "143", "-4.2*", "[-5.9, -2.5]", "<0.001", "20 of 20", "2.5"],
        ["particle_verb", "5", "40", "-6.1*", "[-7.1, -5.1]", "0.040", "20 of 20", "2.5"],
        ["passive", "0", "200", "+1.2", "[+0.2, +2.2]", "0.300", "3 of 20", "2.5"],
    ]
    assert "2 phenomena have too few segments" in sheet.caption
    assert effect_sheet(EFFECTS, "bleu", places=1, alpha=0.01).rows[1][3] == "-6.1"
    check_latex(typeset.latex(sheet))


def test_systems_stand_beside_the_mean_the_best_first_with_marks():
    (sheet,) = system_sheets(SCORES, EFFECTS, "bleu", places=1, alpha=0.05)
    assert sheet.header == ["phenomenon", "d >=", "n", "all", "high", "low"]
    assert sheet.rows == [
        ["particle_verb", "0", "143", "-4.2*", "-1.0", "-7.2*"],
        ["passive", "0", "200", "+1.2", "+2.0", ""],
    ]
    assert sheet.dense
    assert sheet.signature == "BLEU|nrefs:1|bs:1000"
    assert "p < 0.05 after Benjamini and Hochberg's correction" in sheet.caption
    check_latex(typeset.latex(sheet))


def test_more_systems_than_a_page_holds_go_to_a_second_table():
    systems = [f"s{i:02}" for i in range(SYSTEMS + 3)]
    rows = [score(system, "particle_verb", -1.0, 0.5) for system in systems]
    first, second = system_sheets(rows, EFFECTS, "bleu", places=1, alpha=0.05)
    assert (first.name, second.name) == ("systems_bleu", "systems_bleu_2")
    assert [*first.header[4:], *second.header[4:]] == systems
    assert second.caption.startswith("BLEU, part 2 of 2: each system")


def test_nothing_tested_gives_tables_without_rows():
    small = [effect("cleft", -9.0, None, n=12)]
    assert effect_sheet(small, "bleu", places=1, alpha=0.05).rows == []
    assert system_sheets(SCORES, small, "bleu", places=1, alpha=0.05)[0].rows == []


def test_scores_up_to_one_have_three_decimals():
    assert (places_of(SCORES), places_of([{"corpus_score": 0.9}])) == (1, 3)


def test_a_caption_says_where_lower_scores_are_better():
    rows = [effect("passive", 1.2, 0.3) | {"signature": "TER|nrefs:1"}]
    assert effect_sheet(rows, "ter", places=1, alpha=0.05).caption.startswith("TER (lower is better): mean over")
    brought = [effect("passive", 1.2, 0.3) | {"signature": "comet|file:comet.tsv"}]
    assert effect_sheet(brought, "comet", places=1, alpha=0.05).caption.startswith("comet: mean over")
