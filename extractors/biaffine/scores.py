"""How good parses are beside gold ones, on gold words: what the CoNLL shared tasks call UAS, LAS, UPOS, ..."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from extractors.biaffine.data import Example
from extractors.biaffine.model import Analysis, Model
from extractors.treebank import parse_feats

TEMPERATURES = np.exp(np.linspace(np.log(0.5), np.log(3.0), 25))


def of_gold_words(model: Model, sentences: Sequence[Example]) -> dict[str, float]:
    """Percentages of words: `uas` (right head), `las` (and relation), `upos`, `xpos`, `feats`, `lemma`.

    Punctuation is counted, as by the shared tasks; relations are compared whole, subtype and all.
    Lemmas are compared without case.
    """
    right: Counter[str] = Counter()
    words = 0
    for sentence, parsed in zip(sentences, _parsed(model, sentences), strict=True):
        words += len(sentence.forms)
        head = parsed.head == sentence.heads
        relation = np.array([a == b for a, b in zip(parsed.deprel, sentence.deprel, strict=True)])
        right["uas"] += int(head.sum())
        right["las"] += int((head & relation).sum())
        right["upos"] += sum(a == b for a, b in zip(parsed.upos, sentence.upos, strict=True))
        right["xpos"] += sum(a == b for a, b in zip(parsed.xpos, sentence.xpos, strict=True))
        right["feats"] += sum(parse_feats(a) == b for a, b in zip(parsed.feats, sentence.feats, strict=True))
        right["lemma"] += sum(a.lower() == b.lower() for a, b in zip(parsed.lemma, sentence.lemmas, strict=True))
    return {name: round(100 * count / words, 2) for name, count in right.items()}


def line(scores: dict[str, float]) -> str:
    """Scores in a line."""
    return ", ".join(f"{name.upper()} {value:.1f}" for name, value in scores.items())


def temperature(model: Model, sentences: Sequence[Example]) -> float:
    """The temperature at which confidences are likeliest, of those that are tried.

    A word's confidence is taken as the probability that its head and relation are right; the best
    temperature is the one with the least log loss.
    """
    before = model.temperature
    best, least = 1.0, float("inf")
    for candidate in TEMPERATURES.tolist():
        model.temperature = candidate
        loss = 0.0
        for sentence, parsed in zip(sentences, _parsed(model, sentences), strict=True):
            relation = np.array([a == b for a, b in zip(parsed.deprel, sentence.deprel, strict=True)])
            right = (parsed.head == sentence.heads) & relation
            sure = np.clip(parsed.confidence.astype(np.float64), 1e-4, 1 - 1e-4)
            loss -= float(np.log(np.where(right, sure, 1 - sure)).sum())
        if loss < least:
            best, least = candidate, loss
    model.temperature = before
    return round(best, 3)


def _parsed(model: Model, sentences: Sequence[Example]) -> Iterator[Analysis]:
    """The analyses of gold words, each sentence by itself."""
    forms = [sentence.forms for sentence in sentences]
    one = [np.arange(len(sentence)) == 0 for sentence in forms]
    return model.analyse(forms, one)
