"""BLEU: equal to sacreBLEU's for every option, tokenizer and odd corpus."""

import numpy as np
import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU

from extractors.core.errors import InputError
from extractors.score.metrics import _sacrebleu
from extractors.score.metrics.bleu import Bleu
from tests.builders.metric_corpora import EDGES, Corpus, corpora

SMOOTHING = [
    ("exp", None),
    ("none", None),
    ("floor", None),
    ("floor", 0.0),
    ("floor", 0.5),
    ("add-k", None),
    ("add-k", 0),
    ("add-k", 0.3),
]
OPTIONS = st.fixed_dictionaries(
    {
        "lowercase": st.booleans(),
        "tokenize": st.sampled_from(["13a", "intl", "char", "zh", "none"]),
        "max_ngram_order": st.integers(1, 6),
        "effective_order": st.booleans(),
    }
)


@settings(max_examples=200)
@given(corpora(), OPTIONS, st.sampled_from(SMOOTHING))
def test_score_equals_sacrebleu(corpus: Corpus, options: dict, smoothing: tuple) -> None:
    options = {**options, "smooth_method": smoothing[0], "smooth_value": smoothing[1]}
    bleu = Bleu(**options)
    statistics = bleu.statistics(corpus.hypotheses, corpus.references)
    expected = BLEU(**options).corpus_score(*corpus.sample())
    assert bleu.score(corpus.total(statistics)) == pytest.approx(expected.score, abs=1e-9, rel=1e-9)


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize(("smooth_method", "smooth_value"), SMOOTHING)
@pytest.mark.parametrize("effective_order", [False, True])
def test_odd_corpus_equals_sacrebleu(
    edge: str, smooth_method: str, smooth_value: float | None, effective_order: bool
) -> None:
    options = {"smooth_method": smooth_method, "smooth_value": smooth_value, "effective_order": effective_order}
    bleu = Bleu(**options)
    expected = BLEU(**options).corpus_score(*EDGES[edge]).score
    assert bleu.score(bleu.statistics(*EDGES[edge]).sum(axis=0)) == pytest.approx(expected, abs=1e-9)


def test_statistics_are_lengths_matches_ngrams_and_count() -> None:
    # Of the references, that of 4 words is closest to 3 words. Matches: a, b, c; a b; none; none.
    statistics = Bleu().statistics(["a b c"], [["a b x c"], ["a b x x x x"]])
    assert statistics.tolist() == [[3, 4, 3, 1, 0, 0, 3, 2, 1, 0, 1]]


def test_many_segments_go_through_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    hypotheses, references = [f"a b {n} d" for n in range(7)], [[f"a b c {n}" for n in range(7)]]
    whole = Bleu().statistics(hypotheses, references)
    monkeypatch.setattr(_sacrebleu, "SEGMENTS_AT_ONCE", 3)
    assert np.array_equal(Bleu().statistics(hypotheses, references), whole)


@pytest.mark.parametrize("references", [1, 3])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"lowercase": True, "tokenize": "intl", "effective_order": True},
        {"smooth_method": "floor"},
        {"smooth_method": "add-k", "smooth_value": 2},
        {"smooth_method": "none", "tokenize": "zh"},
    ],
)
def test_signature_is_sacrebleus(options: dict, references: int) -> None:
    theirs = BLEU(**options)
    theirs.corpus_score(["a"], [["a"]] * references)
    assert Bleu(**options).signature(references) == str(theirs.get_signature())


def test_signature_in_full() -> None:
    expected = f"nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:{sacrebleu.__version__}"
    assert Bleu().signature(2) == expected


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tokenize": "13b"}, "unknown tokenizer '13b'.*did you mean '13a'"),
        ({"tokenize": None}, "unknown tokenizer 'None'.*intl"),
        ({"smooth_method": "flor"}, "unknown smooth_method 'flor'.*did you mean 'floor'"),
        ({"smooth_value": 0.1}, "smooth_method 'exp' has no value.*floor or add-k"),
        ({"smooth_method": "floor", "smooth_value": -1}, "smooth_value is -1.*finite number >= 0"),
        ({"smooth_method": "floor", "smooth_value": float("nan")}, "smooth_value is nan"),
        ({"max_ngram_order": 0}, "max_ngram_order is 0.*whole number >= 1"),
        ({"max_ngram_order": 4.0}, "max_ngram_order is 4.0"),
        ({"max_ngram_order": True}, "max_ngram_order is True"),
        ({"lowercase": "yes"}, "lowercase is 'yes'.*true or false"),
        ({"effective_order": 1}, "effective_order is 1"),
        ({"force": None}, "force is None"),
    ],
)
def test_wrong_option_is_refused(options: dict, message: str) -> None:
    with pytest.raises(InputError, match=f"(?s){message}"):
        Bleu(**options)


@pytest.mark.parametrize(
    ("tokenizer", "error", "remedy"),
    [
        (
            "ja-mecab",
            RuntimeError("Japanese tokenization requires extra dependencies"),
            r"pip install 'sacrebleu\[ja\]'",
        ),
        ("ko-mecab", RuntimeError("Korean tokenization requires extra dependencies"), r"pip install 'sacrebleu\[ko\]'"),
        ("flores200", ImportError("Please install the sentencepiece library"), "pip install sentencepiece"),
        ("flores101", OSError("Name or service not known"), "SACREBLEU"),
    ],
)
def test_tokenizer_that_is_not_here_is_refused(
    monkeypatch: pytest.MonkeyPatch, tokenizer: str, error: Exception, remedy: str
) -> None:
    class WithoutLibrary(BLEU):
        def __init__(self, **_: object) -> None:
            raise error

    monkeypatch.setattr(_sacrebleu, "BLEU", WithoutLibrary)
    with pytest.raises(InputError, match=f"(?s)tokenizer '{tokenizer}' cannot be used here: .*{remedy}"):
        Bleu(tokenize=tokenizer)


def test_sacrebleu_without_the_private_entry_is_refused() -> None:
    with pytest.raises(InputError, match=r"(?s)sacrebleu .* has no BLEU\._gone.*pip install"):
        _sacrebleu.private(BLEU(), "_gone")
