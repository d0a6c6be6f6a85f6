"""A translation with its parse, and changes of it that keep spacing, punctuation and capitals."""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from extractors.core.errors import InputError
from extractors.formats.treebank import Treebank
from extractors.models.spans import LocatedWords
from extractors.models.tokenizers import Token


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A syntactic word and its place.

    Attributes:
        number: 0-based, in the segment; `head` counts so too and is -1 for a root.
        relation: DEPREL without its subtype.
        token: number of its surface token in the segment.
        sentence: number of its sentence in the corpus.
        start, end: characters of the text.
        whole: whether it has characters of its own, so that it can be replaced: not the two words of `zum`.
    """

    number: int
    form: str
    lemma: str
    upos: str
    feats: dict[str, str]
    head: int
    deprel: str
    token: int
    sentence: int
    start: int
    end: int
    whole: bool

    @property
    def lower(self) -> str:
        return self.form.lower()

    @property
    def relation(self) -> str:
        return self.deprel.partition(":")[0]

    @property
    def finite(self) -> bool:
        return is_finite(self.feats)

    @property
    def kind(self) -> str:
        return kind_of(self.upos, self.feats)

    @property
    def participle(self) -> bool:
        return self.feats.get("VerbForm") == "Part"

    @property
    def infinitive(self) -> bool:
        return self.feats.get("VerbForm") == "Inf"

    @property
    def relative_pronoun(self) -> bool:
        return self.upos == "PRON" and "Rel" in self.feats.get("PronType", "").split(",")

    @property
    def number_feature(self) -> str:
        return self.feats.get("Number", "")


def is_finite(feats: Mapping[str, str]) -> bool:
    """Return whether a verb is finite by its features; where a parser gives no VerbForm, a mood shows it."""
    return feats.get("VerbForm") == "Fin" or ("Mood" in feats and "VerbForm" not in feats)


def kind_of(upos: str, feats: Mapping[str, str]) -> str:
    """Return a word's part of speech, the form of a verb, and whether it is inflected for case, as one text."""
    return f"{upos} {feats.get('VerbForm', '')} {'Case' in feats}"


