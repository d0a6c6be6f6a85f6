"""The files of scores of pairs: the scores, and how they were made."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from challenge_sets_suites.pair_scorer_settings import PairScorerSettings
from extractors.core.files import state, write_text
from extractors.core.jsonfile import write_checked
from extractors.models import installed


def scorer_state(settings: PairScorerSettings) -> Any:
    """Return a value that changes when the model does: a folder's state or a cached commit."""
    # Needs the hub's library, which only a config with such models asks for.
    from extractors.models import hub

    path = installed.find(settings.model)
    cached = hub.cached(settings.model) if path is None else None
    return state(path) if path else cached.name if cached else "not here"


def score_pairs_file(
    pairs: Sequence[tuple[str, str]], *, output: str | Path, about: str | Path, settings: PairScorerSettings
) -> None:
    """Write the cost of each translation by a model, a number a line, and as JSON how the costs were computed."""
    # Needs PyTorch, which who asks for the state of a model does without.
    from challenge_sets_suites.translation.pair_scorer import pair_scorer

    scorer = pair_scorer(settings)
    costs = scorer.costs(pairs)
    write_checked(scorer.about() | {"texts": len(pairs)}, about)
    with write_text(output) as file:
        # Further decimals are noise of the batches in which a model works.
        file.writelines(f"{cost:.6f}\n" for cost in costs)
