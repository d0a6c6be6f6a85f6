"""The model of agreement (`parsers._biaffine.agreement`), learnt from gold trees.

Bundles that a treebank says in part (`Case` without `Gender`) are learnt from as far as they go: the likelihood is that
of all bundles that agree with what is said. The weight of the network's own probabilities is chosen on development
data, and the model is kept only if it makes more words right there.
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.nn.functional import embedding_bag

from challenge_sets_lab.training.parser import parser_scores
from challenge_sets_lab.training.parser.data import ParseExample
from extractors.core.logs import log
from extractors.models.parsers._biaffine import phrases
from extractors.models.parsers._biaffine.agreement import AGREEING, AgreementModel
from extractors.models.parsers._biaffine.labels import Labels
from extractors.models.parsers._biaffine.model import Model
from extractors.models.parsers._biaffine.phrases import Phrase, Tree

ROWS = 32_768
EPOCHS = 12
PHRASES_AT_ONCE = 256
RATE, SLOWER = 0.03, 0.8
"""The rate of Adam in the first epoch, and by how much less it is in each further one."""
DROPOUT = 0.3
"""The share of the evidence that is left out of a phrase, so that no single form decides."""
PULL = 1e-5
MISTAKEN = 0.1
"""The share of arguments that are learnt from with the relation of another argument, as a parser mistakes them. In gold
trees an object is never dative, so that without this a mistaken relation would outweigh a clear form."""
TAGGER = (0.25, 0.5, 1.0)
"""The weights of the network's probabilities that are tried."""
ALIKE = 0.9
"""A relation binds a word into its head's phrase if so many of the pairs have the same values."""
ENOUGH = 20
"""Fewest pairs of words, and fewest phrases for each bundle, that are learnt from."""


def add(model: Model[Any], gold: Sequence[ParseExample], development: Sequence[ParseExample], *, seed: int) -> None:
    """Give a parser a model of agreement, if its language has case and it helps on the development data."""
    model.agreement = None
    learnt = fit(model.labels, gold, seed=seed)
    if learnt is None:
        return
    right = {0.0: _right(model, development)}
    for weight in TAGGER:
        model.agreement = learnt.weighing(weight)
        right[weight] = _right(model, development)
    best = max(right, key=lambda weight: (right[weight], -weight))
    names = ", ".join(learnt.features)
    log.info("%s decided by phrase: %.1f %% of bundles right, %.1f before", names, right[best], right[0.0])
    model.agreement = learnt.weighing(best) if best else None


def _right(model: Model[Any], development: Sequence[ParseExample]) -> float:
    return parser_scores.of_gold_words(model, development)["feats"]


def fit(labels: Labels, gold: Sequence[ParseExample], *, seed: int) -> AgreementModel | None:
    """The model learnt from gold trees; its `tagger` is the first of TAGGER.

    Returns:
        None where words have no case, or too few phrases say all that the bundles consist of.
    """
    numbers = {name: {value: k for k, value in enumerate(values)} for name, values in labels.features}
    features = [name for name in AGREEING if name in numbers]
    if features[:1] != [AGREEING[0]]:
        return None
    relations = binding(gold, features)
    arguments = [relation for sentence in gold for relation in sentence.deprel if relation in phrases.ARGUMENTS]
    draw = random.Random(seed)
    found: list[list[int]] = []
    said: list[list[int]] = []
    for sentence in gold:
        mistaken = [
            draw.choice(arguments) if relation in phrases.ARGUMENTS and draw.random() < MISTAKEN else relation
            for relation in sentence.deprel
        ]
        tree = Tree(sentence.forms, sentence.lemmas, sentence.upos, sentence.heads.tolist(), mistaken)
        declined = [AGREEING[0] in feats for feats in sentence.feats]
        below = tree.below()
        for phrase in phrases.phrases(tree, declined, relations):
            parts = phrases.evidence(phrase, tree, below)
            found.append(list(chain.from_iterable(phrases.rows(part, ROWS) for part in parts)))
            said.append([numbers[name].get(_value(sentence, phrase, name), 0) for name in features])
    values = np.array(said, dtype=np.int64).reshape(-1, len(features))
    bundles, counts = np.unique(values[(values > 0).all(axis=1)], axis=0, return_counts=True)
    if not len(bundles) or counts.sum() < ENOUGH * len(bundles):
        return None
    # (phrases, bundles) which bundles have all values that are said; 0 is not said.
    consistent = ((values[:, None] == bundles[None]) | (values[:, None] == 0)).all(axis=2)
    weights = _weights(found, consistent, seed=seed)
    return AgreementModel(features, bundles, sorted(relations), weights, TAGGER[0])


def binding(gold: Sequence[ParseExample], features: Sequence[str]) -> frozenset[str]:
    """The relations whose two words nearly always have the same values of all features that both have."""
    pairs: Counter[str] = Counter()
    alike: Counter[str] = Counter()
    for sentence in gold:
        for word, head in enumerate(sentence.heads.tolist()):
            if head <= 0:
                continue
            here, there = sentence.feats[word], sentence.feats[head - 1]
            if AGREEING[0] not in here or AGREEING[0] not in there:
                continue
            pairs[sentence.deprel[word]] += 1
            alike[sentence.deprel[word]] += all(
                here[name] == there[name] for name in features if name in here and name in there
            )
    return frozenset(name for name, n in pairs.items() if n >= ENOUGH and alike[name] >= ALIKE * n)


def _value(sentence: ParseExample, phrase: Phrase, name: str) -> str:
    """A phrase's value of a feature: its head's, else that of the first word that has one."""
    order = (phrase.head, *phrase.words)
    return next((sentence.feats[word][name] for word in order if name in sentence.feats[word]), "")


def _weights(
    found: Sequence[Sequence[int]], consistent: npt.NDArray[np.bool_], *, seed: int
) -> npt.NDArray[np.float32]:
    """(ROWS, bundles) weights by Adam on the likelihood of the consistent bundles."""
    usable = np.flatnonzero(consistent.any(axis=1))
    weights = torch.zeros(ROWS, consistent.shape[1], requires_grad=True)
    optimiser = torch.optim.Adam([weights], lr=RATE)
    right = torch.from_numpy(consistent)
    draw, noise = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
    for _ in range(EPOCHS):
        order = draw.permutation(usable)
        for first in range(0, len(order), PHRASES_AT_ONCE):
            batch = order[first : first + PHRASES_AT_ONCE]
            rows = torch.tensor([row for k in batch for row in found[k]])
            starts = torch.tensor(np.cumsum([0, *(len(found[k]) for k in batch[:-1])]))
            kept = (torch.rand(len(rows), generator=noise) >= DROPOUT).float() / (1 - DROPOUT)
            score = embedding_bag(rows, weights, starts, mode="sum", per_sample_weights=kept)
            among = score.masked_fill(~right[batch], -torch.inf)
            loss = (score.logsumexp(dim=1) - among.logsumexp(dim=1)).mean()
            loss = loss + PULL * (weights[torch.unique(rows)] ** 2).sum()
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
        for group in optimiser.param_groups:
            group["lr"] *= SLOWER
    learnt: npt.NDArray[np.float32] = weights.detach().numpy()
    return learnt
