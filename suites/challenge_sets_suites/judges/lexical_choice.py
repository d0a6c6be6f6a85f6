"""Lexical choice: whether the output has the right translation of a word, or the one that is right elsewhere.

Source: Popović (2019), Evaluating Conjunction Disambiguation on English-to-German and French-to-German WMT 2019
Translation Hypotheses, WMT; Popović and Castilho (2019), RANLP. An output with both or none is for people to look at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from challenge_sets_suites.judges import OutputJudge
from challenge_sets_suites.tables.items import Item, normalised
from challenge_sets_suites.tables.judgments import RIGHT, UNDECIDED, WRONG, Verdict
from challenge_sets_suites.word_choice.words import WordList, without_parts
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.models.aligners import Aligner, Pair, create_aligner
from extractors.models.tokenizers import surface_tokens

NONE = "none of the competing words"
BOTH = "right and wrong words"
NOT_LINKED = "none that is aligned to the word"
NO_WORDS = "the item names no right word"
"""Reasons of undecided outputs begin with one of these."""


@dataclass(frozen=True, slots=True)
class WordPlaces:
    """An output and where right and wrong words stand in it, by tokens."""

    tokens: list[str]
    right: list[range]
    wrong: list[range]

    def forms(self, places: Sequence[range]) -> str:
        """Quote the words at some places, for people."""
        words = dict.fromkeys(" ".join(self.tokens[at] for at in place) for place in places)
        return ", ".join(f'"{word}"' for word in words)

    def linked(self, targets: set[int]) -> WordPlaces:
        """Keep only the words that hold one of the tokens `targets`."""
        right, wrong = (
            [place for place in places if not targets.isdisjoint(place)] for places in (self.right, self.wrong)
        )
        return WordPlaces(self.tokens, right, wrong)


class LexicalChoice(OutputJudge):
    """Judges by which of an item's words an output has: only right ones, right; only wrong ones, wrong.

    Words are tokens, written as in the item; at the beginning of a sentence they may begin with a capital. With an
    aligner, an output with both, and one whose source has the word several times, is judged by the words that the
    item's word is aligned to.

    Args:
        aligner: one of extractors/models/aligners that aligns an output with its source; None for none.
        model: of the aligner; None for its own.
    """

    needs = ("right_words",)

    def __init__(
        self,
        *,
        source_language: str | None = None,
        target_language: str | None = None,
        aligner: str | None = None,
        model: str | None = None,
    ) -> None:
        needed = {"target": target_language}
        if aligner is not None:
            needed["source"] = source_language
        for name, language in needed.items():
            if language is None:
                raise InputError(
                    f"the judge lexical_choice needs the {name} language to cut texts into words",
                    remedy=f"give the option {name}_language, as de or en",
                )
        self._source_language, self._target_language = source_language or "", target_language or ""
        self._aligner: Aligner | None = None
        if aligner is not None:
            self._aligner = create_aligner(
                aligner,
                source_language=self._source_language,
                target_language=self._target_language,
                model=model,
                options={},
            )
        self._list = cache(lambda words: WordList(words, self._target_language))

    def judge(self, items: Sequence[Item], outputs: Sequence[str]) -> list[Verdict]:
        """Return the verdict on each item, with a reason that quotes the words."""
        word_places = [self._places(item, output) for item, output in zip(items, outputs, strict=True)]
        verdicts = [
            _verdict(places) if item.right_words else Verdict(UNDECIDED, NO_WORDS)
            for item, places in zip(items, word_places, strict=True)
        ]
        if self._aligner is not None:
            self._judge_by_links(self._aligner, items, word_places, verdicts)
        return verdicts

    def _places(self, item: Item, output: str) -> WordPlaces:
        tokens = surface_tokens(output, self._target_language)
        right, wrong = (self._list(words).find(tokens) for words in (item.right_words, item.wrong_words))
        return WordPlaces(tokens, without_parts(right, wrong), without_parts(wrong, right))

    def _judge_by_links(
        self, aligner: Aligner, items: Sequence[Item], word_places: Sequence[WordPlaces], verdicts: list[Verdict]
    ) -> None:
        """Judge again, by links, what the words alone leave open."""
        asked: list[tuple[int, set[int]]] = []
        pairs: list[Pair] = []
        for number, (item, places) in enumerate(zip(items, word_places, strict=True)):
            if not item.right_words or not (places.right or places.wrong):
                continue
            source = surface_tokens(normalised(item.source), self._source_language)
            every = _places_of_word(item, source, self._source_language)
            if (places.right and places.wrong) or len(every) > 1:
                asked.append((number, set(every) if item.position is None else {item.position}))
                pairs.append((source, places.tokens))
        if pairs:
            log.info("aligning %d outputs that the words alone leave open", len(pairs))
        for (number, words), links in zip(asked, aligner.align(pairs), strict=True):
            targets = {target for source, target in links if source in words}
            verdicts[number] = _verdict_by_links(word_places[number], targets)
        aligner.tell()


def _verdict(places: WordPlaces) -> Verdict:
    if places.right and places.wrong:
        return Verdict(UNDECIDED, f"{BOTH}: {places.forms(places.right)} and {places.forms(places.wrong)}")
    if places.right:
        return Verdict(RIGHT, f"{places.forms(places.right)}, which is right here")
    if places.wrong:
        return Verdict(WRONG, f"{places.forms(places.wrong)}, which is right elsewhere")
    return Verdict(UNDECIDED, NONE)


def _verdict_by_links(places: WordPlaces, targets: set[int]) -> Verdict:
    verdict = _verdict(places.linked(targets))
    if verdict.reason != NONE:
        return Verdict(verdict.verdict, f"{verdict.reason}, by the alignment")
    if places.right and places.wrong:
        return Verdict(UNDECIDED, f"{_verdict(places).reason}; the alignment does not tell which it is")
    return Verdict(UNDECIDED, f"{NOT_LINKED}: {places.forms([*places.right, *places.wrong])}")


def _places_of_word(item: Item, source: Sequence[str], language: str) -> list[int]:
    """Find the tokens of a source text that the item's word may be, by their 0-based numbers."""
    if item.word is None:
        return []
    return [place.start for place in WordList([item.word, item.word.lower()], language).find(source)]
