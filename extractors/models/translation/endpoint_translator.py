"""Segments in, translations out, by a chat model behind a server."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from extractors.core.escapes import REPLACED
from extractors.core.logs import log, progress
from extractors.models.tool_settings import EndpointSettings, TranslatorSettings
from extractors.models.translation.chat_endpoint import ChatEndpoint
from extractors.models.translation.chat_prompts import ChatPrompt, LanguageNames, as_line
from extractors.models.translation.translated import TranslatedSegments


class EndpointTranslator:
    """A model behind a server, asked for one segment at a time.

    Args:
        languages, instructions: for the prompt, see `ChatPrompt`.
        kept: the file in which the answers stay.
    """

    def __init__(
        self,
        settings: TranslatorSettings,
        endpoint: EndpointSettings,
        languages: LanguageNames | None,
        kept: Path,
        instructions: Sequence[str] | None = None,
    ) -> None:
        self._settings, self._endpoint_settings = settings, endpoint
        self._prompt = ChatPrompt(settings.prompt, languages, instructions)
        self._endpoint = ChatEndpoint(endpoint, settings.model, kept)
        self._kept = kept

    def about(self) -> dict[str, Any]:
        """The model and all that changes outputs; not the key."""
        return {
            "model": self._settings.model,
            "url": self._endpoint_settings.url,
            "prompt": self._prompt.text,
            "instructions": self._settings.instructions,
            "parameters": self._endpoint_settings.parameters,
            "answers": self._kept.name,
        }

    def translate(self, segments: Sequence[str]) -> TranslatedSegments:
        """Translate segments; an empty one stays empty."""
        asked = [number for number, segment in enumerate(segments) if segment.strip()]
        conversations = [self._prompt.messages(segments[number].strip(), number) for number in asked]
        found = progress(self._endpoint.ask(conversations), what="translate", total=len(asked))
        answers = dict(zip(asked, found, strict=True))
        texts = [as_line(answers[number].text) if number in answers else "" for number in range(len(segments))]
        log.info("%s: %d of %d segments asked for; the others were kept", self._kept, self._endpoint.asked, len(asked))
        return TranslatedSegments(
            texts=texts,
            cut=[number for number in asked if answers[number].is_cut],
            refused=[number for number in asked if answers[number].is_refused],
            no_answer=[number for number in asked if not texts[number] and not answers[number].is_refused],
            broken=[number for number in asked if REPLACED in texts[number] and REPLACED not in segments[number]],
        )
