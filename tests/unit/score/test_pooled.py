"""Effects over several corpora, against weighted means by hand."""

import numpy as np
import pytest
from scipy import stats

from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.effects import POOLED_EFFECTS
from extractors.formats.findings import FINDINGS, TESTED
from extractors.formats.segments import SEGMENTS
from extractors.phenomena.catalogue import REFERENCE
from extractors.score.pooled import PooledCorpus, pool_effects, pool_to_file
from extractors.score.statistics.estimates import Estimate
from extractors.score.statistics.pvalues import benjamini_hochberg
from tests.builders.finding_rows import finding
from tests.builders.rows import table_of


def row(beyond, error, *, name="p", n=40, not_compared=0, skewness=0.0, **more):
    """A finding with what pooling needs."""
    made = finding(name, beyond, 0.5, n=n - not_compared, not_compared=not_compared, controls=500.0)
    return made | {"standard_error": error, "skewness": skewness, "units": n} | more


def scored(name, rows, *, segments=1000, source=None, **more):
    found = table_of(FINDINGS, [one | more.get(one["phenomenon"], {}) for one in rows])
    return PooledCorpus(found, segments, source or name)


def pooled(*corpora, alpha=0.05, segments=1000, source=None, **more):
    """By phenomenon."""
    named = {f"c{k}": scored(f"c{k}", rows, segments=segments, source=source, **more) for k, rows in enumerate(corpora)}
    return {one["phenomenon"]: one for one in pool_effects(named, alpha=alpha).to_pylist()}


def test_differences_are_weighted_with_their_segments_and_errors_add_up():
    one = pooled([row(-2.0, 0.8, n=30)], [row(-5.0, 0.5, n=75, not_compared=15)])["p"]
    assert (one["corpora"], one["n"]) == (2, 90)
    assert one["beyond"] == pytest.approx(-2 / 3 - 5 * 2 / 3)
    error = np.hypot(0.8 / 3, 0.5 * 2 / 3)
    assert one["standard_error"] == pytest.approx(error)
    # Each corpus has a mean of its own: 29 and 74 degrees of freedom.
    margin = stats.t.ppf(0.975, 29 + 74) * error
    assert one["beyond_low"] == pytest.approx(one["beyond"] - margin)
    assert one["beyond_high"] == pytest.approx(one["beyond"] + margin)
    assert one["p"] == pytest.approx(2 * stats.t.sf(-one["beyond"] / error, 103))
    assert one["of"] == "c0 -2.0 (n 30), c1 -5.0 (n 60)"


def test_the_skewness_of_corpora_adds_up_and_shrinks_with_their_number():
    many = [[row(-2.0, 1.0, skewness=-0.9)] for _ in range(9)]
    alone, nine = pooled(*many[:2])["p"], pooled(*many)["p"]

    def lopsided(one):
        return (one["beyond"] - one["beyond_low"]) / (one["beyond_high"] - one["beyond"])

    assert lopsided(alone) > lopsided(nine) > 1


def test_a_corpus_alone_and_corpora_of_few_segments_are_not_pooled():
    small = row(-9.0, 0.1, n=12, not_compared=8)
    found = pooled([row(-2.0, 1.0), row(-1.0, 1.0, name="q")], [row(-3.0, 1.0), small | {"phenomenon": "q"}])
    assert list(found) == ["p"]
    assert found["p"]["corpora"] == 2
    without = finding("p", None, None)
    assert pooled([row(-2.0, 1.0)], [without]) == {}
    assert pooled([row(-2.0, 1.0)]) == {}


@pytest.mark.parametrize(
    ("sizes", "controls", "small"),
    [((14, 15), 500.0, True), ((15, 15), 500.0, False), ((40, 40), 12.0, True), ((40, 40), 16.0, False)],
)
def test_what_has_less_than_30_segments_or_controls_in_all_is_not_tested(sizes, controls, small):
    one = pooled(*([row(-2.0, 1.0, n=n, controls=controls)] for n in sizes))["p"]
    assert (one["p_bh"] is None) == (one["detectable"] is None) == small
    assert (one["p"] is None) == (one["status"] != TESTED) == small


def test_all_rows_are_one_family_at_the_distances_of_the_findings():
    rows = [row(-2.0, 0.5), row(-2.0, 0.7, name="q"), row(-9.0, 0.5, name="r", metric="ter")]
    corpora = {name: scored(name, rows) for name in ("a", "b")}
    found = pool_effects(corpora, alpha=0.05).to_pylist()
    assert [(one["phenomenon"], one["distance"], one["metric"]) for one in found] == [
        ("p", 0, "bleu"),
        ("q", 0, "bleu"),
        ("r", 0, "ter"),
    ]
    assert [one["p_bh"] for one in found] == pytest.approx(benjamini_hochberg([one["p"] for one in found]))


