import random

import pytest

from extractors.models.aligners._symmetrize import NEIGHBOURS, Pairs, symmetrize

FORWARD: Pairs = {(0, 0), (1, 1), (1, 2), (4, 5)}
REVERSE: Pairs = {(0, 0), (2, 2), (1, 1), (4, 4), (6, 6)}


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("forward", FORWARD),
        ("reverse", REVERSE),
        ("intersection", {(0, 0), (1, 1)}),
        ("union", FORWARD | REVERSE),
        # 1-2 and 2-2 touch 1-1; 4-5 and 6-6 stand alone with free words; after 4-5, word 4 of 4-4 is taken.
        ("grow-diag-final-and", {(0, 0), (1, 1), (1, 2), (2, 2), (4, 5), (6, 6)}),
    ],
)
def test_symmetrize(how: str, expected: Pairs) -> None:
    assert symmetrize(FORWARD, REVERSE, how) == expected


def literal_grow_diag_final_and(forward: Pairs, reverse: Pairs, size: int) -> Pairs:
    """The pseudo-code of Koehn, Och and Marcu (2003) as it stands, over the whole grid."""
    alignment = forward & reverse
    added = True
    while added:
        added = False
        for e in range(size):
            for f in range(size):
                if (e, f) not in alignment:
                    continue
                for de, df in NEIGHBOURS:
                    new = (e + de, f + df)
                    free = all(new[0] != i for i, _ in alignment) or all(new[1] != j for _, j in alignment)
                    if free and new in forward | reverse and new not in alignment:
                        alignment.add(new)
                        added = True
    for direction in (forward, reverse):
        for e in range(size):
            for f in range(size):
                free = all(e != i and f != j for i, j in alignment)
                if free and (e, f) in direction:
                    alignment.add((e, f))
    return alignment


def test_grow_diag_final_and_is_that_of_the_paper() -> None:
    draw = random.Random(4)
    for _ in range(300):
        size = draw.randint(1, 8)
        forward = {(draw.randrange(size), j) for j in range(size)}
        reverse = {(i, draw.randrange(size)) if draw.random() < 0.5 else (i, i) for i in range(size)}
        assert symmetrize(forward, reverse, "grow-diag-final-and") == literal_grow_diag_final_and(
            forward, reverse, size
        )
