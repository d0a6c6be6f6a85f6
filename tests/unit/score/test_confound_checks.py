from dataclasses import asdict

import numpy as np
import pytest

from extractors.extract.control_settings import ConfoundSettings, ControlSettings
from extractors.formats import tables
from extractors.formats.confounds import CONFOUNDS
from extractors.formats.sets import SETS
from extractors.formats.statistics import Statistics
from extractors.score.confound_checks import confounds, variants
from extractors.score.control_pool import ControlPool
from extractors.score.documents import SegmentClusters
from extractors.score.score_stage import conclude
from extractors.score.scorer import SetScorer
from extractors.score.statistics.statistics_settings import StatisticsSettings
from tests.builders.rows import table_of
from tests.builders.scored import large, pool_of
from tests.builders.sets import sets_of

MATCHING = ControlSettings(samples=30, tolerance=1, pool="rest", seed=1)
OPTIONS = {"m": {"segment_scores": True, "higher_is_better": True, "sees": "source"}}


def test_what_only_a_covariate_explains_goes_away_when_controls_are_alike_in_it():
    draw = np.random.default_rng(4)
    n = 200
    clauses = draw.integers(1, 4, n).astype(float)
    values = {"length": np.full(n, 9.0), "clauses": clauses, "depth": draw.integers(1, 9, n).astype(float)}
    values["rare_words"] = np.zeros(n)
    # The set has many clauses, and a score falls with their number and with nothing else.
    ids = np.flatnonzero((clauses == 3) & (draw.random(n) < 0.5))
    rows = np.stack([10 - clauses, np.ones(n)], axis=1)
    systems = [Statistics(system="s", metric="m", rows=rows, signature="m|x")]
    table = sets_of(*((int(k), "p", 1) for k in ids), minimum=[1, 5])
    found = confounds(
        SetScorer.of(systems, OPTIONS),
        table,
        ControlPool(values, MATCHING),
        ConfoundSettings(covariates=("clauses", "depth"), minimum_length=10),
        run="r",
    ).to_pylist()
    by_name = {row["matched_on"]: row for row in found}
    assert list(by_name) == [
        "length",
        "none",
        "length+clauses",
        "length+depth",
        "length+clauses+depth",
        "length, 10 tokens or more",
    ]
    assert by_name["length"]["difference"] < -0.5
    assert by_name["length"]["change"] == 0
    assert by_name["length+clauses"]["difference"] == pytest.approx(0)
    assert by_name["length+clauses"]["change"] == pytest.approx(-by_name["length"]["difference"])
    assert by_name["length+clauses"]["clauses_set"] == by_name["length+clauses"]["clauses_control"] == 3
    assert abs(by_name["length+depth"]["change"]) < 0.3
    assert by_name["length"]["overlap"] == 0
    long = by_name["length, 10 tokens or more"]
    assert (long["unmatched"], long["score"], long["difference"]) == (len(ids), None, None)


def test_without_covariates_there_is_nothing_to_compare_but_length():
    assert [name for name, _ in variants(MATCHING, ConfoundSettings())] == ["length", "none"]


@pytest.mark.parametrize("match", [("length",), ("length", "domain"), ()])
def test_the_first_differences_are_those_of_the_scores(match):
    systems, some, _ = large()
    documents = np.arange(60) // 3
    columns = {name: np.zeros(60) for name in ("rare_words", "clauses", "depth")} | {"domain": np.arange(60) // 30.0}
    pool = pool_of(10 + np.arange(60) // 7 % 3, covariates=columns, tolerance=0, match=match)
    rows = [
        {"phenomenon": one.phenomenon, **asdict(one.range), "segments": len(one.ids), "segment_ids": one.ids.tolist()}
        for one in some
        if one.range.kind == "minimum"
    ]
    tried = ConfoundSettings(covariates=("clauses",))
    found = confounds(
        SetScorer.of(systems, {}), table_of(SETS, rows), pool, tried, clusters=SegmentClusters("document", documents)
    )
    scores = conclude(
        systems,
        some,
        {},
        StatisticsSettings(resamples=5, trials=5),
        pool=pool,
        clusters=SegmentClusters("document", documents),
    ).scores
    as_the_run = [row for row in found.to_pylist() if row["matched_on"] == ("+".join(match) or "none")]
    assert all(row["change"] in (0, None) for row in as_the_run)
    of_sets = [row for row in scores.to_pylist() if row["kind"] == "minimum"]
    assert len(as_the_run) == len(of_sets) > 0
    for row, other in zip(as_the_run, of_sets, strict=True):
        assert (row["minimum_distance"], row["unmatched"]) == (other["distance_from"], other["n"] - other["compared"])
        for name in ("system", "metric", "phenomenon", "n"):
            assert row[name] == other[name]
        for name in ("difference", "difference_low", "difference_high"):
            assert row[name] == pytest.approx(other[name], abs=1e-9), name
        assert row["score"] - row["control"] == pytest.approx(row["difference"])


def test_a_covariate_of_the_user_is_matched_and_its_balance_is_shown(tmp_path):
    draw = np.random.default_rng(7)
    n = 300
    sentinel = draw.normal(size=n)
    values = {name: np.zeros(n) for name in ("rare_words", "clauses", "depth")}
    values |= {"length": np.full(n, 9.0), "sentinel": sentinel}
    # Hard segments are in the set more often, and a score falls with the difficulty and with nothing else.
    ids = np.flatnonzero(sentinel + draw.normal(size=n) > 1)
    systems = [Statistics(system="s", metric="m", rows=np.stack([-sentinel, np.ones(n)], axis=1), signature="m|x")]
    table = sets_of(*((int(k), "p", 1) for k in ids), minimum=[1])
    found = confounds(
        SetScorer.of(systems, OPTIONS), table, ControlPool(values, MATCHING), ConfoundSettings(covariates=("sentinel",))
    )
    by_name = {row["matched_on"]: row for row in found.to_pylist()}
    by_length, alike = by_name["length"], by_name["length+sentinel"]
    assert by_length["sentinel_set"] - by_length["sentinel_control"] > 0.5
    assert by_length["difference"] == pytest.approx(by_length["sentinel_control"] - by_length["sentinel_set"])
    assert alike["sentinel_set"] == pytest.approx(alike["sentinel_control"], abs=0.1)
    assert abs(alike["difference"]) < abs(by_length["difference"]) / 5
    tables.write(found, tmp_path / "confounds.parquet")
    assert tables.read(CONFOUNDS, tmp_path / "confounds.parquet").column("sentinel_set").to_pylist() == pytest.approx(
        found.column("sentinel_set").to_pylist()
    )
