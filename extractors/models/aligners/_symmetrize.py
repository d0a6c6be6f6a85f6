"""One set of links out of those of the two directions of a statistical aligner."""

from typing import Literal

Pairs = set[tuple[int, int]]

NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))

Symmetrization = Literal["intersection", "grow-diag-final-and", "union", "forward", "reverse"]


def symmetrize(forward: Pairs, reverse: Pairs, how: Symmetrization) -> Pairs:
    """The links that `how` makes of two directions."""
    match how:
        case "intersection":
            return forward & reverse
        case "union":
            return forward | reverse
        case "forward":
            return forward
        case "reverse":
            return reverse
        case "grow-diag-final-and":
            return _grow_diag_final_and(forward, reverse)


def _grow_diag_final_and(forward: Pairs, reverse: Pairs) -> Pairs:
    """Koehn, Och and Marcu (2003) as in Moses: grow from the intersection through the union.

    First neighbours, diagonal ones too, of links there are, where one of the two words is free; then
    any link of either direction where both are.
    """
    links, union = forward & reverse, forward | reverse
    sources, targets = {i for i, _ in links}, {j for _, j in links}

    def add(link: tuple[int, int]) -> None:
        links.add(link)
        sources.add(link[0])
        targets.add(link[1])

    grown = True
    while grown:
        grown = False
        for i, j in sorted(union):
            # Links that were added in this round grow too, as in Moses, once their turn comes.
            for di, dj in NEIGHBOURS if (i, j) in links else ():
                link = (i + di, j + dj)
                free = link[0] not in sources or link[1] not in targets
                if free and link in union and link not in links:
                    add(link)
                    grown = True
    for direction in (forward, reverse):
        for link in sorted(direction):
            if link[0] not in sources and link[1] not in targets:
                add(link)
    return links
