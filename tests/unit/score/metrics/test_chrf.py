"""chrF: equal to sacreBLEU's for every option and odd corpus."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.chrf import CHRF

from extractors.core.errors import InputError
from extractors.score.metrics.chrf import Chrf
from tests.builders.metric_corpora import EDGES, Corpus, corpora

OPTIONS = st.fixed_dictionaries(
    {
        "char_order": st.integers(0, 6),
        "word_order": st.integers(0, 3),
        "beta": st.integers(0, 3),
        "lowercase": st.booleans(),
        "whitespace": st.booleans(),
        "eps_smoothing": st.booleans(),
    }
).filter(lambda options: options["char_order"] + options["word_order"] > 0)


@settings(max_examples=150)
@given(corpora(), OPTIONS)
def test_score_equals_sacrebleu(corpus: Corpus, options: dict) -> None:
    chrf = Chrf(**options)
    statistics = chrf.statistics(corpus.hypotheses, corpus.references)
    expected = CHRF(**options).corpus_score(*corpus.sample())
    assert chrf.score(corpus.total(statistics)) == pytest.approx(expected.score, abs=1e-9, rel=1e-9)


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("eps_smoothing", [False, True])
@pytest.mark.parametrize("word_order", [0, 2])
def test_odd_corpus_equals_sacrebleu(edge: str, eps_smoothing: bool, word_order: int) -> None:
    options = {"eps_smoothing": eps_smoothing, "word_order": word_order}
    chrf = Chrf(**options)
    expected = CHRF(**options).corpus_score(*EDGES[edge]).score
    assert chrf.score(chrf.statistics(*EDGES[edge]).sum(axis=0)) == pytest.approx(expected, abs=1e-9)


def test_statistics_take_the_better_reference() -> None:
    # Characters of "ab" against "abb": 2 of 2 and 3; bigrams: ab against ab, bb; words: 1 and 1, none equal.
    statistics = Chrf(char_order=2, word_order=1).statistics(["ab"], [["xyz"], ["abb"]])
    assert statistics.tolist() == [[2, 3, 2, 1, 2, 1, 1, 1, 0, 1]]


@pytest.mark.parametrize("references", [1, 2])
@pytest.mark.parametrize(
    "options", [{}, {"word_order": 2, "lowercase": True}, {"whitespace": True, "eps_smoothing": True}]
)
def test_signature_is_sacrebleus(options: dict, references: int) -> None:
    theirs = CHRF(**options)
    theirs.corpus_score(["a"], [["a"]] * references)
    assert Chrf(**options).signature(references) == str(theirs.get_signature())


@pytest.mark.parametrize("options", [{}, {"word_order": 2}, {"beta": 3, "word_order": 1}])
def test_label_is_sacrebleus_name(options: dict) -> None:
    assert Chrf(**options).label == CHRF(**options).corpus_score(["a"], [["a"]]).name


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"char_order": 0}, "both 0.*word_order"),
        ({"char_order": -1}, "char_order is -1.*>= 0"),
        ({"word_order": "2"}, "word_order is '2'"),
        ({"beta": 2.5}, "beta is 2.5.*whole number"),
        ({"lowercase": 0}, "lowercase is 0"),
        ({"whitespace": "no"}, "whitespace is 'no'"),
        ({"eps_smoothing": None}, "eps_smoothing is None"),
    ],
)
def test_wrong_option_is_refused(options: dict, message: str) -> None:
    with pytest.raises(InputError, match=f"(?s){message}"):
        Chrf(**options)
