"""LingEval97's published results of one system, reproduced from its scores.

    LINGEVAL97_JSON=lingeval97.json python benchmarks/lingeval97.py [--data ../shared/data]

DATA/lingeval97 has the published results (published-sennrich2016.tsv, 45 rows) and the scores that they were made
from (sennrich2016.scores.gz); the suite itself is looked for where the variable says. With it, all 45 rows are computed
from suite and scores, and each is compared in both counts and the printed accuracy. Without it that is skipped, and
said. Three checks need no suite: the number of scores, the sums of the rows, and each accuracy as the quotient of its
counts. Status 1 if anything differs.
"""

import csv
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from _common import arguments_of

from challenge_sets_suites import lingeval_tables
from challenge_sets_suites.formats.lingeval97 import Lingeval97
from challenge_sets_suites.judges.contrastive import Contrastive
from challenge_sets_suites.pair_scores import read_scores

VARIABLE = "LINGEVAL97_JSON"
SENTENCES = 21_722
"""Of the suite; each has a reference to score."""
SUMS = {"category": (94_732, 97_408), "distance": (64_905, 66_838), "frequency": (80_053, 82_435)}

Published = dict[tuple[str, str], tuple[int, int, str]]


def read_published(path: Path) -> Published:
    """Read the correct items, all items and the printed accuracy of each row, by group and name."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return {(r["group"], r["name"]): (int(r["correct"]), int(r["total"]), r["accuracy"]) for r in rows}


def differences_inside(published: Published, scores: int) -> Iterator[str]:
    """Yield inconsistencies among the published rows, and between them and the number of scores."""
    total = published["total", "total"]
    if scores != total[1] + SENTENCES:
        yield f"{scores:,} scores, not {total[1]:,} errors + {SENTENCES:,} references"
    for group, expected in SUMS.items():
        rows = [counts for (of, _), counts in published.items() if of == group]
        sums = (sum(correct for correct, _, _ in rows), sum(total for _, total, _ in rows))
        if sums != expected:
            yield f"the rows by {group} sum to {sums}, not {expected}"
    for (group, name), (correct, total_, accuracy) in published.items():
        if lingeval_tables.accuracy_text(correct / total_) != accuracy:
            yield f"{group} {name}: {correct} of {total_} is not {accuracy}"


def differences_from_suite(published: Published, suite_path: Path, scores: list[float]) -> Iterator[str]:
    """Yield the rows whose counts or accuracy, computed from the suite, differ from the published ones."""
    suite, judge = Lingeval97().read(suite_path), Contrastive()
    verdicts = judge.judge(suite.items, scores, suite.rest)
    found = lingeval_tables.rows(suite.items, verdicts, rest=suite.rest, compatible=True)
    ours = {
        (row.group, row.name): (row.correct, row.total, lingeval_tables.accuracy_text(row.accuracy)) for row in found
    }
    for key in dict.fromkeys([*published, *ours]):
        if ours.get(key) != published.get(key):
            yield f"{' '.join(key)}: {ours.get(key)}, published {published.get(key)}"


def main() -> int:
    parser = arguments_of(__doc__, data="lingeval97/")
    folder = parser.parse_args().data / "lingeval97"
    published = read_published(folder / "published-sennrich2016.tsv")
    scores = read_scores(folder / "sennrich2016.scores.gz")
    inside = list(differences_inside(published, len(scores)))
    print(f"{len(scores):,} scores; sums and quotients of {len(published)} published rows: {len(inside)} differences")
    suite = os.environ.get(VARIABLE)
    outside: list[str] = []
    if suite:
        outside = list(differences_from_suite(published, Path(suite), scores))
        print(f"rows computed from {suite}: {len(published)} published, {len(outside)} differences")
    else:
        print(f"SKIPPED: the {len(published)} rows are not computed; name the suite's file in {VARIABLE}")
    for difference in inside + outside:
        print(f"  {difference}")
    return 1 if inside or outside else 0


if __name__ == "__main__":
    sys.exit(main())
