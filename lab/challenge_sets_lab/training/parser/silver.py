"""Parsed text on which parsers agree, as training data.

Parsers seldom make the same mistake, so an analysis that they share is right more often than one of
either alone, and there is any amount of such text (Sagae and Tsujii 2007). It is easier than gold data, since
agreement is likelier where there is little to decide: it goes beside gold data, not in their place.
"""

from collections.abc import Sequence

import numpy as np

from challenge_sets_lab.training.parser.data import UNANNOTATED, UNKNOWN, UNKNOWN_HEAD, ParseExample, examples
from extractors.core.errors import InputError
from extractors.formats.treebank import Treebank
from extractors.models.parsers._biaffine.labels import NONE

ENOUGH = 0.8
"""The share of words on which parses must agree for a sentence to be used at all."""

SHORTEST = 4
"""Words below which a sentence teaches nothing."""


def agreed(parses: Sequence[Treebank]) -> list[ParseExample]:
    """The sentences on which parses of a text agree enough; nothing is learnt where they do not.

    A sentence is taken if all parses cut it alike and at least `ENOUGH` of its words have the same head
    and relation in all. Values that differ are marked as unknown. A sentence that came before is left out.

    Args:
        parses: of the same text, each by another parser; one alone is taken as it is.
    """
    if len({_key(treebank) for treebank in parses}) != 1:
        raise InputError(
            "the parses are of different texts",
            path=parses[-1].source,
            remedy="parse the same file with each parser (challenge-sets stage parse)",
        )
    others = [_by_place(treebank) for treebank in parses[1:]]
    sentences: list[ParseExample] = []
    seen: set[tuple[str, ...]] = set()
    for place, sentence in _by_place(parses[0]).items():
        words = tuple(sentence.forms)
        if len(words) < SHORTEST or words in seen:
            continue
        for other in (parse.get(place) for parse in others):
            if other is None or other.forms != sentence.forms:
                break
            sentence = _common(sentence, other)
        else:
            if np.mean(sentence.heads != UNKNOWN_HEAD) >= ENOUGH:
                seen.add(words)
                sentences.append(sentence)
    return sentences


def _common(first: ParseExample, second: ParseExample) -> ParseExample:
    """The analysis that two parses of a sentence share."""
    same_arc = (first.heads == second.heads) & np.array(
        [a == b for a, b in zip(first.deprel, second.deprel, strict=True)], dtype=np.bool_
    )
    same_arc &= first.heads != UNKNOWN_HEAD

    def texts(name: str, unknown: str) -> list[str]:
        pairs = zip(getattr(first, name), getattr(second, name), strict=True)
        return [a if a == b else unknown for a, b in pairs]

    feats = []
    for a, b in zip(first.feats, second.feats, strict=True):
        differ = {name for name in a.keys() | b.keys() if a.get(name) != b.get(name)}
        same = {name: value for name, value in a.items() if name not in differ}
        feats.append(same | {UNANNOTATED + name.lstrip(UNANNOTATED): "" for name in differ})
    return ParseExample(
        first.forms,
        texts("lemmas", NONE),
        texts("upos", UNKNOWN),
        texts("xpos", UNKNOWN),
        feats,
        np.where(same_arc, first.heads, UNKNOWN_HEAD),
        [relation if same else UNKNOWN for relation, same in zip(first.deprel, same_arc.tolist(), strict=True)],
    )


def _key(treebank: Treebank) -> tuple[int, int, int]:
    """Equal for parses of one text by this project's tokenizer."""
    return len(treebank), int(treebank.begins_token.sum()), int(treebank.segment[-1])


def _by_place(treebank: Treebank) -> dict[tuple[int, int], ParseExample]:
    """Sentences by segment and the number of their first word in it."""
    starts = treebank.word_in_segment[treebank.sentence_start[:-1]]
    places = zip(treebank.segment.tolist(), starts.tolist(), strict=True)
    return dict(zip(places, examples(treebank), strict=True))
