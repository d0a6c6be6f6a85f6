import itertools
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from extractors.models.aligners._matching import (
    METHODS,
    TOLERANCE,
    distortion_mask,
    match,
    match_as_simalign,
    normalised,
    similarity,
)


@pytest.fixture(scope="module")
def simalign() -> Any:
    """The package's own functions; it takes seconds to import."""
    from simalign import SentenceAligner

    return SentenceAligner


def make_similarities(count: int, *, longest: int, seed: int) -> list[npt.NDArray[np.float32]]:
    draw = np.random.default_rng(seed)
    shapes = draw.integers(1, longest, size=(count, 2))
    return [draw.uniform(0.2, 1, size=shape).astype(np.float32) for shape in shapes]


@pytest.mark.parametrize("method", METHODS)
def test_certain_links_are_those_of_simalign(method: str) -> None:
    certain = 0
    for sim in make_similarities(80, longest=12, seed=1):
        linked = match(sim, method)
        if linked is not None:
            certain += 1
            assert np.array_equal(linked, match_as_simalign(sim, method))
    assert certain > 70


@pytest.mark.parametrize("method", METHODS)
def test_a_tie_is_too_close_to_call(method: str) -> None:
    sim = np.array([[0.9, 0.9 - TOLERANCE / 2, 0.2], [0.9, 0.9, 0.3], [0.1, 0.2, 0.8]])
    assert match(sim, method) is None


def test_a_tie_in_the_second_round_of_itermax_is_seen() -> None:
    # The first round links 0-0 and 1-1; then row 2 wavers between columns 2 and 3.
    sim = np.array([[0.9, 0.1, 0.1, 0.2], [0.1, 0.9, 0.2, 0.1], [0.52, 0.1, 0.5, 0.5]])
    assert match(sim, "inter") is not None
    assert match(sim, "itermax") is None
    sim[2, 3] = 0.4
    linked = match(sim, "itermax")
    assert linked is not None
    assert np.array_equal(linked, match_as_simalign(sim, "itermax"))


def test_the_second_best_matching_is_found() -> None:
    """The certificate of mwmf against all matchings, counted one by one."""
    draw = np.random.default_rng(2)
    for _ in range(200):
        rows, columns = draw.integers(1, 5, size=2).tolist()
        sim = draw.choice([0.25, 0.5, 0.75, 0.8], size=(rows, columns))
        small, large = sorted((rows, columns))
        weights = sorted(
            sum(sim[(i, j) if rows <= columns else (j, i)] for i, j in enumerate(chosen))
            for chosen in itertools.permutations(range(large), small)
        )
        unique = len(weights) == 1 or weights[-1] - weights[-2] > 1e-3
        linked = match(sim, "mwmf")
        assert (linked is not None) == unique
        if linked is not None:
            assert sim[linked].sum() == pytest.approx(weights[-1])
            assert linked.sum() == small


def test_an_impossible_link_is_none() -> None:
    sim = np.array([[0.0, 0.5], [0.4, 0.2]])
    assert match(sim, "mwmf") is None
    assert match_as_simalign(sim, "mwmf").tolist() == [[False, True], [True, False]]


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("zeros", [False, True])
def test_a_heaviest_matching_weighs_as_much_as_that_of_simalign(simalign: Any, ties: bool, zeros: bool) -> None:
    for sim in make_similarities(60, longest=9, seed=4):
        changed = np.round(sim, 1) if ties else sim
        changed = np.where(sim < 0.6, 0, changed) if zeros else changed
        ours, theirs = match_as_simalign(changed, "mwmf"), simalign.get_max_weight_match(changed) > 0
        assert ours.sum() == theirs.sum()
        assert changed[ours].sum() == pytest.approx(changed[theirs].sum(), abs=1e-6)
        if not ties:
            assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("ratio", [0.1, 0.5, 1.0])
def test_distortion_is_that_of_simalign_to_the_last_bit(simalign: Any, ratio: float) -> None:
    for rows, columns in ((1, 4), (4, 1), (2, 2), (7, 12), (30, 19)):
        ones = np.ones((rows, columns))
        assert np.array_equal(distortion_mask(rows, columns, ratio), simalign.apply_distortion(ones, ratio))


@pytest.mark.parametrize("ties", [False, True])
def test_ties_are_broken_as_simalign_breaks_them(simalign: Any, ties: bool) -> None:
    for sim in make_similarities(60, longest=9, seed=3):
        changed = np.round(sim, 1) if ties else sim
        forward, backward = simalign.get_alignment_matrix(changed)
        theirs = {"fwd": forward, "rev": backward, "inter": forward * backward, "itermax": simalign.iter_max(changed)}
        for method, links in theirs.items():
            assert np.array_equal(match_as_simalign(changed, method), links > 0)


def test_similarities_are_those_of_simalign_to_the_last_bit(simalign: Any) -> None:
    draw = np.random.default_rng(5)
    for rows, columns, width in ((1, 1, 4), (7, 12, 33), (40, 31, 256)):
        a, b = (draw.normal(size=(n, width)).astype(np.float32) for n in (rows, columns))
        a[0], b[-1] = 0, 1e-8
        ours = similarity(normalised(a), normalised(b))
        theirs = simalign.get_similarity(a, b)
        assert ours.dtype == theirs.dtype
        assert np.array_equal(ours, theirs)
