import pytest

from extractors.score.claims import expected_in_words


@pytest.mark.parametrize(
    ("sign", "sure"), [(0.8, "80 % sure of the sign"), (0.9949, "99 % sure"), (0.9999, ">99 % sure")]
)
def test_the_sign_of_what_is_expected_is_never_said_to_be_certain(sign, sure):
    row = {"expected": -0.3, "expected_low": -0.9, "expected_high": 0.2, "test_sets": 2, "sign": sign}
    assert expected_in_words(row, 1).startswith(
        f"with what 2 other test sets tell, -0.3 [-0.9, 0.2] is expected, {sure}"
    )
