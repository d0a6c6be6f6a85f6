"""What test sets say of each phenomenon: makes extractors/score/known_effects.csv and docs/lab/known-effects.md.

    python benchmarks/known_effects.py [--table FILE [--pairs PAIR ...]] [--simulate 2000]
        [--ran-in FOLDER --data DIR [--only KIND]]

Of the ready-made sets that have systems, and of no text. --ran-in is the folder in which human.yaml, post_edits.yaml
and marked.yaml of this folder (target `score`) and config/atlas.yaml (`atlas`) were run with `data_dir=DIR`: of these
come people's scores, the words of post-edits, those of marked errors, and WMT25's metrics that see no reference.
Without it, what the table has of them stays, and with --only, of the other kinds. Pairs that share source texts are
one test set. Effects are in standard deviations of a segment's score. The simulation draws true effects of phenomena
and test sets with the variances that were found, and estimates with the errors of the table: how far the difference
that is shown is from the true one in a further test set, and how many signs are wrong, with and without what is
known. "Again": of the effects beyond people in one test set of a pair whose 95 % interval leaves out 0, those that
another test set of the pair shows too, on the same side; of as many by chance about 2.5 % would.
The figures show the phenomena with most segments year by year. The text between the marks of the page is replaced.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import altair as alt
import numpy as np
import vl_convert
from _common import arguments_of, loaded_corpora, markdown_table, run_of, update_page
from _rated_texts import rated_texts
from scipy.special import ndtr

from extractors.atlas.atlas_effects import AtlasEffect
from extractors.atlas.random_effects import pool
from extractors.config.run import RunConfig
from extractors.formats import tables
from extractors.formats.atlas import BEYOND, BY_PEOPLE
from extractors.formats.human_errors import ALL, HUMAN_ERRORS, POST_EDITS
from extractors.formats.known_effects import KNOWN_EFFECTS, MARKS, PEOPLE
from extractors.formats.line_checksums import clean, line_checksum, sketch_of
from extractors.formats.segments import read_source
from extractors.phenomena import DEFAULT_FILE, catalogue
from extractors.publish import ready_made_sets
from extractors.publish.ready_made_effects import (
    DIGITS,
    KnownKey,
    TellingCorpus,
    known_effects,
    rows_of,
    rows_of_effects,
)
from extractors.score.expected_effects import (
    FEWEST_PHENOMENA,
    FILE,
    LOOKED_UP,
    History,
    interval_of_known,
    is_again,
    is_enough,
    posterior,
    spread_of,
)
from extractors.score.statistics.distributions import t_quantile
from extractors.score.statistics.proportions import Z

PAIRS = ("en-de", "de-en")
EVIDENCE = {
    "chrF, beyond people": f"{LOOKED_UP}{BEYOND}",
    "CometKiwi-XL": "CometKiwi-XL",
    "people's scores, beyond people": f"{PEOPLE}{BEYOND}",
    "marked words, beyond people": f"{MARKS}{BEYOND}",
    "marked words": MARKS,
    "post-edited words": POST_EDITS,
}
"""The metric of each kind of evidence."""
LOOKED = ["pair", "test sets", "shown", "again", "if as large", "same sign"]
WMT25 = "wmt25"
DRAWN = 8
"""Phenomena of a figure."""
SURE = 0.975
"""Probability of the sign from which a difference is called found in the simulation."""
SCORED = {
    "wmt21-en-de": "mqm",
    "wmt23-en-de": "mqm.merged",
    "wmt24-en-cs": "esa",
    "wmt24-en-hi": "esa",
    "wmt24-en-ja": "esa",
    "wmt24-en-zh": "esa",
}
"""Of the corpora of human.yaml, the scores that people gave."""
Row = Mapping[str, Any]


def by_people(run: RunConfig) -> list[dict[str, Any]]:
    """The rows of people's scores, of systems beside the human translations that have such scores."""
    return rows_of(
        TellingCorpus(
            loaded=loaded,
            test_set=loaded.corpus.name.partition("-")[0],
            metric=SCORED[loaded.corpus.name],
            name=PEOPLE,
            definitions=run.corpora[loaded.corpus.name].definition_checksums,
            lines=_lines(loaded.corpus.folder),
        )
        for loaded in loaded_corpora(run, SCORED)
    )


