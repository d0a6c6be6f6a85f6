"""Segments in, translations out, by a decoder-only model on this machine, asked by its chat template."""

from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any

import torch

from extractors.core.errors import InputError
from extractors.core.logs import progress
from extractors.models import devices, installed, pretrained
from extractors.models.tool_settings import TranslatorSettings
from extractors.models.translation import translation_network
from extractors.models.translation.chat_prompts import ChatPrompt, LanguageNames, as_line
from extractors.models.translation.translated import TranslatedSegments

MOST_SUBWORDS = 1024
"""Of an answer, unless the settings say otherwise."""


class ChatTranslator:
    """A decoder-only model with a chat template, loaded; for what its prompt needs see `ChatPrompt`."""

    def __init__(
        self, settings: TranslatorSettings, languages: LanguageNames | None, instructions: Sequence[str] | None = None
    ) -> None:
        self._prompt = ChatPrompt(settings.prompt, languages, instructions)
        self._settings = settings
        self.path = installed.find(settings.model)
        self.name = settings.model if self.path is None else self.path.resolve().name
        if settings.device_map and find_spec("accelerate") is None:
            raise InputError("`device_map` needs the package accelerate", remedy="type: pip install accelerate")
        self.device = devices.device(settings.device)
        read = partial(
            translation_network.read_causal, dtype=getattr(torch, settings.dtype), is_spread=settings.device_map
        )
        self._tokenizer, self._model = pretrained.load(
            settings.model, self.path, read, what="chat model", download=settings.download
        )
        if not getattr(self._tokenizer, "chat_template", None):
            raise InputError(
                f"{self.name!r} has no chat template",
                remedy="name a model that was trained to follow instructions, with a template in its tokenizer",
            )
        self._model.eval()
        if not settings.device_map:
            self._model.to(self.device)
        # The answer follows the question, so that padding stands before it.
        self._tokenizer.padding_side = "left"
        if self._tokenizer.pad_token is None:
            self._tokenizer.pad_token = self._tokenizer.eos_token
        limit = getattr(self._model.config, "max_position_embeddings", None)
        self._positions = int(limit or self._tokenizer.model_max_length)
        self._most = settings.max_length or MOST_SUBWORDS

    def about(self) -> dict[str, Any]:
        """The model with versions and all that changes outputs."""
        return {
            **pretrained.about(self.name, self.path, self.device),
            "prompt": self._prompt.text,
            "instructions": self._settings.instructions,
            "dtype": self._settings.dtype,
            "max_length": self._most,
            "beams": self._settings.beams or 1,
        }

    def translate(self, segments: Sequence[str]) -> TranslatedSegments:
        """Translate segments; an empty one stays empty."""
        asked = [number for number, segment in enumerate(segments) if segment.strip()]
        questions = {number: self._ids(segments[number].strip(), number) for number in asked}
        texts, cut = [""] * len(segments), []
        outputs = self._outputs(questions)
        for number, text, is_cut in progress(outputs, what="translate", total=len(asked)):
            texts[number] = as_line(text)
            cut += [number] * is_cut
        empty = [number for number in asked if not texts[number]]
        return TranslatedSegments(texts=texts, cut=sorted(cut), no_answer=empty)

    def _ids(self, segment: str, number: int) -> list[int]:
        text = self._tokenizer.apply_chat_template(
            self._prompt.messages(segment, number), add_generation_prompt=True, tokenize=False
        )
        ids: list[int] = self._tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"]
        if len(ids) >= self._positions:
            raise InputError(
                f"segment_id {number}: the question has {len(ids)} subwords, and {self.name!r} reads {self._positions}",
                remedy="cut the segment (`unit: sentence`), or take a model that reads more",
            )
        return ids

    def _outputs(self, questions: dict[int, list[int]]) -> Iterator[tuple[int, str, bool]]:
        """Number, answer and whether it was cut, from the longest question to the shortest."""
        order = sorted(questions, key=lambda number: (-len(questions[number]), number))
        for start in range(0, len(order), self._settings.batch_size):
            batch = order[start : start + self._settings.batch_size]
            ids = [questions[number] for number in batch]
            # The longest comes first; padding makes all of them as long.
            width = len(ids[0])
            most = min(self._most, self._positions - width)
            generation = translation_network.generation_of(self._model, beams=self._settings.beams or 1, most=most)
            generation.update(pad_token_id=self._tokenizer.pad_token_id)
            rows = translation_network.generate(self._tokenizer, self._model, ids, generation)
            for number, row in zip(batch, rows, strict=True):
                answer = row[width:]
                end = translation_network.length_of(answer, self._ends)
                yield number, self._tokenizer.decode(answer[:end], skip_special_tokens=True), end >= most

    @property
    def _ends(self) -> list[int]:
        ends = self._model.generation_config.eos_token_id
        named = [ends] if isinstance(ends, int) else [*(ends or ())]
        return [*named, self._tokenizer.eos_token_id]
