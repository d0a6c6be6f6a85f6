from hypothesis import given
from hypothesis import strategies as st

from extractors.report.examples.choice import order, spread, turns
from tests.builders.accuracy_corpora import treebank
from tests.builders.hits import hits_in

HITS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9)), min_size=1, max_size=60)


def of(found, limit):
    return order("particle_verb", [segment for segment, _ in found], [distance for _, distance in found], limit)


@given(HITS, st.integers(1, 60))
def test_each_segment_once_and_a_smaller_choice_begins_a_larger_one(found, limit):
    chosen = of(found, 60)
    assert sorted(chosen) == sorted({segment for segment, _ in found})
    assert of(found, limit) == chosen[:limit]
    assert of(found[::-1], limit) == chosen[:limit]


@given(HITS)
def test_every_distance_is_there_in_the_first_turn(found):
    distances = {distance for _, distance in found}
    chosen = of(found, len(distances))
    # A segment with several hits can stand for several distances.
    assert {distance for segment, distance in found if segment in chosen} == distances


def test_far_hits_are_not_crowded_out_by_near_ones():
    found = [(n, 0) for n in range(500)] + [(n, n % 7 + 1) for n in range(500, 521)]
    chosen = of(found, 24)
    by_distance = [sum(1 for n, d in found if n in chosen and d == distance) for distance in range(8)]
    assert by_distance == [3] * 8


@given(
    HITS.flatmap(
        lambda found: st.tuples(st.just(found), st.lists(st.integers(0, 5), min_size=len(found), max_size=len(found)))
    )
)
def test_where_telling_is_known_each_segment_is_there_once_too_and_it_does_not_hang_on_the_order(given):
    found, told = given

    def of_told(pairs, limit):
        numbers, distances, ranks = zip(
            *((segment, distance, rank) for (segment, distance), rank in pairs), strict=True
        )
        return order("particle_verb", numbers, distances, limit, ranks)

    pairs = list(zip(found, told, strict=True))
    chosen = of_told(pairs, 60)
    assert sorted(chosen) == sorted({segment for segment, _ in found})
    assert of_told(pairs[::-1], 60) == chosen
    assert of_told(pairs, 7) == chosen[:7]


def test_three_in_four_are_the_most_telling_and_one_is_random():
    telling = [n % 50 for n in range(400)]
    chosen = order("reflexive", range(400), [1] * 400, 40, telling)
    most = sorted(range(400), key=lambda n: (-telling[n], n))[:40]
    by_turn = [segment in most for segment in chosen]
    assert all(by_turn[place] for place in range(40) if (place + 1) % 4)
    assert sum(by_turn) < 35
    without = order("reflexive", range(400), [1] * 400, 40)
    assert chosen[3] == without[0], "the random ones are those of the choice at random, in its order"


def test_of_a_segment_with_two_hits_the_more_telling_counts():
    assert order("reflexive", [3, 3, 4, 5], [1] * 4, 2, [0, 9, 5, 1]) == [3, 4]


def test_far_distances_come_first_however_telling_the_near_ones_are():
    chosen = order("reflexive", range(20), [0] * 19 + [7], 2, [5] * 19 + [0])
    assert 19 in chosen


def test_the_beginning_of_a_turn_is_spread():
    assert spread(8) == [0, 4, 2, 6, 1, 5, 3, 7]
    assert spread(5) == [0, 4, 2, 1, 3]
    assert spread(1) == [0]
    assert all(sorted(spread(n)) == list(range(n)) for n in range(70))


def test_turns_of_several_phenomena():
    bank = treebank(*["Er/PRON kam/VERB an/ADP"] * 6)
    table = hits_in(bank, *[(n, "a", 1, 2, 0) for n in range(4)], *[(n, "b", 1, 2, n) for n in range(2, 6)])
    found = turns(table, 3)
    assert len(found) == 3
    together = [segment for turn in found for segment in turn]
    assert len(together) == len(set(together))
    chosen = {
        name: order(name, of_it, distances, 3)
        for name, of_it, distances in (("a", range(4), [0] * 4), ("b", range(2, 6), range(2, 6)))
    }
    assert set(together) == {*chosen["a"], *chosen["b"]}
    assert turns(table, 3) == found
    assert turns(table.slice(0, 0), 3) == []
