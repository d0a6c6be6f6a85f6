"""Words as a parser's treebank cuts them, where the rules of the tokenizer cut otherwise.

The tokenizers of most languages leave contractions whole (Italian `nella`), part at every hyphen, and know no words of
Chinese. A parser has learnt the words of its treebank, so it keeps a table of what the treebank cuts in another way
(`challenge_sets_lab.training.parser.treebank_cutting` makes it), and uses it before it reads a text.
"""

from collections.abc import Mapping, Sequence

from extractors.models.tokenizers import Token

Cuts = Mapping[str, Sequence[Sequence[str]]]
"""By run of the tokenizer's tokens, in lower case and with a space between: the treebank's tokens, each a list of its
form and, of a token of several words, its words: `nella` has `[["nella", "in", "la"]]`, `' n` has `[["'n"]]`."""


class Cutting:
    """A table of cuts, and its use. `cuts`: the table."""

    def __init__(self, cuts: Cuts | None = None) -> None:
        self.cuts = cuts or {}
        self._longest = max((key.count(" ") + 1 for key in self.cuts), default=0)

    def __call__(self, tokens: Sequence[Token]) -> list[Token]:
        """The tokens of a segment, cut as the table says: of each place, the longest run that it has."""
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
        """How many tokens make the longest run of the table that begins here; 0 if none does."""
        stop = start + 1
        while stop < len(tokens) and stop - start < self._longest and not tokens[stop - 1].space_after:
            stop += 1
        for end in range(stop, start, -1):
            if key(tokens[start:end]) in self.cuts and keeps_length(tokens[start:end]):
                return end - start
        return 0


def key(run: Sequence[Token]) -> str:
    """What the table has for a run of tokens."""
    return " ".join(token.form.lower() for token in run)


def keeps_length(run: Sequence[Token]) -> bool:
    """Whether lower case has as many characters (`İ` has not), so that the cuts fit."""
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
    """The words with the capitals of their token."""
    if len(form) > 1 and form.isupper():
        return tuple(word.upper() for word in words)
    first, *others = words
    return (first[:1].upper() + first[1:] if form[0].isupper() else first, *others)
