"""Which line of a test set a segment of a WMT campaign is, worked out from the scores themselves.

The file of direct assessments of WMT21 numbers segments in an order of documents that is not the test set's, and names
neither. What it gives away: annotators rated whole documents, so that rows of one system run on inside a document and
break between two (1); the segments of a document are in their order; a document begins with a heading, which seldom
ends in a full stop (2); and better outputs get better scores, and long segments worse ones (3). Each document's place
among the lines is chosen so that they fill all lines and (2) and (3) fit best together: an integer program, solved
exactly. How strongly (3) speaks is estimated from the arrangement found, a few times over. A document of the campaign
is one of those of its length in the test set.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from extractors.core.files import read_lines

Floats = npt.NDArray[np.float64]

BEGINS = 0.93, 0.025
"""The share of first and of other segments of a document that have no full stop at their end."""
ENDS = re.compile(r"""[.!?"“”»…:;']\s*$""")


ALIASES = {"Nemo": "NVIDIA-NeMo"}
"""Names of systems in the campaign that are others in the folder of outputs."""


def campaign(path: Path, names: Sequence[str]) -> tuple[Floats, dict[str, list[int]]]:
    """(N, K) z-scores, NaN where there is none, and the segments of each system in the order of the rows."""
    rows = [line.split() for line in read_lines(path)[1:]]
    order: dict[str, list[int]] = {}
    for system, segment, *_ in rows:
        order.setdefault(system, []).append(int(segment) - 1)
    human = np.full((1 + max(map(max, order.values())), len(names)), np.nan)
    for system, segment, _, score, _ in rows:
        name = system.rpartition(".")[0]
        if (name := ALIASES.get(name, name)) in names:
            human[int(segment) - 1, names.index(name)] = float(score)
    return human, order


@dataclass(frozen=True)
class Arrangement:
    """Where the documents stand.

    Attributes:
        first: of each document the number of its first segment in the campaign, from 0, and its length.
        place: (D,) the line of that segment.
        margin: (D,) by how much the log-likelihood falls if it stands anywhere else; infinite where it cannot.
        evidence: log-likelihood ratio of the human scores against none of them having to do with the outputs.
    """

    first: list[tuple[int, int]]
    place: list[int]
    margin: Floats
    evidence: float

    def lines(self, least: float) -> npt.NDArray[np.int64]:
        """(N,) the line of each segment of the campaign; -1 in documents whose margin is smaller."""
        found = np.full(sum(n for _, n in self.first), -1)
        for (start, n), place, margin in zip(self.first, self.place, self.margin, strict=True):
            if margin >= least:
                found[start : start + n] = np.arange(place, place + n)
        return found


def documents(order: Mapping[str, Sequence[int]]) -> list[tuple[int, int]]:
    """(first segment, length) of each document: a segment begins one if most systems' rows break before it.

    Args:
        order: by system, its segments from 0 in the order of the rows.
    """
    breaks = Counter(b for of_one in order.values() for a, b in zip([-2, *of_one], of_one, strict=False) if b != a + 1)
    segments = 1 + max(max(of_one) for of_one in order.values())
    starts = [s for s in range(segments) if breaks[s] > len(order) / 2]
    return [(a, b - a) for a, b in zip(starts, [*starts[1:], segments], strict=True)]


def blocks_of(documents: Sequence[str]) -> list[tuple[int, int]]:
    """First line and length of each document, from the name of each line's."""
    starts = [n for n, name in enumerate(documents) if n == 0 or name != documents[n - 1]]
    return [(a, b - a) for a, b in zip(starts, [*starts[1:], len(documents)], strict=True)]


def centred(values: Floats) -> Floats:
    """(n, K) less the mean of each system, then of each segment."""
    values = values - np.nanmean(values, axis=0)
    return values - np.nanmean(values, axis=1, keepdims=True)


def standardised(values: Floats) -> Floats:
    result: Floats = (values - values.mean()) / values.std()
    return result


