"""Which words of a reference an output has, beside a reading word by word."""

from hypothesis import given
from hypothesis import strategies as st

from extractors.words.presence import Presence

SEGMENT = st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=2, unique=True).map(tuple), max_size=5)


@given(SEGMENT, SEGMENT)
def test_words_are_there_as_each_word_says(reference, output):
    by_key = {key: [place for place, word in enumerate(output) if key in word] for key in "abcd"}
    seen = Presence(reference, by_key)
    same = [tuple(place for place, other in enumerate(output) if {*word} & {*other}) for word in reference]
    assert [seen.same(word) for word in range(len(reference))] == same
