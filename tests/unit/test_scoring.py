import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.extract import select
from extractors.extract.control import control
from extractors.formats.sets import ranges
from extractors.formats.statistics import read_statistics, write_statistics
from extractors.score import segment_statistics
from extractors.score.sampled_sets import sampled_sets
from tests.unit.test_sets import hits

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


def sampled(*rows, minimum=(0, 9), tolerance=1):
    wanted = dict.fromkeys(dict.fromkeys(p for _, p, _ in rows), ranges(minimum=minimum, exact=[0]))
    table = select.select(hits(*rows), wanted)
    drawn = control(table, LENGTHS, samples=50, tolerance=tolerance, pool="corpus", seed=3)
    return sampled_sets(table, drawn), drawn


def test_statistics_round_trip(tmp_path):
    one = statistics()[0]
    write_statistics(one, tmp_path / "x.parquet")
    back = read_statistics(tmp_path / "x.parquet")
    assert (back.system, back.metric, back.signature) == (one.system, one.metric, one.signature)
    assert np.array_equal(back.rows, one.rows)


def test_controls_of_other_sets_are_refused():
    _, drawn = sampled((0, "a", 0), (4, "a", 0), minimum=(0,))
    other = select.select(hits((0, "a", 0)), {"a": ranges(minimum=[0])})
    with pytest.raises(InputError, match="do not fit"):
        sampled_sets(other, drawn)
