"""Words of a list in a text, found as tokens."""

from collections.abc import Iterable, Sequence

from extractors.models.tokenizers import surface_tokens


class WordList:
    """Words, of which some may have several tokens ("si no"), to be found in tokenized texts of a language.

    A token is a word of the list if it is written like it. At the beginning of a sentence, of a quotation or after a
    colon its first letter may be a capital, and in a text all in capitals every letter: `Sondern` there, but not
    the noun `Wissen` in the middle of a sentence.
    """

    def __init__(self, words: Iterable[str], language: str) -> None:
        """Cut the words into tokens as texts of `language` are cut."""
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for word in dict.fromkeys(words):
            tokens = tuple(_cut(word, language))
            if tokens:
                self._by_first.setdefault(tokens[0].lower(), []).append(tokens)

    def find(self, tokens: Sequence[str]) -> list[range]:
        """Find the places of words of the list, in order; where two begin at one token, the longer."""
        capitals = not any(character.islower() for token in tokens for character in token)
        places = []
        for start, token in enumerate(tokens):
            if not (words := self._by_first.get(token.lower())):
                continue
            begins = _begins(tokens, start)
            lengths = [len(word) for word in words if _same(tokens[start : start + len(word)], word, begins, capitals)]
            if lengths:
                places.append(range(start, start + max(lengths)))
        return places


def _cut(word: str, language: str) -> list[str]:
    """Cut a word into tokens; one with an apostrophe at its end, as `puisqu'`, is cut as before a vowel."""
    if word.endswith(("'", "’")):
        *tokens, vowel = surface_tokens(f"{word}a", language)
        if tokens and vowel == "a":
            return tokens
    return surface_tokens(word, language)


def _begins(tokens: Sequence[str], at: int) -> bool:
    """Return whether a sentence, a quotation or the like begins at a token: a mark other than a comma is before it."""
    if at == 0:
        return True
    before = tokens[at - 1]
    return before != "," and not any(character.isalnum() for character in before)


def _same(tokens: Sequence[str], word: tuple[str, ...], begins: bool, capitals: bool) -> bool:
    if len(tokens) < len(word):
        return False
    if capitals:
        return [token.lower() for token in tokens] == [part.lower() for part in word]
    first, *others = tokens
    return list(word[1:]) == others and (first == word[0] or (begins and first[:1].lower() + first[1:] == word[0]))


def without_parts(places: Sequence[range], others: Sequence[range]) -> list[range]:
    """Drop places that are part of a longer one among the others: of `por` and `por favor`, the longer stays."""
    return [
        place
        for place in places
        if not any(len(other) > len(place) and place.start in other and place[-1] in other for other in others)
    ]
