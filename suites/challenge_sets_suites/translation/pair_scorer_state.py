"""What decides on scores of pairs besides the files that Snakemake watches: the model."""

from typing import Any

from challenge_sets_suites.pair_scorer_settings import PairScorerSettings
from extractors.core.files import state
from extractors.models import installed


def scorer_state(settings: PairScorerSettings) -> Any:
    """Return a value that changes when the model does: a folder's state or a cached commit; "endpoint" for a server."""
    if settings.endpoint is not None:
        return "endpoint"
    # Needs the hub's library, which only a config with such models asks for.
    from extractors.models import hub

    path = installed.find(settings.model)
    cached = hub.cached(settings.model) if path is None else None
    return state(path) if path else cached.name if cached else "not here"
