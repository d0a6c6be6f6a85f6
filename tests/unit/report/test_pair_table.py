"""What `compare` says of sets that are too small to be tested."""

import pytest

from extractors.report.pair_table import SystemPair, pair_table, pair_verdict

PAIR = SystemPair(old="old", new="new", metric="bleu", label="BLEU", higher_is_better=True, alpha=0.05)


@pytest.mark.parametrize(
    ("n", "least"), [(20, "30 segments"), (371, "30 segments, or than 10 documents or blocks of lines")]
)
def test_the_reason_is_the_true_one(n, least):
    rows = [{"phenomenon": "passive", "n": n, "too_small": True, "p_bh": None, "status": "too small"}]
    said = f"every set is too small to be tested: fewer than {least}"
    assert pair_table(PAIR, rows) == f"{said}\n"
    assert pair_verdict(PAIR, rows) == f"new: {said}."


def row_of(name, distance, n, status, test):
    numbers = {"score_old": 30.0, "score_new": 31.0, "difference": 1.0, "difference_low": -1.0, "difference_high": 3.0}
    p = 0.4 if status == "tested" else None
    more = {"p_bh": p, "interaction": 0.5, "interaction_p_bh": p, "too_small": False, "status": status, "test": test}
    return {"phenomenon": name, "minimum_distance": distance, "n": n, **numbers, **more}


def test_a_set_of_most_of_the_corpus_names_its_remedy():
    rows = [
        row_of("reordering", 1, 400, "more than half of the corpus", None),
        row_of("reordering", 5, 90, "tested", 0),
        row_of("passive", 0, 35, "outside the family", None),
    ]
    said = pair_table(PAIR, rows)
    assert [line.split()[:3] for line in said.splitlines()[2:3]] == [["reordering", "5", "90"]]
    assert "reordering at d >= 1 is not tested: more than half of the corpus" in said
    assert "read d >= 5" in said
    assert "tested_distances" not in said
    assert "1 phenomenon outside the family" in said
    assert "tested_distances: {reordering: N}" in pair_table(PAIR, rows[:1])


def test_long_names_are_cut_to_the_width():
    rows = [row_of("a_phenomenon_with_a_name_of_many_more_words_than_anybody_reads_" * 2, 0, 1000, "tested", 0)]
    said = pair_table(PAIR, rows)
    assert max(map(len, said.splitlines())) <= 100
    assert "\u2026" in said
