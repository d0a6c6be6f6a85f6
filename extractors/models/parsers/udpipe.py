"""UDPipe 1, the parser of the method paper: one model file holds tokenizer, tagger and parser."""

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Literal

from ufal.udpipe import Model, ProcessingError
from ufal.udpipe import Sentence as UdpipeSentence

from extractors.core.errors import InputError
from extractors.core.files import sha256
from extractors.formats.treebank import Sentence, Word
from extractors.models.installed import here, not_named
from extractors.models.parsers import Parser
from extractors.models.parsers._sentences import build
from extractors.models.tokenizers import Token, tokens

GET_A_MODEL = (
    "give `model`, the path of a .udpipe file; models for UD 2.5 are at http://hdl.handle.net/11234/1-3131,"
    " and UDPipe's train command makes one from a treebank"
)
Cut = tuple[UdpipeSentence, Sequence[Token]]
"""A sentence for UDPipe, and the surface tokens that its words belong to."""


class UdpipeParser(Parser):
    """A UDPipe 1 model.

    Args:
        language: ISO 639 code of the text; a model file does not say what language it is for.
        model: path of a .udpipe file.
        tokenizer: `model` takes the model's own tokenizer, which splits sentences too. `rules` takes
            `extractors.models.tokenizers`, one sentence a segment, for a model trained without tokenizer.
    """

    takes_words = True

    def __init__(
        self, *, language: str, model: str | None = None, tokenizer: Literal["model", "rules"] = "model"
    ) -> None:
        if model is None:
            raise not_named("parser", f"a UDPipe model for {language!r}", GET_A_MODEL)
        path = here("parser", model, GET_A_MODEL)
        self._language, self._rules = language, tokenizer == "rules"
        self._model = _load(path, needs_tokenizer=not self._rules)
        self.signature = f"udpipe:{version('ufal.udpipe')}/{path.stem}:{sha256(path)[:8]}" + (
            "/tokenizer:rules" if self._rules else ""
        )

    def parse(self, segments: Sequence[str]) -> Iterator[list[Sentence]]:
        for segment in segments:
            text = " ".join(segment.split())
            cut = [_as_sentence(tokens(text, self._language))] if self._rules else self._cut(text)
            yield [self._sentence(sentence, surface) for sentence, surface in cut] if text else []

    def parse_words(self, sentences: Sequence[Sequence[Token]]) -> Iterator[Sentence]:
        for sentence in sentences:
            yield self._sentence(*_as_sentence(sentence))

    def _cut(self, text: str) -> Iterator[Cut]:
        """Cut a text, whose white space must be single spaces, into sentences by the model's tokenizer."""
        # Positions that a tokenizer gives run on from one text to the next, and a NUL ends a text.
        tokenizer = self._model.newTokenizer("ranges")
        tokenizer.setText(text.replace("\0", "\ufffd"))
        error = ProcessingError()
        sentence = UdpipeSentence()
        while tokenizer.nextSentence(sentence, error):
            yield sentence, list(_surface(sentence, text))
            sentence = UdpipeSentence()
        _check(error, "cut", text)

    def _sentence(self, sentence: UdpipeSentence, surface: Sequence[Token]) -> Sentence:
        error = ProcessingError()
        if self._model.tag(sentence, self._model.DEFAULT, error):
            self._model.parse(sentence, self._model.DEFAULT, error)
        _check(error, "parse", " ".join(token.form for token in surface))
        # The first is the root.
        words = islice(sentence.words, 1, None)
        rows = [
            Word(word.form, word.lemma, word.upostag, word.xpostag, word.feats, word.head, word.deprel)
            for word in words
        ]
        return build(surface, rows)


def _as_sentence(surface: Sequence[Token]) -> Cut:
    """Turn surface tokens into one sentence for UDPipe."""
    sentence = UdpipeSentence()
    for word in (word for token in surface for word in token.words):
        sentence.addWord(word.replace("\0", "\ufffd"))
    return sentence, surface


def _surface(sentence: UdpipeSentence, text: str) -> Iterator[Token]:
    """Yield the surface tokens of a sentence as they stand in its text."""
    multiword = {token.idFirst: token for token in sentence.multiwordTokens}
    words = sentence.words
    number = 1
    while number < len(words):
        token = multiword.get(number, words[number])
        count = token.idLast - number + 1 if number in multiword else 1
        start, end = token.getTokenRangeStart(), token.getTokenRangeEnd()
        forms = tuple(words[number + k].form for k in range(count))
        yield Token(text[start:end], forms, text[end : end + 1] in ("", " "))
        number += count


def _load(path: Path, *, needs_tokenizer: bool) -> Model:
    """Load the model and try each of its parts; raise InputError if one is missing."""
    model = Model.load(str(path)) if path.is_file() else None
    if model is None:
        raise InputError("is not a UDPipe 1 model", path=path, remedy=GET_A_MODEL)
    if needs_tokenizer and model.newTokenizer("ranges") is None:
        raise InputError(
            "the UDPipe model has no tokenizer",
            path=path,
            remedy="set the parser's option `tokenizer: rules`, or train the model with a tokenizer",
        )
    error = ProcessingError()
    probe = UdpipeSentence()
    probe.addWord("a")
    if not (model.tag(probe, model.DEFAULT, error) and model.parse(probe, model.DEFAULT, error)):
        raise InputError(
            f"the UDPipe model does not parse: {error.message}", path=path, remedy="train it with a tagger and a parser"
        )
    return model


def _check(error: ProcessingError, doing: str, text: str) -> None:
    if error.occurred():
        raise InputError(
            f"UDPipe could not {doing} {text[:80]!r}: {error.message}",
            remedy="correct or leave out the segment, or use another parser",
        )
