from dataclasses import replace

import numpy as np
import pytest
import sacrebleu

from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.statistics import Statistics
from extractors.scoring import segment_statistics
from extractors.scoring.sampled_sets import sampled_sets
from extractors.scoring.segment_statistics import corpus_scores
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from tests.builders.scored import (
    HYPOTHESES,
    OPTIONS,
    REFERENCES,
    concluded,
    large,
    pool_of,
    ribes_of,
    sampled,
    statistics,
)
from tests.builders.sets import sets_of

FAST = StatisticsSettings(resamples=50, trials=20)
RESAMPLED = StatisticsSettings(resamples=400, trials=20, seed=7)


def made(systems, some, settings=FAST, **how):
    return concluded(systems, some, OPTIONS, settings, **how)


def by_key(table):
    rows = (r for r in table.to_pylist() if r["kind"] == "minimum")
    return {(r["metric"], r["system"], r["phenomenon"], r["distance_from"]): r for r in rows}


def test_scores_are_sacrebleus_of_the_segments_of_the_set():
    some, _ = sampled((0, "a", 0), (4, "a", 1))
    found = made(statistics(), some)
    rows = by_key(found.scores)
    chosen = [HYPOTHESES[i] for i in (0, 4)], [[r[i] for i in (0, 4)] for r in REFERENCES]
    one = rows["bleu", "s", "a", 0]
    assert one["score"] == pytest.approx(sacrebleu.corpus_bleu(*chosen).score, abs=1e-9)
    assert rows["chrf", "s", "a", 0]["score"] == pytest.approx(sacrebleu.corpus_chrf(*chosen).score, abs=1e-9)
    assert (one["control_score"], one["difference"]) == (None, None), "without controls"
    assert one["signature"].startswith("BLEU|nrefs:var|bs:50|seed:12345|cluster:segment|case:mixed|eff:no|tok:13a|")
    bucket = next(r for r in found.scores.to_pylist() if r["kind"] == "exact")
    assert (bucket["distance_from"], bucket["distance_below"], bucket["n"]) == (0, 1, 1)


def test_intervals_of_a_set_of_three_segments_end_where_the_metric_does():
    some, _ = sampled((0, "a", 0), (1, "a", 0), (5, "a", 0), minimum=(0,))
    for row in made(statistics(), some, RESAMPLED).scores.to_pylist():
        assert 0 <= row["score_low"] <= row["score"] <= row["score_high"] <= 100, row


def test_control_columns_describe_the_samples():
    some, drawn = sampled((0, "a", 0), (4, "a", 0), minimum=(0,))
    row = by_key(made(statistics(), some).paper)["chrf", "s", "a", 0]
    samples = [r["segment_ids"] for r in drawn.to_pylist() if r["kind"] == "minimum"]
    scores = [
        sacrebleu.corpus_chrf([HYPOTHESES[i] for i in ids], [[r[i] for i in ids] for r in REFERENCES]).score
        for ids in samples
    ]
    beyond = [sum(s <= row["score"] + 1e-9 for s in scores), sum(s >= row["score"] - 1e-9 for s in scores)]
    expected = {
        "control_mean": np.mean(scores),
        "p": min(1, 2 * (min(beyond) + 1) / (len(scores) + 1)),
    }
    assert {name: row[name] for name in expected} == pytest.approx(expected, abs=1e-9)


def test_the_difference_is_to_the_score_of_all_eligible_segments_outside_the_set():
    # Segments 0 and 1 have controls 2 and 3, segment 4 has 5, 6 and 7. Half of the short segments are outside the set
    # and three quarters of the long ones, so that these weigh more on both sides.
    lengths = [5, 5, 5, 5, 9, 9, 9, 9]
    rng = np.random.default_rng(8)
    references = [" ".join(rng.choice(["a", "b", "c", "d", "e"], n)) for n in lengths]
    outputs = [" ".join(rng.choice([*line.split(), "f"], len(line.split()))) for line in references]
    chrf = segment_statistics.statistics(
        system="s", metric="chrf", options={}, hypotheses=outputs, references=[references]
    )
    table = sets_of((0, "a", 0), (1, "a", 0), (4, "a", 0))
    found = made([chrf], sampled_sets(table, None), pool=pool_of(lengths, tolerance=0))
    (row,), (effect,) = found.scores.to_pylist(), found.effects.to_pylist()

    def score(ids):
        return sacrebleu.corpus_chrf([outputs[i] for i in ids], [[references[i] for i in ids]]).score

    assert row["control_score"] == pytest.approx(score([2, 3] * 2 + [5, 6, 7]), abs=1e-9)
    assert row["control_score"] + row["difference"] == pytest.approx(score([0, 1] * 2 + [4] * 3), abs=1e-9)
    assert row["score"] == pytest.approx(score([0, 1, 4]))
    assert effect["controls"] == pytest.approx(7**2 / (2**2 + 2**2 + 3))
    assert (row["n"], row["compared"], effect["not_compared"]) == (3, 3, 0)


