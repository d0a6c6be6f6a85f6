import numpy as np
import pytest

from extractors.extract.units.sentence_matching import count_links, end_probabilities


def probabilities(links, target=None):
    """Of sentences of 40 characters, and pieces of as many or of those lengths."""
    links = np.array(links)
    source, pieces = (np.full(count, 40) for count in links.shape)
    return end_probabilities(source, pieces if target is None else np.array(target), links, 1.0)


def test_links_are_counted_by_sentence_and_piece():
    counts = count_links([(0, 0), (1, 3), (2, 3), (4, 1)], source_starts=[0, 2], target_starts=[0, 2, 3])
    assert counts.tolist() == [[1, 0, 1], [1, 0, 1]]


def test_sentences_that_are_linked_in_order_end_together():
    probable = probabilities([[8, 0, 0], [1, 9, 0], [0, 0, 7]])
    assert probable[1, 1] > 0.999
    assert probable[2, 2] > 0.999
    assert probable[0, 0] == pytest.approx(probable[3, 3]) == pytest.approx(1, abs=0.01)


def test_one_piece_for_two_sentences_ends_nowhere_inside():
    probable = probabilities([[8, 0], [8, 0], [0, 7]], target=[80, 40])
    assert probable[1].max() < 0.1
    assert probable[2, 1] > 0.999


def test_two_pieces_for_one_sentence_are_passed_over():
    probable = probabilities([[4, 4, 0], [0, 0, 8]], target=[20, 20, 40])
    assert probable[1].argmax() == 2
    assert probable[1, 2] > 0.999


def test_a_sentence_that_was_left_out_may_belong_to_either_neighbour():
    probable = probabilities([[8, 0], [0, 0], [0, 8]])
    assert probable[1:3].max() < 0.9
    assert probable[1, 1] == pytest.approx(probable[2, 1])


def test_links_in_the_wrong_order_leave_the_segment_whole():
    probable = probabilities([[0, 0, 9], [9, 0, 0], [0, 9, 0]])
    assert probable[1:-1].max() < 0.9


def test_without_links_lengths_alone_are_not_enough_for_sentences_of_one_length():
    probable = probabilities(np.zeros((4, 5), dtype=int), target=[30, 35, 30, 35, 30])
    assert probable[1:-1].max() < 0.9


@pytest.mark.parametrize("shape", [(0, 0), (0, 2), (3, 0), (1, 1), (1, 6), (7, 1)])
def test_no_shape_is_an_error(shape):
    probable = probabilities(np.zeros(shape, dtype=int))
    assert probable.shape == (shape[0] + 1, shape[1] + 1)
    assert np.isfinite(probable).all()
    assert (probable <= 1 + 1e-9).all()
