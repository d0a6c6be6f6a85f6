"""What a translator gives."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslatedSegments:
    """The translations of n segments.

    Attributes:
        texts: n translations, each one line; empty for an empty segment.
        in_parts: the ids of the segments that were longer than the model reads at once.
        cut: the ids of the segments whose translation reached the most subwords it may have.
        refused: the ids of the segments that a chat model refused to translate.
        no_answer: the ids of the segments to which it gave an empty answer.
    """

    texts: list[str]
    in_parts: list[int]
    cut: list[int]
    refused: list[int] = field(default_factory=list)
    no_answer: list[int] = field(default_factory=list)
