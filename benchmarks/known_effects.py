"""What test sets say of each phenomenon: makes extractors/score/known_effects.csv and docs/lab/known-effects.md.

    python benchmarks/known_effects.py CONFIG ... --config data_dir=DIR [results=FOLDER] [--simulate 2000]

The targets `score` of the configs were run from the folder where this is started. Corpora that share source texts are
one test set. Effects are in standard deviations of a segment's score. The simulation draws true effects of phenomena
and test sets with the variances that were found, and estimates with the errors of the table: how far the difference
that is shown is from the true one in a further test set, and how many signs are wrong, with and without what is known.
The text between the marks of the page is replaced.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from _common import arguments_of, markdown_table, update_page
from scipy.special import ndtr

from extractors.atlas.atlas_effects import AtlasCorpus, AtlasEffect, LoadedCorpus
from extractors.atlas.atlas_pooling import study_of_means
from extractors.atlas.random_effects import pool
from extractors.atlas.shared_texts import SharedTexts
from extractors.config.run import load_config
from extractors.formats import tables
from extractors.formats.atlas import BEYOND
from extractors.formats.known_effects import KNOWN_EFFECTS
from extractors.score.expected_effects import FEWEST, FILE, History, posterior, sketch_of, spread_of

SURE = 0.975
"""Probability of the sign from which a difference is called found in the simulation."""
Row = Mapping[str, Any]


def rows_of(configs: Sequence[Path], changes: Mapping[str, str]) -> list[dict[str, Any]]:
    """The rows of KNOWN_EFFECTS of the corpora of some configs."""
    texts, by_set = SharedTexts(), dict[tuple[str, str, str, str], list[AtlasEffect]]()
    sketches: dict[str, str] = {}
    for path in configs:
        run = load_config([path], overrides=changes)
        for name, corpus in run.corpora.items():
            of = AtlasCorpus(
                name=name,
                folder=run.results / name,
                source_language=corpus.source_language,
                target_language=corpus.target_language,
                systems=list(corpus.systems),
                metrics=corpus.metrics(run.settings.computed_metrics),
            )
            loaded = LoadedCorpus(of, texts, run.settings.statistics)
            for phenomenon, distance, ids in loaded.tested_sets():
                for effect in loaded.effects(phenomenon, distance, ids):
                    key = corpus.source_language, phenomenon, effect.metric, effect.source
                    by_set.setdefault(key, []).append(effect)
                    sketches.setdefault(effect.source, sketch_of(loaded.source))
    rows = []
    for (language, phenomenon, metric, source), effects in sorted(by_set.items()):
        study = study_of_means(effects)
        if study.error > 0:
            row = {"source_language": language, "phenomenon": phenomenon, "metric": metric, "test_set": source}
            row |= {"corpora": len(effects), "n": study.n, "lines": sketches[source]}
            rows.append(row | {"effect": round(study.value, 4), "standard_error": round(study.error, 4)})
    return rows


def histories(rows: Sequence[Row]) -> dict[tuple[str, str], dict[str, list[tuple[float, float]]]]:
    """By source language and metric, the history of each phenomenon."""
    found: dict[tuple[str, str], dict[str, list[tuple[float, float]]]] = {}
    for row in rows:
        of = found.setdefault((row["source_language"], row["metric"]), {})
        of.setdefault(row["phenomenon"], []).append((row["effect"], row["standard_error"]))
    return {key: of for key, of in found.items() if len(of) >= FEWEST}


def pooled(rows: Sequence[Row]) -> Iterator[list[str]]:
    """Each phenomenon over the test sets of a language by a metric, where there are two or more."""
    names = {(row["source_language"], row["metric"], row["phenomenon"]): row for row in rows}
    for language, metric, phenomenon in names:
        own = [row for row in rows if (row["source_language"], row["metric"], row["phenomenon"])
               == (language, metric, phenomenon)]  # fmt: skip
        if len(own) > 1 and sum(row["n"] for row in own) >= 30:
            values, errors = (np.array([row[name] for row in own]) for name in ("effect", "standard_error"))
            found = pool(values, errors**2)
            ends = f"[{found.low[0]:+.2f}, {found.high[0]:+.2f}]"
            n = ", ".join(f"{row['test_set']} {row['n']}" for row in own)
            yield [language, metric, phenomenon, f"{found.value[0]:+.2f}", ends, f"{np.sqrt(found.tau2):.2f}", n]


def simulated(history: History, trials: int, seed: int = 1) -> tuple[list[float], list[str]]:
    """Errors of the shown difference in a further test set, alone and combined; and of what is found, wrong signs."""
    spread, rng = spread_of(history), np.random.default_rng(seed)
    errors = [[e for _, e in seen] for seen in history.values()]
    alone, combined, wrong, sure = [], [], np.zeros(2), np.zeros(2)
    for _ in range(trials):
        for of_one in errors:
            mean = rng.normal(0, np.sqrt(spread.sigma2))
            true = mean + rng.normal(0, np.sqrt(spread.tau2), len(of_one) + 1)
            seen = [(value + rng.normal(0, e), e) for value, e in zip(true, of_one, strict=False)]
            error = float(rng.choice(of_one))
            shown = true[-1] + rng.normal(0, error)
            expected, sd = posterior(shown, error, spread.prior(seen))
            alone.append(shown - true[-1])
            combined.append(expected - true[-1])
            for place, (value, z) in enumerate(((shown, shown / error), (expected, expected / sd))):
                if ndtr(abs(z)) > SURE:
                    sure[place] += 1
                    wrong[place] += value * true[-1] < 0
    root = [float(np.sqrt(np.mean(np.square(of)))) for of in (alone, combined)]
    each = trials
    counts = [f"{w / each:.2f} of {s / each:.1f}" for w, s in zip(wrong, sure, strict=True)]
    return root, [f"{np.sqrt(spread.sigma2):.3f}", f"{np.sqrt(spread.tau2):.3f}", *counts]


def main() -> None:
    parser = arguments_of(__doc__, page="docs/lab/known-effects.md")
    parser.add_argument("configs", nargs="+", type=Path)
    parser.add_argument("--config", nargs="*", default=[], metavar="KEY=VALUE", help="keys of the configs to replace")
    parser.add_argument("--simulate", type=int, default=2000, metavar="N", help="draws (default: 2000)")
    a = parser.parse_args()
    rows = rows_of(a.configs, dict(pair.split("=", 1) for pair in a.config))
    tables.write(KNOWN_EFFECTS.table(rows), FILE)
    shrunk = []
    for (language, metric), history in histories(rows).items():
        (alone, combined), (sigma, tau, *counts) = simulated(history, a.simulate)
        shrunk.append([language, metric, str(len(history)), sigma, tau, f"{alone:.3f}", f"{combined:.3f}", *counts])
    head = ["source", "metric", "phenomenon", "effect", "95 % interval", "between", "test sets and segments"]
    beyond = [row for row in rows if row["metric"].endswith(BEYOND)]
    others = [row for row in rows if not row["metric"].endswith(BEYOND)]
    update_page(
        a.output,
        {
            "beyond": markdown_table(head, list(pooled(beyond))),
            "others": markdown_table(head, list(pooled(others))),
            "shrinkage": markdown_table(
                ["source", "metric", "phenomena", "between phenomena", "between test sets", "error alone", "combined",
                 "wrong signs alone", "combined"],
                shrunk,
            ),
        },
    )  # fmt: skip


if __name__ == "__main__":
    main()
