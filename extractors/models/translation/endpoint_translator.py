"""Segments in, translations out, by a chat model behind a server."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from extractors.core.errors import InputError
from extractors.core.logs import log, progress
from extractors.models.tool_settings import TranslatorSettings
from extractors.models.translation.chat_endpoint import ChatAnswer, ChatEndpoint
from extractors.models.translation.chat_prompts import ChatPrompt, LanguageNames, as_line
from extractors.models.translation.translated import TranslatedSegments


class EndpointTranslator:
    """A model behind a server, asked for one segment at a time.

    Args:
        languages, instructions: for the prompt, see `ChatPrompt`.
        kept: the file in which the answers stay.

    Raises:
        InputError: as `ChatEndpoint` and `ChatPrompt`.
    """

    def __init__(
        self,
        settings: TranslatorSettings,
        languages: LanguageNames | None,
        kept: Path,
        instructions: Sequence[str] | None = None,
    ) -> None:
        if settings.endpoint is None:
            raise InputError("no endpoint", remedy="set `endpoint: {url: ...}`")
        self._settings, self._endpoint_settings = settings, settings.endpoint
        self._prompt = ChatPrompt(settings.prompt, languages, instructions)
        self._endpoint = ChatEndpoint(settings.endpoint, settings.model, kept)
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
        """Translate segments; an empty one stays empty.

        Raises:
            InputError: as `ChatEndpoint.ask`.
        """
        asked = [number for number, segment in enumerate(segments) if segment.strip()]
        conversations = [self._prompt.messages(segments[number].strip(), number) for number in asked]
        answers: dict[int, ChatAnswer] = {}
        for place, answer in enumerate(progress(self._endpoint.ask(conversations), what="translate", total=len(asked))):
            answers[asked[place]] = answer
        texts = [as_line(answers[number].text) if number in answers else "" for number in range(len(segments))]
        result = TranslatedSegments(
            texts=texts,
            in_parts=[],
            cut=[number for number in asked if answers[number].is_cut],
            refused=[number for number in asked if answers[number].is_refused],
            no_answer=[number for number in asked if not texts[number] and not answers[number].is_refused],
        )
        self._tell(result, len(asked))
        return result

    def _tell(self, result: TranslatedSegments, asked: int) -> None:
        log.info("%s: %d of %d segments asked for; the others were kept", self._kept, self._endpoint.asked, asked)
        for ids, what in (
            (result.cut, "answers were cut by the limit of the server, and END THERE: raise `max_tokens`"),
            (result.refused, "segments were refused by the model"),
            (result.no_answer, "answers are empty"),
        ):
            if ids:
                log.warning("%s: %d %s (the first is segment_id %d)", self._settings.model, len(ids), what, ids[0])
