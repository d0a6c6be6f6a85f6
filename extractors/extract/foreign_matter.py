"""Find matter that stands in one output and no other text: words that many lines share, characters, whole lines.

Outputs of language models bring introductions, notes, code fences and refusals; others bring marks of subwords,
`<unk>`, letters of another script or variety, or the translation of another segment. No list of phrases is needed to
see these: references, source and the other outputs say the same as a translation, and have nothing of the kind.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

SHARED_WORDS, CHARACTERS, TYPOGRAPHY, UNLIKE = "shared_words", "foreign_characters", "typography", "unlike_others"
SHARE, WHOLE_SHARE, LEAST = 0.05, 0.02, 5
"""Words and characters are named that stand in this share of an output's lines, words that are whole lines from
WHOLE_SHARE on, and in at least this many."""
RARER = 10
"""How much rarer they must be in a reference, in the source and in half of the other outputs."""
MOST_GRAMS, LONGEST_GRAM, CHARACTER_GRAM = 60, 4, 10
"""Frequent n-grams that are looked at, words of an n-gram, and characters of one where words have no blanks."""
LEAST_LINES, USUAL = 3, 3
"""Lines of a character that counts, and how many times the lines of the median output those with such characters must
be: in Chinese, every output has a few characters of its own, in names."""
SHOWN = 8
LETTERS = 20
"""A line with fewer letters is not compared with the other texts of its segment."""
ALIKE, LESS = 0.25, 0.35
"""A line is unlike the others if less than ALIKE of the weight of its words stands in another text of the segment, and
less by LESS than the median of all outputs of the segment."""
QUOTES = "\"'„‚"
LEAST_TEXTS = 3
"""References and outputs of a segment, without which nothing can be told of a whole line."""

_WORD = re.compile(r"[^\W\d_]+")
_NO_BLANKS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
"""Letters of scripts that put no blanks between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese."""


@dataclass(frozen=True, slots=True)
class ForeignMatter:
    """What one output has and no other text.

    Attributes:
        kind: SHARED_WORDS, CHARACTERS, TYPOGRAPHY (other quotes, digits, widths or blanks, no damage) or UNLIKE.
        lines: the lines of the output that have it.
        shown: the words or characters; of UNLIKE the beginning of the first line.
    """

    system: str
    kind: str
    lines: tuple[int, ...]
    shown: str


def foreign_matter(
    source: Sequence[str], references: Mapping[str, Sequence[str]], outputs: Mapping[str, Sequence[str]]
) -> Iterator[ForeignMatter]:
    """Yield the foreign matter of each output of n segments; nothing can be told without a reference."""
    if references:
        yield from _shared_words(source, references, outputs)
        yield from _characters(source, references, outputs)
        yield from _unlike_others(source, references, outputs)


def _edges(line: str) -> Iterator[tuple[str, str]]:
    """Yield the n-grams at the beginning and the end of a line, and the whole line, each with its place: ^, $ or =."""
    words, text = line.split(), line.strip()
    if not words:
        return
    if not text[0].isalnum():
        # Whichever quotes: those around every line are no part of a translation.
        yield "^", '"' if unicodedata.category(text[0]) in ("Pi", "Pf") or text[0] in QUOTES else text[0]
    if _NO_BLANKS.search(text):
        if len(text) > CHARACTER_GRAM:
            yield "^", text[:CHARACTER_GRAM]
            yield "$", text[-CHARACTER_GRAM:]
    else:
        # A short first word, such as an article, begins many a line.
        for n in range(1 if len(words[0]) > 4 else 2, min(LONGEST_GRAM, len(words)) + 1):
            yield "^", " ".join(words[:n])
        for n in range(2, min(LONGEST_GRAM, len(words)) + 1):
            yield "$", " ".join(words[-n:])
    if len(text) > 1:
        yield "=", text


def _counts(texts: Sequence[str]) -> Counter[tuple[str, str]]:
    return Counter(edge for line in texts for edge in _edges(line))


def _median(numbers: Sequence[float]) -> float:
    return sorted(numbers)[len(numbers) // 2] if numbers else 0


def _shared_words(
    source: Sequence[str], references: Mapping[str, Sequence[str]], outputs: Mapping[str, Sequence[str]]
) -> Iterator[ForeignMatter]:
    """Find the most frequent n-gram at an edge of an output's lines that no other text has as often."""
    known = [_counts(texts) for texts in (source, *references.values())]
    counts = {name: _counts(texts) for name, texts in outputs.items()}
    letters = [_letters(line) for texts in references.values() for line in texts]
    for name, texts in outputs.items():
        others = [counts[other] for other in outputs if other != name]
        # Of n-grams of the same lines the longest says most.
        frequent = sorted(counts[name].items(), key=lambda item: (-item[1], -len(item[0][1])))[:MOST_GRAMS]
        for edge, count in frequent:
            least = WHOLE_SHARE if edge[0] == "=" else SHARE
            usual = max(max(of[edge] for of in known), _median([of[edge] for of in others]))
            if count < max(LEAST, least * len(texts)) or usual * RARER > count:
                continue
            lines = tuple(i for i, line in enumerate(texts) if edge in _edges(line))
            kind = TYPOGRAPHY if _is_usual(edge, letters, count * len(references) / RARER) else SHARED_WORDS
            yield ForeignMatter(name, kind, lines, edge[1])
            break


