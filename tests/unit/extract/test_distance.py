import numpy as np
import pytest

from extractors.extract.hit_rows import surface_distance, ud_distance
from extractors.formats import conllu


def treebank(tokens):
    """A segment from (form, words of it, UPOS of each): a flat tree."""
    rows, number = [], 0
    for form, *words in tokens:
        if len(words) > 1:
            rows.append([f"{number + 1}-{number + len(words)}", form, *["_"] * 8])
        for upos in words:
            number += 1
            head = "0" if number == 1 else "1"
            rows.append([str(number), form, form, upos, "_", "_", head, "root" if head == "0" else "dep", "_", "_"])
    return conllu.parse("\n".join("\t".join(row) for row in rows) + "\n\n")


# German "zum" (zu + dem), French "du" (de + le), English "don't" (do + n't).
PARTICLE = [("kam", "VERB"), ("zum", "ADP", "DET"), ("Fest", "NOUN"), (",", "PUNCT"), ("an", "ADP")]
FRENCH = [("vient", "VERB"), ("du", "ADP", "DET"), ("marché", "NOUN")]
ENGLISH = [("I", "PRON"), ("don't", "AUX", "PART"), ("know", "VERB")]


@pytest.mark.parametrize(
    ("tokens", "first", "second", "surface", "ud"),
    [
        (PARTICLE, 0, 5, 2, 4),
        (PARTICLE, 5, 0, 2, 4),
        (PARTICLE, 1, 2, 0, 0),
        (PARTICLE, 0, 1, 0, 0),
        (PARTICLE, 0, 2, 0, 1),
        (PARTICLE, 2, 3, 0, 0),
        (PARTICLE, 3, 5, 0, 1),
        (FRENCH, 0, 3, 1, 2),
        (ENGLISH, 0, 3, 1, 2),
        (ENGLISH, 1, 3, 0, 1),
        (ENGLISH, 0, 2, 0, 1),
        (ENGLISH, 1, 1, 0, 0),
    ],
)
def test_distances(tokens, first, second, surface, ud):
    bank = treebank(tokens)
    a, b = np.array([first], dtype=np.int32), np.array([second], dtype=np.int32)
    assert surface_distance(bank, a, b).tolist() == [surface]
    assert ud_distance(a, b).tolist() == [ud]


def test_a_multiword_token_of_punctuation_only_is_punctuation():
    bank = treebank([("a", "X"), ("...", "PUNCT", "PUNCT"), ("b", "X")])
    assert surface_distance(bank, np.array([0], np.int32), np.array([3], np.int32)).tolist() == [0]