@dataclass(frozen=True)
class TargetText:
    """A translation.

    Attributes:
        segment: 0-based line of it.
        source: what it translates; empty if that is not known.
    """

    text: str
    words: tuple[PlacedWord, ...]
    segment: int
    source: str = ""
    source_language: str = ""
    _children: dict[int, list[PlacedWord]] = field(init=False, default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for word in self.words:
            self._children.setdefault(word.head, []).append(word)

    @cached_property
    def firsts(self) -> frozenset[int]:
        """The first word of each sentence, signs left out."""
        firsts: dict[int, int] = {}
        for word in self.words:
            if word.upos not in ("PUNCT", "SYM"):
                firsts.setdefault(word.sentence, word.number)
        return frozenset(firsts.values())

    @cached_property
    def source_forms(self) -> frozenset[str]:
        """The words of the source, without the signs around them."""
        return frozenset(re.findall(r"[^\W_]+", self.source))

    @cached_property
    def source_words(self) -> frozenset[str]:
        """`source_forms` in lower case."""
        return frozenset(form.lower() for form in self.source_forms)

    def children(self, word: PlacedWord, *relations: str) -> list[PlacedWord]:
        """Return the dependents of a word, in order; only with some relations (without subtypes) if any are named."""
        dependents = self._children.get(word.number, [])
        return [w for w in dependents if w.relation in relations] if relations else dependents

    def subtree(self, word: PlacedWord) -> list[PlacedWord]:
        """Return a word and all that depend on it, directly or not, in order."""
        words, waiting = [], [word]
        while waiting:
            words.append(waiting.pop())
            waiting.extend(self.children(words[-1]))
        return sorted(words, key=lambda w: w.number)

    def previous(self, word: PlacedWord) -> PlacedWord | None:
        """Return the word before, if there is one in the same sentence."""
        return self._neighbour(word, -1)

    def next(self, word: PlacedWord) -> PlacedWord | None:
        """Return the word after, if there is one in the same sentence."""
        return self._neighbour(word, 1)

    def _neighbour(self, word: PlacedWord, step: int) -> PlacedWord | None:
        number = word.number + step
        inside = 0 <= number < len(self.words) and self.words[number].sentence == word.sentence
        return self.words[number] if inside else None

    def between(self, first: PlacedWord, last: PlacedWord) -> tuple[PlacedWord, ...]:
        """Return the words between two words, whichever comes first."""
        low, high = sorted((first.number, last.number))
        return self.words[low + 1 : high]

    def sentence_of(self, word: PlacedWord) -> list[PlacedWord]:
        """Return the words of a word's sentence."""
        return [w for w in self.words if w.sentence == word.sentence]

    def question(self, word: PlacedWord) -> bool:
        """Return whether a word's sentence ends in a question mark, or is an exclamation that begins as a question."""
        sentence = self.sentence_of(word)
        end, beginnings = "".join(w.form for w in sentence[-3:]), {w.lower for w in sentence[:3]}
        return "?" in end or ("!" in end and bool(beginnings & {"wie", "was", "welch", "how", "what"}))

    def hyphenated(self, word: PlacedWord) -> bool:
        """Return whether a hyphen, a slash or a letter touches the word, which is then part of something longer."""
        before, after = self.text[word.start - 1 : word.start], self.text[word.end : word.end + 1]
        return any(sign.isalnum() or (sign and sign in "-–/&@_+'’*") for sign in (before, after))

    def distance(self, first: PlacedWord, second: PlacedWord) -> int:
        """Count the surface tokens from one word to the other; neighbours are 1 apart."""
        return abs(first.token - second.token)

    def replaced(self, word: PlacedWord, form: str) -> str:
        """Return the text with `form` in place of a word, capitalised as the word is."""
        return self.text[: word.start] + like(word.form, form) + self.text[word.end :]

    def inserted(self, before: PlacedWord, form: str) -> str:
        """Return the text with `form` inserted before a word that is not the first of its sentence."""
        return f"{self.text[: before.start]}{form} {self.text[before.start :]}"

    def without(self, start: int, end: int) -> str:
        """Return the text without some characters and the blank before them, or after them at the start.

        If they began a sentence, what follows gets a capital.
        """
        left, right = self.text[:start], self.text[end:]
        if left.endswith(" ") and (not right or right[0].isspace() or not right[0].isalnum()):
            return left.rstrip(" ") + right
        right = right.lstrip(" ")
        begins = any(self.words[number].start == start for number in self.firsts)
        return left + (right[:1].upper() + right[1:] if begins else right)


def like(model: str, form: str) -> str:
    """Give a form the capitals of `model`, all or the first, or leave it as it is."""
    if len(model) > 1 and model.isupper():
        return form.upper()
    if model[:1].isupper():
        return form[:1].upper() + form[1:]
    return form


def target_texts(
    treebank: Treebank, texts: Sequence[str], sources: Sequence[str], source_language: str
) -> Iterator[TargetText]:
    """Yield each translation with its parse, in order; translations without a word are left out.

    Args:
        texts: the translations; the treebank's segment i is number i of them.
        sources: what they translate, of the same length.
    """
    _check_lengths(treebank, texts, sources)
    feats = treebank.feature_values()
    starts = treebank.segment_start
    bounds = [*sorted(set(starts.tolist())), len(treebank)]
    for first, end in itertools.pairwise(bounds):
        segment = int(treebank.segment[treebank.sentence[first]])
        tokens = [
            Token(form, tuple(treebank.form[w] for w in words), True)
            for form, words in treebank.tokens_between(first, end)
        ]
        what = f"segment {segment}"
        located = LocatedWords.of(texts[segment], tokens, what=what, path=treebank.source)
        words = []
        for number, w in enumerate(range(first, end)):
            head = int(treebank.head_word[w])
            words.append(
                PlacedWord(
                    number=number,
                    form=treebank.form[w],
                    lemma=treebank.lemma[w],
                    upos=treebank.upos[w],
                    feats=feats[int(treebank.feats.codes[w])],
                    head=head - first if head >= 0 else -1,
                    deprel=treebank.deprel[w],
                    token=int(treebank.token[w]),
                    sentence=int(treebank.sentence[w]),
                    start=located.spans[number][0],
                    end=located.spans[number][1],
                    whole=located.spans.count(located.spans[number]) == 1,
                )
            )
        yield TargetText(texts[segment], tuple(words), segment, sources[segment], source_language)


def _check_lengths(treebank: Treebank, texts: Sequence[str], sources: Sequence[str]) -> None:
    """Refuse translations that have another number than their sources, or fewer than the parses have segments."""
    if len(texts) != len(sources):
        raise InputError(
            f"{len(texts)} references, but {len(sources)} source texts",
            remedy="give the source and the reference of the same segments, one a line",
        )
    last = int(treebank.segment[-1])
    if last >= len(texts):
        raise InputError(
            f"the parses go on to segment {last}, but there are {len(texts)} references",
            path=treebank.source,
            remedy="give the texts that were parsed (counted from 0)",
        )
