"""Treebanks of one language made to agree with the first one before they are mixed.

Treebanks differ in more than their texts: one gives verbs no features, one has `acl:relcl` where
another has `acl`, one leaves `im` whole that another parts into `in` and `dem`. A parser trained on
the mixture learns to hesitate. The changes made here are read off the treebanks, so they work for any
language. The network learns the other differences from the name of the treebank (`Network.style`).
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from challenge_sets_lab.training.parser.data import UNANNOTATED, ParseExample
from extractors.core.logs import log
from extractors.models.tokenizers import tokens

RARE = 0.1
"""A relation's subtype is not the first treebank's if it is this much rarer there."""

HARDLY = 1 / 3
"""A feature is not annotated if a part of speech has it this much more rarely than in the first."""

ENOUGH = 20
"""Words of a part of speech below which nothing is said of its features."""


def harmonise(
    names: Sequence[str], treebanks: Sequence[list[ParseExample]], *, language: str
) -> list[list[ParseExample]]:
    """The treebanks in the manner of the first; that one loses nothing but contractions left whole."""
    contractions = _contractions(treebanks)
    harmonised = []
    for name, sentences in zip(names, treebanks, strict=True):
        changed = [_parted(sentence, contractions, language) for sentence in sentences]
        parted = sum(len(new.forms) - len(old.forms) for new, old in zip(changed, sentences, strict=True))
        foreign = _foreign_subtypes(treebanks[0], sentences)
        silent = _unannotated(treebanks[0], sentences)
        if parted or foreign or silent:
            log.info(
                "%s made to agree with %s: %d contractions parted; subtypes dropped: %s; features not learnt: %s",
                name,
                names[0],
                parted,
                ", ".join(sorted(foreign)) or "none",
                ", ".join(sorted(f"{upos} {feature}" for upos, feature in silent)) or "none",
            )
        harmonised.append([_like_first(sentence, foreign, silent) for sentence in changed])
    return harmonised


def _like_first(sentence: ParseExample, foreign: set[str], silent: set[tuple[str, str]]) -> ParseExample:
    feats = [
        {name: value for name, value in values.items() if (upos, name) not in silent}
        | {UNANNOTATED + name: "" for name in {feature for tag, feature in silent if tag == upos}}
        for upos, values in zip(sentence.upos, sentence.feats, strict=True)
    ]
    deprel = [relation.partition(":")[0] if relation in foreign else relation for relation in sentence.deprel]
    return replace(sentence, feats=feats, deprel=deprel)


def _foreign_subtypes(first: Sequence[ParseExample], other: Sequence[ParseExample]) -> set[str]:
    """Relations with a subtype that the first treebank has at a tenth of the rate, or never."""
    here, there = (Counter(r for s in treebank for r in s.deprel) for treebank in (first, other))
    words_here, words_there = sum(here.values()), sum(there.values())
    return {
        relation
        for relation, count in there.items()
        if ":" in relation and here[relation] / words_here < RARE * count / words_there
    }


def _unannotated(first: Sequence[ParseExample], other: Sequence[ParseExample]) -> set[tuple[str, str]]:
    """(part of speech, feature) pairs that one of the two has much more rarely than the other."""
    counts = [_features(first), _features(other)]
    common = [upos for upos in counts[0][0] if min(words[upos] for words, _ in counts) >= ENOUGH]
    features = {name for _, having in counts for _, name in having}
    unannotated = set()
    for pair in ((upos, name) for upos in common for name in features):
        low, high = sorted(having[pair] / words[pair[0]] for words, having in counts)
        if high > HARDLY and low < HARDLY * high:
            unannotated.add(pair)
    return unannotated


def _features(sentences: Sequence[ParseExample]) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    """How many words a part of speech has, and how many of them have each feature."""
    words = Counter(upos for sentence in sentences for upos in sentence.upos)
    having = Counter(
        (upos, name)
        for sentence in sentences
        for upos, feats in zip(sentence.upos, sentence.feats, strict=True)
        for name in feats
    )
    return words, having


Annotations = dict[tuple[str, str], Counter[tuple[str, str, str, tuple[tuple[str, str], ...], str]]]
"""By the two words of a contraction, how its second word is annotated where the treebanks part it, and how often."""


def _contractions(treebanks: Sequence[Sequence[ParseExample]]) -> Annotations:
    """Annotations of adjacent words, `case` and what follows it with the same head, as in `in dem`."""
    contractions: Annotations = defaultdict(Counter)
    for sentences in treebanks:
        for s in sentences:
            for k in range(len(s.forms) - 1):
                if s.deprel[k] == "case" and s.heads[k] == s.heads[k + 1]:
                    annotation = (
                        s.lemmas[k + 1],
                        s.upos[k + 1],
                        s.xpos[k + 1],
                        tuple(s.feats[k + 1].items()),
                        s.deprel[k + 1],
                    )
                    contractions[s.forms[k].lower(), s.forms[k + 1].lower()][annotation] += 1
    return contractions


def _parted(sentence: ParseExample, contractions: Annotations, language: str) -> ParseExample:
    """A sentence with contractions of `case` parted as this project's tokenizer parts them."""
    inserted: dict[int, tuple[str, str]] = {}
    for k, form in enumerate(sentence.forms):
        if sentence.deprel[k] != "case" or sentence.heads[k] == 0:
            continue
        cut = tokens(form, language)
        if len(cut) == 1 and len(cut[0].words) == 2:
            first, second = cut[0].words
            if (first.lower(), second.lower()) in contractions:
                inserted[k] = (first, second)
    if not inserted:
        return sentence
    # Word k stands, after all that is inserted before it, at place[k].
    place = np.array([k + sum(i < k for i in inserted) for k in range(len(sentence.forms) + 1)])
    rows: list[tuple[Any, ...]] = []
    words = zip(sentence.forms, sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats, strict=True)
    for k, word in enumerate(words):
        head = int(sentence.heads[k])
        arc = (int(place[head - 1]) + 1 if head else 0, sentence.deprel[k])
        if k not in inserted:
            rows.append((*word, *arc))
            continue
        first, second = inserted[k]
        lemma, upos, xpos, feats, deprel = contractions[first.lower(), second.lower()].most_common(1)[0][0]
        rows.append((first, first.lower(), *word[2:], *arc))
        rows.append((second, lemma, upos, xpos, dict(feats), arc[0], deprel))
    forms, lemmas, upos_, xpos_, feats_, heads, deprels = map(list, zip(*rows, strict=True))
    return ParseExample(forms, lemmas, upos_, xpos_, feats_, np.array(heads, dtype=np.int64), deprels)
