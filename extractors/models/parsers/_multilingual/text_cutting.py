"""Cut text into words and sentences, by a network of convolutions over its characters.

A character is known by itself, by the piece of the encoder's vocabulary that it stands in and by its place there, and
by the treebank whose words are wanted. The network says after which characters a token ends, and a sentence, and which
tokens are several words; a rule, chosen by the network, says which.

A rule is `PREFIX>WORDS|SUFFIX>WORDS`: the token without prefix and suffix stays, with what the rule puts before and
after it, words parted by `+`; so tokens never seen split, too (Spanish `>|selo>+se+lo`, `dárselo`). `=de+le` gives
whole words, for a token that shares nothing with them (French *du*).
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from extractors.core.arrays import Float32, Int64
from extractors.models.bert import linear, norm, normalised, product
from extractors.models.packed import PackedRows, PackedWeights
from extractors.models.parsers._sentences import CLOSING, SENTENCE_ENDS
from extractors.models.tokenizers import Token
from extractors.models.unigram import SPACE, UnigramPieces

GAP = 8
"""Places of nothing between segments, so that they do not see one another; more than a convolution reaches is not
needed, since they are set to 0 before each."""
DILATIONS = (1, 2, 4)
REACH = 2
"""Characters to each side that a convolution sees."""
SEEN = REACH * sum(DILATIONS)
"""Characters to each side that the network sees."""
FEW = 8
"""Numbers of characters that stand for kinds of them."""
NOTHING, BLANK, DIGIT, CAPITAL, LETTER, OTHER = range(6)
INSIDE, TOKEN, SENTENCE, SEVERAL, SEVERAL_AND_SENTENCE = range(5)
"""What ends after a character."""
AT_ONCE = 1 << 15
"""Characters that are read at once, of several texts or of a part of one."""
EPSILON = 1e-5


class Characters(NamedTuple):
    """The n characters of some segments as numbers, with GAP places of nothing after each segment.

    Attributes:
        own: of the character, or of its kind.
        piece: of the vocabulary, that it stands in.
        place: in the piece: 0 outside of any, 1 inside, 1 more at its start, 2 more at its end.
    """

    own: Int64
    piece: Int64
    place: Int64


class TextCutting:
    """The network, for the style of one treebank.

    Args:
        config: its characters and rules.
        weights: of the network.
        style: the number of the treebank.
        words: the embeddings of pieces.
        whole_words: whether no token of the treebank has white space in it.
    """

    def __init__(
        self,
        config: Mapping[str, Any],
        weights: PackedWeights,
        style: int,
        *,
        pieces: UnigramPieces,
        words: PackedRows | Float32,
        whole_words: bool,
    ) -> None:
        width, parts = config["width"], config["parts"]
        self._pieces, self._words, self._whole_words = pieces, words, whole_words
        self._rules = config["rules"]
        self._numbers = {character: number for number, character in enumerate(config["characters"], FEW)}
        self._own = weights.array("cutter.char.weight", len(self._numbers) + FEW, parts["char"])
        self._place = weights.array("cutter.place.weight", 5, parts["place"])
        self._style = weights.array("cutter.style.weight", config["styles"], parts["style"])[style]
        self._piece = linear(weights, "cutter.piece", words.shape[1], parts["piece"])
        self._into = linear(weights, "cutter.into", sum(parts.values()), width)
        self._layers = []
        for number in range(len(DILATIONS)):
            kernel = weights.array(f"cutter.conv.{number}.weight", width, width, 2 * REACH + 1)
            taps = np.ascontiguousarray(kernel.transpose(2, 1, 0))
            shift = weights.array(f"cutter.conv.{number}.bias", width)
            self._layers.append((norm(weights, f"cutter.norm.{number}", width), taps, shift))
        self._label = linear(weights, "cutter.label", width, 5)
        self._rule = linear(weights, "cutter.script", width, len(self._rules))

    def __call__(self, texts: Sequence[str]) -> list[list[list[Token]]]:
        """Cut each text into sentences of tokens with their words; a text of white space alone has none."""
        sentences: list[list[list[Token]]] = []
        some: list[str] = []
        size = 0
        for text in texts:
            if some and size + len(text) > AT_ONCE:
                sentences += self._cut(some)
                some, size = [], 0
            some.append(text)
            size += len(text)
        return sentences + self._cut(some) if some else sentences

    def _cut(self, texts: Sequence[str]) -> list[list[list[Token]]]:
        labels, rules = self._read(self._characters(texts))
        sentences = []
        start = 0
        for text in texts:
            stop = start + len(text)
            sentences.append(self._sentences(text, labels[start:stop], rules[start:stop]))
            start = stop + GAP
        return sentences

    def _characters(self, texts: Sequence[str]) -> Characters:
        size = sum(map(len, texts)) + GAP * len(texts)
        own, piece, place = (np.zeros(size, dtype=np.int64) for _ in range(3))
        start = 0
        for text in texts:
            # Characters are numbered from FEW on, so that no number is 0.
            own[start : start + len(text)] = [self._numbers.get(character) or kind(character) for character in text]
            for first, last in _runs(text):
                self._mark(text[first:last], piece[start + first :], place[start + first :])
            start += len(text) + GAP
        return Characters(own, piece, place)

    def _mark(self, word: str, piece: Int64, place: Int64) -> None:
        """Put the pieces of a word without white space into the arrays that begin with it."""
        text, origin = SPACE, [0]
        for number, character in enumerate(word):
            # Pieces are cut from NFKC text, where `ﬁ` is two characters: `origin` leads back.
            normal = unicodedata.normalize("NFKC", character).replace(" ", "")
            text += normal
            origin += [number] * len(normal)
        begin = 0
        for number, end in self._pieces.cut(text):
            first, last = origin[begin], origin[end - 1] + 1
            piece[first:last], place[first:last] = number, 1
            place[first] += 1
            place[last - 1] += 2
            begin = end

    def _read(self, characters: Characters) -> tuple[Int64, Int64]:
        """Predict the label after each character, and the rule that splits a token that ends there.

        A longer text is read in windows, each with the characters around that the network sees from it: the states of
        a megabyte would need 3.5 GB.
        """
        labels, rules = [], []
        for start in range(0, len(characters.own), AT_ONCE):
            first = max(start - SEEN, 0)
            window = Characters(*(column[first : start + AT_ONCE + SEEN] for column in characters))
            inside = slice(start - first, start - first + AT_ONCE)
            window_labels, window_rules = self._read_window(window)
            labels.append(window_labels[inside])
            rules.append(window_rules[inside])
        return np.concatenate(labels), np.concatenate(rules)

    def _read_window(self, characters: Characters) -> tuple[Int64, Int64]:
        distinct, number = np.unique(characters.piece, return_inverse=True)
        piece_vectors = product(self._words[distinct], (self._piece[0], np.zeros_like(self._piece[1])))[number]
        # White space is in no piece: it gets the bias alone, and not the vector of piece 0.
        piece_vectors *= (characters.place > 0)[:, None]
        piece_vectors += self._piece[1]
        style = np.broadcast_to(self._style, (len(number), len(self._style)))
        parts = [self._own[characters.own], self._place[characters.place], style, piece_vectors]
        states = product(np.concatenate(parts, axis=1), self._into)
        nothing = characters.own == NOTHING
        for dilation, (scale_and_shift, taps, shift) in zip(DILATIONS, self._layers, strict=True):
            states[nothing] = 0
            states += _convolved(normalised(states.copy(), scale_and_shift, EPSILON), taps, shift, dilation)
        labels: Int64 = product(states, self._label).argmax(axis=1)
        rules = np.zeros(len(labels), dtype=np.int64)
        several = np.flatnonzero(labels >= SEVERAL)
        if len(several):
            rules[several] = product(states[several], self._rule).argmax(axis=1)
        return labels, rules

    def _sentences(self, text: str, labels: Int64, rules: Int64) -> list[list[Token]]:
        sentences: list[list[Token]] = [[]]
        may_end = ends = False
        for first, last in self._tokens(text, labels):
            if may_end and ends:
                sentences.append([])
            form, label = text[first:last], labels[last - 1]
            words = split_token(self._rules[rules[last - 1]], form) if label >= SEVERAL else None
            space_after = last == len(text) or text[last].isspace()
            sentences[-1].append(Token(form, tuple(words or (form,)), space_after))
            # A sentence ends with a mark that can end one, and what closes after it.
            may_end = form[-1] in SENTENCE_ENDS or (may_end and form in CLOSING)
            ends = label in (SENTENCE, SEVERAL_AND_SENTENCE)
        return sentences if sentences[0] else []

    def _tokens(self, text: str, labels: Int64) -> list[tuple[int, int]]:
        """Find where tokens begin and end."""
        spans = []
        for first, last in _runs(text):
            ends = [first + int(k) + 1 for k in np.flatnonzero(labels[first:last] != INSIDE)]
            # A token ends before white space whatever the network says; words with blanks are joined below.
            if not ends or ends[-1] != last:
                ends.append(last)
            begin = first
            for end in ends:
                spans.append((begin, end))
                begin = end
        if self._whole_words:
            return spans
        joined: list[tuple[int, int]] = []
        for begin, end in spans:
            if joined and labels[joined[-1][1] - 1] == INSIDE and text[joined[-1][1]].isspace():
                joined[-1] = (joined[-1][0], end)
            else:
                joined.append((begin, end))
        return joined


def kind(character: str) -> int:
    """Return the number of a character's kind, used where the character has no number of its own."""
    if character.isspace():
        return BLANK
    if character.isdigit():
        return DIGIT
    if character.isupper():
        return CAPITAL
    return LETTER if character.isalpha() else OTHER


