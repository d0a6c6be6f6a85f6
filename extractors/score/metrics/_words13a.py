"""The tokenizer 13a of mteval, sacreBLEU's default, equal to sacreBLEU's and several times as fast.

Its rules pad most marks with blanks wherever they stand, and periods, commas and dashes by the character beside them.
The first need no regular expression, and one search for many lines; the second look no farther than the word that they
are in, few words have such a mark, most have one of them, and most of these come again.
"""

import functools
import re
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Final

import sacrebleu
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from extractors.core.logs import log

MARKS: Final = tuple('!"#$%&()*+/:;<=>?@[\\]^_`{|}~')
ENTITIES: Final = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
RULES: Final = (
    # A period or comma unless a digit is before it, then unless a digit is behind it; a dash after a digit.
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)
DIGITS: Final = frozenset("0123456789")
BETWEEN: Final = "\0"
"""Stands between two lines, as a word that no rule cuts."""
WORDS_KEPT: Final = 1 << 16
"""Words with a period, comma or dash whose parts are kept."""

# Lines whose words hang on one rule each.
CANARIES: Final = (
    "a<skipped>b -\nc\nd &quot;e&amp;lt; &lt;f&gt;",
    f"x{'x'.join(MARKS)}x '\u2019\u00ab",
    "1.5 1,000. .5 5. a.b a,b ,. ..., 5.,a 5,.5 -5 5-6 a-b 5- .-. 5.-5 \u0665.\u0665",
    " \t\u00a0a\u2028b\x1cc ",
)


def split_lines(lines: Sequence[str]) -> list[list[str]]:
    """The words of each line."""
    if any(BETWEEN in line for line in lines):
        return [words for line in lines for words in _split([line])]
    return _split(lines)


def _split(lines: Sequence[str]) -> list[list[str]]:
    """The words of lines without `BETWEEN`, or of one line."""
    # One text, so that each rule is applied once; it sees no farther than the blanks between two lines.
    text = f" {BETWEEN} ".join([line.rstrip() for line in lines])
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    if "&" in text:
        for entity, mark in ENTITIES:
            text = text.replace(entity, mark)
    for mark in MARKS:
        if mark in text:
            text = text.replace(mark, f" {mark} ")
    words = text.split()
    if "." in text or "," in text or "-" in text:
        words = _in_parts(words)
    return [words] if len(lines) == 1 else _by_line(words, len(lines))


def _in_parts(words: list[str]) -> list[str]:
    """The words, those with a period, comma or dash in their parts."""
    parts = {w: _parts(w) if "." in w or "," in w or "-" in w else (w,) for w in set(words)}
    return list(chain.from_iterable(map(parts.__getitem__, words)))


def _by_line(words: list[str], lines: int) -> list[list[str]]:
    """The words of each line, between which `BETWEEN` stands."""
    found, start = [], 0
    for _ in range(lines - 1):
        end = words.index(BETWEEN, start)
        found.append(words[start:end])
        start = end + 1
    return [*found, words[start:]] if lines else []


@functools.lru_cache(WORDS_KEPT)
def _parts(word: str) -> tuple[str, ...]:
    """A word cut at its periods, commas and dashes."""
    marks = [place for place, character in enumerate(word) if character in ".,-"]
    if len(marks) == 1:
        return _parts_at(word, marks[0])
    line = f" {word} "
    for rule, padded in RULES:
        line = rule.sub(padded, line)
    return tuple(line.split())


def _parts_at(word: str, place: int) -> tuple[str, ...]:
    """A word cut at its only mark, as the rules would: the search by regular expressions takes ten times as long."""
    before, mark, after = word[:place], word[place], word[place + 1 :]
    follows_digit = before[-1:] in DIGITS
    whole = not follows_digit if mark == "-" else follows_digit and after[:1] in DIGITS
    return (word,) if whole else tuple(filter(None, (before, mark, after)))


@functools.cache
def splitter() -> Callable[[Sequence[str]], list[list[str]]]:
    """Our tokenizer, if it does as that of the installed sacreBLEU, which the signature names; else sacreBLEU's."""
    theirs = Tokenizer13a()  # type: ignore[no-untyped-call]
    if split_lines(CANARIES) == [theirs(line.rstrip()).split() for line in CANARIES]:
        return split_lines
    log.warning(
        "sacrebleu %s splits words differently from the releases known here; its own tokenizer is taken, which is"
        " slower",
        sacrebleu.__version__,
    )
    return lambda lines: [str(theirs(line.rstrip())).split() for line in lines]
