from __future__ import annotations

import random

import numpy as np

from extractors.lab.training.aligner import links


def test_packed_links_are_sorted_sets_and_come_back() -> None:
    packed = links.pack([[(1, 0), (0, 2), (1, 0)], [], [(99, 7)]])
    pairs, i, j = links.unpack(packed)
    assert list(zip(pairs.tolist(), i.tolist(), j.tolist(), strict=True)) == [(0, 0, 2), (0, 1, 0), (2, 99, 7)]
    assert links.pack([[], []]).tolist() == []


def test_relabelling_takes_what_two_of_three_have() -> None:
    forward, reverse, encoder = ([(0, 0), (1, 1)], [(0, 0), (2, 2)], [(1, 1), (2, 2), (3, 3)])
    relabelled = links.relabelled(links.pack([forward]), links.pack([reverse]), links.pack([encoder]))
    assert relabelled.tolist() == links.pack([[(0, 0), (1, 1), (2, 2)]]).tolist()
    # An agreed link stays though the encoder did not find it.
    assert links.relabelled(links.pack([forward]), links.pack([reverse]), links.pack([[]])).tolist() == [0]


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
    assert links.of_words_to_subwords(links.pack(words), *counts).tolist() == links.pack(expected).tolist()
