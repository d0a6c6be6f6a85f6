from hypothesis import given
from hypothesis import strategies as st

from extractors.report.examples.text_marks import DEPENDENT, HEAD, Output, runs


def test_roles_of_the_same_characters_are_added():
    assert runs([(4, 7, DEPENDENT), (0, 3, HEAD)]) == [0, 3, 1, 4, 7, 2]
    assert runs([(0, 3, HEAD), (0, 3, DEPENDENT)]) == [0, 3, 3]
    assert runs([(0, 5, HEAD), (2, 3, DEPENDENT)]) == [0, 2, 1, 2, 3, 3, 3, 5, 1]
    assert runs([(0, 2, HEAD), (2, 4, HEAD)]) == [0, 2, 1, 2, 4, 1]
    assert runs([(2, 2, HEAD)]) == []


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.sampled_from([1, 2])), max_size=6))
def test_runs_cover_what_the_marks_cover_and_nothing_twice(marks):
    wanted = [0] * 13
    for start, end, role in marks:
        for place in range(start, end):
            wanted[place] |= role
    found = [0] * 13
    flat = runs(marks)
    before = 0
    for start, end, role in zip(*[iter(flat)] * 3, strict=True):
        assert before <= start < end
        before = end
        for place in range(start, end):
            found[place] = role
    assert found == wanted


LEMMAS = {"took": "take", "taken": "take"}


def keys(word):
    return (word.casefold(), f"\0{LEMMAS.get(word, word)}")


def test_of_two_equal_words_the_one_in_the_likelier_place_is_found():
    reference = ["he", "was", "late", "and", "she", "was", "early"]
    output = ["he", "was", "tardy", ",", "she", "was", "early"]
    assert Output(output, keys).found([1], reference) == {1: 1}
    assert Output(output, keys).found([5], reference) == {5: 5}
    assert Output(output, keys).found([1, 5], reference) == {1: 1, 5: 5}


def test_a_word_of_the_output_stands_for_one_word_only():
    assert Output(["it", "took"], keys).found([0, 1], ["taken", "took"]) == {1: 1}
    assert Output(["it"], keys).found([0], ["taken"]) == {}
    assert Output([], keys).found([0], ["taken"]) == {}


WORDS = st.lists(st.sampled_from(["a", "b", "took", "taken"]), min_size=1, max_size=6)


@given(WORDS, WORDS)
def test_as_many_words_are_found_as_can_be(reference, output):
    found = Output(output, keys).found(range(len(reference)), reference)
    assert len(set(found.values())) == len(found)
    assert all(set(keys(reference[word])) & set(keys(output[place])) for word, place in found.items())
    kinds = [keys(word)[1] for word in output]
    assert len(found) == sum(min(kinds.count(kind), [keys(w)[1] for w in reference].count(kind)) for kind in set(kinds))
