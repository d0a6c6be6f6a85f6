"""What chat models are asked, and what of their answers is the translation."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from extractors.core.errors import InputError

DEFAULT_PROMPT = (
    "Translate the following text from {source_language} to {target_language}. Answer with the translation alone,"
    " without explanations.\n\n{source}"
)
THINKING, THOUGHT = "<think>", "</think>"
"""Around what models that reason write first, where the server leaves it in the answer; a template may have written the
first itself."""
LINE_BREAK = re.compile(r"[\r\n\u2028\u2029\x85\x0b\x0c]+")


class LanguageNames(NamedTuple):
    """The English names of the languages of a corpus."""

    source: str
    target: str


class ChatPrompt:
    """A prompt with the names of the languages filled in.

    Args:
        template: a text with {source}; None for DEFAULT_PROMPT.
        languages: None where they are not known.
        instructions: of the segments, for {instruction}; None where the template has none.
    """

    def __init__(
        self, template: str | None, languages: LanguageNames | None, instructions: Sequence[str] | None = None
    ) -> None:
        text = DEFAULT_PROMPT if template is None else template
        names = {} if languages is None else {"source_language": languages.source, "target_language": languages.target}
        for name in ("source_language", "target_language"):
            if f"{{{name}}}" in text:
                if name not in names:
                    raise InputError(
                        f"the prompt has {{{name}}}, and the languages are not known",
                        remedy="give --source-language and --target-language, or a --prompt without them",
                    )
                text = text.replace(f"{{{name}}}", names[name])
        self.text, self._instructions = text, instructions

    def messages(self, segment: str, number: int) -> list[Mapping[str, str]]:
        """The conversation that asks for the segment of a number; braces in texts stay as they are."""
        own = {"{source}": segment} | ({"{instruction}": self._instructions[number]} if self._instructions else {})
        return [{"role": "user", "content": re.sub("|".join(own), lambda found: own[found[0]], self.text)}]


def without_thinking(answer: str) -> str:
    """An answer without the reasoning before it; nothing is left of one that was cut while the model reasoned."""
    _, ended, rest = answer.rpartition(THOUGHT)
    if answer.lstrip().startswith(THINKING) or (ended and THINKING not in answer):
        return rest if ended else ""
    return answer


def as_line(answer: str) -> str:
    """The translation in an answer, as one line, without the reasoning before it."""
    return LINE_BREAK.sub(" ", without_thinking(answer)).strip()
