import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.words.evidence import Reference
from extractors.words.lemmas import TargetLemmas
from extractors.words.rendering_judge import MatchItem, RenderingJudge, assigned, by_turns, same_words
from tests.builders.accuracy_corpora import Corpus

KAM_AN = Corpus(
    ["Er/PRON kam/VERB gestern/ADV an/ADP"],
    {"A": ["He arrived yesterday"]},
    {"A": ["0-0 1-1 2-2 3-1"]},
    [(0, "p", 1, 3, 1)],
)


@pytest.mark.parametrize(
    ("output", "right"),
    [
        ("He arrived yesterday", True),
        ("he ARRIVED", True),
        ("Yesterday he arrives", True),
        ("He came yesterday", False),
        ("", False),
    ],
)
def test_a_hit_is_right_if_the_output_has_the_words_it_is_aligned_to(output, right):
    row = KAM_AN.judge(output)
    assert row["reference_match"] is right
    both = (["arrived"], []) if right else ([], ["arrived"])
    assert (row["head_found"], row["head_missed"]) == (row["dependent_found"], row["dependent_missed"]) == both
    assert row["reference"] == "A"


def test_without_lemmas_only_forms_count():
    assert KAM_AN.judge("he arrives", lemmas=TargetLemmas())["reference_match"] is False


def test_half_of_the_words_of_each_source_word_are_enough():
    corpus = Corpus(
        ["fand/VERB statt/ADP"],
        {"A": ["quickly took place there"]},
        {"A": ["0-1 0-2 1-0 1-2 1-3"]},
        [(0, "p", 0, 1, 0)],
    )
    assert corpus.judge("place there")["reference_match"] is True
    # One of the two words of the head, but one of three of the dependent.
    row = corpus.judge("took there")
    assert row["reference_match"] is False
    assert (row["head_found"], row["dependent_missed"]) == (["took"], ["quickly", "place"])


def test_a_word_that_a_reference_has_twice_must_be_there_twice():
    corpus = Corpus(
        ["Hund/NOUN und/CCONJ Hund/NOUN"], {"A": ["dog and dog"]}, {"A": ["0-0 1-1 2-2"]}, [(0, "p", 0, 2, 1)]
    )
    assert corpus.judge("a dog")["reference_match"] is False
    assert corpus.judge("dog or dog")["reference_match"] is True


def test_one_word_cannot_stand_for_two():
    corpus = Corpus(["geht/VERB lässt/VERB"], {"A": ["left leave"]}, {"A": ["0-0 1-1"]}, [(0, "p", 0, 1, 0)])
    assert corpus.judge("leaves")["reference_match"] is False
    assert corpus.judge("leaves left")["reference_match"] is True


def test_any_reference_will_do_and_it_must_have_all_that_it_says():
    corpus = Corpus(
        ["kam/VERB an/ADP"],
        {"A": ["arrived safely"], "B": ["reached port"]},
        {"A": ["0-0 1-1"], "B": ["0-0 1-1"]},
        [(0, "p", 0, 1, 0)],
    )
    assert [corpus.judge(o)["reference_match"] for o in ("arrived safely", "reached port", "arrived port")] == [
        True,
        True,
        False,
    ]
    assert corpus.judge("to reached a port")["reference"] == "B"


def test_very_frequent_words_show_nothing_unless_there_are_no_others():
    source = ["kam/VERB an/ADP", "und/CCONJ"]
    references = {"A": ["the arrival the", "the " * 30]}
    corpus = Corpus(source, references, {"A": ["0-0 0-1 1-2", ""]}, [(0, "p", 0, 1, 0)])
    assert corpus.judge("the the end")["reference_match"] is False
    row = corpus.judge("the arrival")
    assert (row["reference_match"], row["head_found"], row["dependent_found"]) == (True, ["arrival"], ["the"])


def test_a_hit_that_is_aligned_to_nothing_or_to_punctuation_is_not_counted():
    corpus = Corpus(
        ["sich/PRON ,/PUNCT", "Haus/NOUN ./PUNCT"],
        {"A": ["yes ,", "house"]},
        {"A": ["0-1", "0-0"]},
        [(0, "p", 0, 0, 0), (1, "p", 0, 0, 0)],
    )
    summary, details = corpus.measure({"s": ["yes", "house"]})
    assert [row["reference_match"] for row in details] == [None, True]
    assert (summary[0]["n"], summary[0]["accuracy"]) == (1, 1.0)


SEGMENT = st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=2, unique=True).map(tuple), max_size=5)


@given(SEGMENT, SEGMENT)
def test_words_are_the_same_if_they_share_a_key(reference, output):
    same = same_words(output)
    for word in reference:
        assert same(word) == tuple(place for place, other in enumerate(output) if {*word} & {*other})


@given(st.lists(st.sets(st.integers(0, 4), min_size=1, max_size=3), min_size=1, max_size=5))
def test_found_words_have_a_word_of_the_output_each_and_are_as_many_as_can_be(words):
    same = {place: tuple(sorted(of_place)) for place, of_place in enumerate(words)}
    found = assigned(list(same), same)

    def most(places, used):
        if not places:
            return 0
        rest = most(places[1:], used)
        return max([rest, *(1 + most(places[1:], used | {w}) for w in {*same[places[0]]} - used)])

    assert len(found) == most(list(same), frozenset())
    assert most(sorted(found), frozenset()) == len(found)


def test_source_words_take_words_by_turns():
    assert by_turns((0, 1, 2), (7,)) == (0, 7, 1, 2)
    assert by_turns((1, 2), (0, 2, 5)) == (1, 0, 2, 5)


def test_the_work_on_repeats_of_a_word_grows_with_their_number_and_not_its_square():
    repeats = 1000
    words = ["very"] * repeats
    reference = Reference("A", [words], [{token: (token,) for token in range(repeats)}], [frozenset()], [{}])
    items = [MatchItem(0, token, (token + 1) % repeats) for token in range(repeats)]
    judge = RenderingJudge([reference], items, TargetLemmas())
    verdicts = judge.judge([words])
    assert all(verdict.right for verdict in verdicts)
    assert judge.judge([["other"]])[0].right is False
