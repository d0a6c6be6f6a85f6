"""Whether metrics and people find the same phenomena hard; writes docs/lab/human-correlation.md and its chart.

    python -m lab.measurements.human_correlation lab/measurements/human.yaml --config data_dir=DIR [--random 20]
        [-o docs/lab/human-correlation.md]

The target score of the config was run from the folder where this is started. A point is a phenomenon in a campaign: the
difference between set and controls by people's scores and by a metric, each over the standard deviation of what a
segment adds. "Beyond": the same of systems less that of the human translations that have such scores, too. The text
between the marks of the page is replaced; the tables by campaign and by phenomenon are printed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import altair as alt
import numpy as np
import vl_convert

from benchmarks._common import arguments_of, markdown_table, update_page
from challenge_sets_lab.atlas.atlas_pooling import atlas_rows
from challenge_sets_lab.atlas.scored_corpora import loaded_corpora
from extractors.config.run import build_config
from extractors.core import yamlfile
from extractors.core.arrays import Float64, Ids
from extractors.scoring.atlas_effects import BEYOND, BY_PEOPLE, BY_SYSTEMS, AtlasEffect, LoadedCorpus
from extractors.scoring.statistics.contrasts import error_of_clusters
from lab.measurements._effect_correlation import EffectCorrelation, correlate

PEOPLE = ("mqm", "mqm.merged", "esa", "MQM-1", "ESA-1", "ESA-2", "ESAAI-1", "ESAAI-2", "da-sqm")
"""Scores by people; of each corpus the first that it has is the one of the pooled rows."""
OTHERS = ("esa1",)
"""ESA-1 by another name."""
EVERYWHERE = ("chrf", "bleu", "ribes")
OF_POINT = ("corpus", "phenomenon")
FEWEST = 10
"""Segments with controls, and documents with the phenomenon, of a point."""


@dataclass(frozen=True)
class Point:
    """A set by two scores.

    Attributes:
        values: (2,) differences by people and by the metric, in standard deviations; higher is better.
        errors: (2, 2) the covariance of their sampling errors.
    """

    corpus: str
    phenomenon: str
    people: str
    metric: str
    values: Float64
    errors: Float64


@dataclass(frozen=True)
class TestedSet:
    """A set of a corpus that makes points."""

    corpus: LoadedCorpus
    phenomenon: str
    distance: int
    ids: Ids


def main() -> None:
    parser = arguments_of(__doc__, page="docs/lab/human-correlation.md")
    parser.add_argument("config", type=Path)
    parser.add_argument("--config", dest="values", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--random", type=int, default=20, help="draws of random sets (default: 20)")
    arguments = parser.parse_args()
    sets = [*tested_sets(arguments.config, dict(value.split("=", 1) for value in arguments.values))]
    points = points_of(sets)
    random = [[*shuffled(sets, draw)] for draw in range(arguments.random)]
    noise = [points_of(of) for of in random]
    people = {corpus: first_of(points, corpus) for corpus in {p.corpus for p in points}}
    printed = {
        "Single campaigns": by_campaign(points, noise),
        "Annotated twice": retest(sets, random),
        "Phenomena by people": by_people(sets, people),
        "Phenomena by people, less human translations": by_people(sets, people, BEYOND),
    }
    print(*(f"{title}\n\n{text}" for title, text in printed.items()), sep="\n\n")
    sections = {
        "results": results(points, noise),
        "beyond": beyond(points_beyond(sets), [points_beyond(of) for of in random]),
    }
    update_page(arguments.output, sections)
    chart([p for p in points if p.metric == "chrf" and p.people == first_of(points, p.corpus)], arguments.output)


def tested_sets(config: Path, values: dict[str, str]) -> Iterator[TestedSet]:
    """Yield the sets of all corpora of a config that are large enough to test."""
    data = yamlfile.load(config)
    run = build_config({**(data.data or {}), **values}, [data])
    for loaded in loaded_corpora(run):
        for (phenomenon, distance), ids in loaded.sets.items():
            yield TestedSet(loaded, phenomenon, distance, ids)


def points_of(sets: Sequence[TestedSet]) -> list[Point]:
    """Return a point for each set, score by people and metric with enough segments and documents."""
    found = []
    for one in sets:
        effects = {e.metric: e for e in one.corpus.effects(one.phenomenon, one.distance, one.ids) if is_enough(e)}
        for people in filter(effects.__contains__, PEOPLE):
            for metric in effects.keys() - {*PEOPLE, *OTHERS}:
                if "error_free" not in metric and not metric.endswith((BEYOND, BY_PEOPLE, BY_SYSTEMS)):
                    found.append(point(one, effects[people], effects[metric]))
    return found


def points_beyond(sets: Sequence[TestedSet]) -> list[Point]:
    """Return points of systems beyond humans, for metrics that score human translations as people do."""
    found = []
    for one in sets:
        effects = {e.metric: e for e in one.corpus.effects(one.phenomenon, one.distance, one.ids) if is_enough(e)}
        own = [f"{name}{BEYOND}" for name in PEOPLE if f"{name}{BEYOND}" in effects]
        others = {f"{name}{BEYOND}" for name in (*PEOPLE, *OTHERS)}
        for metric in effects.keys() - others:
            if own and metric.endswith(BEYOND) and "error_free" not in metric:
                found.append(point(one, effects[own[0]], effects[metric]))
    return found


def is_enough(effect: AtlasEffect) -> bool:
    return effect.n >= FEWEST and effect.units >= FEWEST


def point(one: TestedSet, people: AtlasEffect, metric: AtlasEffect) -> Point:
    (first, influence), (second, other) = (
        e.weighted(np.full(len(e.systems), 1 / len(e.systems))) for e in (people, metric)
    )
    clusters, place = np.unique(np.concatenate([people.clusters, metric.clusters]), return_inverse=True)
    sums = np.zeros((len(clusters), 2))
    np.add.at(sums[:, 0], place[: len(influence)], influence)
    np.add.at(sums[:, 1], place[len(influence) :], other)
    errors = np.array([error_of_clusters(sums[:, [k]], e.units)[0] for k, e in enumerate((people, metric))])
    norm = np.sqrt((sums**2).sum(axis=0))
    shared = float(sums[:, 0] @ sums[:, 1]) / float(norm.prod())
    covariance = np.outer(errors, errors) * np.array([[1, shared], [shared, 1]])
    return Point(
        one.corpus.corpus.name, one.phenomenon, people.metric, metric.metric, np.array([first, second]), covariance
    )


def shuffled(sets: Sequence[TestedSet], draw: int) -> Iterator[TestedSet]:
    """Draw random sets of the same sizes that clump in some documents, as phenomena do."""
    for number, one in enumerate(sets):
        rng = np.random.default_rng([draw, number])
        documents, place = np.unique(one.corpus.clusters, return_inverse=True)
        weights = np.exp(rng.normal(size=len(documents)))[place]
        ids = rng.choice(len(place), len(one.ids), replace=False, p=weights / weights.sum())
        yield TestedSet(one.corpus, one.phenomenon, one.distance, np.sort(ids).astype(np.int32))


def first_of(points: Sequence[Point], corpus: str) -> str:
    """Return the human score that represents a corpus in the pooled rows: the first of PEOPLE that it has."""
    return min((p.people for p in points if p.corpus == corpus), key=PEOPLE.index)


def chosen(points: Sequence[Point], metric: str, people: str | None, corpus: str | None = None) -> list[Point]:
    """Select the points by a metric and a human score, of one corpus or of all.

    Args:
        people: None for the first score of each corpus.
    """
    return [
        p
        for p in points
        if p.metric == metric
        and p.people == (people or first_of(points, p.corpus))
        and corpus in (None, p.corpus)
        and np.isfinite(p.errors).all()
    ]


def fitted(points: Sequence[Point]) -> EffectCorrelation:
    """Estimate the correlation of true effects within campaigns."""
    groups, phenomena = (np.unique([getattr(p, of) for p in points], return_inverse=True)[1] for of in OF_POINT)
    values, errors = (np.array([getattr(p, of) for p in points]) for of in ("values", "errors"))
    return correlate(values, errors, groups, phenomena=phenomena)


def observed(points: Sequence[Point]) -> float:
    """Return Pearson's correlation of the estimates after subtracting the mean of each campaign."""
    values, groups = np.array([p.values for p in points]), np.array([p.corpus for p in points])
    for corpus in set(groups):
        values[groups == corpus] -= values[groups == corpus].mean(axis=0)
    return float(np.corrcoef(*values.T)[0, 1])


