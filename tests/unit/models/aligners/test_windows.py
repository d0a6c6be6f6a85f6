import pytest

from extractors.models.aligners._encoder import windows


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_every_position_is_owned_once_and_well_inside(size: int) -> None:
    for length in range(1, 5 * size + 3):
        covering = windows(length, size)
        owned = [p for w in covering for p in range(w.own_start, w.own_stop)]
        assert owned == list(range(length))
        for w in covering:
            assert w.stop - w.start == min(size, length)
            assert w.start == 0 or w.own_start - w.start >= size // 4
            assert w.stop == length or w.stop - w.own_stop >= size // 4
