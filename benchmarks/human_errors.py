"""Do people mark more errors at phenomena? Fills the tables of docs/lab/human-errors.md.

    python benchmarks/human_errors.py --ran-in FOLDER --data DIR [--draws 100] [--retest] [-o docs/lab/human-errors.md]

FOLDER is where benchmarks/marked.yaml was run (target `score`) with `data_dir=DIR`. Each annotation is tested by
itself. Those with a test are pooled as in the atlas: annotations of the same texts are one study. Where people marked
human translations, too, systems are told beyond these. The text between the marks of the page is replaced. --retest
prints a table for docs/lab/human-correlation.md instead: whether two annotations of the same outputs mark errors at the
same hits. A hit of an output counts where both annotations rated the output and the hit has output words.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from _common import arguments_of, markdown_table, run_of, update_page
from _rated_texts import MARKS, MarkedEffect, rated_texts

from extractors.atlas.atlas_pooling import atlas_rows, study_of_means
from extractors.formats.atlas import BEYOND, BY_PEOPLE
from extractors.score.corrections import correct
from extractors.score.statistics.agreement import cohen_kappa

TWICE = {"wmt23-esa-1": "ESA 1", "wmt23-esa-2": "ESA 2", "wmt23-mqm-again": "MQM"}
"""Annotations of the same outputs: error span annotation (ESA) twice, and MQM."""
FEWEST_TWICE = 200
"""Hits in outputs that a row of their agreement needs."""
RESAMPLES, SEED = 2000, 1
POOLED = ("phenomenon", "texts", "annotations", "segments", "these", "95 %", "p (BH)", "texts like these, 95 %")
BESIDE = ("phenomenon", "annotation", "segments", "systems", "people", "beyond", "95 %", "p (BH)")

Tested = Sequence[MarkedEffect]
Key = tuple[Any, ...]


def main() -> None:
    parser = arguments_of(__doc__, data="what marked.yaml names", page="docs/lab/human-errors.md")
    parser.add_argument("--ran-in", type=Path, required=True, help="where the config was run")
    parser.add_argument("--config", default="marked.yaml", help="what was run (default: marked.yaml of this folder)")
    parser.add_argument("--draws", type=int, default=100, help="with marks that were moved elsewhere (default: 100)")
    parser.add_argument("--retest", action="store_true", help="print agreement of annotations of the same outputs")
    given = parser.parse_args()
    sets = list(rated_texts(run_of(given.config, given.ran_in, given.data), TWICE if given.retest else None))
    if given.retest:
        print(retest_table({TWICE[of.name]: of.marked_hits() for of in sets}, sets[0].documents.tolist()))
        return
    tested = [list(of.effects(of.masks)) for of in sets]
    draws = [
        [list(of.effects(of.moved(np.random.default_rng([draw, n])))) for n, of in enumerate(sets)]
        for draw in range(given.draws)
    ]
    sections = {
        "pooled": pooled_table(tested, MARKS),
        "beside": beside_table(tested),
        "beyond": pooled_table(tested, f"{MARKS}{BEYOND}"),
        "campaigns": campaigns_table(tested),
        "null": null_table(draws),
    }
    update_page(given.output, sections)


def pooled_table(tested: Sequence[Tested], metric: str) -> str:
    """A row for each phenomenon in two texts or more."""
    lines = []
    for row in sorted(pooled_rows(tested, metric), key=lambda row: -row["here"]):
        here = f"{points(row['here_low'])} to {points(row['here_high'])}"
        alike = f"{points(row['low'])} to {points(row['high'])}"
        cells = (row["phenomenon"], row["sources"], row["corpora"], row["n"], points(row["here"]), here)
        lines.append((*cells, p_text(row["here_p_bh"]), f"{points(row['effect'])}, {alike}"))
    return markdown_table(POOLED, lines)


def pooled_rows(tested: Iterable[Tested], metric: str) -> list[dict[str, Any]]:
    """The rows of ATLAS of what annotations with a test of their own tell; of two texts or more."""
    effects = (one.effect for one in of_metric(tested, metric) if np.isfinite(one.p))
    return [row for row in atlas_rows(effects) if row["sources"] > 1]


def of_metric(tested: Iterable[Tested], metric: str) -> Iterable[MarkedEffect]:
    """The effects of one kind, of all annotations."""
    return (one for of in tested for one in of if one.effect.metric == metric)


def beside_table(tested: Sequence[Tested]) -> str:
    """A row for each phenomenon and annotation with a test beyond people; corrected within the annotation."""
    lines = []
    for of in tested:
        by_metric = {metric: {one.effect.phenomenon: one for one in of_metric([of], metric)}
                     for metric in (MARKS, f"{MARKS}{BY_PEOPLE}", f"{MARKS}{BEYOND}")}  # fmt: skip
        beyond = {name: one for name, one in by_metric[f"{MARKS}{BEYOND}"].items() if np.isfinite(one.p)}
        corrected = correct(np.array([one.p for one in beyond.values()]))
        for (name, one), p in zip(beyond.items(), corrected, strict=True):
            shown = [points(by[name].effect.differences[0]) for by in by_metric.values()]
            ends = f"{points(one.low)} to {points(one.high)}"
            lines.append((name, one.effect.corpus.name, one.effect.n, *shown, ends, p_text(p)))
    return markdown_table(BESIDE, sorted(lines))


def campaigns_table(tested: Sequence[Tested]) -> str:
    """A column for each annotation: the difference, its standard error, and a star after correction."""
    cells: dict[str, dict[str, str]] = {}
    names = []
    for of in tested:
        alone = list(of_metric([of], MARKS))
        names.append(alone[0].effect.corpus.name)
        corrected = correct(np.array([one.p for one in alone]))
        for one, p in zip(alone, corrected, strict=True):
            error = study_of_means([one.effect]).error
            text = f"{points(one.effect.differences[0])} ± {100 * error:.1f}{'*' if p < 0.05 else ''}"
            cells.setdefault(one.effect.phenomenon, {})[names[-1]] = text
    rows = [(name, *(found.get(one, "") for one in names)) for name, found in sorted(cells.items()) if len(found) > 1]
    return markdown_table(("phenomenon", *names), rows)


def null_table(draws: Iterable[Sequence[Tested]]) -> str:
    """How often tests reject by moved marks."""
    kinds = {MARKS: "systems", f"{MARKS}{BEYOND}": "beyond people"}
    tests: dict[str, Counter[str]] = {}
    for tested in draws:
        for metric, kind in kinds.items():
            for one in of_metric(tested, metric):
                of_test = tests.setdefault(f"{one.effect.corpus.name}, {kind}", Counter())
                count(of_test, one.p, one.effect.differences[0])
            for row in pooled_rows(tested, metric):
                here, alike = (
                    tests.setdefault(f"pooled, {kind}: {name}", Counter())
                    for name in ("these texts", "texts like these")
                )
                count(here, row["here_p"], row["here"])
                count(alike, row["p"], row["effect"])
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
