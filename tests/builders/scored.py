"""Small outputs with their statistics, and sets with controls."""

import numpy as np

from extractors.extract.control_settings import ControlSettings
from extractors.formats.statistics import Statistics
from extractors.scoring import segment_statistics
from extractors.scoring.control_pool import ControlPool
from extractors.scoring.corpus_statistics import CorpusStatistics
from extractors.scoring.sampled_sets import sampled_sets
from extractors.scoring.score_stage import conclude
from tests.builders.sets import sets_of
from tests.builders.whole import drawn_controls

HYPOTHESES = [
    "the cat sat on the mat",
    "a dog",
    "it rains today in Berlin",
    "",
    "he gave the book back",
    "yes of course",
]


REFERENCES = [
    ["the cat sat on a mat", "the dog", "today it rains in Berlin", "nothing", "he returned the book", "yes of course"],
    ["a cat was on the mat", "a dog", "it is raining in Berlin", "", "he gave back the book", "certainly"],
]


OPTIONS = {"bleu": {}, "chrf": {}, "ribes": {}}


LENGTHS = np.array([6, 2, 5, 1, 5, 3], dtype=np.int32)


def statistics(hypotheses=HYPOTHESES, system="s"):
    return [
        segment_statistics.statistics(system=system, metric=m, options=o, hypotheses=hypotheses, references=REFERENCES)
        for m, o in OPTIONS.items()
    ]


def pool_of(lengths=LENGTHS, *, covariates=None, **settings):
    """A corpus of segments of these lengths, as the source of controls."""
    values = {"length": np.asarray(lengths, dtype=np.float64), **(covariates or {})}
    return ControlPool(values, ControlSettings(**{"samples": 50, "seed": 3} | settings))


def sampled(*rows, minimum=(0, 9), tolerance=1):
    table = sets_of(*rows, minimum=minimum, exact=[0])
    pool = pool_of(tolerance=tolerance)
    drawn = drawn_controls(table, pool.values, pool.settings)
    return sampled_sets(table, drawn), drawn


def large(n=60, seed=5, worse=()):
    """Statistics of two systems on n segments of which the second renders some badly, their sets, and the pool."""
    rng = np.random.default_rng(seed)
    words = np.array([f"w{i}" for i in range(30)])
    references = [" ".join(rng.choice(words, 12)) for _ in range(n)]

    def output(bad):
        lines = []
        for i, line in enumerate(references):
            wrong = 0.9 if i in bad else 0.3
            lines.append(" ".join(w if rng.random() > wrong else "x" for w in line.split()))
        return lines

    found = [
        segment_statistics.statistics(system=s, metric=m, options={}, hypotheses=output(bad), references=[references])
        for m in ("bleu", "chrf")
        for s, bad in (("even", ()), ("uneven", worse))
    ]
    ids = [*range(0, n, 2)]
    table = sets_of(*((i, "a", i % 5) for i in ids), minimum=[0, 3], exact=[0])
    pool = pool_of(np.full(n, 12), samples=40, tolerance=0)
    return found, sampled_sets(table, drawn_controls(table, pool.values, pool.settings)), pool


def concluded(systems, sampled, options, settings=None, *, metric=None, against=(), source=(), **how):
    """What `conclude` gives for the statistics of systems."""
    corpus = CorpusStatistics(systems=systems, options=options, metric=metric, against=against, source=source)
    return conclude(corpus, sampled, settings, **how)


def ribes_of(values, **systems):
    """Statistics of systems whose score is the mean of one number a segment."""
    return [
        Statistics(
            system=name,
            metric="ribes",
            rows=np.column_stack([np.asarray(values) + shift, np.ones(len(values))]),
            signature="RIBES|nrefs:1|case:lc",
        )
        for name, shift in systems.items()
    ]