def table(rows: Sequence[dict[str, object]]) -> str:
    return markdown_table([*rows[0]], [[*row.values()] for row in rows]) if rows else "Too few points."


def cells(found: EffectCorrelation) -> dict[str, object]:
    return {
        "true effects": f"{found.value:+.2f}",
        "95 %": f"{found.low:+.2f} to {found.high:+.2f}",
        "sd by people": f"{found.deviations[0]:.3f}",
        "sd by the metric": f"{found.deviations[1]:.3f}",
    }


def results(points: Sequence[Point], noise: Sequence[Sequence[Point]]) -> str:
    """Tabulate the correlations over all campaigns, beside the correlations in random sets."""
    rows: list[dict[str, object]] = []
    for metric in filter(lambda name: chosen(points, name, None), EVERYWHERE):
        of = chosen(points, metric, None)
        drawn = [observed(chosen(draw, metric, None)) for draw in noise]
        row = {"metric": metric, "campaigns": len({p.corpus for p in of}), "points": len(of)}
        rows.append(row | {"observed": f"{observed(of):+.2f}"} | spread_of(drawn) | cells(fitted(of)))
    return table(rows)


def by_campaign(points: Sequence[Point], noise: Sequence[Sequence[Point]]) -> str:
    """Tabulate Pearson's correlations in each campaign, beside the correlations in random sets.

    A campaign has too few points for the correlation of true effects.
    """
    rows: list[dict[str, object]] = []
    for corpus in dict.fromkeys(p.corpus for p in points):
        people = first_of(points, corpus)
        metrics = {p.metric for p in points if (p.corpus, p.people) == (corpus, people)}
        for metric in sorted(metrics, key=lambda name: (name not in EVERYWHERE, name)):
            of = chosen(points, metric, people, corpus)
            if len(of) >= FEWEST:
                drawn = [observed(chosen(draw, metric, people, corpus)) for draw in noise]
                row = {"campaign": corpus, "people": people, "metric": metric, "points": len(of)}
                rows.append(row | {"observed": f"{observed(of):+.2f}"} | spread_of(drawn))
    return table(rows)


