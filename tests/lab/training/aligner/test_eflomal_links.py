import random

import pytest

from challenge_sets_lab.training.aligner import eflomal_links

GLOSSES = {"Haus": "house", "Baum": "tree", "alt": "old", "sieht": "sees", "Hund": "dog", "rot": "red", "und": "and"}


def test_links_are_read_from_lines_in_pharaoh_format():
    assert list(eflomal_links.parse(["0-0 12-3\n", "\n"])) == [{(0, 0), (12, 3)}, set()]


def test_words_that_go_together_are_linked_in_most_runs():
    pytest.importorskip("eflomal")
    draw = random.Random(1)
    sources = [draw.sample(sorted(GLOSSES), k=5) for _ in range(200)]
    pairs = [(source, [GLOSSES[word] for word in source]) for source in sources]
    found = eflomal_links.linked_in_most(pairs, runs=3, iterations=0.5)
    assert sum(links == [(k, k) for k in range(5)] for links, _ in found) > 160
    assert {share for _, shares in found for share in shares} <= {2 / 3, 1.0}
