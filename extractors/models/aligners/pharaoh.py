"""Links that the user already has, in Pharaoh format: one line a pair, such as `0-0 1-2 2-1`, or `0-0:0.93 1-2:0.7`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from extractors.core import files
from extractors.core.errors import InputError
from extractors.models.aligners import Aligner, Confidence, Links, Pair
from extractors.models.aligners._link_text import higher, read_link
from extractors.models.installed import file_here
from extractors.models.spans import covering_spans

REFERENCE = "{reference}"

GIVE_A_FILE = "set `model:` to a file with one line for each segment, such as 0-0 1-2 2-1"
OURS, WHITESPACE = "ours", "whitespace"
WHICH = (
    "say which words the links count: `tokens: ours` (those of extractors.models.tokenizers.surface_tokens) or"
    " `tokens: whitespace` (those between blanks)"
)

_Words = list[list[int]]
"""Of each word that links count in a text, which of our tokens it is."""


class Pharaoh(Aligner):
    """Reads links from a file instead of making them.

    A link may have a confidence from 0 to 1 after a colon, `0-2:0.93`. One that is led to several of our tokens
    gives it to each; where several are led to one pair of tokens, the highest counts.

    Args:
        model: the file, plain or gzip; its lines are the pairs' in order, an empty line has no links. `{reference}` in
            it stands for the name of a reference; several references need it, as each has links of its own.
        reverse: the file was made in the other direction, so its links are target-source.
        tokens: which words the links count: `ours`, or `whitespace` for the words between blanks, which are led to ours
            through the characters that they share.
    """

    gives_confidence = True

    def __init__(
        self,
        *,
        source_language: str,
        target_language: str,
        model: str | None = None,
        reverse: bool = False,
        tokens: str | None = None,
    ) -> None:
        del source_language, target_language
        first = None if model is None else Path(model)
        # No reference is named yet: any file of the pattern shows that links are there.
        if first is not None and REFERENCE in first.name:
            first = min(first.parent.glob(first.name.replace(REFERENCE, "*")), default=first)
        file_here("links", None if first is None else str(first), GIVE_A_FILE)
        assert model is not None
        if tokens not in (OURS, WHITESPACE):
            raise InputError(
                f"tokens is {tokens!r}, but the links {model} may count other words than ours", remedy=WHICH
            )
        self._model, self._reverse, self._tokens = model, reverse, tokens
        self._texts: tuple[Sequence[str], Sequence[str]] = ((), ())
        self._name: str | None = None
        self._first = 0
        self._total: int | None = None
        self._lines: list[str] | None = None

    def of_reference(
        self,
        name: str,
        source: Sequence[str],
        target: Sequence[str],
        *,
        first: int = 0,
        total: int | None = None,
    ) -> Pharaoh:
        """Set this aligner to read the links to one reference, and return it."""
        if self._name not in (None, name) and REFERENCE not in self._model:
            raise InputError(
                f"there is one file of links, {self._model}, for two references, {self._name} and {name}",
                remedy=f"write {REFERENCE} in its name and give one file for each reference, or align one reference:"
                " `references: [A]` in the block `align`",
            )
        self._name, self._texts, self._first = name, (source, target), first
        self._total = first + len(target) if total is None else total
        self._lines = None
        return self

    @property
    def _path(self) -> Path:
        return Path(self._model.replace(REFERENCE, self._name or ""))

    @property
    def signature(self) -> str:
        reverse = "/reverse" if self._reverse else ""
        tokens = "" if self._tokens == OURS else f"/{self._tokens}"
        return f"pharaoh/{self._path.name}:{files.sha256(self._path)[:8]}{reverse}{tokens}"

    def align_with_confidence(self, pairs: Sequence[Pair], *, before: int = 0) -> Iterator[tuple[Links, Confidence]]:
        """Yield the links of each pair with their confidence, in order."""
        first = self._first + before
        total = first + len(pairs) if self._total is None else self._total
        lines = self._read(range(first, first + len(pairs)), total)
        sides = [self._words(side, pairs, before) for side in (0, 1)]
        for number, (line, source, target) in enumerate(zip(lines, *sides, strict=True), first + 1):
            highest: dict[tuple[int, int], float | None] = {}
            for (a, b), confidence in self._links(number, line, (len(source), len(target))):
                for link in product(source[a], target[b]):
                    highest[link] = higher(highest.get(link), confidence)
            links = sorted(highest)
            yield links, [highest[link] for link in links]

    def _read(self, numbers: range, total: int) -> list[str]:
        """Return the lines `numbers`, counted from 0, of the file, which must have one for each of `total` segments."""
        if self._lines is None:
            self._lines = files.read_text(self._path).removesuffix("\n").split("\n")
        count = len(self._lines)
        # Of no segments there is a file without any line.
        if count != total and (total or self._lines != [""]):
            raise InputError(
                f"the number of lines is {count}, but the number of segments is {total}",
                path=self._path,
                line=min(count, total) + 1,
                remedy="give one line for each segment, in the order of the corpus, empty where nothing is linked",
            )
        return self._lines[numbers.start : numbers.stop]

    def _words(self, side: int, pairs: Sequence[Pair], before: int) -> list[_Words]:
        """Map the words that links count on one side to our tokens, for each pair."""
        if self._tokens == OURS:
            return [[[number] for number in range(len(pair[side]))] for pair in pairs]
        texts = self._texts[side]
        words = []
        for number, pair in enumerate(pairs):
            text = texts[before + number]
            tokens = _our_tokens(text, pair[side], text.split())
            if tokens is None:
                raise InputError(
                    f"the tokens of the parse are not the tokens of the segment {text[:60]!r}",
                    path=self._path,
                    line=self._first + before + number + 1,
                    remedy="use the parse of this corpus",
                )
            words.append(tokens)
        return words

    def _links(self, number: int, line: str, lengths: tuple[int, int]) -> list[tuple[tuple[int, int], float | None]]:
        links = []
        for text in line.split():
            link = read_link(text, path=self._path, line=number)
            if link is None or not link.is_sure:
                raise InputError(
                    f"{text!r} is not a link",
                    path=self._path,
                    line=number,
                    remedy="write each link as SOURCE-TARGET, such as 0-2, or with its confidence, 0-2:0.93, with"
                    " blanks between links; remove kinds and other weights (0p2, 0-2/1), which are not read, and unsure"
                    " links",
                )
            source, target = (link.target, link.source) if self._reverse else (link.source, link.target)
            for position, side, length in ((source, "source", lengths[0]), (target, "target", lengths[1])):
                if position >= length:
                    raise InputError(
                        f"the link {text} points at {side} word {position} of a segment of length {length}",
                        path=self._path,
                        line=number,
                        remedy="words are counted from 0; `reverse: true` if the file was made in the other direction; "
                        + WHICH,
                    )
            links.append(((source, target), link.confidence))
        return links


def _our_tokens(text: str, ours: Sequence[str], theirs: Sequence[str]) -> _Words | None:
    """Map their words of a text to our tokens; return None if either do not cover all of the text.

    A word of which we have cut off punctuation (`said.`) is the word alone.
    """
    our_spans, their_spans = covering_spans(text, ours), covering_spans(text, theirs)
    if our_spans is None or their_spans is None:
        return None
    tokens = []
    for span in their_spans:
        shared = [number for number, own in enumerate(our_spans) if own[0] < span[1] and span[0] < own[1]]
        wordlike = [number for number in shared if any(map(str.isalnum, ours[number]))]
        tokens.append(wordlike or shared)
    return tokens