def _letters(text: str) -> str:
    """Return the letters, marks and digits of a text, without case, width and blanks."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in plain if unicodedata.category(c)[0] in "LMN")


def _is_usual(edge: tuple[str, str], letters: Sequence[str], least: float) -> bool:
    """Return whether at least so many lines of the references have the same letters there, or there are no letters."""
    place, wanted = edge[0], _letters(edge[1])
    if not wanted:
        return not edge[1].isascii()
    if place == "^":
        found = sum(line.startswith(wanted) for line in letters)
    elif place == "$":
        found = sum(line.endswith(wanted) for line in letters)
    else:
        found = letters.count(wanted)
    return found >= max(least, 1)


def _characters(
    source: Sequence[str], references: Mapping[str, Sequence[str]], outputs: Mapping[str, Sequence[str]]
) -> Iterator[ForeignMatter]:
    """Find characters that an output uses in a share of its lines, and no reference, source or most other outputs."""
    known = {c for texts in (source, *references.values()) for line in texts for c in line}
    plain = {unicodedata.normalize("NFKC", c) for c in known}
    counts = {name: Counter(c for line in texts for c in set(line)) for name, texts in outputs.items()}
    own: dict[tuple[str, str], tuple[list[str], list[int]]] = {}
    for name, texts in outputs.items():
        others = [counts[other] for other in outputs if other != name]
        kinds: dict[str, list[str]] = {CHARACTERS: [], TYPOGRAPHY: []}
        for c, count in counts[name].most_common():
            if count < LEAST_LINES or c in known or c.isspace():
                continue
            if _median([of[c] for of in others]) * RARER <= count:
                kinds[TYPOGRAPHY if _is_typography(c, plain) else CHARACTERS].append(c)
        for kind, characters in kinds.items():
            own[name, kind] = characters, [i for i, line in enumerate(texts) if not set(line).isdisjoint(characters)]
    for (name, kind), (characters, lines) in own.items():
        usual = _median([len(own[other, kind][1]) for other in outputs if other != name])
        if len(lines) >= max(LEAST, SHARE * len(source), USUAL * usual):
            yield ForeignMatter(name, kind, tuple(lines), " ".join(characters[:SHOWN]))


def _is_typography(c: str, plain: set[str]) -> bool:
    """Return whether a character is a digit, a mark beyond ASCII (quotes, dashes), or another form of a known one.

    Presentation forms of letters are no typography: metrics take them for other letters.
    """
    category = unicodedata.category(c)
    if category[0] == "P":
        return not c.isascii() or any(unicodedata.normalize("NFKC", one) == c for one in plain)
    return category == "Nd" or (category[0] != "L" and unicodedata.normalize("NFKC", c) in plain)


def _units(text: str) -> set[str]:
    """Return the words of a text by their first five letters; of a script without blanks the pairs of characters."""
    units: set[str] = set()
    for word in _WORD.findall(text.casefold()):
        if _NO_BLANKS.search(word):
            units.update(word[i : i + 2] for i in range(len(word) - 1))
        else:
            units.add(word[:5])
    return units


def _unlike_others(
    source: Sequence[str], references: Mapping[str, Sequence[str]], outputs: Mapping[str, Sequence[str]]
) -> Iterator[ForeignMatter]:
    """Find lines of which hardly a word stands in another text of the segment: refusals, notes, other segments.

    A word weighs as much as it is rare in the references: log((N + 1) / (lines with it + 1/2)), Robertson and Spärck
    Jones' inverse document frequency.
    """
    if len(references) + len(outputs) < LEAST_TEXTS:
        return
    frequency = Counter(unit for texts in references.values() for line in texts for unit in _units(line))
    total = len(source) * len(references) + 1
    lines: dict[str, list[int]] = {name: [] for name in outputs}
    for i, of_source in enumerate(source):
        common = _units(of_source).union(*(_units(texts[i]) for texts in references.values()))
        units = {name: _units(texts[i]) for name, texts in outputs.items()}
        seen = Counter(unit for own in units.values() for unit in own)
        shares = {
            name: _share({u: math.log(total / (frequency[u] + 0.5)) for u in own}, common, seen)
            for name, own in units.items()
        }
        least = min(ALIKE, _median(list(shares.values())) - LESS)
        for name, share in shares.items():
            if share < least and sum(map(str.isalpha, outputs[name][i])) >= LETTERS:
                lines[name].append(i)
    for name, unlike in lines.items():
        if unlike:
            yield ForeignMatter(name, UNLIKE, tuple(unlike), outputs[name][unlike[0]][:60])


def _share(weights: Mapping[str, float], common: set[str], seen: Mapping[str, int]) -> float:
    """Return the share of the weight of a line's units that source, a reference or another output has, too."""
    whole = sum(weights.values())
    return sum(w for unit, w in weights.items() if unit in common or seen[unit] > 1) / whole if whole else 1.0
