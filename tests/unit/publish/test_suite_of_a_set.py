"""A published set is a suite: its hits are items that people can judge."""

import shutil

import pytest

from challenge_sets_suites.formats._hits import hit_id
from challenge_sets_suites.formats.published import PublishedReader
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.hits import HITS
from extractors.formats.published import DESCRIPTION


def test_each_hit_is_an_item(run):
    suite = PublishedReader().read(run / "full" / DESCRIPTION)
    hits = tables.read(HITS, run / "results/hits.parquet").to_pylist()
    assert {(item.phenomenon, item.distance) for item in suite.items} == {
        (row["phenomenon"], row["distance_set"]) for row in hits
    }
    assert len(suite.items) == len(hits)
    assert suite.judge == "people"
    assert all(item.source and item.reference and item.question for item in suite.items)


def test_an_item_says_where_the_words_that_it_asks_about_stand(run):
    forms = {hit_id(row): {row["head_form"], row["dependent_form"]} for row in hits_of(run)}
    items = PublishedReader().read(run / "full" / DESCRIPTION).items
    assert items
    for item in items:
        start, end, other_start, other_end = item.marks
        assert {item.source[start:end], item.source[other_start:other_end]} == forms[item.item]


def hits_of(run):
    return tables.read(HITS, run / "results/hits.parquet").to_pylist()


def test_what_is_no_set_with_texts_is_refused(run, tmp_path):
    with pytest.raises(InputError, match="ids only"):
        PublishedReader().read(run / "ids" / DESCRIPTION)
    (tmp_path / DESCRIPTION).write_text("[1]")
    with pytest.raises(InputError, match="does not describe a published set"):
        PublishedReader().read(tmp_path / DESCRIPTION)
    shutil.copy(run / "full" / DESCRIPTION, tmp_path / DESCRIPTION)
    with pytest.raises(InputError, match="the folder of the set has no hits"):
        PublishedReader().read(tmp_path / DESCRIPTION)
