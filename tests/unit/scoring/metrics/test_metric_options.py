"""What metrics refuse: options of other types or beyond their bounds, and other text than translations."""

import pytest

from extractors.core.errors import InputError
from extractors.scoring.metrics import create_metric
from extractors.scoring.metrics._options import check_segments


@pytest.mark.parametrize(
    ("metric", "options", "message"),
    [
        ("bleu", {"tokenize": "13b"}, "unknown tokenizer '13b'.*did you mean '13a'"),
        ("bleu", {"tokenize": None}, "tokenize of bleu must be a text, got None"),
        ("bleu", {"smooth_method": "flor"}, "unknown value 'flor' .*did you mean 'floor'"),
        ("bleu", {"smooth_value": 0.1}, "smooth_method 'exp' takes no value.*floor or add-k"),
        ("bleu", {"smooth_method": "floor", "smooth_value": -1}, "smooth_value of bleu must be at least 0.*, got -1"),
        ("bleu", {"smooth_method": "floor", "smooth_value": float("nan")}, "smooth_value of bleu must be a number"),
        ("bleu", {"max_ngram_order": 0}, "max_ngram_order of bleu must be at least 1, got 0"),
        ("bleu", {"max_ngram_order": True}, "max_ngram_order of bleu must be a whole number, got True"),
        ("bleu", {"force": None}, "force of bleu must be true or false, got None"),
        ("chrf", {"char_order": 0}, "both 0.*word_order"),
        ("chrf", {"char_order": -1}, "char_order of chrf must be at least 0, got -1"),
        ("chrf", {"char_order": 10**9}, "char_order of chrf must be at most 30, got 1000000000"),
        ("bleu", {"max_ngram_order": 31}, "must be at most 30, got 31"),
        ("ribes", {"alpha": 1e7}, "at most 1000000"),
        ("chrf", {"beta": 2.5}, "beta of chrf must be a whole number, got 2.5"),
        ("chrf", {"whitespace": [True]}, "whitespace of chrf must be true or false, got .True"),
        ("ribes", {"alpha": -0.1}, "alpha of ribes must be at least 0, got -0.1"),
        ("ribes", {"beta": "0.1"}, "beta of ribes must be a number, got '0.1'"),
        ("ter", {"asian_support": True}, "asian_support does nothing.*normalized"),
        ("ter", {"normalized": "true"}, "normalized of ter must be true or false, got 'true'"),
    ],
)
def test_wrong_options_are_refused(metric: str, options: dict, message: str) -> None:
    with pytest.raises(InputError, match=f"(?s){message}"):
        create_metric(metric, options)


@pytest.mark.parametrize(
    ("hypotheses", "references", "message"),
    [
        (["a"], [], "no reference was given"),
        ("a", [["a"]], "got one string: 'a'"),
        (["a"], ["a"], "got one string: 'a'"),
        (["a"], [["a"], ["a", "b"]], "reference 1 has 2 segments, but the hypotheses have 1"),
        (["a", None], [["a", "b"]], "hypothesis segment 1 must be text, got None"),
        (["a", "b"], [["a", 3]], "reference segment 1 must be text, got 3"),
    ],
)
def test_wrong_text_is_refused(hypotheses: list, references: list, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check_segments(hypotheses, references)
