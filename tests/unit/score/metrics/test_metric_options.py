"""Text that every metric refuses before it begins: not hypotheses beside references."""

import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.score.metrics._options import check_segments, check_totals


@pytest.mark.parametrize(
    ("hypotheses", "references", "message"),
    [
        (["a"], [], "no reference was given"),
        ("a", [["a"]], "found one string: 'a'"),
        (["a"], ["a"], "found one string: 'a'"),
        (["a"], [["a"], ["a", "b"]], "reference 1 has 2 segments, the hypotheses 1"),
        (["a", None], [["a", "b"]], "hypothesis segment 1 is not text but None"),
        (["a", "b"], [["a", 3]], "reference segment 1 is not text but 3"),
    ],
)
def test_wrong_text_is_refused(hypotheses: list, references: list, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check_segments(hypotheses, references)


def test_no_segments_are_no_error() -> None:
    check_segments([], [[], []])


@pytest.mark.parametrize("totals", [np.zeros(3), np.zeros((3, 3)), np.float64(0)])
def test_sums_of_other_columns_are_refused(totals: np.ndarray) -> None:
    with pytest.raises(ValueError, match="expected sums of 2 columns"):
        check_totals(totals, 2)
