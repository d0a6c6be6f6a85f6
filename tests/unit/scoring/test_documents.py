"""What is independent in a corpus: its documents, or its segments."""

import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.formats.covariates import COVARIATES
from extractors.formats.thresholds import FEWEST_CLUSTERS
from extractors.scoring.documents import ALONE, SegmentClusters, blocks_of, clusters_of
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from tests.builders.rows import table_of_columns
from tests.builders.scored import concluded, large

N = 60


def covariates(documents):
    return table_of_columns(COVARIATES, {"segment_id": range(len(documents)), "document": documents})


def settings(cluster=None):
    return StatisticsSettings(resamples=50, trials=50, cluster=cluster)


def test_documents_are_taken_where_they_are_known_unless_something_else_is_asked_for():
    table = covariates(["b", "b", "a"])
    for asked in (None, "document"):
        found = clusters_of(table, settings(asked))
        assert (found.unit, found.numbers.tolist()) == ("document", [1, 1, 0])
    assert clusters_of(table, settings("segment")) is ALONE
    assert clusters_of(table, settings("block")).unit == "block"


def test_blocks_of_lines_stand_for_documents_that_are_not_known():
    found = clusters_of(covariates(["a", None, "a"]), settings())
    assert (found.unit, found.numbers.tolist()) == ("block", [0, 1, 2])
    assert clusters_of(None, settings()) is ALONE
    with pytest.raises(InputError, match="the order of the segments is not known"):
        clusters_of(None, settings("block"))


@pytest.mark.parametrize(
    ("segments", "lines", "blocks"), [(100, None, 20), (1000, None, 20), (2000, None, 40), (7, 3, 3)]
)
def test_a_corpus_has_twenty_blocks_or_more_of_fifty_lines_at_most(segments, lines, blocks):
    numbers = blocks_of(segments, lines).numbers
    assert len(np.unique(numbers)) == blocks
    assert (np.diff(numbers) >= 0).all()


@pytest.mark.parametrize("table", [None, covariates([None] * 3)])
def test_documents_that_nobody_named_cannot_be_asked_for(table):
    with pytest.raises(InputError, match="the documents of the segments are not known") as refused:
        clusters_of(table, settings("document"))
    assert "`document:` of the corpus" in refused.value.remedy


def test_a_corpus_of_few_documents_is_warned_of(caplog):
    clusters_of(covariates([f"d{i}" for i in range(FEWEST_CLUSTERS)]), settings())
    assert not caplog.records
    clusters_of(covariates([f"d{i}" for i in range(FEWEST_CLUSTERS - 1)]), settings())
    assert f"has {FEWEST_CLUSTERS - 1} documents, and tests by document need {FEWEST_CLUSTERS}" in caplog.text
    assert "cluster: segment" in caplog.text


def test_a_set_is_of_few_documents_whatever_their_segments():
    documents = np.arange(N) % (2 * FEWEST_CLUSTERS)
    clusters = SegmentClusters("document", documents)
    assert not clusters.are_few(np.flatnonzero(documents < FEWEST_CLUSTERS))
    assert clusters.are_few(np.flatnonzero(documents < FEWEST_CLUSTERS - 1))
    assert not ALONE.are_few(np.arange(2))


def test_every_test_goes_by_document_and_every_signature_says_so():
    systems, some, pool = large()
    documents = SegmentClusters("document", np.arange(N) // 3)
    by_document, by_segment = (
        concluded(systems, some, {}, settings(), pool=pool, clusters=given) for given in (documents, ALONE)
    )
    for name, column in (
        ("scores", "score_low"),
        ("scores", "difference_low"),
        ("comparisons", "p"),
        ("comparisons", "p_randomisation"),
        ("comparisons", "interaction_p"),
        ("effects", "p"),
    ):
        ours, theirs = (getattr(found, name).column(column).to_pylist() for found in (by_document, by_segment))
        assert ours != theirs, (name, column)
    for name in ("scores", "comparisons", "ranks"):
        for found, cluster in ((by_document, "document"), (by_segment, "segment")):
            signatures = getattr(found, name).column("signature").to_pylist()
            assert all(f"|cluster:{cluster}|" in signature for signature in signatures), name


def test_sets_of_too_few_documents_are_in_no_family():
    systems, some, pool = large()
    documents = np.arange(N) // (N // (FEWEST_CLUSTERS - 1) + 1)
    found = concluded(systems, some, {}, settings(), pool=pool, clusters=SegmentClusters("document", documents))
    assert found.comparisons.column("too_small").to_pylist() == [True] * len(found.comparisons)
    for table in (found.findings, found.comparisons):
        assert table.column("p_bh").null_count == len(table)
    assert found.comparisons.column("p_randomisation").null_count == len(found.comparisons)
