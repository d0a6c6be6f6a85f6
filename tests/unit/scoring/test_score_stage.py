"""Sets of the same segments, of one phenomenon or of two, are scored once."""

from extractors.scoring import score_stage, scorer
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from tests.builders.scored import HYPOTHESES, OPTIONS, concluded, pool_of, sampled, statistics

SETTINGS = StatisticsSettings(resamples=20, trials=20)


def tables(monkeypatch, *, once):
    systems = sorted([*statistics(), *statistics(HYPOTHESES[::-1], "t")], key=lambda s: (s.metric, s.system))
    # The hits of both phenomena are at distance 5: their sets at 0 and at 2 are the same segments.
    sets, _ = sampled((0, "a", 5), (2, "a", 5), (4, "a", 5), (0, "b", 5), (2, "b", 5), (4, "b", 5), minimum=(0, 2))
    resampled = []
    resample = scorer.resample
    monkeypatch.setattr(scorer, "resample", lambda *a, **options: resampled.append(a[1]) or resample(*a, **options))
    if not once:
        for module in (scorer, score_stage):
            monkeypatch.setattr(module, "is_same", lambda *_: False)
    return concluded(systems, sets, OPTIONS, SETTINGS, pool=pool_of()), len(resampled)


def test_sets_of_the_same_segments_have_the_figures_that_each_has_alone(monkeypatch):
    with monkeypatch.context() as patch:
        once, drawn = tables(patch, once=True)
    with monkeypatch.context() as patch:
        each, drawn_each = tables(patch, once=False)
    assert drawn < drawn_each == 4
    for name, table in vars(each).items():
        assert vars(once)[name].equals(table), name
    assert set(once.comparisons.column("phenomenon").to_pylist()) == {"a", "b"}
    assert set(once.comparisons.column("minimum_distance").to_pylist()) == {0, 2}
