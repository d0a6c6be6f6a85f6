"""How many decimals scores are printed with."""

from collections.abc import Iterable


def decimals(scores: Iterable[float]) -> int:
    """Return how many decimals to print: 1 for scores up to 100 such as BLEU, 3 for scores up to 1 such as RIBES."""
    return 3 if max(scores) <= 1 else 1
