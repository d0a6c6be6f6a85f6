"""Words of raw text as a treebank cuts them, where the rules of the tokenizer cut otherwise.

The tokenizers of most languages leave contractions whole (Italian `nella`), part at every hyphen, and know no words of
Chinese. So a table of what the treebank cuts in another way is learnt from it, and used on raw text.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from challenge_sets_lab.quality.gold_parts import sentence_texts, surface
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats.treebank import Treebank
from extractors.models.tokenizers import Token, tokens

LONGEST = 8
"""Tokens of a run in the table at most."""
MAJORITY = 0.5
"""A run is cut as the treebank does in more than this share of the places where it stands."""

Value = tuple[tuple[str, ...], ...]
Cuts = Mapping[str, Sequence[Sequence[str]]]
"""By run of the tokenizer's tokens, in lower case and with a space between: the treebank's tokens, each a list of its
form and, of a token of several words, its words: `nella` has `[["nella", "in", "la"]]`, `' n` has `[["'n"]]`."""


class Cutting:
    """A table of cuts, and its use. `cuts`: the table."""

    def __init__(self, cuts: Cuts | None = None) -> None:
        self.cuts = cuts or {}
        self._longest = max((key.count(" ") + 1 for key in self.cuts), default=0)

    def __call__(self, tokens: Sequence[Token]) -> list[Token]:
        """Cut the tokens of a segment as the table says, which takes the longest known run at each position."""
        if not self.cuts:
            return list(tokens)
        found: list[Token] = []
        start = 0
        while start < len(tokens):
            run = self._run(tokens, start)
            if run:
                found += _as_cut(tokens[start : start + run], self.cuts[key(tokens[start : start + run])])
            else:
                found.append(tokens[start])
            start += max(1, run)
        return found

    def _run(self, tokens: Sequence[Token], start: int) -> int:
        """Return the number of tokens in the longest run of the table that begins here; 0 if there is none."""
        stop = start + 1
        while stop < len(tokens) and stop - start < self._longest and not tokens[stop - 1].space_after:
            stop += 1
        for end in range(stop, start, -1):
            if key(tokens[start:end]) in self.cuts and keeps_length(tokens[start:end]):
                return end - start
        return 0


def key(run: Sequence[Token]) -> str:
    """Return the table's key for a run of tokens: their lower-case forms with spaces between."""
    return " ".join(token.form.lower() for token in run)


def keeps_length(run: Sequence[Token]) -> bool:
    """Return whether lower-casing keeps the number of characters, which cuts rely on (`İ` becomes two)."""
    return all(len(token.form) == len(token.form.lower()) for token in run)


def _as_cut(run: Sequence[Token], tokens: Sequence[Sequence[str]]) -> list[Token]:
    text = "".join(token.form for token in run)
    cut: list[Token] = []
    for form, *words in tokens:
        own, text = text[: len(form)], text[len(form) :]
        cut.append(Token(own, _like(own, words) if words else (own,), False))
    cut[-1] = cut[-1]._replace(space_after=run[-1].space_after)
    return cut


def _like(form: str, words: Sequence[str]) -> tuple[str, ...]:
    """Capitalise words as the token that they come from: first letter or all letters."""
    if len(form) > 1 and form.isupper():
        return tuple(word.upper() for word in words)
    first, *others = words
    return (first[:1].upper() + first[1:] if form[0].isupper() else first, *others)


def learn(path: Path, treebank: Treebank, sentences: slice, *, language: str) -> Cutting:
    """Learn from the sentences of a treebank where it cuts otherwise than the tokenizer.

    The table is empty if the file has no `# text`, or, with a warning, if the language's tokenizer is not installed.
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
    """Build the table of cuts from sentences as the tokenizer and as the treebank cut them.

    A run gets the cut that the treebank has in most of its places. One place is enough: in nine of ten languages this
    found words better than asking for two (Chinese: F1 71 against 64, without a table 40).
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
    """Yield the shortest runs of both that cover the same characters and differ.

    Runs with more than LONGEST tokens or with white space between their tokens are left out.
    """
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
    """Count how often each run of tokens occurs in the sentences, however the treebank cuts it."""
    names = {*wanted}
    times: Counter[str] = Counter()
    for sentence in sentences:
        for start in range(len(sentence)):
            for stop in range(start + 1, min(len(sentence), start + LONGEST) + 1):
                times.update({name} & names if (name := key(sentence[start:stop])) else ())
                if sentence[stop - 1].space_after:
                    break
    return times
