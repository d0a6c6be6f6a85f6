import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.report.examples.marks import DEPENDENT, HEAD, Output, runs
from extractors.texts.spans import token_spans, word_spans, words_of
from extractors.tokenizers import tokens

PLACE = {"what": "segment 3", "path": "x.conllu"}
TEXT = st.text(st.sampled_from("ab I'm don't U.S. 10€ \u2028\u00a0\u0301😀-.,!\"“"), max_size=40)


def cut(text, spans):
    return [text[start:end] for start, end in spans]


@settings(deadline=None)  # the first text waits for the tokenizer
@given(TEXT, st.sampled_from(["en", "de", "fr"]))
def test_tokens_stand_where_their_spans_say(text, language):
    forms = [token.form for token in tokens(text, language)]
    assert cut(text, token_spans(text, forms, **PLACE)) == forms


def test_a_token_may_hold_other_white_space_than_its_text():
    text = "rund 10\u00a0000  Euro"
    assert cut(text, token_spans(text, ["rund", "10 000", "Euro"], **PLACE)) == ["rund", "10\u00a0000", "Euro"]


def test_tokens_of_another_text_are_refused():
    with pytest.raises(InputError, match=r"x\.conllu: the token 'came' of segment 3 .*'went home'") as error:
        token_spans("She went home", ["She", "came"], **PLACE)
    assert "remedy" in str(error.value)


def test_words_of_a_token_have_their_parts_or_all_of_it():
    assert word_spans((4, 9), "don't", ["do", "n't"]) == [(4, 6), (6, 9)]
    assert word_spans((4, 7), "zum", ["zu", "dem"]) == [(4, 7), (4, 7)]
    assert word_spans((4, 8), "Haus", ["Haus"]) == [(4, 8)]


def test_words_of_a_text():
    words, spans, first = words_of("I don't.", tokens("I don't.", "en"), **PLACE)
    assert words == ["I", "do", "n't", "."]
    assert spans == [(0, 1), (2, 4), (4, 7), (7, 8)]
    assert first == [0, 1, 3, 4]


def test_roles_of_the_same_characters_are_added():
    assert runs([(4, 7, DEPENDENT), (0, 3, HEAD)]) == [0, 3, 1, 4, 7, 2]
    assert runs([(0, 3, HEAD), (0, 3, DEPENDENT)]) == [0, 3, 3]
    assert runs([(0, 5, HEAD), (2, 3, DEPENDENT)]) == [0, 2, 1, 2, 3, 3, 3, 5, 1]
    assert runs([(0, 2, HEAD), (2, 4, HEAD)]) == [0, 2, 1, 2, 4, 1]
    assert runs([(2, 2, HEAD)]) == []


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.sampled_from([1, 2])), max_size=6))
def test_runs_cover_what_the_marks_cover_and_nothing_twice(marks):
    wanted = [0] * 13
    for start, end, role in marks:
        for place in range(start, end):
            wanted[place] |= role
    found = [0] * 13
    flat = runs(marks)
    before = 0
    for start, end, role in zip(*[iter(flat)] * 3, strict=True):
        assert before <= start < end
        before = end
        for place in range(start, end):
            found[place] = role
    assert found == wanted


LEMMAS = {"took": "take", "taken": "take"}


def keys(word):
    return (word.casefold(), f"\0{LEMMAS.get(word, word)}")


def test_of_two_equal_words_the_one_in_the_likelier_place_is_found():
    reference = ["he", "was", "late", "and", "she", "was", "early"]
    output = ["he", "was", "tardy", ",", "she", "was", "early"]
    assert Output(output, keys).found([1], reference) == {1: 1}
    assert Output(output, keys).found([5], reference) == {5: 5}
    assert Output(output, keys).found([1, 5], reference) == {1: 1, 5: 5}


def test_a_word_of_the_output_stands_for_one_word_only():
    assert Output(["it", "took"], keys).found([0, 1], ["taken", "took"]) == {1: 1}
    assert Output(["it"], keys).found([0], ["taken"]) == {}
    assert Output([], keys).found([0], ["taken"]) == {}


WORDS = st.lists(st.sampled_from(["a", "b", "took", "taken"]), min_size=1, max_size=6)


@given(WORDS, WORDS)
def test_as_many_words_are_found_as_can_be(reference, output):
    found = Output(output, keys).found(range(len(reference)), reference)
    assert len(set(found.values())) == len(found)
    assert all(set(keys(reference[word])) & set(keys(output[place])) for word, place in found.items())
    kinds = [keys(word)[1] for word in output]
    assert len(found) == sum(min(kinds.count(kind), [keys(w)[1] for w in reference].count(kind)) for kind in set(kinds))
