import pytest

from extractors.report.distances import nested, partition, span_text


@pytest.mark.parametrize(
    ("ranges", "minimum", "shown"),
    [
        # The run's defaults: exact distances, the last of which gives way to all from there on.
        ([(0, 1), (1, 2), (2, 3), (3, 4)], [0, 1, 2, 3], [(0, 1), (1, 2), (2, 3), (3, None)]),
        ([(0, 1), (1, 2)], [0, 1, 2], [(0, 1), (1, 2), (2, None)]),
        ([(0, 1), (1, 2)], [0], [(0, None)]),
        ([(0, 3), (0, 1), (2, 5), (1, 4)], [0, 9], [(0, None)]),
        ([(1, 3), (3, 6)], [4], [(1, 3), (3, 6)]),
        ([], [5, 1, 3], [(1, None), (3, None), (5, None)]),
        ([], [], []),
    ],
)
def test_ranges_share_no_distance_and_end_open_where_a_set_allows(ranges, minimum, shown):
    assert partition(ranges, minimum) == shown
    assert nested(shown) is (shown == [(1, None), (3, None), (5, None)])


def test_ranges_in_words():
    assert [span_text(span) for span in [(0, 1), (2, 5), (3, None)]] == ["0", "2 to 4", "\u2265 3"]
