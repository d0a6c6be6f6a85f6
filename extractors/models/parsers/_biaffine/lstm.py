"""A bidirectional LSTM over segments of different lengths, with NumPy, without padding.

Hochreiter and Schmidhuber (1997) with a forget gate, as PyTorch has it. Rows are packed: first the first words of all
segments, then the second words, and so on, the longest segment first, so that the segments that still go on at a step
are the first rows of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from extractors.core.arrays import Float32, Int64

HALF = np.float32(0.5)


@dataclass(frozen=True, slots=True)
class Packing:
    """Where each word stands.

    Attributes:
        rows: (N,) for each packed row the number of its word, counted segment by segment.
        bounds: (L + 1,) the row at which each step begins, and the end.
    """

    rows: Int64
    bounds: list[int]

    @classmethod
    def of(cls, lengths: Int64) -> Packing:
        """The packing of segments of these lengths."""
        order = np.argsort(-lengths, kind="stable")
        first = (np.cumsum(lengths) - lengths)[order]
        # How many segments go on at each step: those that are longer than it.
        counts = np.searchsorted(-lengths[order], -np.arange(int(lengths.max())))
        rows = np.concatenate([first[:count] + step for step, count in enumerate(counts.tolist())])
        return cls(rows, [0, *np.cumsum(counts).tolist()])


class Direction:
    """One direction of a layer, from weights whose gates are in PyTorch's order: input, forget, cell, output.

    Args:
        from_input, from_state, bias: (4H, D), (4H, H) and (4H,) weights.
        backwards: whether it reads from the last word to the first.
    """

    def __init__(self, from_input: Float32, from_state: Float32, bias: Float32, *, backwards: bool) -> None:
        width = from_state.shape[1]
        # The three sigmoids side by side and then the cell; sigmoid(x) is (tanh(x / 2) + 1) / 2, so that one tanh does.
        gate = np.arange(4 * width).reshape(4, width)[[0, 1, 3, 2]].reshape(-1)
        scale = np.repeat(np.array([0.5, 0.5, 0.5, 1], dtype=np.float32), width)
        self._from_input = np.ascontiguousarray((from_input[gate] * scale[:, None]).T)
        self._from_state = np.ascontiguousarray((from_state[gate] * scale[:, None]).T)
        self._bias = bias[gate] * scale
        self._backwards = backwards

    def gates(self, inputs: Float32, same: Float32 | None = None) -> Float32:
        """(N, 4H) what the gates take from the inputs and the bias.

        Args:
            inputs: (N, D), or the first of the D columns.
            same: the other columns, where all words have the same.
        """
        split = inputs.shape[1]
        constant = self._bias if same is None else self._bias + same @ self._from_input[split:]
        gates: Float32 = inputs @ self._from_input[:split]
        gates += constant
        return gates

    def run(self, gates: Float32, packing: Packing, out: Float32) -> None:
        """Write the states into `out`, (N, H), packed; `gates`, (N, 4H) from the inputs, are used up."""
        width, most = self._from_state.shape[1] // 4, packing.bounds[1]
        cell, spare = np.zeros((most, width), np.float32), np.empty((most, width), np.float32)
        # Backwards a segment begins at its last word: until then its state is 0.
        state = np.zeros((most, width), np.float32)
        from_state = np.empty((most, 4 * width), np.float32)
        steps = list(pairwise(packing.bounds))
        for start, stop in reversed(steps) if self._backwards else steps:
            count = stop - start
            of_step, cells, work = gates[start:stop], cell[:count], spare[:count]
            np.matmul(state[:count], self._from_state, out=from_state[:count])
            of_step += from_state[:count]
            np.tanh(of_step, out=of_step)
            sigmoids = of_step[:, : 3 * width]
            sigmoids *= HALF
            sigmoids += HALF
            cells *= of_step[:, width : 2 * width]
            np.multiply(of_step[:, :width], of_step[:, 3 * width :], out=work)
            cells += work
            np.tanh(cells, out=work)
            np.multiply(of_step[:, 2 * width : 3 * width], work, out=state[:count])
            out[start:stop] = state[:count]


class BothWays:
    """A layer: one LSTM in each direction, side by side."""

    def __init__(self, forwards: Direction, backwards: Direction, *, width: int) -> None:
        self.directions, self._width = (forwards, backwards), width

    def __call__(self, gates: Iterable[Float32], packing: Packing) -> Float32:
        """(N, 2H) states from the (N, 4H) gates of both directions, packed."""
        states = np.empty((len(packing.rows), 2 * self._width), np.float32)
        halves = states[:, : self._width], states[:, self._width :]
        for direction, of_direction, half in zip(self.directions, gates, halves, strict=True):
            direction.run(of_direction, packing, half)
        return states
