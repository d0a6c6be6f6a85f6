import pytest

from extractors.models.aligners._windows import Window, windows


@pytest.mark.parametrize(
    ("length", "size", "expected"),
    [
        (0, 4, [Window(0, 0, 0, 0)]),
        (4, 4, [Window(0, 4, 0, 4)]),
        (5, 4, [Window(0, 4, 0, 2), Window(1, 5, 2, 5)]),
        (10, 4, [Window(0, 4, 0, 3), Window(2, 6, 3, 5), Window(4, 8, 5, 7), Window(6, 10, 7, 10)]),
        (3, 1, [Window(0, 1, 0, 1), Window(1, 2, 1, 2), Window(2, 3, 2, 3)]),
    ],
)
def test_windows(length: int, size: int, expected: list[Window]) -> None:
    assert windows(length, size) == expected


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
