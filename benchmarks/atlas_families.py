"""How often the atlas calls a moderator of noise a finding, by what its p-values are corrected over.

Nothing is planted: the corpora of several test sets and languages are made, and their phenomena differ by the noise of
documents alone, part of which the corpora of a test set share. A run counts if any moderator of any metric holds, over
test sets like these or in these, after the correction within each of the families.

    python benchmarks/atlas_families.py [--trials 400] [--phenomena 20] [--targets 8] [--metrics chrf bleu ter]
"""

import argparse
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path

import numpy as np
from _common import arguments_of, markdown_table

from extractors.atlas.atlas_effects import AtlasCorpus, AtlasEffect
from extractors.atlas.atlas_pooling import moderator_rows, question
from extractors.score.corrections import correct_rows

ALPHA = 0.05
SYSTEMS = ("a", "b", "c")
SOURCES = ("WMT21", "WMT23", "WMT24")
DOCUMENTS = 25
SHARED = 0.7
"""Of a document's noise, the share of the standard deviation that the corpora of its test set have in common."""
FAMILIES = {
    "each moderator": itemgetter("source_language", "metric", "moderator"),
    "each question": lambda row: (row["source_language"], row["metric"], question(row["moderator"])),
}


def corpora(targets: int) -> Iterator[AtlasCorpus]:
    """A corpus of each test set and target language."""
    for year, source in enumerate(SOURCES):
        for target in range(targets):
            yield AtlasCorpus(
                name=f"{source}-{target}",
                folder=Path(),
                source_language="en",
                target_language=f"t{target}",
                systems=SYSTEMS,
                metrics={},
                year=2021 + year,
            )


def effects_of(of: list[AtlasCorpus], given: argparse.Namespace, trial: int) -> Iterator[AtlasEffect]:
    """The effects of noise, of each phenomenon in each corpus by each metric."""
    rng = np.random.default_rng(trial)
    size = (DOCUMENTS, len(SYSTEMS))
    for number in range(given.phenomena):
        shared = {source: rng.normal(size=(DOCUMENTS, 1)) for source in SOURCES}
        for corpus in of:
            source = corpus.name.partition("-")[0]
            own = SHARED * shared[source] + np.sqrt(1 - SHARED**2) * rng.normal(size=size)
            for metric in given.metrics:
                # Metrics mostly agree on which outputs are bad.
                noise = (0.8 * own + 0.6 * rng.normal(size=size)) / DOCUMENTS
                yield AtlasEffect(
                    corpus=corpus,
                    source=source,
                    phenomenon=f"noise {number}",
                    distance=0,
                    metric=metric,
                    systems=SYSTEMS,
                    n=40,
                    differences=noise.sum(axis=0),
                    scale=1.0,
                    clusters=np.arange(DOCUMENTS),
                    influences=noise - noise.mean(axis=0),
                    units=DOCUMENTS,
                )


def main() -> None:
    parser = arguments_of(__doc__)
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--phenomena", type=int, default=20, help="of each run (default: %(default)s)")
    parser.add_argument("--targets", type=int, default=8, help="target languages (default: %(default)s)")
    parser.add_argument("--metrics", nargs="+", default=["chrf", "bleu", "ter"])
    given = parser.parse_args()
    of = list(corpora(given.targets))
    found = {name: np.zeros((given.trials, 2), int) for name in FAMILIES}
    families = dict.fromkeys(FAMILIES, 0)
    for trial in range(given.trials):
        rows = moderator_rows(effects_of(of, given, trial))
        for name, family in FAMILIES.items():
            families[name] = len({family(row) for row in rows})
            for k, p in enumerate(("p", "here_p")):
                correct_rows(rows, family, p)
                found[name][trial, k] = sum(row[f"{p}_bh"] is not None and row[f"{p}_bh"] < ALPHA for row in rows)
    heading = ("a family is", "families", "tests", "runs with a finding", "of test sets like these", "in these")
    table = []
    for name, counts in found.items():
        shares = (counts.any(axis=1), *(counts.T > 0))
        table.append([name, families[name], len(rows), *(f"{100 * share.mean():.1f} %" for share in shares)])
    print(markdown_table(heading, table))


if __name__ == "__main__":
    main()
