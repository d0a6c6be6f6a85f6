from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.models.translation.translator import parts


@settings(max_examples=50)
@given(st.text(max_size=60), st.integers(1, 9))
def test_parts_fit_and_lose_nothing_but_blanks(text, most):
    pieces = parts(text, lambda part: len(part) <= most)
    assert all(len(part) <= most for part in pieces if len(part) > 1)
    assert "".join("".join(pieces).split()) == "".join(text.split())


def test_parts_end_where_sentences_do():
    text = 'Ja. Das ist lang genug! "Nein." Und noch einer…'
    assert parts(text, lambda part: len(part) < 25) == ["Ja. Das ist lang genug!", '"Nein." Und noch einer…']
    assert parts("eins zwei drei vier", lambda part: len(part) < 10) == ["eins zwei", "drei vier"]
    assert parts("これは犬。あれは猫。", lambda part: len(part) < 8) == ["これは犬。", "あれは猫。"]
