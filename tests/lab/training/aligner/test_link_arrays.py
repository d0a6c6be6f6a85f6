import random

import numpy as np

from challenge_sets_lab.training.aligner import link_arrays


def test_packed_links_are_sorted_sets_and_come_back() -> None:
    packed = link_arrays.pack([[(1, 0), (0, 2), (1, 0)], [], [(99, 7)]])
    pairs, i, j = link_arrays.unpack(packed)
    assert list(zip(pairs.tolist(), i.tolist(), j.tolist(), strict=True)) == [(0, 0, 2), (0, 1, 0), (2, 99, 7)]
    assert link_arrays.pack([[], []]).tolist() == []


def test_relabelling_takes_what_two_of_three_have() -> None:
    forward, reverse, encoder = ([(0, 0), (1, 1)], [(0, 0), (2, 2)], [(1, 1), (2, 2), (3, 3)])
    relabelled = link_arrays.relabelled(
        link_arrays.pack([forward]), link_arrays.pack([reverse]), link_arrays.pack([encoder])
    )
    assert relabelled.tolist() == link_arrays.pack([[(0, 0), (1, 1), (2, 2)]]).tolist()
    # An agreed link stays though the encoder did not find it.
    assert link_arrays.relabelled(
        link_arrays.pack([forward]), link_arrays.pack([reverse]), link_arrays.pack([[]])
    ).tolist() == [0]


def test_links_of_words_are_links_of_all_their_subwords() -> None:
    draw = random.Random(3)
    counts = [[np.array(draw.choices((0, 1, 2, 3), k=draw.randint(1, 6))) for _ in range(20)] for _ in range(2)]
    words = [
        [(i, j) for i in range(len(a)) for j in range(len(b)) if draw.random() < 0.3]
        for a, b in zip(*counts, strict=True)
    ]
    expected = []
    for alignment, a, b in zip(words, *counts, strict=True):
        blocks = []
        for i, j in alignment:
            rows, columns = range(a[:i].sum(), a[: i + 1].sum()), range(b[:j].sum(), b[: j + 1].sum())
            blocks += [(x, y) for x in rows for y in columns]
        expected.append(blocks)
    assert (
        link_arrays.of_words_to_subwords(link_arrays.pack(words), *counts).tolist()
        == link_arrays.pack(expected).tolist()
    )
