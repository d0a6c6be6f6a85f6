import numpy as np
import pytest

from extractors.models.packed import PackedWeights, in_eight_bits

BLOCK = np.arange(16, dtype=np.uint8)


def four_bits(rows: int = 2) -> dict[str, np.ndarray]:
    """Rows of 32 numbers: 0 to 15 in the low halves, 15 to 0 in the high ones, less 8, times the row's number and 1."""
    halves = np.stack([BLOCK | (BLOCK[::-1] << 4)] * rows)
    return {"table.q4": halves, "table.scale": np.arange(1, rows + 1, dtype=np.float16)[:, None]}


def test_rows_of_four_bits_are_unpacked_in_the_order_asked_for() -> None:
    rows = PackedWeights(four_bits()).rows("table", 2, 32)
    whole = np.concatenate([BLOCK, BLOCK[::-1]]).astype(np.float32) - 8
    np.testing.assert_array_equal(rows[np.array([1, 0, 1])], [2 * whole, whole, 2 * whole])
    np.testing.assert_array_equal(PackedWeights(four_bits()).array("table", 2, 32), [whole, 2 * whole])


@pytest.mark.parametrize("shape", [(5, 40), (3, 4, 7)])
def test_eight_bits_are_off_by_half_a_step_of_their_row(shape: tuple[int, ...]) -> None:
    values = np.random.default_rng(1).normal(size=shape).astype(np.float32) * np.float32(3)
    found = PackedWeights(in_eight_bits("w", values)).array("w", *shape)
    step = np.abs(values.reshape(len(values), -1)).max(axis=1) / 127
    assert (np.abs(found - values).reshape(len(values), -1).max(axis=1) <= 0.55 * step).all()


@pytest.mark.parametrize(
    "arrays", [four_bits(), in_eight_bits("table", np.ones((2, 32), np.float32)), {"table": np.ones(3)}]
)
def test_another_shape_is_refused(arrays: dict[str, np.ndarray]) -> None:
    with pytest.raises(ValueError, match="shape"):
        PackedWeights(arrays).array("table", 4, 16)
