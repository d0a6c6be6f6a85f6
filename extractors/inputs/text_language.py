"""Detect the language of a text by its most frequent words, to notice swapped texts or languages.

`frequent_words.csv` has the 60 most frequent words of each language with their shares of all words; where blanks do not
separate words, characters stand for them. `lab/measurements/text_languages.py` makes it from
treebanks and test sets, and
measures what is said of other texts. A verdict needs many words and a clear lead: short texts, mixed ones and near
relatives (Danish for Norwegian) get none.
"""

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import regex

from extractors.core.languages import language_name

TABLE = Path(__file__).with_name("frequent_words.csv")
FREQUENT = 60
"""Words of a language in the table."""
WITHOUT_BLANKS = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}"
WORD = regex.compile(rf"[{WITHOUT_BLANKS}]|(?:(?![{WITHOUT_BLANKS}])[\p{{L}}\p{{M}}])+")
SEGMENTS = 2000
"""The most segments of a text that are read, from all parts of it."""
LONG = 6
"""Words from which on equal texts are no chance: names, numbers and short titles are alike in many languages."""
LEAST_WORDS = 100
LEAST_LIKENESS, LEAD = 0.3, 2.0
"""A text is in another language than it is said to be in if it is at least this much like the other one, and this many
times as much as like the one that is said. Of right texts of 50 words and more, 0.43 is the least likeness to their own
language, and 1.1 the least lead."""
SURE = 0.8
"""What a text must be like the other language of its pair where its own one is not in the table, which may be a near
relative: Norwegian is like Danish by 0.78."""
SHOWN = 5
SAME = {"nb": "no", "nn": "no"}
"""Languages that the table has under another code."""


class LikelyLanguage(NamedTuple):
    """Another language than a text is said to be in, and the text's words that show it, the most telling first."""

    language: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"{language_name(self.language)} ({', '.join(self.words)})"


def words_of(texts: Iterable[str]) -> Counter[str]:
    """Count the words of texts, in lower case."""
    return Counter(word for text in texts for word in WORD.findall(text.casefold()))


@cache
def frequent_words() -> dict[str, dict[str, float]]:
    """Read the table: by language, its frequent words with their shares of all of its words."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {
            row["language"]: {word: float(share) for word, _, share in (w.partition(":") for w in row["words"].split())}
            for row in csv.DictReader(file)
        }


def another_language(texts: Sequence[str], expected: str, *, other: str) -> LikelyLanguage | None:
    """Find the language that texts are clearly in, if it is not the one that they should be in; else None.

    Args:
        expected: the code of the language that they should be in.
        other: the language of the other side of the corpus.
    """
    return language_by_words(words_of(texts[:: max(1, -(-len(texts) // SEGMENTS))]), expected, other=other)


def language_by_words(counts: Counter[str], expected: str, *, other: str) -> LikelyLanguage | None:
    """Find another language, as `another_language` does, from the counts of a text's words."""
    count = counts.total()
    if count < LEAST_WORDS:
        return None
    table = frequent_words()
    expected, other = SAME.get(expected, expected), SAME.get(other, other)
    likeness = {language: _likeness(counts, count, words) for language, words in table.items()}
    if expected in table:
        likeliest = max(likeness, key=likeness.__getitem__)
        is_another = likeness[likeliest] >= max(LEAST_LIKENESS, LEAD * likeness[expected])
    else:
        likeliest = other
        is_another = likeness.get(other, 0) >= SURE
    if likeliest == expected or not is_another:
        return None
    shared = sorted(table[likeliest], key=lambda word: -min(counts[word] / count, table[likeliest][word]))
    return LikelyLanguage(likeliest, tuple(shared[:SHOWN]))


def _likeness(counts: Counter[str], count: int, words: Mapping[str, float]) -> float:
    """Compare a text's words with the frequent words of a language: 0 unlike, 1 alike (histogram intersection)."""
    return sum(min(counts[word] / count, share) for word, share in words.items()) / sum(words.values())