def _runs(text: str) -> list[tuple[int, int]]:
    """Find where runs of characters without white space begin and end."""
    return [run.span() for run in re.finditer(r"\S+", text)]


def _convolved(states: Float32, taps: Float32, shift: Float32, dilation: int) -> Float32:
    """Apply a convolution with `taps` at distances of `dilation` to (n, width) states, add the shift and rectify."""
    edge = REACH * dilation
    wide = np.zeros((len(states) + 2 * edge, states.shape[1]), np.float32)
    wide[edge : edge + len(states)] = states
    total = np.tile(shift, (len(states), 1))
    for number, tap in enumerate(taps):
        total += wide[number * dilation : number * dilation + len(states)] @ tap
    return np.maximum(total, 0, out=total)


def split_token(rule: str, form: str) -> list[str] | None:
    """Split a token into words with its capitals; return None where the rule does not fit it."""
    words = _split(rule, form.lower())
    if words is None or not all(words):
        return None
    if len(form) > 1 and form.isupper():
        return [word.upper() for word in words]
    return [words[0][:1].upper() + words[0][1:], *words[1:]] if form[:1].isupper() else words


@lru_cache(maxsize=1 << 16)
def _split(rule: str, lower: str) -> list[str] | None:
    if rule.startswith("="):
        return rule[1:].split("+")
    first, _, last = rule.partition("|")
    prefix, _, before = first.partition(">")
    suffix, _, after = last.partition(">")
    if len(lower) <= len(prefix) + len(suffix) or not (lower.startswith(prefix) and lower.endswith(suffix)):
        return None
    return f"{before}{lower[len(prefix) : len(lower) - len(suffix)]}{after}".split("+")
