"""Whether the effect of a phenomenon returns: in another year's test set, and by another reference of the same texts.

    python benchmarks/replication.py --data FOLDER --campaigns FOLDER --work FOLDER [-o docs/lab/replication.md]

FOLDER/wmt21 of --data is what config/wmt21.yaml reads; --campaigns has wmt22/txt and wmt24/txt as the organisers ship
them; --work gets the results. Effects are those of the atlas: set minus controls at the tested distance, mean over the
systems, in standard deviations of the corpus's segments. The tables on the page are made anew; the text between them
is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats

from benchmarks._common import arguments_of, markdown_table, update_page
from benchmarks._runs import run
from extractors.formats import tables
from extractors.formats.atlas import ATLAS_EFFECTS
from extractors.formats.thresholds import FEWEST_SEGMENTS

METRICS = {"chrf": "chrF", "bleu": "BLEU"}
CORPORA = {
    "en-de": ("wmt21-en-de-A", "wmt21-en-de-C", "wmt22-en-de", "wmt24-en-de"),
    "de-en": ("wmt21-de-en-A", "wmt21-de-en-B", "wmt22-de-en"),
}
FEWEST_SHARED = 4
"""Phenomena that two corpora share, from which a correlation has an interval."""
Row = Mapping[str, Any]
Effects = Mapping[tuple[str, str, str], Row]
"""By corpus, metric and phenomenon, a row of ATLAS_EFFECTS with FEWEST_SEGMENTS segments at least."""


def config(data: Path, campaigns: Path) -> dict[str, Any]:
    """The config of a run of all corpora."""
    corpora: dict[str, Any] = {}
    for pair, names in CORPORA.items():
        source, target = pair.split("-")
        for name in names:
            year, *reference = name.replace(f"-{pair}", "").split("-")
            texts = data / "wmt21" / pair
            corpora[name] = (
                {
                    "source_language": source,
                    "target_language": target,
                    "source": str(texts / f"source.{source}"),
                    "references": {letter: str(texts / f"reference.{letter}.{target}") for letter in reference},
                    "systems": str(texts / "systems"),
                }
                if reference
                else {"from": f"wmt:{campaigns / year}#{pair}"}
            )
    return {
        "check_languages": False,
        "metrics": {name: {} for name in METRICS},
        "controls": {"samples": 1},
        "statistics": {"resamples": 2, "trials": 2},
        "accuracy": {"enabled": False},
        "align": {"aligner": "none"},
        "report": {"charts": False},
        "corpora": corpora,
        "atlas": {"corpora": {name: int(f"20{name[3:5]}") for name in corpora}},
    }


def effects_table(effects: Effects, names: tuple[str, ...], metric: str) -> str:
    """A row for each phenomenon that two corpora or more have often enough."""
    phenomena = sorted({p for c, m, p in effects if c in names and m == metric})
    rows = []
    for phenomenon in phenomena:
        found = [effects.get((name, metric, phenomenon)) for name in names]
        if sum(row is not None for row in found) > 1:
            rows.append([phenomenon, *map(cell, found)])
    return markdown_table(["phenomenon", *names], rows)


def cell(row: Row | None) -> str:
    """`-0.21 ± 0.05 (116)`: the effect, its standard error and the segments; empty where there are too few."""
    return "" if row is None else f"{row['effect']:+.2f} ± {row['standard_error']:.2f} ({row['n']})"


def agreement(effects: Effects) -> Iterator[list[str]]:
    """How far the effects of each two corpora of a pair agree over phenomena, by each metric, if they share enough."""
    for names in CORPORA.values():
        for first, second in combinations(names, 2):
            for metric, label in METRICS.items():
                both = [
                    (row["effect"], effects[second, metric, p]["effect"])
                    for (c, m, p), row in effects.items()
                    if (c, m) == (first, metric) and (second, metric, p) in effects
                ]
                if len(both) < FEWEST_SHARED:
                    continue
                x, y = np.array(both).T
                fit = stats.pearsonr(x, y)
                low, high = fit.confidence_interval()
                same = int((np.sign(x) == np.sign(y)).sum())
                yield [
                    f"{first}, {second}",
                    label,
                    str(len(both)),
                    f"{fit.statistic:.2f} [{low:.2f}, {high:.2f}]",
                    f"{same} of {len(both)}",
                ]


def main() -> None:
    parser = arguments_of(__doc__, data="wmt21/", page="docs/lab/replication.md")
    parser.add_argument("--campaigns", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--cores", type=int, default=1)
    a = parser.parse_args()
    a.work.mkdir(parents=True, exist_ok=True)
    settings = config(a.data.resolve(), a.campaigns.resolve())
    (a.work / "config.yaml").write_text(json.dumps(settings, indent=1), encoding="utf-8")
    file = Path("results/atlas", ATLAS_EFFECTS.file)
    run(a.work, ["--configfile", "config.yaml", "--", str(file)], cores=a.cores)
    effects = {
        (row["corpus"], row["metric"], row["phenomenon"]): row
        for row in tables.read(ATLAS_EFFECTS, a.work / file).to_pylist()
        if row["n"] >= FEWEST_SEGMENTS
    }
    header = ["corpora", "metric", "phenomena", "r [95 % interval]", "same sign"]
    sections = {f"effects {pair}": effects_table(effects, names, "chrf") for pair, names in CORPORA.items()}
    update_page(a.output, {"agreement": markdown_table(header, list(agreement(effects))), **sections})


if __name__ == "__main__":
    main()