def by_post_edits(run: RunConfig) -> Iterator[dict[str, Any]]:
    """The rows of words that post-editors changed; a hit counts as one, in standard deviations of changed or not."""
    for name, corpus in run.corpora.items():
        asked, folder = run.asked_of(corpus), run.results / name
        for row in tables.read(HUMAN_ERRORS, folder / HUMAN_ERRORS.file).to_pylist():
            is_tested = (row["kind"], row["distance_from"]) == ("minimum", asked[row["phenomenon"]]["distance"])
            every = (row["system"], row["severity"], row["category"]) == (None, ALL, ALL)
            if not (is_tested and every) or row["p"] is None:
                continue
            sd = np.sqrt(row["rate"] * (1 - row["rate"]))
            half = (row["difference_high"] - row["difference_low"]) / 2
            shared = {
                "source_language": corpus.source_language,
                "phenomenon": row["phenomenon"],
                "definition": corpus.definition_checksums[row["phenomenon"]],
                "distance": row["distance_from"],
                "metric": POST_EDITS,
                "test_set": f"mlqe-pe-{name}",
                "corpora": 1,
                "n": row["controlled"],
                "units": row["clusters"],
                "effect": round(-row["difference"] / sd, DIGITS),
                "standard_error": round(half / float(t_quantile(0.975, row["clusters"] - 1)) / sd, DIGITS),
                "lines": sketch_of(_lines(folder)),
            }
            yield shared | {"target_language": None, "scale": None}
            yield shared | {"target_language": corpus.target_language, "scale": round(100 * sd, DIGITS)}


def by_marks(run: RunConfig) -> list[dict[str, Any]]:
    """The rows of words in which people marked errors; a hit in an output counts as one, as by `by_post_edits`."""
    by_set: dict[KnownKey, list[AtlasEffect]] = {}
    lines: dict[tuple[str, str], set[int]] = {}
    for of in rated_texts(run):
        config, test_set = run.corpora[of.name], of.name.partition("-")[0]
        lines.setdefault((test_set, config.source_language), set()).update(_lines(run.results / of.name))
        for effect, _, _, p, rate in of.effects(of.masks):
            if not np.isfinite(p) or not 0 < rate < 1:
                continue
            # Better is higher.
            better = replace(effect, differences=-100 * effect.differences, influences=-100 * effect.influences)
            definition = config.definition_checksums[effect.phenomenon]
            of_effect = effect.phenomenon, effect.distance, definition, effect.metric, test_set
            scaled = replace(better, scale=100 * float(np.sqrt(rate * (1 - rate))))
            by_set.setdefault(KnownKey(config.source_language, *of_effect), []).append(scaled)
    return rows_of_effects(by_set, lines)


def by_reference_free(run: RunConfig) -> list[dict[str, Any]]:
    """The rows of metrics that see no reference, of all pairs together, which share their texts."""
    names = [name for name in run.corpora if name.startswith(WMT25)]
    metrics = list(run.corpora[names[0]].metrics(run.settings.computed_metrics))
    corpora = [
        TellingCorpus(
            loaded=loaded,
            test_set=WMT25,
            metric=metric,
            name=metric,
            definitions=run.corpora[loaded.corpus.name].definition_checksums,
            lines=_lines(loaded.corpus.folder),
        )
        for loaded in loaded_corpora(run, names)
        for metric in metrics
        if metric in loaded.corpus.metrics
    ]
    return [row for row in rows_of(corpora) if row["target_language"] is None]


class Kind(NamedTuple):
    """Effects that are not of ready-made sets: the config whose run they come from, how, and which rows they are."""

    config: str
    rows: Callable[[RunConfig], Iterable[dict[str, Any]]]
    has: Callable[[Row], bool]


