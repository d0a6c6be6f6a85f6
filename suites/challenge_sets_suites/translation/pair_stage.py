"""The files of scores of pairs: the scores, and how they were made."""

from collections.abc import Sequence
from pathlib import Path

from challenge_sets_suites.pair_scorer_settings import PairScorerSettings
from challenge_sets_suites.translation.pair_subwords import PairCosts
from extractors.core.files import write_text
from extractors.core.jsonfile import write_checked


def _answers_of(output: str | Path) -> Path:
    return Path(str(output).removesuffix(".gz")).with_suffix(".answers.jsonl")


def _pair_scorer(settings: PairScorerSettings, kept: Path) -> PairCosts:
    if settings.endpoint is not None:
        from challenge_sets_suites.translation.endpoint_pair_scorer import EndpointPairScorer

        return EndpointPairScorer(settings, settings.endpoint, kept)
    from challenge_sets_suites.translation.pair_scorer import pair_scorer

    return pair_scorer(settings)


def score_pairs_file(
    pairs: Sequence[tuple[str, str]], *, output: str | Path, about: str | Path, settings: PairScorerSettings
) -> None:
    """Write the cost of each translation by a model, a number a line, and as JSON how the costs were computed.

    The answers of an endpoint stay in OUTPUT.answers.jsonl, which no run removes.
    """
    scorer = _pair_scorer(settings, _answers_of(output))
    costs = scorer.costs(pairs)
    write_checked(scorer.about() | {"texts": len(pairs)}, about)
    with write_text(output) as file:
        # Further decimals are noise of the batches in which a model works.
        file.writelines(f"{cost:.6f}\n" for cost in costs)