def beyond(points: Sequence[Point], noise: Sequence[Sequence[Point]]) -> str:
    """Tabulate Pearson's correlations of systems beyond humans in each campaign, as `by_campaign` does."""
    rows: list[dict[str, object]] = []
    for corpus, people, metric in sorted({(p.corpus, p.people, p.metric) for p in points}):
        of = chosen(points, metric, people, corpus)
        if len(of) >= FEWEST:
            drawn = [observed(chosen(draw, metric, people, corpus)) for draw in noise]
            row: dict[str, object] = {"campaign": corpus, "people": people, "metric": metric, "points": len(of)}
            rows.append(row | {"observed": f"{observed(of):+.2f}"} | spread_of(drawn))
    return table(rows)


def spread_of(drawn: Sequence[float]) -> dict[str, object]:
    return {
        "random sets": f"{np.mean(drawn):+.2f}",
        "5 % to 95 %": " to ".join(f"{q:+.2f}" for q in np.quantile(drawn, (0.05, 0.95))),
    }


def retest(sets: Sequence[TestedSet], noise: Sequence[Sequence[TestedSet]]) -> str:
    """Tabulate how well two human annotations of the same outputs agree on which phenomena are hard."""
    rows: list[dict[str, object]] = []
    drawn = [annotated_twice(of) for of in noise]
    for (corpus, first, second), points in annotated_twice(sets).items():
        if len(points) >= FEWEST:
            row: dict[str, object] = {"campaign": corpus, "annotations": f"{first}, {second}", "points": len(points)}
            of_noise = [observed(of[corpus, first, second]) for of in drawn]
            rows.append(row | {"observed": f"{observed(points):+.2f}"} | spread_of(of_noise))
    return table(rows)


