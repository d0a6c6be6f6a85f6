"""Whether two annotations of the same outputs mark errors at the same hits; a table for docs/lab/human-errors.md.

    python benchmarks/marks_retest.py benchmarks/marked.yaml --data DIR --work FOLDER

WMT23 English-German was annotated again: error span annotation (ESA) twice, and MQM. A hit of an output counts where
both annotations rated the output and the hit has output words. Kappa is Cohen's, of all hits of a phenomenon in all
systems, with a bootstrap over documents.
"""

import argparse
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from _marked_sets import prepare, read_sets
from _rated_texts import RatedTexts

from extractors.lab.quality.quality_page import markdown_table
from extractors.score.shared_texts import SharedTexts
from extractors.score.statistics.agreement import cohen_kappa

ANNOTATIONS = {"WMT23 ESA 1": "ESA 1", "WMT23 ESA 2": "ESA 2", "WMT23 MQM again": "MQM"}
FEWEST = 200
"""Hits in outputs that a row needs."""
RESAMPLES, SEED = 2000, 1
Key = tuple[Any, ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sets", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="where parses and links are kept")
    arguments = parser.parse_args()
    marks: dict[str, dict[Key, bool]] = {}
    for of in read_sets(arguments.sets, arguments.data):
        if of.name in ANNOTATIONS:
            annotated = RatedTexts(of, prepare(of, arguments.work), SharedTexts())
            marks[ANNOTATIONS[of.name]] = annotated.marked_hits()
    print(table(marks, annotated.documents.tolist()))


def table(marks: Mapping[str, Mapping[Key, bool]], documents: Sequence[int]) -> str:
    rows: list[list[object]] = []
    for first, second in combinations(marks, 2):
        both = [key for key in marks[first] if key in marks[second]]
        for phenomenon in ["all", *sorted({key[0] for key in both})]:
            keys = [key for key in both if phenomenon in ("all", key[0])]
            if len(keys) < FEWEST:
                continue
            a, b = (np.array([marks[name][key] for key in keys]) for name in (first, second))
            low, high = bootstrap(a, b, np.array([documents[key[1]] for key in keys]))
            shares = [f"{100 * x.mean():.1f}" for x in (a, b)]
            kappa = float(kappas(a, b, np.ones((1, len(a))))[0])
            rows.append(
                [f"{first}, {second}", phenomenon, len(keys), *shares, f"{kappa:.2f}", f"{low:.2f} to {high:.2f}"]
            )
    heading = (
        "annotations",
        "phenomenon",
        "hits in outputs",
        "marked by the first, %",
        "by the second, %",
        "kappa",
        "95 %",
    )
    return markdown_table(heading, rows)


def kappas(a: np.ndarray, b: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """(r,) Cohen's kappa of two annotations under each row of weights (r, n)."""
    counts = [[weights @ ((a == i) & (b == j)).astype(float) for j in (False, True)] for i in (False, True)]
    return cohen_kappa(np.moveaxis(np.array(counts), 2, 0))


def bootstrap(a: np.ndarray, b: np.ndarray, document: np.ndarray) -> tuple[float, float]:
    """The interval at 95 %, over documents."""
    _, place = np.unique(document, return_inverse=True)
    size = int(place.max()) + 1
    drawn = np.random.default_rng(SEED).multinomial(size, np.full(size, 1 / size), RESAMPLES)
    low, high = np.nanquantile(kappas(a, b, drawn[:, place].astype(float)), [0.025, 0.975])
    return float(low), float(high)


if __name__ == "__main__":
    main()
