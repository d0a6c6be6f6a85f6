"""Do people mark more errors at phenomena? Fills the tables of docs/lab/human-errors.md.

    python benchmarks/human_errors.py benchmarks/marked.yaml --data DIR --work FOLDER [--draws 100]
        [-o docs/lab/human-errors.md]

Each annotation is tested by itself; over annotations, effects are pooled as in the atlas: those of the same texts are
one study. FOLDER keeps parses and links for the next time. The text between the marks of the page is replaced.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from _common import between, markdown_table, write_page
from _marked_sets import prepare, read_sets
from _rated_texts import RatedTexts

from extractors.core.files import read_text
from extractors.score.atlas_effects import AtlasEffect
from extractors.score.atlas_pooling import atlas_rows, study_of_means
from extractors.score.corrections import correct
from extractors.score.shared_texts import SharedTexts

Tested = Sequence[tuple[AtlasEffect, float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--draws", type=int, default=100, help="with marks that were moved elsewhere (default: 100)")
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/lab/human-errors.md"))
    arguments = parser.parse_args()
    texts = SharedTexts()
    sets = [RatedTexts(of, prepare(of, arguments.work), texts) for of in read_sets(arguments.sets, arguments.data)]
    tested = [list(of.effects(of.masks)) for of in sets]
    page = between(read_text(arguments.output), "pooled", pooled_table(tested))
    page = between(page, "campaigns", campaigns_table(tested))
    draws = [
        [list(of.effects(of.moved(np.random.default_rng([draw, n])))) for n, of in enumerate(sets)]
        for draw in range(arguments.draws)
    ]
    page = between(page, "null", null_table(draws))
    write_page(arguments.output, page)


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


if __name__ == "__main__":
    main()
