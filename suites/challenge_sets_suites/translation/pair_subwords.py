"""Pairs of a source text and a translation as subwords, and which of these count."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from challenge_sets_suites.pair_scorer_settings import CAUSAL, CHAT, PairScorerSettings
from extractors.core.errors import InputError

SOURCE = "{source}"


@dataclass(frozen=True, slots=True)
class PairSubwords:
    """A pair as a model reads it.

    Attributes:
        read: what an encoder reads; empty for a decoder-only model.
        target: what the decoder is to predict; of a decoder-only model the prompt too.
        counted: of each of `target`, whether its probability counts.
    """

    read: list[int]
    target: list[int]
    counted: list[bool]


def check_prompt(settings: PairScorerSettings) -> None:
    """Refuse settings of a decoder-only model without a prompt, or with options that it does not heed."""
    if settings.prompt is None or SOURCE not in settings.prompt:
        raise InputError(
            f"a decoder-only model needs a prompt with {SOURCE} in it",
            remedy=f"give one that ends where the translation begins: 'English: {SOURCE}\\nGerman: '",
        )
    if settings.source_prefix or settings.source_code or settings.target_code:
        raise InputError(
            "`source_prefix`, `source_code` and `target_code` are for models that translate",
            remedy="say what the model must know in the prompt",
        )


class CausalSubwords:
    """The subwords of pairs for a decoder-only model: a prompt, then the translation."""

    has_special_tokens = True
    """Whether the tokenizer adds its tokens; a chat template has them already."""

    def __init__(self, settings: PairScorerSettings, tokenizer: Any, name: str) -> None:
        self._prompt, self._tokenizer = str(settings.prompt), tokenizer
        if not tokenizer.is_fast:
            raise InputError(
                f"the tokenizer of {name!r} does not tell where its subwords stand in the text",
                remedy="name a model with a tokenizer.json",
            )

    def of(self, source: str, translation: str) -> PairSubwords:
        """Cut a pair into subwords, as the model reads it."""
        prompt = self._before(source)
        # Prompt and translation together, as a blank between them belongs to the first word for most tokenizers. Where
        # a rare word leaves it alone it counts too, or that word would be cheaper by its cost.
        end_of_prompt = len(prompt.rstrip(" "))
        options: dict[str, Any] = {"return_offsets_mapping": True, "truncation": False, "verbose": False}
        cut = self._tokenizer(prompt + translation, add_special_tokens=self.has_special_tokens, **options)
        counted = [end > end_of_prompt for _, end in cut["offset_mapping"]]
        if not translation:
            counted = [False] * len(counted)
        if counted[:1] == [True]:
            raise InputError(
                f"nothing stands before the translation {translation[:60]!r}: its first word has no probability",
                remedy="give a prompt with more than the source text",
            )
        return PairSubwords([], cut["input_ids"], counted)

    def _before(self, source: str) -> str:
        """Return the text before a translation: the prompt with the source text in it."""
        return self._prompt.replace(SOURCE, source)


class ChatSubwords(CausalSubwords):
    """The subwords of pairs for a chat model: a question by its template, then the translation as its answer."""

    has_special_tokens = False

    def __init__(self, settings: PairScorerSettings, tokenizer: Any, name: str) -> None:
        super().__init__(settings, tokenizer, name)
        if not getattr(tokenizer, "chat_template", None):
            raise InputError(f"{name!r} has no chat template", remedy="set `kind: causal`")

    def _before(self, source: str) -> str:
        messages = [{"role": "user", "content": super()._before(source)}]
        return str(self._tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=False))


SUBWORDS: dict[str, Callable[[PairScorerSettings, Any, str], CausalSubwords]] = {
    CAUSAL: CausalSubwords,
    CHAT: ChatSubwords,
}
"""By kind of model."""
