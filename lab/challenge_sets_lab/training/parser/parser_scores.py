"""How good parses are beside gold ones, on gold words: UAS, LAS, UPOS, ... as in the CoNLL shared tasks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from challenge_sets_lab.training.parser.data import ParseExample
from extractors.formats.treebank import parse_feats
from extractors.models.parsers._biaffine.model import Analysis, Calibration, Model, logit


def of_gold_words(model: Model[Any], sentences: Sequence[ParseExample]) -> dict[str, float]:
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


def calibration(model: Model[Any], sentences: Sequence[ParseExample]) -> Calibration:
    """The calibration that makes the model's confidences right as often as they say, on these sentences.

    Logistic regression of "head and relation are right" on the logit of the network's probability (Platt
    1999), over all words but punctuation, which is easy and would hide the rest.
    """
    model.calibration = Calibration()
    logits: list[float] = []
    right: list[bool] = []
    for sentence, parsed in zip(sentences, _parsed(model, sentences), strict=True):
        for word, upos in enumerate(sentence.upos):
            if upos != "PUNCT":
                logits.append(logit(float(parsed.confidence[word])))
                same = parsed.deprel[word] == sentence.deprel[word]
                right.append(bool(parsed.head[word] == sentence.heads[word]) and same)
    x, signs = np.array(logits), np.where(right, 1.0, -1.0)

    def loss(weights: npt.NDArray[np.float64]) -> float:
        # A little pull towards the network's own probability, so that any data have an answer.
        pull = float(((weights - [1.0, 0.0]) ** 2).sum())
        return float(np.logaddexp(0, -signs * (weights[0] * x + weights[1])).sum()) + pull

    slope, intercept = minimize(loss, [1.0, 0.0]).x.tolist()
    # A slope of 0 or less would turn sure into unsure: too few data to say anything.
    return Calibration(round(slope, 4), round(intercept, 4)) if slope > 0 else Calibration()


def _parsed(model: Model[Any], sentences: Sequence[ParseExample]) -> Iterator[Analysis]:
    """The analyses of gold words, each sentence by itself."""
    forms = [sentence.forms for sentence in sentences]
    first_words = [np.arange(len(sentence)) == 0 for sentence in forms]
    return model.analyse(forms, first_words)
