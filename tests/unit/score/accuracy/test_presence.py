"""Which words of a reference an output has, beside a reading word by word."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from extractors.score.accuracy.presence import Groups, KeyColumns, Presence

WORD = st.lists(st.sampled_from("abcd"), min_size=1, max_size=2, unique=True).map(tuple)
SEGMENT = st.lists(WORD, max_size=5)


@given(st.lists(st.tuples(SEGMENT, SEGMENT), min_size=1, max_size=3), SEGMENT)
def test_words_are_there_contested_and_placed_as_each_word_says(segments, of_another_reference):
    columns = KeyColumns()
    reference = Groups.of_reference([(k, left) for k, (left, _) in enumerate(segments)], columns)
    # Another reference, whose keys get columns after those of the first.
    Groups.of_reference([(len(segments), of_another_reference)], columns)
    output = Groups.of_output([(k, right) for k, (_, right) in enumerate(segments)], columns)
    seen = Presence(reference, output, columns.count)
    for k, (left, right) in enumerate(segments):
        same = [tuple(p for p, other in enumerate(right) if {*word} & {*other}) for word in left]
        wanted = Counter(p for of_word in same for p in of_word)
        for word, of_word in enumerate(same, reference.start[k]):
            contested = any(wanted[p] > 1 for p in of_word)
            assert bool(seen.there[word]) == bool(of_word)
            assert bool(seen.contested[word]) == contested
            assert seen.where[word] == (of_word[0] if len(of_word) == 1 and not contested else -1)
            assert seen.same(word) == of_word