class Search:
    """The search for an arrangement.

    Args:
        human: (N, K) scores of the campaign's segments, NaN where there is none.
        quality: (N, K, c) of the lines' outputs, by several measures.
        source: the lines.
        first: as from `documents`.
        blocks: first line and length of each document of the test set.
    """

    def __init__(
        self,
        human: Floats,
        quality: Floats,
        source: Sequence[str],
        first: list[tuple[int, int]],
        blocks: Sequence[tuple[int, int]],
    ) -> None:
        self.first, self.segments = first, len(source)
        differences = centred(human)
        self.known = ~np.isnan(differences)
        self.differences = np.nan_to_num(differences)
        level = np.nanmean(human, axis=1)
        self.level = level - level.mean()
        self.signs = np.stack([standardised(centred(measure)) for measure in np.moveaxis(quality, -1, 0)], axis=-1)
        length = np.log([len(line.split()) + 1 for line in source])
        about = (length, length**2, quality.mean(axis=(1, 2)), quality.mean(axis=2).std(axis=1))
        self.about = np.stack([standardised(measure) for measure in about], axis=-1)
        self.heading = np.array([not ENDS.search(line) for line in source])
        self.choices = [(d, line) for d, (_, n) in enumerate(first) for line, size in blocks if size == n]
        filled = [(d, *(len(first) + line + i for i in range(first[d][1]))) for d, line in self.choices]
        rows = np.concatenate([np.array(one) for one in filled])
        columns = np.repeat(np.arange(len(filled)), [len(one) for one in filled])
        shape = (len(first) + self.segments, len(filled))
        self.once = LinearConstraint(csr_array((np.ones(len(rows)), (rows, columns)), shape=shape), 1, 1)
        yes, no = BEGINS
        self.prior = np.array(
            [np.log(yes / no) if self.heading[line] else np.log((1 - yes) / (1 - no)) for _, line in self.choices]
        )

    def solve(self, weights: Floats, without: int | None = None) -> tuple[float, npt.NDArray[np.int64]] | None:
        """The best arrangement's value and choices; without one of the choices, None if there is no other."""
        upper = np.ones(len(weights))
        if without is not None:
            upper[without] = 0
        found = milp(
            -weights,
            constraints=self.once,
            integrality=np.ones(len(weights)),
            bounds=Bounds(0, upper),
            options={"mip_rel_gap": 1e-4},
        )
        return None if found.x is None else (-float(found.fun), np.flatnonzero(found.x > 0.5))

    def likelihood(self, slopes: Floats, slopes_of_level: Floats, spread: tuple[float, float]) -> Floats:
        """The log-likelihood ratio of each choice: of scores that hang on the outputs to scores that do not."""
        expected, level = self.signs @ slopes, self.about @ slopes_of_level
        values = []
        for d, line in self.choices:
            start, n = self.first[d]
            here, there = slice(start, start + n), slice(line, line + n)
            gain = (2 * self.differences[here] * expected[there] - expected[there] ** 2) * self.known[here]
            of_level = 2 * self.level[here] * level[there] - level[there] ** 2
            values.append(gain.sum() / (2 * spread[0]) + of_level.sum() / (2 * spread[1]))
        return np.array(values)

    def arrange(self, *, rounds: int = 8, margins: bool = True) -> Arrangement:
        """The arrangement that fits best."""
        slopes = np.full(self.signs.shape[-1], 0.04) * self.differences[self.known].std()
        slopes_of_level = np.zeros(self.about.shape[-1])
        spread = (float(self.differences[self.known].var()), float(self.level.var()))
        chosen = np.zeros(0, dtype=np.int64)
        for _ in range(rounds):
            likelihood = self.likelihood(slopes, slopes_of_level, spread)
            solved = self.solve(likelihood + self.prior)
            assert solved is not None, "the documents do not fill the lines"
            settled = np.array_equal(chosen, solved[1])
            value, chosen = solved
            if settled:
                break
            lines = np.empty(self.segments, dtype=np.int64)
            for d, line in (self.choices[c] for c in chosen):
                start, n = self.first[d]
                lines[start : start + n] = np.arange(line, line + n)
            signs, about = self.signs[lines][self.known], self.about[lines]
            slopes = np.linalg.lstsq(signs, self.differences[self.known], rcond=None)[0]
            slopes_of_level = np.linalg.lstsq(about, self.level, rcond=None)[0]
            residuals = self.differences[self.known] - signs @ slopes
            spread = (float(residuals.var()), float((self.level - about @ slopes_of_level).var()))
        by_document = {self.choices[c][0]: c for c in chosen}
        places = [self.choices[by_document[d]][1] for d in range(len(self.first))]
        margin = np.full(len(self.first), np.nan)
        for d in range(len(self.first)) if margins else ():
            other = self.solve(likelihood + self.prior, without=by_document[d])
            margin[d] = np.inf if other is None else value - other[0]
        return Arrangement(self.first, places, margin, float(likelihood[chosen].sum()))


def shuffled(human: Floats, first: list[tuple[int, int]], seed: int) -> Floats:
    """The scores with the segments of each document in a random order: what chance alone gives."""
    rng = np.random.default_rng(seed)
    return human[np.concatenate([start + rng.permutation(n) for start, n in first])]
