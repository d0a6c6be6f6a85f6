"""Effects over several corpora, against weighted means by hand."""

import numpy as np
import pytest
from scipy import stats

from extractors import __main__ as cli
from extractors.formats import tables
from extractors.formats.effects import PHENOMENON_EFFECTS, POOLED_EFFECTS
from extractors.score.pooled import pool_effects
from extractors.score.statistics.pvalues import benjamini_hochberg
from tests.builders.effect_rows import effect


def row(difference, error, *, name="p", n=40, skewness=0.0, **more):
    """An effect with what pooling needs."""
    made = effect(name, difference, 0.5, n=n)
    made |= {"standard_error": error, "skewness": skewness, "units": n, "unmatched": 0, "controls": 500.0}
    return made | more


def pooled(*corpora, alpha=0.05):
    """By phenomenon and minimum distance."""
    named = {f"c{k}": PHENOMENON_EFFECTS.table(rows) for k, rows in enumerate(corpora)}
    found = pool_effects(named, alpha=alpha).to_pylist()
    return {(one["phenomenon"], one["minimum_distance"]): one for one in found}


def test_differences_are_weighted_with_their_segments_and_errors_add_up():
    one = pooled([row(-2.0, 0.8, n=30)], [row(-5.0, 0.5, n=90, unmatched=30)])["p", 0]
    assert (one["corpora"], one["n"]) == (2, 90)
    assert one["difference"] == pytest.approx(-2 / 3 - 5 * 2 / 3)
    error = np.hypot(0.8 / 3, 0.5 * 2 / 3)
    assert one["standard_error"] == pytest.approx(error)
    # Each corpus has a mean of its own: 29 and 89 degrees of freedom.
    margin = stats.t.ppf(0.975, 29 + 89) * error
    assert one["difference_low"] == pytest.approx(one["difference"] - margin)
    assert one["difference_high"] == pytest.approx(one["difference"] + margin)
    assert one["p"] == pytest.approx(2 * stats.t.sf(-one["difference"] / error, 118))
    assert one["of"] == "c0 -2 (n 30), c1 -5 (n 60)"


def test_the_skewness_of_corpora_adds_up_and_shrinks_with_their_number():
    many = [[row(-2.0, 1.0, skewness=-0.9)] for _ in range(9)]
    alone, nine = pooled(*many[:2])["p", 0], pooled(*many)["p", 0]

    def lopsided(one):
        return (one["difference"] - one["difference_low"]) / (one["difference_high"] - one["difference"])

    assert lopsided(alone) > lopsided(nine) > 1


def test_a_corpus_alone_and_corpora_of_few_segments_are_not_pooled():
    small = row(-9.0, 0.1, n=12, unmatched=8)
    found = pooled([row(-2.0, 1.0), row(-1.0, 1.0, name="q")], [row(-3.0, 1.0), small | {"phenomenon": "q"}])
    assert list(found) == [("p", 0)]
    assert found["p", 0]["corpora"] == 2
    without = effect("p", None, None)
    assert pooled([row(-2.0, 1.0)], [without]) == {}
    assert pooled([row(-2.0, 1.0)]) == {}


@pytest.mark.parametrize(
    ("sizes", "controls", "small"),
    [((14, 15), 500.0, True), ((15, 15), 500.0, False), ((40, 40), 12.0, True), ((40, 40), 16.0, False)],
)
def test_too_small_is_what_has_less_than_30_segments_or_controls_in_all(sizes, controls, small):
    one = pooled(*([row(-2.0, 1.0, n=n, controls=controls)] for n in sizes))["p", 0]
    assert one["too_small"] is small
    assert (one["p_bh"] is None) == (one["family"] is None) == (one["detectable"] is None) == small
    assert one["p"] is not None


def test_families_are_metrics_and_the_paper_s_definitions_and_the_same_segments_are_one_test():
    errors = {"p": 0.5, "q": 0.7, "q_paper": 0.9}
    rows = [row(-2.0, error, name=name) for name, error in errors.items()]
    # No hit of p is at distance 0, so that its sets at 0 and 1 are the same segments.
    rows.append(row(-2.0, 0.5, name="p", minimum_distance=1))
    rows.append(row(-2.0, 0.5, name="p", metric="ter"))
    named = {name: PHENOMENON_EFFECTS.table(rows) for name in ("a", "b")}
    found = pool_effects(named, alpha=0.05).to_pylist()
    assert [(one["metric"], one["phenomenon"], one["family"]) for one in found] == [
        ("bleu", "p", 2),
        ("bleu", "q", 2),
        ("bleu", "q_paper", 1),
        ("bleu", "p", 2),
        ("ter", "p", 1),
    ]
    p = [found[0]["p"], found[1]["p"]]
    assert [found[0]["p_bh"], found[1]["p_bh"]] == pytest.approx(benjamini_hochberg(p))
    assert found[3]["p_bh"] == found[0]["p_bh"]


def test_detectable_knows_the_level_and_that_documents_are_what_is_independent():
    one = pooled(*([row(-2.0, 1.0, units=10)] for _ in range(2)))["p", 0]
    quantiles = stats.t.ppf([0.975, 0.8], 18)
    assert one["detectable"] == pytest.approx(quantiles.sum() * one["standard_error"])


def test_the_spread_is_what_chance_does_not_explain():
    assert pooled([row(-2.0, 1.0)], [row(-2.5, 1.0)])["p", 0]["spread"] == 0
    # With two corpora of the same error, the variance of the differences less that of chance.
    far = pooled([row(-2.0, 1.0)], [row(-8.0, 1.0)])["p", 0]
    assert far["spread"] == pytest.approx(np.sqrt(6**2 / 2 - 1))
    rng = np.random.default_rng(0)
    drawn = [pooled(*([row(x, 1.0)] for x in rng.normal(scale=np.hypot(3, 1), size=40)))["p", 0] for _ in range(5)]
    assert np.mean([one["spread"] for one in drawn]) == pytest.approx(3, rel=0.15)


def test_the_command_pools_folders_of_results(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for folder, difference in (("a/wmt21", -2.0), ("a/wmt22", -4.0), ("b/wmt21", -6.0)):
        tables.write(PHENOMENON_EFFECTS.table([row(difference, 1.0)]), tmp_path / folder / "phenomenon_effects.parquet")
    assert cli.main(["stage", "pool", "a/wmt21", "a/wmt22", "-o", "pooled.csv"]) == 0
    (one,) = tables.read(POOLED_EFFECTS, "pooled.csv").to_pylist()
    assert one["difference"] == pytest.approx(-3)
    assert one["of"].startswith("wmt21 -2")
    for arguments, words in (
        (["a/wmt21", "b/wmt21"], "are two folders of the name wmt21"),
        (["a/wmt21"], "one corpus alone"),
        (["a/wmt21", "a/wmt23"], "no such file"),
    ):
        assert cli.main(["stage", "pool", *arguments, "-o", "none.csv"]) == 1, arguments
        error = capsys.readouterr().err
        assert words in error
        assert "remedy" in error
    assert not (tmp_path / "none.csv").exists()