def test_a_set_that_is_harder_for_one_system_is_found_for_that_system():
    systems, some, pool = large(worse=range(0, 60, 2))
    found = made(systems, some, RESAMPLED, pool=pool, metric="bleu")
    rows = by_key(found.scores)
    even, uneven = (rows["bleu", name, "a", 0] for name in ("even", "uneven"))
    assert uneven["difference_high"] < 0
    assert even["difference_low"] < 0 < even["difference_high"]
    assert uneven["score_low"] < uneven["score"] < uneven["score_high"]
    departures = {row["system"]: row for row in found.departures.to_pylist()}
    assert departures["uneven"]["departure"] < 0
    assert departures["uneven"]["p_bh"] < 0.01
    assert departures["even"]["departure"] == pytest.approx(-departures["uneven"]["departure"])


def test_the_score_of_the_corpus_is_sacrebleu_s():
    whole = {row["metric"]: row["score"] for row in corpus_scores(statistics(), OPTIONS)}
    # An empty reference beside one with text is missing.
    references = [[text or None for text in of] for of in REFERENCES]
    assert whole["bleu"] == pytest.approx(sacrebleu.corpus_bleu(HYPOTHESES, references).score, abs=1e-9)


def test_the_order_of_the_segments_changes_nothing():
    systems, some, _ = large()
    n = len(systems[0].rows)
    lengths = 10 + np.arange(n) // 7 % 3
    order = np.random.default_rng(4).permutation(n)
    place = np.argsort(order)
    shuffled = [replace(s, rows=s.rows[order]) for s in systems]
    moved = [replace(s, ids=place[s.ids], read=lambda s=s: [place[part] for part in s.read()]) for s in some]
    before, after = made(systems, some, pool=pool_of(lengths)), made(shuffled, moved, pool=pool_of(lengths[order]))
    for tables_of in ("scores", "effects"):
        rows = [getattr(found, tables_of).to_pylist() for found in (before, after)]
        assert any(row["difference"] is not None for row in rows[0])
        for one, other in zip(*rows, strict=True):
            for name, value in one.items():
                assert other[name] == (pytest.approx(value, abs=1e-9) if isinstance(value, float) else value), name


def test_an_empty_set_is_a_row_without_numbers():
    some, _ = sampled((0, "a", 0))
    row = by_key(made(statistics(), some).scores)["bleu", "s", "a", 9]
    filled = {name for name, value in row.items() if value is not None}
    assert filled == {*("system", "phenomenon", "kind", "distance_from", "metric", "n", "compared", "signature")}


def test_rows_come_by_metric_set_and_system():
    some, _ = sampled((0, "a", 0), (1, "b", 2))
    systems = statistics() + statistics(HYPOTHESES[::-1], system="t")
    found = made(systems, some, run="r")
    assert len(found.scores) == 3 * 2 * 3 * 2
    assert tables.run_signature(found.scores) == "r"
    keys = list(by_key(found.scores))
    assert keys == [
        (m, s, p, d) for m in ("bleu", "chrf", "ribes") for p in ("a", "b") for d in (0, 9) for s in ("s", "t")
    ]


def test_metrics_and_systems_beside_do_not_change_a_row():
    systems, some, pool = large(worse=range(10))
    together = by_key(made(systems, some, pool=pool).scores)
    for one in systems:
        for key, row in by_key(made([one], some, pool=pool).scores).items():
            numbers = {n: v for n, v in row.items() if isinstance(v, float)}
            assert "difference" in numbers
            assert {n: together[key][n] for n in numbers} == pytest.approx(numbers, abs=1e-9)


def test_a_set_of_another_corpus_is_refused():
    table = sets_of((77, "a", 0))
    with pytest.raises(InputError, match="has segment 77, but the corpus here has only 6"):
        made(statistics(), sampled_sets(table, None))


def test_statistics_of_another_corpus_are_refused():
    some, _ = sampled((0, "a", 0))
    shorter = Statistics(system="t", metric="bleu", rows=statistics()[0].rows[:4], signature="x")
    with pytest.raises(InputError, match="of t have 4 segments, but those of s have 6"):
        made([*statistics(), shorter], some)


def test_without_controls_a_set_is_scored_and_not_compared():
    table = sets_of((0, "a", 0), (4, "a", 0))
    found = made(statistics() + statistics(HYPOTHESES[::-1], system="t"), sampled_sets(table, None))
    row = found.scores.to_pylist()[0]
    assert row["score"] is not None
    assert row["score_low"] is not None
    assert (row["difference"], row["compared"]) == (None, 0)
    assert found.paper.to_pylist()[0]["control_mean"] is None
    assert found.findings.to_pylist()[0]["status"].startswith("too small: 0 of 2 segments have controls")
    pair = found.comparisons.to_pylist()[0]
    assert pair["difference"] is not None
    assert pair["interaction"] is pair["interaction_p"] is None


def test_segments_with_one_control_or_none_are_left_out_on_both_sides():
    lengths = np.array([4] * 40 + [9, 9, 20])
    values = np.random.default_rng(3).normal(size=43)
    table = sets_of(*((i, "a", 0) for i in (*range(32), 40, 42)))
    found = made(ribes_of(values, s=0.0), sampled_sets(table, None), pool=pool_of(lengths, tolerance=0))
    (row,) = found.scores.to_pylist()
    assert (row["n"], row["compared"]) == (34, 32)
    assert row["difference"] == pytest.approx(values[:32].mean() - values[32:40].mean())
    # 8 controls say little, however large the set is.
    assert found.effects.to_pylist()[0]["controls"] == pytest.approx(8)
