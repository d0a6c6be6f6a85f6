"""The block `metrics`: the metrics of a run, each with options of its own."""

from collections.abc import Mapping, Sequence
from typing import Any

Options = Mapping[str, Any]
"""The options of a metric, which its class knows and checks (extractors.scoring.metrics)."""

DEFAULT_METRICS = ("bleu", "chrf", "ribes")

PRIMARY = "chrf"
"""The metric of the findings where a config names none (docs/statistics.md says why)."""


def primary_metric(metrics: Sequence[str], chosen: str | None = None) -> str:
    """Choose the metric of the findings: `chosen` if it is there, or else PRIMARY, or else the first."""
    return next(name for name in (chosen, PRIMARY, *metrics) if name is not None and name in metrics)


_WORDS: dict[str, Options] = {"zh": {"tokenize": "zh"}, "ja": {"tokenize": "ja-mecab"}, "ko": {"tokenize": "ko-mecab"}}
"""What sacreBLEU's BLEU takes for these target languages (`sacrebleu -l en-zh`)."""
_CHARACTERS: dict[str, Options] = {language: {"tokenize": "char"} for language in ("th", "lo", "km", "my")}
"""Written without blanks between words: for RIBES, which is the order of words and nothing without them."""
BY_LANGUAGE: dict[str, dict[str, Options]] = {
    "bleu": _WORDS,
    "ribes": {**_WORDS, **_CHARACTERS},
    # Without this a segment of Chinese or Japanese is one word, and each output one edit.
    "ter": {language: {"normalized": True, "asian_support": True} for language in ("zh", "ja")},
}
"""The options that a metric has for a target language, where the user gives none of the same name."""


def of_language(metrics: Mapping[str, Options], language: str) -> dict[str, Options]:
    """Add to the options of each metric the defaults for the target language."""
    return {name: {**BY_LANGUAGE.get(name, {}).get(language, {}), **options} for name, options in metrics.items()}
