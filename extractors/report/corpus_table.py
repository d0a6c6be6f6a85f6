"""Write the scores of a whole corpus for a terminal; apart from findings, since plain texts have none."""

from collections.abc import Mapping
from typing import Any

from extractors.core import registry
from extractors.core.rounding import decimals
from extractors.core.terminal import columns
from extractors.report.numbers import Rows
from extractors.scoring import metrics


def is_higher_better(metric: str, options: Mapping[str, Any] | None = None) -> bool:
    """Return whether higher scores are better; True for scores that were computed elsewhere, of unknown options."""
    if options is not None:
        return metrics.create_metric(metric, options).higher_is_better
    computed = metric in registry.names(metrics)
    return not computed or registry.load(metrics, metrics.Metric, metric).higher_is_better


def systems_first(corpus: Rows, metric: str, *, higher_is_better: bool = True) -> list[str]:
    """Return the systems by their score of the whole corpus, the best first; one without a score is last."""
    whole = {row["system"]: row["score"] for row in corpus if row["metric"] == metric}
    sign = -1 if higher_is_better else 1
    return sorted({row["system"] for row in corpus}, key=lambda s: (s not in whole, sign * whole.get(s, 0.0), s))


def corpus_table(rows: Rows, options: Mapping[str, Mapping[str, Any]] | None = None) -> str:
    """Return a table of systems by metrics on the whole corpus, the best first by the first metric, signatures below.

    Args:
        rows: mappings with system, metric, n, score, signature.
        options: of each metric; None where they are not known.
    """
    shown = list(dict.fromkeys(row["metric"] for row in rows))
    scores = {(row["system"], row["metric"]): row["score"] for row in rows}
    higher = is_higher_better(shown[0], None if options is None else options[shown[0]])
    places = {metric: decimals(score for (_, name), score in scores.items() if name == metric) for metric in shown}

    def cell(system: str, metric: str) -> str:
        # Human judgements may lack a system.
        score = scores.get((system, metric))
        return "-" if score is None else f"{score:.{places[metric]}f}"

    table = columns(
        ["system", *shown],
        (
            [system, *(cell(system, metric) for metric in shown)]
            for system in systems_first(rows, shown[0], higher_is_better=higher)
        ),
    )
    signatures = dict.fromkeys(f"{row['metric']}: {row['signature']}\n" for row in rows)
    return f"Whole corpus, {rows[0]['n']} segments\n{table}{''.join(signatures)}"
