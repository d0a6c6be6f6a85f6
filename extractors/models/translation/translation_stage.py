"""The files of a translation, or of scores: the outputs, and how they were made."""

import json
from collections.abc import Sequence
from pathlib import Path

from extractors.core.files import write_text
from extractors.models.tool_settings import PairScorerSettings, TranslatorSettings
from extractors.models.translation.pair_scorer import pair_scorer
from extractors.models.translation.translator import Translator


def translate_file(
    segments: Sequence[str], *, output: str | Path, about: str | Path, settings: TranslatorSettings
) -> None:
    """Write the translations of segments, one a line, and as JSON how they were made and how it went."""
    translator = Translator(settings)
    result = translator.translate(segments)
    outcome = {
        "segments": len(segments),
        "empty": sum(not text for text in result.texts),
        "in_parts": result.in_parts,
        "cut": result.cut,
    }
    with write_text(about) as file:
        json.dump(translator.about() | outcome, file, indent=2, ensure_ascii=False, sort_keys=True)
        file.write("\n")
    with write_text(output) as file:
        file.writelines(f"{text}\n" for text in result.texts)


def score_pairs_file(
    pairs: Sequence[tuple[str, str]], *, output: str | Path, about: str | Path, settings: PairScorerSettings
) -> None:
    """Write what translations cost by a model, a number a line, and as JSON how the scores were made.

    Args:
        pairs: each a source text and its translation.
    """
    scorer = pair_scorer(settings)
    costs = scorer.costs(pairs)
    with write_text(about) as file:
        json.dump(scorer.about() | {"texts": len(pairs)}, file, indent=2, ensure_ascii=False, sort_keys=True)
        file.write("\n")
    with write_text(output) as file:
        # Further decimals are noise of the batches in which a model works.
        file.writelines(f"{cost:.6f}\n" for cost in costs)