KINDS = {
    PEOPLE: Kind("human.yaml", by_people, lambda row: row["metric"].startswith(PEOPLE)),
    POST_EDITS: Kind("post_edits.yaml", by_post_edits, lambda row: row["metric"] == POST_EDITS),
    MARKS: Kind("marked.yaml", by_marks, lambda row: row["metric"].startswith(MARKS)),
    WMT25: Kind("../config/atlas.yaml", by_reference_free, lambda row: row["test_set"] == WMT25),
}


def _lines(folder: Path) -> set[int]:
    return {line_checksum(clean(line)) for line in read_source(folder / "segments.parquet")}


def again(rows: Sequence[Row]) -> Iterator[list[str]]:
    """By pair, the effects beyond people that one test set shows, and what the others of the pair say."""
    by_pair: dict[str, list[Row]] = {}
    for row in rows:
        if row["target_language"] is not None and row["metric"].endswith(BEYOND) and is_enough(row):
            by_pair.setdefault(f"{row['source_language']}-{row['target_language']}", []).append(row)
    for pair, own in sorted(by_pair.items()):
        sets = sorted({row["test_set"] for row in own})
        tested = shown = looked = found = same = 0
        would = 0.0
        for row in own:
            others = [o for o in own if o["phenomenon"] == row["phenomenon"] and o["test_set"] != row["test_set"]]
            tested += bool(others)
            if not others or not is_again(row, is_loss=row["effect"] < 0):
                continue
            shown += 1
            looked += len(others)
            found += sum(is_again(other, is_loss=row["effect"] < 0) for other in others)
            same += sum((other["effect"] < 0) == (row["effect"] < 0) for other in others)
            would += sum(float(ndtr(abs(row["effect"]) / o["standard_error"] - Z)) for o in others)
        if tested:
            of = [f"{n} of {looked}" for n in (found, f"{would:.1f}", same)]
            yield [pair, ", ".join(sets), f"{shown} of {tested}", *of]


def evidence(rows: Sequence[Row]) -> Iterator[list[str]]:
    """Each English phenomenon by each kind of evidence, over its test sets; those that two kinds tell of."""
    kinds = tuple(EVIDENCE.values())
    own = [row for row in rows if row["source_language"] == "en" and row["target_language"] is None]
    by_phenomenon: dict[str, dict[str, list[Row]]] = {}
    for row in own:
        if row["metric"] in kinds and is_enough(row):
            by_phenomenon.setdefault(row["phenomenon"], {}).setdefault(row["metric"], []).append(row)
    for phenomenon, by_kind in sorted(by_phenomenon.items()):
        if len(by_kind) > 1:
            yield [phenomenon, *(_pooled_in_words(by_kind.get(kind, ())) for kind in kinds)]


def _pooled_in_words(rows: Sequence[Row]) -> str:
    """The mean over these test sets as they are, its interval, and how many they are; of one, that by its documents."""
    if not rows:
        return ""
    if len(rows) == 1:
        value, (low, high) = rows[0]["effect"], interval_of_known(rows[0])
    else:
        values, errors = (np.array([row[name] for row in rows]) for name in ("effect", "standard_error"))
        weights = errors**-2.0
        value, half = weights @ values / weights.sum(), Z / np.sqrt(weights.sum())
        low, high = value - half, value + half
    return f"{value:+.2f} [{low:+.2f}, {high:+.2f}] ({len(rows)})"


def histories(rows: Sequence[Row]) -> dict[tuple[str, str], dict[str, list[tuple[float, float]]]]:
    """By source language and metric, the history of each phenomenon."""
    found: dict[tuple[str, str], dict[str, list[tuple[float, float]]]] = {}
    for row in rows:
        of = found.setdefault((row["source_language"], row["metric"]), {})
        of.setdefault(row["phenomenon"], []).append((row["effect"], row["standard_error"]))
    return {key: of for key, of in found.items() if len(of) >= FEWEST_PHENOMENA}


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


