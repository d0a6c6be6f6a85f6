"""Patterns with planted and without any effects, on scores that are drawn."""

import numpy as np
import pytest

from challenge_sets_lab.discovery.pattern_tests import (
    CONFIRMED,
    NOT_CONFIRMED,
    ScoredPart,
    confirm_patterns,
    find_patterns,
    merged,
    shares,
)
from challenge_sets_lab.discovery.request_enumeration import Pattern
from extractors.extract.control import match
from extractors.extract.control_settings import ControlSettings
from extractors.scoring.control_pool import ControlPool
from extractors.scoring.documents import SegmentClusters
from extractors.scoring.metrics import create_metric
from extractors.scoring.scorer import SystemBlock
from extractors.scoring.statistics.contrasts import contrast

N, DOCUMENT = 400, 10
RNG = np.random.default_rng(3)
LENGTHS = RNG.integers(5, 9, N).astype(float)
HARD, EASY, OTHER = (np.sort(RNG.choice(N, n, replace=False)).astype(np.int32) for n in (120, 130, 140))


def pattern(segments, conditions=1, request="r"):
    return Pattern(request, ("N", "N"), f"a {request}", conditions, segments)


def part(values, *, missing=()):
    """Two systems with these scores, in documents of ten segments."""
    rows = np.stack([np.stack([values, values + 1], axis=1), np.ones((len(values), 2))], axis=2)
    rows[list(missing)] = 0
    made = create_metric("x", {"segment_scores": True, "higher_is_better": True, "sees": "source"})
    block = SystemBlock("x", made, ["a", "b"], ["x", "x"], rows, made.score(rows.sum(axis=0)))
    pool = ControlPool({"length": LENGTHS[: len(values)]}, ControlSettings())
    return ScoredPart.of(block, pool, SegmentClusters("document", np.arange(len(values)) // DOCUMENT))


def scores(*, hard=0.0, easy=0.0, seed=1):
    values = np.random.default_rng(seed).normal(size=N)
    values[HARD] -= hard
    values[EASY] += easy
    return values


def test_the_effect_is_that_of_the_contrast_with_all_controls_by_document():
    whole = part(scores(hard=1))
    row = whole.effect(HARD)
    made = contrast(
        whole.block.rows, match(ControlSettings(), HARD, {"length": LENGTHS}), whole.block.made.score
    ).mean.estimate(np.arange(N) // DOCUMENT)
    assert (row["difference"], row["p"], row["units"]) == (made.value[0], made.p_value[0], made.n)
    assert row["n"] == len(HARD)


def test_segments_without_any_score_are_in_no_part():
    some = part(scores(), missing=range(0, N, 2))
    assert some.segments.tolist() == [*range(1, N, 2)]
    assert some.effect(HARD)["n"] == (HARD % 2 == 1).sum()


def test_halves_share_no_document_and_are_about_as_large():
    first, second = part(scores()).halves(seed=4)
    assert sorted([*first.segments, *second.segments]) == [*range(N)]
    assert not {*(first.segments // DOCUMENT)} & {*(second.segments // DOCUMENT)}
    assert abs(len(first.segments) - len(second.segments)) <= DOCUMENT
    assert first.segments.tolist() != part(scores()).halves(seed=5)[0].segments.tolist()


def test_planted_effects_are_found_and_confirmed_and_others_are_not():
    patterns = [pattern(HARD, request="hard"), pattern(EASY, request="easy"), pattern(OTHER, request="other")]
    first, second = part(scores(hard=1, easy=1)).halves(seed=1)
    found = find_patterns(patterns, first, segments=N, alpha=0.01)
    assert {p.request for p, _, _ in found.patterns} == {"hard", "easy"}
    assert found.tested == 3
    confirmed = confirm_patterns(found, second, [p.segments for p, _, _ in found.patterns], alpha=0.01)
    assert {one.pattern.request: (one.status, one.again["difference"] < 0) for one in confirmed} == {
        "hard": (CONFIRMED, True),
        "easy": (CONFIRMED, False),
    }


def test_what_turns_round_is_not_confirmed():
    found = find_patterns([pattern(HARD)], part(scores(hard=1)), segments=N, alpha=0.01)
    (one,) = confirm_patterns(found, part(scores(hard=-1, seed=2)), [HARD], alpha=0.05)
    assert one.status == NOT_CONFIRMED
    assert one.again["q"] < 0.01


def test_what_is_too_rare_to_be_confirmed_is_told():
    found = find_patterns([pattern(EASY), pattern(HARD)], part(scores(hard=1, easy=1)), segments=N, alpha=0.01)
    again = [EASY[:20] if len(p.segments) == len(EASY) else HARD for p, _, _ in found.patterns]
    confirmed = confirm_patterns(found, part(scores(hard=1, seed=2)), again, alpha=0.05)
    assert [one.status for one in confirmed] == [CONFIRMED, "too small: 0 of 20 segments have controls, 30 needed"]


def test_near_copies_are_tested_as_the_simplest_of_them():
    copy, half = HARD[:100], HARD[:60]
    patterns = [pattern(copy, 2, "b"), pattern(HARD, 3, "c"), pattern(half, 1, "d"), pattern(copy, 1, "a")]
    assert merged(patterns, N) == {3: [0, 1], 2: []}
    found = find_patterns(patterns, part(scores(hard=1)), segments=N, alpha=0.05)
    assert next((p.request, [c.request for c in copies]) for p, copies, _ in found.patterns) == ("a", ["b", "c"])


@pytest.mark.parametrize("most", [1, 512])
def test_shares_of_segments(monkeypatch, most):
    monkeypatch.setattr("challenge_sets_lab.discovery.pattern_tests.ROWS_AT_ONCE", most)
    sets = [np.array(ids, dtype=np.int32) for ids in ([0, 1, 2], [2, 3], [])]
    assert np.allclose(np.stack([*shares(sets, sets[:2], 4)]), [[1, 0.25], [0.25, 1], [0, 0]])


def test_without_effects_few_runs_confirm_anything():
    rng, runs = np.random.default_rng(0), 30
    sets = [np.sort(rng.choice(N, 100, replace=False)).astype(np.int32) for _ in range(15)]
    patterns = [pattern(ids, request=str(i)) for i, ids in enumerate(sets)]
    confirmed = 0
    for seed in range(runs):
        clumped = scores(seed=seed) + np.repeat(np.random.default_rng(seed).normal(size=N // DOCUMENT), DOCUMENT)
        first, second = part(clumped).halves(seed)
        found = find_patterns(patterns, first, segments=N, alpha=0.05)
        again = confirm_patterns(found, second, [p.segments for p, _, _ in found.patterns], alpha=0.05)
        confirmed += any(one.status == CONFIRMED for one in again)
    assert confirmed <= 4
