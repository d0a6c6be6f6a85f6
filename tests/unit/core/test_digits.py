import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.digits import is_whole


@given(st.integers(0, 10**18 - 1))
def test_a_number_is_whole(number):
    assert is_whole(str(number))


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.0", " 1", "²", "9" * 19, "1" * 5000])
def test_other_texts_are_not(text):
    assert not is_whole(text)
