import numpy as np
import pytest
import sacrebleu

from extractors import scoring, sets, tables
from extractors.controls import control
from extractors.errors import InputError
from tests.unit.test_sets import hits

HYPOTHESES = [
    "the cat sat on the mat",
    "a dog",
    "it rains today in Berlin",
    "",
    "he gave the book back",
    "yes of course",
]
REFERENCES = [
    ["the cat sat on a mat", "the dog", "today it rains in Berlin", "nothing", "he returned the book", "yes of course"],
    ["a cat was on the mat", "a dog", "it is raining in Berlin", "", "he gave back the book", "certainly"],
]
OPTIONS = {"bleu": {}, "chrf": {}, "ribes": {}}
LENGTHS = np.array([6, 2, 5, 1, 5, 3], dtype=np.int32)


def statistics(hypotheses=HYPOTHESES, system="s"):
    return [
        scoring.statistics(system=system, metric=m, options=o, hypotheses=hypotheses, references=REFERENCES)
        for m, o in OPTIONS.items()
    ]


def sampled(*rows, minimum=(0, 9), tolerance=1):
    wanted = dict.fromkeys(dict.fromkeys(p for _, p, _ in rows), sets.ranges(minimum=minimum, exact=[0]))
    table = sets.select(hits(*rows), wanted)
    drawn = control(table, LENGTHS, samples=50, tolerance=tolerance, pool="corpus", seed=3)
    return scoring.sampled_sets(table, drawn), drawn


def test_scores_are_sacrebleus_of_the_segments_of_the_set():
    some, _ = sampled((0, "a", 0), (4, "a", 1))
    rows = {(r["metric"], r["kind"], r["minimum_distance"]): r for r in scoring.score(statistics(), some, OPTIONS)}
    chosen = [HYPOTHESES[i] for i in (0, 4)], [[r[i] for i in (0, 4)] for r in REFERENCES]
    assert rows["bleu", "minimum", 0]["score"] == pytest.approx(sacrebleu.corpus_bleu(*chosen).score, abs=1e-9)
    assert rows["chrf", "minimum", 0]["score"] == pytest.approx(sacrebleu.corpus_chrf(*chosen).score, abs=1e-9)
    whole = sacrebleu.corpus_bleu(HYPOTHESES, REFERENCES).score
    assert rows["bleu", "exact", 0]["corpus_score"] == pytest.approx(whole, abs=1e-9)
    assert rows["bleu", "exact", 0]["n"] == 1
    assert rows["bleu", "minimum", 0]["signature"].startswith("BLEU|nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|")


def test_control_columns_describe_the_samples():
    some, drawn = sampled((0, "a", 0), (4, "a", 0), minimum=(0,))
    row = next(r for r in scoring.score(statistics(), some, OPTIONS) if r["metric"] == "chrf")
    samples = [r["segment_ids"] for r in drawn.to_pylist() if r["kind"] == "minimum"]
    scores = [
        sacrebleu.corpus_chrf([HYPOTHESES[i] for i in ids], [[r[i] for i in ids] for r in REFERENCES]).score
        for ids in samples
    ]
    assert row["control_mean"] == pytest.approx(np.mean(scores), abs=1e-9)
    assert row["control_low"] == pytest.approx(np.quantile(scores, 0.025), abs=1e-9)
    assert row["control_high"] == pytest.approx(np.quantile(scores, 0.975), abs=1e-9)
    assert row["control_at_or_below"] == np.mean([s <= row["score"] + 1e-9 for s in scores])


def test_an_empty_set_is_a_row_without_scores():
    some, _ = sampled((0, "a", 0))
    row = next(r for r in scoring.score(statistics(), some, OPTIONS) if r["minimum_distance"] == 9)
    assert (row["n"], row["score"], row["control_mean"], row["control_at_or_below"]) == (0, None, None, None)
    assert row["corpus_score"] > 0


def test_rows_come_by_metric_set_and_system_and_fit_the_tables():
    some, _ = sampled((0, "a", 0), (1, "b", 2))
    systems = statistics() + statistics(HYPOTHESES[::-1], system="t")
    rows = scoring.score(systems, some, OPTIONS, run="r")
    assert len(rows) == 3 * 2 * 3 * 2
    assert [(r["metric"], r["system"]) for r in rows[:2]] == [("bleu", "s"), ("bleu", "t")]
    by_minimum, by_bucket = scoring.tables_of(rows)
    assert (len(by_minimum), len(by_bucket)) == (3 * 2 * 2 * 2, 3 * 2 * 1 * 2)


def test_statistics_round_trip(tmp_path):
    one = statistics()[0]
    scoring.write_statistics(one, tmp_path / "x.parquet")
    back = scoring.read_statistics(tmp_path / "x.parquet")
    assert (back.system, back.metric, back.signature) == (one.system, one.metric, one.signature)
    assert np.array_equal(back.rows, one.rows)


def test_a_set_of_another_corpus_is_refused():
    table = sets.select(hits((77, "a", 0)), {"a": sets.ranges(minimum=[0])})
    with pytest.raises(InputError, match="has segment 77, the corpus here has only 6"):
        scoring.score(statistics(), scoring.sampled_sets(table, None), OPTIONS)


def test_controls_of_other_sets_are_refused():
    _, drawn = sampled((0, "a", 0), (4, "a", 0), minimum=(0,))
    other = sets.select(hits((0, "a", 0)), {"a": sets.ranges(minimum=[0])})
    with pytest.raises(InputError, match="do not fit"):
        scoring.sampled_sets(other, drawn)


def test_unmatched_segments_are_left_out_of_the_samples_and_counted(tmp_path):
    table = sets.select(hits((0, "a", 0), (3, "a", 0)), {"a": sets.ranges(minimum=[0])})
    drawn = control(table, LENGTHS, samples=5, tolerance=0, pool="rest", seed=1)
    tables.write(drawn, tmp_path / "c.parquet")
    some = scoring.sampled_sets(table, tables.read(tables.CONTROLS, tmp_path / "c.parquet"))
    rows = scoring.score(statistics(), some, OPTIONS)
    assert {r["unmatched"] for r in rows} == {2}
    assert {r["control_mean"] for r in rows} == {None}
    assert all(r["score"] is not None for r in rows)
