"""Learn from a treebank what it cuts otherwise than the tokenizer does: the table of `_biaffine.cutting`."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from challenge_sets_lab.quality.gold_parts import sentence_texts, surface
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats.treebank import Treebank
from extractors.models.parsers._biaffine.cutting import Cutting, keeps_length, key
from extractors.models.tokenizers import Token, tokens

LONGEST = 8
"""Tokens of a run in the table at most."""
MAJORITY = 0.5
"""A run is cut as the treebank does in more than this share of the places where it stands."""

Value = tuple[tuple[str, ...], ...]


def learn(path: Path, treebank: Treebank, sentences: slice, *, language: str) -> Cutting:
    """The cuts of some sentences of a treebank's file; none where it has no `# text`.

    Says so, and gives none, where the tokenizer of the language cannot be had.
    """
    texts = sentence_texts(path)[sentences]
    try:
        pairs = [
            (tokens(text, language), gold)
            for text, gold in zip(texts, surface(treebank)[sentences], strict=True)
            if text is not None
        ]
    except InputError as error:
        log.warning("the parser will not know how the treebank cuts words: %s", error)
        return Cutting()
    found = cuts(pairs)
    if found:
        log.info("%s cuts %d words otherwise than the tokenizer, and so will the parser", path.name, len(found))
    return Cutting(found)


def cuts(sentences: Iterable[tuple[Sequence[Token], Sequence[Token]]]) -> dict[str, list[list[str]]]:
    """The table, from sentences as the tokenizer cuts them and as the treebank does.

    What a run stands for is what the treebank has in most of its places. One place is enough: in ten languages, words
    were found better so than from two places on in nine (Chinese: F1 71 and 64, without a table 40).
    """
    seen: dict[str, Counter[Value]] = defaultdict(Counter)
    usable = [(ours, gold) for ours, gold in sentences if _text(ours) == _text(gold)]
    for ours, gold in usable:
        for run, own in _differences(ours, gold):
            seen[key(run)][_value(own)] += 1
    times = _occurrences((ours for ours, _ in usable), seen)
    table: dict[str, list[list[str]]] = {}
    for name in sorted(seen):
        ((value, count),) = seen[name].most_common(1)
        if count > MAJORITY * times[name]:
            table[name] = [list(token) for token in value]
    return table


def _text(sentence: Sequence[Token]) -> str:
    return "".join("".join(token.form.split()) for token in sentence)


def _differences(ours: Sequence[Token], gold: Sequence[Token]) -> Iterator[tuple[Sequence[Token], Sequence[Token]]]:
    """The shortest runs of both that cover the same characters and differ; of ours, without white space inside."""
    first_ours = first_gold = 0
    while first_ours < len(ours):
        end_ours, end_gold = first_ours + 1, first_gold + 1
        while (difference := len(_text(ours[first_ours:end_ours])) - len(_text(gold[first_gold:end_gold]))) != 0:
            end_ours, end_gold = end_ours + (difference < 0), end_gold + (difference > 0)
        run, own = ours[first_ours:end_ours], gold[first_gold:end_gold]
        whole = len(run) <= LONGEST and not any(token.space_after for token in run[:-1])
        if whole and keeps_length(run) and [t[:2] for t in run] != [t[:2] for t in own]:
            yield run, own
        first_ours, first_gold = end_ours, end_gold


def _value(own: Sequence[Token]) -> Value:
    lower = [(token.form.lower(), tuple(word.lower() for word in token.words)) for token in own]
    return tuple((form,) if words == (form,) else (form, *words) for form, words in lower)


def _occurrences(sentences: Iterable[Sequence[Token]], wanted: Iterable[str]) -> Counter[str]:
    """How often each run of the tokenizer's tokens stands in the sentences, however the treebank cuts it."""
    names = {*wanted}
    times: Counter[str] = Counter()
    for sentence in sentences:
        for start in range(len(sentence)):
            for stop in range(start + 1, min(len(sentence), start + LONGEST) + 1):
                times.update({name} & names if (name := key(sentence[start:stop])) else ())
                if sentence[stop - 1].space_after:
                    break
    return times
