"""The files of a translation, or of scores: the outputs, and how they were made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.core.files import write_text
from extractors.core.jsonfile import write_checked
from extractors.models.tool_settings import PairScorerSettings, TranslatorSettings
from extractors.models.translation.chat_prompts import LanguageNames
from extractors.models.translation.endpoint_translator import EndpointTranslator
from extractors.models.translation.pair_subwords import PairCosts

if TYPE_CHECKING:
    from extractors.models.translation.chat_translator import ChatTranslator
    from extractors.models.translation.translator import Translator


def _translator(
    settings: TranslatorSettings, languages: LanguageNames | None, kept: Path, instructions: Sequence[str] | None
) -> EndpointTranslator | ChatTranslator | Translator:
    if settings.endpoint is not None:
        return EndpointTranslator(settings, settings.endpoint, languages, kept, instructions)
    # PyTorch takes seconds to import, and an endpoint does not need it.
    if settings.kind == "chat":
        from extractors.models.translation.chat_translator import ChatTranslator

        return ChatTranslator(settings, languages, instructions)
    from extractors.models.translation.translator import Translator

    return Translator(settings)


def translate_file(
    segments: Sequence[str],
    *,
    output: str | Path,
    about: str | Path,
    settings: TranslatorSettings,
    languages: LanguageNames | None = None,
    instructions: Sequence[str] | None = None,
) -> None:
    """Write the translations of segments, one a line, and as JSON how they were made and how it went.

    The answers of an endpoint stay in OUTPUT.answers.jsonl, which no run removes.

    Args:
        languages: for the prompt of a chat model; None if they are not known.
        instructions: (n,) what `settings.instructions` names.
    """
    translator = _translator(settings, languages, _answers_of(output), instructions)
    result = translator.translate(segments)
    result.tell(settings.model)
    outcome = {
        "segments": len(segments),
        "empty": sum(not text for text in result.texts),
        **asdict(result),
    }
    del outcome["texts"]
    write_checked(translator.about() | outcome, about)
    with write_text(output) as file:
        file.writelines(f"{text}\n" for text in result.texts)


def _answers_of(output: str | Path) -> Path:
    return Path(str(output).removesuffix(".gz")).with_suffix(".answers.jsonl")


def _pair_scorer(settings: PairScorerSettings, kept: Path) -> PairCosts:
    if settings.endpoint is not None:
        from extractors.models.translation.endpoint_pair_scorer import EndpointPairScorer

        return EndpointPairScorer(settings, settings.endpoint, kept)
    from extractors.models.translation.pair_scorer import pair_scorer

    return pair_scorer(settings)


def score_pairs_file(
    pairs: Sequence[tuple[str, str]], *, output: str | Path, about: str | Path, settings: PairScorerSettings
) -> None:
    """Write what translations cost by a model, a number a line, and as JSON how the scores were made.

    The answers of an endpoint stay in OUTPUT.answers.jsonl, which no run removes.
    """
    scorer = _pair_scorer(settings, _answers_of(output))
    costs = scorer.costs(pairs)
    write_checked(scorer.about() | {"texts": len(pairs)}, about)
    with write_text(output) as file:
        # Further decimals are noise of the batches in which a model works.
        file.writelines(f"{cost:.6f}\n" for cost in costs)