def test_near_copies_and_what_the_reference_chooses_are_not_pooled():
    corpora = [[row(-2.0, 0.5), row(-2.0, 0.5, name="q"), row(-2.0, 0.5, name="r")] for _ in range(2)]
    assert list(pooled(*corpora, q={"same_as": "p"}, r={"chosen_by": REFERENCE})) == ["p"]


def test_what_is_not_compared_with_its_like_is_not_pooled():
    """By the rules of a single corpus but that of size: most of the corpus, or many segments without controls."""
    corpora = [[row(-2.0, 0.5), row(-2.0, 0.5, name="q", not_compared=9)] for _ in range(2)]
    assert list(pooled(*corpora)) == ["p"]
    assert list(pooled(*corpora, segments=79)) == []
    assert list(pooled(*corpora, segments=80)) == ["p"]


def test_corpora_of_the_same_texts_add_no_independent_evidence():
    corpora = [[row(-2.0, 1.0, skewness=-0.9)], [row(-4.0, 1.0, skewness=-0.9)]]
    same, others = (pooled(*corpora, source=source)["p"] for source in ("c0", None))
    assert same["beyond"] == others["beyond"]
    assert same["standard_error"] == pytest.approx(1.0)
    assert others["standard_error"] == pytest.approx(np.sqrt(0.5))
    # As one corpus with the mean difference would have it.
    value, low = same["beyond"], same["beyond_low"]
    alone = Estimate(np.array([value]), np.array([1.0]), n=40, smallest_p=0.1, skewness=-0.9)
    assert low == pytest.approx(alone.low[0])


def test_intervals_of_findings_account_for_their_selection():
    rows = [row(-4.0, 1.0), *(row(0.1, 1.0, name=name) for name in "qrst")]
    found = pooled(rows, rows)
    margin = stats.t.ppf(1 - 0.05 / 5 / 2, 78) * found["p"]["standard_error"]
    assert found["p"]["beyond_low"] == pytest.approx(-4 - margin)
    plain = stats.t.ppf(0.975, 78) * found["q"]["standard_error"]
    assert found["q"]["beyond_low"] == pytest.approx(0.1 - plain)


def test_detectable_knows_the_level_and_that_documents_are_what_is_independent():
    one = pooled(*([row(-2.0, 1.0, units=10)] for _ in range(2)))["p"]
    quantiles = stats.t.ppf([0.975, 0.8], 18)
    assert one["detectable"] == pytest.approx(quantiles.sum() * one["standard_error"])


def test_the_spread_is_what_chance_does_not_explain():
    assert pooled([row(-2.0, 1.0)], [row(-2.5, 1.0)])["p"]["spread"] == 0
    # With two corpora of the same error, the variance of the differences less that of chance.
    far = pooled([row(-2.0, 1.0)], [row(-8.0, 1.0)])["p"]
    assert far["spread"] == pytest.approx(np.sqrt(6**2 / 2 - 1))
    rng = np.random.default_rng(0)
    drawn = [pooled(*([row(x, 1.0)] for x in rng.normal(scale=np.hypot(3, 1), size=40)))["p"] for _ in range(5)]
    assert np.mean([one["spread"] for one in drawn]) == pytest.approx(3, rel=0.15)


def test_folders_of_results_are_pooled(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder, difference in (("a/wmt21", -2.0), ("a/wmt22", -4.0), ("b/wmt21", -6.0)):
        tables.write(table_of(FINDINGS, [row(difference, 1.0)]), tmp_path / folder / FINDINGS.file)
        tables.write(
            table_of(
                SEGMENTS,
                [{"segment_id": i, "source": f"{folder} {i}", "references": [], "provenance": ""} for i in range(200)],
            ),
            tmp_path / folder / SEGMENTS.file,
        )
    pool_to_file({"wmt21": "a/wmt21", "wmt22": "a/wmt22"}, "pooled.csv", alpha=0.05)
    (one,) = tables.read(POOLED_EFFECTS, "pooled.csv").to_pylist()
    assert one["beyond"] == pytest.approx(-3)
    assert one["of"].startswith("wmt21 -2")
    with pytest.raises(InputError, match="no such file"):
        pool_to_file({"wmt21": "a/wmt21", "wmt23": "a/wmt23"}, "none.csv", alpha=0.05)
    assert not (tmp_path / "none.csv").exists()