def annotated_twice(sets: Sequence[TestedSet]) -> dict[tuple[str, str, str], list[Point]]:
    """Return the points of each two annotations, by corpus and the names of both."""
    pairs: dict[tuple[str, str, str], list[Point]] = {}
    for one in sets:
        effects = {e.metric: e for e in one.corpus.effects(one.phenomenon, one.distance, one.ids) if is_enough(e)}
        for first, second in combinations([name for name in PEOPLE if name in effects], 2):
            made = point(one, effects[first], effects[second])
            if np.isfinite(made.errors).all():
                pairs.setdefault((one.corpus.corpus.name, first, second), []).append(made)
    return pairs


def pooled_people(sets: Sequence[TestedSet], people: Mapping[str, str], end: str) -> list[dict[str, Any]]:
    """Pool the differences in human scores over campaigns as the atlas does, and return the tested rows.

    Args:
        people: of each corpus the score by people that stands for it.
        end: of the name of the effect: none for systems alone, BEYOND for systems less people.
    """
    found = [
        replace(effect, metric="people")
        for one in sets
        if (name := people.get(one.corpus.corpus.name))
        for effect in one.corpus.effects(one.phenomenon, one.distance, one.ids)
        if effect.metric == f"{name}{end}"
    ]
    return [row for row in atlas_rows(found) if row["here_p_bh"] is not None]


def by_people(sets: Sequence[TestedSet], people: Mapping[str, str], end: str = "") -> str:
    """Tabulate the pooled differences in human scores. `people`, `end`: as in `pooled_people`."""
    rows: list[dict[str, object]] = [
        {
            "phenomenon": row["phenomenon"],
            "campaigns": row["corpora"],
            "test sets": row["sources"],
            "n": row["n"],
            "these campaigns": f"{row['here']:+.2f}",
            "95 %": f"{row['here_low']:+.2f} to {row['here_high']:+.2f}",
            "p": f"{row['here_p']:.3f}",
            "p (BH)": f"{row['here_p_bh']:.3f}",
        }
        for row in sorted(pooled_people(sets, people, end), key=lambda row: row["here"])
    ]
    return table(rows)


def chart(points: Sequence[Point], page: Path) -> None:
    """Draw the pooled points by chrF as an SVG beside the page."""
    rows: list[dict[str, Any]] = [
        {"campaign": p.corpus, "phenomenon": p.phenomenon, "people": p.values[0], "chrF": p.values[1]}
        for p in points
        if np.isfinite(p.errors).all()
    ]
    drawn = (
        alt.Chart(alt.Data(values=rows), width=420, height=320)
        .mark_circle(size=40)
        .encode(
            x=alt.X("chrF:Q", title="difference by chrF, standard deviations"),
            y=alt.Y("people:Q", title="difference by people, standard deviations"),
            color=alt.Color("campaign:N", title=None),
        )
    )
    page.with_suffix(".svg").write_text(vl_convert.vegalite_to_svg(drawn.to_json()), encoding="utf-8")


if __name__ == "__main__":
    main()
