"""The scores of a whole corpus on a screen; apart from findings, since plain texts have none."""

import math

from extractors.core.rounding import decimals
from extractors.core.terminal import columns
from extractors.report.numbers import Rows


def corpus_table(rows: Rows) -> str:
    """Return a table of systems by metrics on the whole corpus, highest first by the first metric, signatures below.

    Args:
        rows: mappings with system, metric, n, score, signature.
    """
    metrics = list(dict.fromkeys(row["metric"] for row in rows))
    scores = {(row["system"], row["metric"]): row["score"] for row in rows}
    systems = sorted({row["system"] for row in rows}, key=lambda s: (-scores.get((s, metrics[0]), -math.inf), s))
    places = {metric: decimals(score for (_, of), score in scores.items() if of == metric) for metric in metrics}

    def cell(system: str, metric: str) -> str:
        # Human judgements may lack a system.
        score = scores.get((system, metric))
        return "-" if score is None else f"{score:.{places[metric]}f}"

    table = columns(
        ["system", *metrics], ([system, *(cell(system, metric) for metric in metrics)] for system in systems)
    )
    signatures = dict.fromkeys(f"{row['metric']}: {row['signature']}\n" for row in rows)
    return f"Whole corpus, {rows[0]['n']} segments\n{table}{''.join(signatures)}"
