import pytest

from extractors.score.claims import expected_in_words
from tests.builders.finding_rows import finding


@pytest.mark.parametrize(
    ("sign", "sure"), [(0.8, "80 % sure of the sign"), (0.9949, "99 % sure"), (0.9999, ">99 % sure")]
)
def test_the_sign_of_what_is_expected_is_never_said_to_be_certain(sign, sure):
    row = finding("hard", -0.4, 0.2) | {"expected": -0.3, "expected_low": -0.9, "expected_high": 0.2}
    row |= {"test_sets": 2, "sign": sign}
    said = f"with what is known from 2 other test sets, -0.3 [-0.9, 0.2] is expected, {sure}"
    assert expected_in_words(row, 1).startswith(said)
    again = expected_in_words(row | {"looked_up": 3, "found_again": 1}, 1)
    assert again.startswith(f"found again in 1 of 3 other test sets of these languages; {said}")
