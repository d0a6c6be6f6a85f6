from dataclasses import dataclass, field

from extractors.core.logs import log


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslatedSegments:
    """The translations of n segments.

    Attributes:
        texts: n translations, each one line; empty for an empty segment.
        in_parts: the ids of the segments that were longer than the model reads at once.
        cut: the ids of the segments whose translation reached the most subwords it may have.
        refused: the ids of the segments that a chat model refused to translate.
        no_answer: the ids of the segments to which it gave an empty answer.
        broken: the ids of the segments in whose translation U+FFFD stands for what was no character.
    """

    texts: list[str]
    in_parts: list[int] = field(default_factory=list)
    cut: list[int] = field(default_factory=list)
    refused: list[int] = field(default_factory=list)
    no_answer: list[int] = field(default_factory=list)
    broken: list[int] = field(default_factory=list)

    def tell(self, model: str) -> None:
        """Warn of segments that are not simply translated."""
        for ids, what in (
            (self.in_parts, "segments are longer than it reads at once, and were translated in parts"),
            (
                self.cut,
                "translations reached their limit, and END THERE: raise `max_length:`, of a server `max_tokens`",
            ),
            (self.refused, "segments were refused by the model"),
            (self.no_answer, "answers are empty"),
            (self.broken, "translations have U+FFFD for half of a character (a lone surrogate)"),
        ):
            if ids:
                log.warning("%s: %d %s (the first is segment_id %d)", model, len(ids), what, ids[0])
