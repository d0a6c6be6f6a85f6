"""Pack arrays of weights in 8 bits, and unpack arrays in 4 or 8 bits, as the shipped encoder and its parser have them.

In a file of safetensors, `NAME.q8` holds rows of whole numbers and `NAME.scale` what each row is multiplied by.
`NAME.q4` holds rows in blocks of 32 numbers from -8 to 7, two in a byte (the first 16 in the low halves), with a scale
for each block: llama.cpp's Q4_0.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Float32, Int64

BLOCK = 32
EIGHT, FOUR, SCALE = ".q8", ".q4", ".scale"
"""What follows an array's name."""
LARGEST = 127


class PackedRows:
    """The rows of a matrix in 4 bits, unpacked when they are asked for.

    Args:
        halves: (rows, width / 2) two numbers in a byte.
        scale: (rows, width / 32).
    """

    def __init__(self, halves: npt.NDArray[np.uint8], scale: npt.NDArray[np.float16]) -> None:
        rows, width = halves.shape[0], 2 * halves.shape[1]
        if halves.dtype != np.uint8 or width % BLOCK or scale.shape != (rows, width // BLOCK):
            raise ValueError(f"rows of 4 bits have the shapes {halves.shape} and {scale.shape}, which do not fit")
        self.shape = (rows, width)
        self._halves, self._scale = halves, scale

    def __getitem__(self, rows: Int64) -> Float32:
        halves = self._halves[rows].reshape(len(rows), -1, BLOCK // 2)
        values = np.concatenate([halves & 15, halves >> 4], axis=2).astype(np.float32)
        values -= 8
        values *= self._scale[rows][..., None].astype(np.float32)
        return values.reshape(len(rows), self.shape[1])

    def __len__(self) -> int:
        rows: int = self.shape[0]
        return rows


class PackedWeights:
    """Weights by name, in whichever of the forms. `arrays`: as a file of safetensors has them."""

    def __init__(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        self._arrays = arrays

    def array(self, name: str, *shape: int) -> Float32:
        """Return an array as floats. Raises KeyError if it is missing, ValueError if it has another shape."""
        if name + FOUR in self._arrays:
            rows = self.rows(name, *shape)
            return rows[np.arange(len(rows))]
        values: Float32
        if name + EIGHT in self._arrays:
            packed = self._arrays[name + EIGHT]
            scale = self._arrays[name + SCALE].astype(np.float32).reshape(-1, *[1] * (packed.ndim - 1))
            values = packed.astype(np.float32) * scale
        else:
            values = np.asarray(self._arrays[name], dtype=np.float32)
        if values.shape != shape:
            raise ValueError(f"{name} has the shape {values.shape}, not {shape}")
        return values

    def rows(self, name: str, *shape: int) -> PackedRows | Float32:
        """Return a matrix to be indexed by row numbers; one in 4 bits stays packed. Raises as `array`."""
        if name + FOUR not in self._arrays:
            return self.array(name, *shape)
        rows = PackedRows(self._arrays[name + FOUR], self._arrays[name + SCALE])
        if rows.shape != shape:
            raise ValueError(f"{name} has the shape {rows.shape}, not {shape}")
        return rows


def in_eight_bits(name: str, values: Float32) -> dict[str, npt.NDArray[Any]]:
    """Pack an array of two dimensions or more in 8 bits, each row with its own scale; return the arrays by name."""
    rows = values.reshape(len(values), -1)
    scale = np.maximum(np.abs(rows).max(axis=1) / LARGEST, np.float32(1e-7)).astype(np.float16)
    packed = np.clip(np.rint(rows / scale.astype(np.float32)[:, None]), -LARGEST, LARGEST).astype(np.int8)
    return {name + EIGHT: packed.reshape(values.shape), name + SCALE: scale}
