"""BLEU, chrF and TER: equal to sacreBLEU's for every option, tokenizer and odd corpus."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from extractors.core.errors import InputError
from extractors.scoring.metrics import _sacrebleu, count_references
from extractors.scoring.metrics.bleu import Bleu
from extractors.scoring.metrics.chrf import Chrf
from extractors.scoring.metrics.ter import Ter
from tests.builders.metric_corpora import EDGES, Corpus, corpora, for_sacrebleu

TWINS = {Bleu: BLEU, Chrf: CHRF, Ter: TER}
SMOOTHING = [("exp", None), ("none", None), ("floor", None), ("floor", 0.0), ("floor", 0.5)]
SMOOTHING += [("add-k", None), ("add-k", 0), ("add-k", 0.3)]
FLAGS = ("normalized", "no_punct", "asian_support", "case_sensitive")
OPTIONS = {
    Bleu: st.builds(
        lambda options, smoothing: options | {"smooth_method": smoothing[0], "smooth_value": smoothing[1]},
        st.fixed_dictionaries(
            {
                "lowercase": st.booleans(),
                "tokenize": st.sampled_from(["13a", "intl", "char", "zh", "none"]),
                "max_ngram_order": st.integers(1, 6),
                "effective_order": st.booleans(),
            }
        ),
        st.sampled_from(SMOOTHING),
    ),
    Chrf: st.fixed_dictionaries(
        {
            "char_order": st.integers(0, 6),
            "word_order": st.integers(0, 3),
            "beta": st.integers(0, 3),
            "lowercase": st.booleans(),
            "whitespace": st.booleans(),
            "eps_smoothing": st.booleans(),
        }
    ).filter(lambda options: options["char_order"] + options["word_order"] > 0),
    Ter: st.fixed_dictionaries({flag: st.booleans() for flag in FLAGS}).filter(
        lambda options: options["normalized"] or options["no_punct"] or not options["asian_support"]
    ),
}
CHOSEN = [
    *(
        (Bleu, {"smooth_method": method, "smooth_value": value, "effective_order": effective})
        for (method, value), effective in product(SMOOTHING, [False, True])
    ),
    *((Bleu, options) for options in ({}, {"lowercase": True, "tokenize": "intl"}, {"tokenize": "zh"})),
    *((Chrf, {"eps_smoothing": eps, "word_order": order}) for eps, order in product([False, True], [0, 2])),
    *((Chrf, options) for options in ({"word_order": 1, "beta": 3, "lowercase": True}, {"whitespace": True})),
    *((Ter, options) for options in ({}, *({flag: True} for flag in FLAGS if flag != "asian_support"))),
    (Ter, {"asian_support": True, "normalized": True}),
]


@pytest.mark.parametrize("metric", TWINS)
@settings(max_examples=150)
@given(corpora(), st.data())
def test_scores_are_sacrebleus(metric: type, corpus: Corpus, data: st.DataObject) -> None:
    options = data.draw(OPTIONS[metric])
    ours = metric(**options)
    found = ours.score(corpus.total(ours.statistics(corpus.hypotheses, corpus.references)))
    expected = TWINS[metric](**options).corpus_score(*corpus.sample()).score
    assert found == pytest.approx(expected, abs=1e-9, rel=1e-9)


@pytest.mark.parametrize(("metric", "options"), CHOSEN)
def test_scores_of_odd_corpora_labels_and_signatures_are_sacrebleus(metric: type, options: dict) -> None:
    ours, theirs = metric(**options), TWINS[metric](**options)
    for edge, corpus in EDGES.items():
        expected = theirs.corpus_score(corpus[0], for_sacrebleu(corpus[1]))
        assert ours.score(ours.statistics(*corpus).sum(axis=0)) == pytest.approx(expected.score, abs=1e-9), edge
        assert ours.label == expected.name
        assert ours.signature(count_references(corpus[1])) == str(theirs.get_signature())


def test_statistics_of_bleu_are_lengths_matches_ngrams_and_count() -> None:
    # Of the references, that of 4 words is closest to 3 words. Matches: a, b, c; a b; none; none.
    statistics = Bleu().statistics(["a b c"], [["a b x c"], ["a b x x x x"]])
    assert statistics.tolist() == [[3, 4, 3, 1, 0, 0, 3, 2, 1, 0, 1]]


def test_statistics_of_chrf_take_the_better_reference() -> None:
    # Characters of "ab" against "abb": 2 of 2 and 3; bigrams: ab against ab, bb; words: 1 and 1, none equal.
    statistics = Chrf(char_order=2, word_order=1).statistics(["ab"], [["xyz"], ["abb"]])
    assert statistics.tolist() == [[2, 3, 2, 1, 2, 1, 1, 1, 0, 1]]


def test_statistics_of_ter_are_least_edits_and_mean_length() -> None:
    assert Ter().statistics(["a b c"], [["a b c d"], ["x x x x x"]]).tolist() == [[1, 4.5, 1]]


def test_many_segments_go_through_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    hypotheses, references = [f"a b {n} d" for n in range(7)], [[f"a b c {n}" for n in range(7)]]
    whole = Bleu().statistics(hypotheses, references)
    monkeypatch.setattr(_sacrebleu, "SEGMENTS_AT_ONCE", 3)
    assert np.array_equal(Bleu().statistics(hypotheses, references), whole)


@pytest.mark.parametrize(
    ("tokenizer", "error", "remedy"),
    [
        ("ja-mecab", RuntimeError("requires extra dependencies"), r"pip install 'sacrebleu\[ja\]'"),
        ("ko-mecab", RuntimeError("requires extra dependencies"), r"pip install 'sacrebleu\[ko\]'"),
        ("flores200", ImportError("Please install the sentencepiece library"), "pip install sentencepiece"),
    ],
)
def test_tokenizer_that_is_not_here_is_refused(
    monkeypatch: pytest.MonkeyPatch, tokenizer: str, error: Exception, remedy: str
) -> None:
    class WithoutLibrary(BLEU):
        def __init__(self, **_: object) -> None:
            raise error

    monkeypatch.setattr(_sacrebleu, "BLEU", WithoutLibrary)
    monkeypatch.setattr(_sacrebleu, "SPM_MODELS", {})
    with pytest.raises(InputError, match=f"(?s)tokenizer '{tokenizer}' cannot be used here: .*{remedy}"):
        Bleu(tokenize=tokenizer)


def test_sacrebleu_without_the_private_entry_is_refused() -> None:
    with pytest.raises(InputError, match=r"(?s)sacrebleu .* has no BLEU\._gone.*pip install"):
        _sacrebleu.private(BLEU(), "_gone")
