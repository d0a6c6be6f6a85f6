"""Compound with two parts swapped: `Bahnhofsvorplatz` becomes `Hofsbahnvorplatz`."""

from collections.abc import Iterator

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText

LINKS = ("", "s", "es", "n", "en", "er")
SHORTEST = 4
"""Letters of a part at least; shorter ones are too often no parts."""
NO_PARTS = {"schaft", "schaften", "lungen", "robe", "roben", "rung", "rungen", "tion", "haft", "ment", "stand", "tage"}
"""Nouns that are mostly the end of a longer word (`Handlungen`)."""


class CompoundParts(ErrorMaker):
    """Swaps the first two of three or more parts of a noun that the training data does not have.

    Without counts of the training data these are the nouns that the corpora have once. Each part is a noun of the
    corpora, with or without a linking `s`, `es`, `n`, `en` or `er`, which moves with it. The first two parts belong
    together: `Bahnhof` is a word. Of `Grundstromversorgung` a swap would make `Stromgrundversorgung`, which is right.
    """

    category = "unseen_word"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        for word in text.words:
            rare = word.upos == "NOUN" and word.whole and resources.rarity(word.form) == 0
            if not rare or not word.form.isalpha() or not word.form[1:].islower() or text.hyphenated(word):
                continue
            parts = segments(word.lower, resources)
            if len(parts) < 3 or parts[0] == parts[1]:
                continue
            swapped = "".join([parts[1], parts[0], *parts[2:]]).capitalize()
            if not resources.classes.get(swapped.lower()) and _one_meaning(parts, resources):
                yield Candidate((text.replaced(word, swapped),), (word.form,))


def segments(noun: str, resources: Resources) -> list[str]:
    """Cut a noun in lower case into three or more parts with their links; return the noun alone if it cannot be cut.

    Of several ways the one with the fewest parts is taken, and among these the one whose rarest part is most frequent.
    """
    ways = [way for way in _ways(noun, resources) if len(way) >= 3]
    return max(ways, key=lambda way: (-len(way), min(_count(part, resources) for part in way)), default=[noun])


def _one_meaning(parts: list[str], resources: Resources) -> bool:
    """Return whether the first two parts are a word, but neither these two swapped nor the first with the rest."""
    first, second, rest = parts[0], parts[1], "".join(parts[2:])
    parts_known = [
        _is_word(first + second, resources),
        _is_word(second + first, resources),
        _is_word(first + rest, resources),
    ]
    return parts_known == [True, False, False]


def _is_word(noun: str, resources: Resources) -> bool:
    """Return whether the corpora or the training data have a noun, as it is or without a link at its end."""
    stems = [noun.removesuffix(link) for link in LINKS]
    counts = resources.counts or {}
    return any(resources.has_word(stem, "NOUN") or counts.get(stem.capitalize(), 0) > 0 for stem in stems)


def _ways(noun: str, resources: Resources) -> Iterator[list[str]]:
    if _count(noun, resources, last=True):
        yield [noun]
    for end in range(SHORTEST, len(noun) - SHORTEST + 1):
        if _count(noun[:end], resources):
            for rest in _ways(noun[end:], resources):
                yield [noun[:end], *rest]


def _count(part: str, resources: Resources, *, last: bool = False) -> int:
    """Count how often a part is a noun of the corpora, without its link unless it is the last; 0 for only once."""
    best = 0
    for link in ("",) if last else LINKS:
        stem = part.removesuffix(link)
        if len(stem) >= SHORTEST and stem not in NO_PARTS and part.endswith(link) and resources.mostly(stem, "NOUN"):
            best = max(best, resources.forms[stem.capitalize()])
    return best if best > 1 else 0