def drawn_years(rows: Sequence[Row], pair: str, path: Path) -> None:
    """The phenomena of a pair with most segments, year by year: systems and people, in points of chrF."""
    own = [row for row in rows if f"{row['source_language']}-{row['target_language']}" == pair]
    systems = [row for row in own if row["metric"] == LOOKED_UP]
    counts = Counter[str]()
    for row in systems:
        counts[row["phenomenon"]] += row["n"]
    years = {row["test_set"] for row in systems}
    seen = Counter(row["phenomenon"] for row in systems)
    shown = [name for name, _ in counts.most_common() if seen[name] >= len(years) - 1][:DRAWN]
    catalogued = catalogue.load(DEFAULT_FILE)
    values = [
        {
            "phenomenon": catalogued[row["phenomenon"]].label,
            "year": f"20{row['test_set'][3:5]}",
            "who": who,
            "difference": row["effect"] * row["scale"],
            "low": (row["effect"] - Z * row["standard_error"]) * row["scale"],
            "high": (row["effect"] + Z * row["standard_error"]) * row["scale"],
        }
        for row in own
        for who, metric in (("systems", LOOKED_UP), ("human translations", f"{LOOKED_UP}{BY_PEOPLE}"))
        if row["metric"] == metric and row["phenomenon"] in shown
    ]
    colour = alt.Color(
        "who:N", title=None, scale=alt.Scale(range=["#D55E00", "#0072B2"]), legend=alt.Legend(orient="top")
    )
    base = alt.Chart().encode(x=alt.X("year:O", title=None), xOffset="who:N", color=colour)
    zero = alt.Chart().mark_rule(color="#808080").encode(y=alt.datum(0))
    lines = base.mark_rule().encode(y="low:Q", y2="high:Q")
    points = base.mark_point(filled=True, opacity=1, size=35).encode(
        y=alt.Y("difference:Q", title="set minus controls, chrF")
    )
    order = [catalogued[name].label for name in shown]
    panel = alt.layer(zero, lines, points, data=alt.Data(values=values)).properties(width=105, height=130)
    drawn = panel.facet(facet=alt.Facet("phenomenon:N", title=None, sort=order), columns=4)
    path.write_text(vl_convert.vegalite_to_svg(drawn.to_json()), encoding="utf-8")


def main() -> None:
    parser = arguments_of(
        __doc__, data="mqm, esa, wmt21, wmt23-en-de, wmt24, wmt25, mlqe-pe", page="docs/lab/known-effects.md"
    )
    parser.add_argument("--ran-in", type=Path, help="where their configs were run")
    parser.add_argument("--only", choices=KINDS, help="of that folder, the kind of evidence that is taken")
    parser.add_argument("--pairs", nargs="+", metavar="PAIR", help="of the ready-made sets, these alone")
    parser.add_argument("--table", type=Path, default=FILE, help="of the effects (default: the shipped one)")
    parser.add_argument("--simulate", type=int, default=2000, metavar="N", help="draws (default: 2000)")
    a = parser.parse_args()
    if a.pairs and a.table == FILE:
        parser.error("--pairs would leave the other pairs out of the shipped table: give --table FILE")
    named = [name for name in ready_made_sets.names() if not a.pairs or name.rpartition(":")[2] in a.pairs]
    every = known_effects(map(ready_made_sets.numbers, named))
    shipped = tables.read(KNOWN_EFFECTS, FILE).to_pylist()
    for name, kind in KINDS.items():
        if a.ran_in is not None and a.only in (None, name):
            every += kind.rows(run_of(kind.config, a.ran_in, a.data))
        else:
            every += filter(kind.has, shipped)
    tables.write(KNOWN_EFFECTS.table(every), a.table)
    scores = [row for row in every if row["metric"].startswith(LOOKED_UP)]
    rows = [row for row in scores if row["target_language"] is None and not row["metric"].endswith(BY_PEOPLE)]
    for pair in PAIRS:
        drawn_years(every, pair, a.output.with_name(f"{a.output.stem}-{pair}.svg"))
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
            "again": markdown_table(LOOKED, list(again(scores))),
            "evidence": markdown_table(["phenomenon", *EVIDENCE], list(evidence(every))),
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
