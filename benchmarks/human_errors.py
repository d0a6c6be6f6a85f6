"""Do people mark more errors at phenomena? Fills the tables of docs/lab/human-errors.md.

    python benchmarks/human_errors.py benchmarks/marked.yaml --data DIR --work FOLDER [--draws 100]
        [--retest] [-o docs/lab/human-errors.md]

Each annotation is tested by itself; over annotations, effects are pooled as in the atlas: those of the same texts are
one study. FOLDER keeps parses and links for the next time. The text between the marks of the page is replaced. --retest
prints a table for docs/lab/human-correlation.md instead: whether two annotations of the same outputs mark errors at the
same hits. A hit of an output counts where both annotations rated the output and the hit has output words.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from _common import arguments_of, markdown_table, update_page
from _marked_sets import prepare, read_sets
from _rated_texts import RatedTexts

from extractors.atlas.atlas_effects import AtlasEffect
from extractors.atlas.atlas_pooling import atlas_rows, study_of_means
from extractors.atlas.shared_texts import SharedTexts
from extractors.score.corrections import correct
from extractors.score.statistics.agreement import cohen_kappa

TWICE = {"WMT23 ESA 1": "ESA 1", "WMT23 ESA 2": "ESA 2", "WMT23 MQM again": "MQM"}
"""Annotations of the same outputs: error span annotation (ESA) twice, and MQM."""
FEWEST_TWICE = 200
"""Hits in outputs that a row of their agreement needs."""
RESAMPLES, SEED = 2000, 1

Tested = Sequence[tuple[AtlasEffect, float]]
Key = tuple[Any, ...]


def main() -> None:
    parser = arguments_of(__doc__, data="what the file of sets names", page="docs/lab/human-errors.md")
    parser.add_argument("sets", type=Path)
    parser.add_argument("--work", type=Path, required=True, help="where parses and links are kept")
    parser.add_argument("--draws", type=int, default=100, help="with marks that were moved elsewhere (default: 100)")
    parser.add_argument("--retest", action="store_true", help="print agreement of annotations of the same outputs")
    given = parser.parse_args()
    texts = SharedTexts()
    chosen = [of for of in read_sets(given.sets, given.data) if of.name in TWICE or not given.retest]
    sets = [RatedTexts(of, prepare(of, given.work), texts) for of in chosen]
    if given.retest:
        print(retest_table({TWICE[of.name]: of.marked_hits() for of in sets}, sets[0].documents.tolist()))
        return
    tested = [list(of.effects(of.masks)) for of in sets]
    draws = [
        [list(of.effects(of.moved(np.random.default_rng([draw, n])))) for n, of in enumerate(sets)]
        for draw in range(given.draws)
    ]
    sections = {"pooled": pooled_table(tested), "campaigns": campaigns_table(tested), "null": null_table(draws)}
    update_page(given.output, sections)


def pooled_table(tested: Sequence[Tested]) -> str:
    """A row for each phenomenon in two texts or more."""
    rows = [row for row in atlas_rows(effect for of in tested for effect, _ in of) if row["sources"] > 1]
    heading = ("phenomenon", "texts", "annotations", "segments", "these", "95 %", "p (BH)", "texts like these, 95 %")
    lines = []
    for row in sorted(rows, key=lambda row: -row["here"]):
        here = f"{points(row['here_low'])} to {points(row['here_high'])}"
        alike = f"{points(row['low'])} to {points(row['high'])}"
        cells = (row["phenomenon"], row["sources"], row["corpora"], row["n"], points(row["here"]), here)
        lines.append((*cells, p_text(row["here_p_bh"]), f"{points(row['effect'])}, {alike}"))
    return markdown_table(heading, lines)


def campaigns_table(tested: Sequence[Tested]) -> str:
    """A column for each annotation: the difference, its standard error, and a star after correction."""
    cells: dict[str, dict[str, str]] = {}
    for of in tested:
        corrected = correct(np.array([p for _, p in of]))
        for (effect, _), p in zip(of, corrected, strict=True):
            error = study_of_means([effect]).error
            text = f"{points(effect.differences[0])} ± {100 * error:.1f}{'*' if p < 0.05 else ''}"
            cells.setdefault(effect.phenomenon, {})[effect.corpus.name] = text
    names = [of[0][0].corpus.name for of in tested]
    rows = [(name, *(found.get(one, "") for one in names)) for name, found in sorted(cells.items()) if len(found) > 1]
    return markdown_table(("phenomenon", *names), rows)


def null_table(draws: Iterable[Sequence[Tested]]) -> str:
    """How often tests reject by moved marks."""
    tests: dict[str, Counter[str]] = {}
    for tested in draws:
        for of in tested:
            for effect, p in of:
                count(tests.setdefault(effect.corpus.name, Counter()), p, effect.differences[0])
        for row in atlas_rows(effect for of in tested for effect, _ in of):
            if row["sources"] > 1:
                count(tests.setdefault("pooled: these texts", Counter()), row["here_p"], row["here"])
                count(tests.setdefault("pooled: texts like these", Counter()), row["p"], row["effect"])
    rows = [
        (name, of["all"], *(f"{100 * n / of['all']:.1f}" for n in (of["more"] + of["fewer"], of["more"], of["fewer"])))
        for name, of in tests.items()
        if of["all"]
    ]
    return markdown_table(("tests of", "tests", "rejected, %", "as more", "as fewer"), rows)


def count(counter: Counter[str], p: Any, value: float) -> None:
    """Count a test, if there is one."""
    if p is not None and np.isfinite(p):
        counter["all"] += 1
        counter["more" if value > 0 else "fewer"] += p < 0.05


def points(share: float | None) -> str:
    """A share in per cent, with its sign."""
    return "-" if share is None else f"{100 * share:+.1f}"


def p_text(p: float | None) -> str:
    return "-" if p is None else "< .001" if p < 0.001 else f"{p:.3f}".removeprefix("0")


def retest_table(marks: Mapping[str, Mapping[Key, bool]], documents: Sequence[int]) -> str:
    """Cohen's kappa of each two annotations, by phenomenon, with a bootstrap over documents."""
    rows: list[list[object]] = []
    for first, second in combinations(marks, 2):
        both = [key for key in marks[first] if key in marks[second]]
        for phenomenon in ["all", *sorted({key[0] for key in both})]:
            keys = [key for key in both if phenomenon in ("all", key[0])]
            if len(keys) < FEWEST_TWICE:
                continue
            a, b = (np.array([marks[name][key] for key in keys]) for name in (first, second))
            low, high = bootstrap(a, b, np.array([documents[key[1]] for key in keys]))
            shares = [f"{100 * x.mean():.1f}" for x in (a, b)]
            kappa = float(kappas(a, b, np.ones((1, len(a))))[0])
            rows.append(
                [f"{first}, {second}", phenomenon, len(keys), *shares, f"{kappa:.2f}", f"{low:.2f} to {high:.2f}"]
            )
    heading = ("annotations", "phenomenon", "hits in outputs", "marked by the first, %", "by the second, %", "kappa")
    return markdown_table((*heading, "95 %"), rows)


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
