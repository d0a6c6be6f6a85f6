"""How telling hits are, on the tables of a small run and on some that the tests write."""

import numpy as np
import pytest

from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY_HITS
from extractors.formats.hits import HITS
from extractors.report.examples.choice import divided, ranks
from extractors.report.examples.segment_scores import ShownScores
from tests.builders import small_results
from tests.builders.rows import table_of

NAMES = ("a", "b", "c", "d")
KEY = {"phenomenon": "p", "head": 1, "dependent": 2}


@pytest.fixture
def by_hit(tmp_path):
    """A function that writes the table of accuracy by hit: for each hit what each of four systems makes of it."""

    def written(*found_of_hits):
        rows = [
            KEY | {"system": name, "segment_id": segment, "reference_match": match}
            for segment, found in enumerate(found_of_hits)
            for name, match in zip(NAMES, found, strict=True)
        ]
        path = tmp_path / ACCURACY_HITS.file
        tables.write(table_of(ACCURACY_HITS, rows), path)
        return path

    return written


def hits(count):
    return table_of(HITS, [KEY | {"segment_id": n} for n in range(count)])


def test_hits_on_which_systems_differ_come_before_those_on_which_they_agree(by_hit):
    path = by_hit((True,) * 4, (True, True, False, False), (True, True, True, False), (False,) * 4, (None,) * 4)
    assert ranks(hits(5), path, NAMES, None).tolist() == [0, 2, 1, 0, 0]


def test_only_the_systems_that_are_shown_count(by_hit):
    assert ranks(hits(2), by_hit((True, True, False, False), (True,) * 4), NAMES[:2], None).tolist() == [0, 0]


def test_without_systems_or_without_words_and_scores_nothing_is_known(by_hit):
    assert ranks(hits(2), None, NAMES, None) is None
    assert ranks(hits(2), by_hit(), (), None) is None


def test_scores_that_lie_far_apart_decide_where_words_do_not(tmp_path):
    folder = small_results.make(tmp_path, accuracy=False)
    table = tables.read(HITS, folder / "hits.parquet")
    known = ShownScores(
        folder=folder,
        systems=small_results.SYSTEMS,
        options={"chrf": {}, "ter": {}},
        decimals={"chrf": 1, "ter": 1},
        segments=len(small_results.ordinary()),
    )
    found = ranks(table, None, small_results.SYSTEMS, known)
    spread = known.spread[table.column("segment_id").to_numpy()]
    assert spread.max() > spread.min() >= 0
    assert (np.argsort(spread, kind="stable") == np.argsort(found, kind="stable")).all()
    two = np.array([known.of(n)[0] for n in range(len(known.spread))])
    assert known.spread == pytest.approx(np.abs(two[:, 0] - two[:, 1]) / 2, abs=0.06)


def test_no_score_is_no_spread(tmp_path):
    empty = ShownScores(folder=tmp_path, systems=NAMES, options={}, decimals={}, segments=2)
    assert ranks(hits(2), None, NAMES, empty) is None


def test_half_of_the_systems_divide_most():
    assert divided(np.array([2.0, 3, 4, 0, 0]), np.array([2.0, 1, 0, 4, 0])).tolist() == [1, 0.5, 0, 0, 0]
