"""Segments in, translations out, by a loaded network."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from extractors.core.errors import InputError
from extractors.core.logs import progress
from extractors.models import devices, installed, pretrained
from extractors.models.tool_settings import TranslatorSettings
from extractors.models.translation import translation_network
from extractors.models.translation.translated import TranslatedSegments

SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”“»)\]]*\s+|(?<=[。！？])")
BLANK = re.compile(r"\s+")


def parts(text: str, fits: Callable[[str], bool]) -> list[str]:
    """A text in parts that fit, cut nearest to its middle: between sentences, else words, else characters.

    Nothing but blanks at the cuts is lost.
    """
    if fits(text) or len(text) < 2:
        return [text]
    middle = len(text) / 2
    for where in (SENTENCE_END, BLANK):
        ends = [match.end() for match in where.finditer(text) if 0 < match.end() < len(text)]
        if ends:
            cut = min(ends, key=lambda end: abs(end - middle))
            break
    else:
        cut = len(text) // 2
    return [piece for side in (text[:cut].strip(), text[cut:].strip()) if side for piece in parts(side, fits)]


MOST_SUBWORDS = 512
"""Of a translation, where the model could go on forever."""

NO_LIMIT = 1_000_000
"""transformers' way to say that a tokenizer knows no limit is 1e30."""

LINE_BREAK = re.compile(r"[\r\n]+")


class Translator:
    """A sequence-to-sequence model, loaded.

    Args:
        settings: the model and how it translates. A `source_prefix` is `translate English to German: ` for T5,
            `>>deu<< ` for a Marian model of several target languages; a code of a language is `eng_Latn`, say.
    """

    def __init__(self, settings: TranslatorSettings) -> None:
        model = settings.model
        self.path = installed.find(model)
        self.name = model if self.path is None else self.path.resolve().name
        self.device = devices.device(settings.device)
        self._batch_size, self._prefix = settings.batch_size, settings.source_prefix
        self._tokenizer, self._model = pretrained.load(
            model, self.path, translation_network.read, what="translation model", download=settings.download
        )
        self._model.eval().to(self.device)
        self._codes = (settings.source_code, settings.target_code)
        forced = translation_network.set_languages(self._tokenizer, self._model, self.name, *self._codes)
        positions = getattr(self._model.config, "max_position_embeddings", None) or NO_LIMIT
        self.limit = min(int(self._tokenizer.model_max_length), int(positions))
        """The most subwords that the model reads at once, special ones counted."""
        if not self._fits(""):
            raise InputError(
                f"`source_prefix` alone is longer than the {self.limit} subwords that {self.name!r} reads at once",
                remedy="give a shorter one",
            )
        # The first position is that of the token that starts the decoder.
        most = settings.max_length or min(MOST_SUBWORDS, int(positions) - 1)
        if most >= positions:
            raise InputError(
                f"{self.name!r} cannot make a translation of {most} subwords",
                remedy=f"set `max_length:` to {positions - 1} or less",
            )
        self._most = most
        self.generation = translation_network.generation_of(self._model, beams=settings.beams, most=most)
        if forced is not None:
            self.generation.update(forced_bos_token_id=forced)

    def about(self) -> dict[str, Any]:
        """The model with versions and all that changes outputs."""
        return {
            **pretrained.about(self.name, self.path, self.device),
            "beams": self.generation.num_beams,
            "max_length": self._most,
            "source_prefix": self._prefix,
            "languages": list(self._codes),
        }

    def translate(self, segments: Sequence[str]) -> TranslatedSegments:
        """Translate segments; an empty one stays empty."""
        pieces = [
            (number, piece)
            for number, segment in enumerate(segments)
            if segment.strip()
            for piece in parts(segment.strip(), self._fits)
        ]
        done: list[tuple[str, bool]] = [("", False)] * len(pieces)
        outputs = self._outputs([piece for _, piece in pieces])
        for index, text, cut in progress(outputs, what="translate", total=len(pieces)):
            done[index] = text, cut
        texts: list[list[str]] = [[] for _ in segments]
        cuts = set()
        for (number, _), (text, cut) in zip(pieces, done, strict=True):
            texts[number].append(text)
            cuts |= {number} if cut else set()
        return TranslatedSegments(
            texts=[" ".join(filter(None, some)) for some in texts],
            in_parts=[number for number, some in enumerate(texts) if len(some) > 1],
            cut=sorted(cuts),
        )

    def _ids(self, text: str) -> list[int]:
        # No warning of texts longer than the model reads: parts() sees to it that none is.
        ids: list[int] = self._tokenizer(self._prefix + text, truncation=False, verbose=False)["input_ids"]
        return ids

    def _fits(self, text: str) -> bool:
        return len(self._ids(text)) <= self.limit

    def _outputs(self, pieces: Sequence[str]) -> Iterator[tuple[int, str, bool]]:
        """Index, translation and whether it reached its limit, from the longest piece to the shortest."""
        ids = [self._ids(piece) for piece in pieces]
        # The longest first: a batch too large for the memory fails at once, and the time left is not guessed too short.
        order = sorted(range(len(pieces)), key=lambda k: (-len(ids[k]), k))
        for start in range(0, len(order), self._batch_size):
            batch = order[start : start + self._batch_size]
            generated = translation_network.generate(
                self._tokenizer, self._model, [ids[k] for k in batch], self.generation
            )
            texts = self._tokenizer.batch_decode(generated, skip_special_tokens=True)
            for k, row, text in zip(batch, generated, texts, strict=True):
                # The token that starts a row is none of those that it may have, its end is one.
                length = translation_network.length_of(row[1:], self.generation.eos_token_id) + 1
                yield k, LINE_BREAK.sub(" ", text).strip(), length >= self._most
