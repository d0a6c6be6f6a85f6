"""The words that outputs of a published set are judged at, as places in the source."""

from collections import Counter

import pytest

from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.hits import HITS
from extractors.formats.segments import read_corpus
from extractors.publish import read
from extractors.publish.words_of_hits import control_words
from extractors.words.accuracy_settings import AccuracySettings
from tests.builders import small_results, small_run


def words(row, source):
    """The words of a row."""
    places = [(row["head_start"], row["head_length"]), (row["dependent_start"], row["dependent_length"])]
    return [source[row["segment_id"]][start : start + length] for start, length in places if start is not None]


def test_hits_and_control_words_are_at_their_places(run):
    published = read.read(run / "full")
    rows = published.control_words.to_pylist()
    hits = [words(row, published.source) for row in rows if row["kind"] == "hit"]
    assert {tuple(pair) for pair in hits} == {("kam", "an"), ("hörte", "auf"), ("brach", "zusammen")}
    controls = {word for row in rows if row["kind"] == "control" for word in words(row, published.source)}
    assert controls
    assert controls <= {"kam", "hörte", "brach"}
    # The set's own hits that outputs or references choose are no evidence.
    assert {row["phenomenon"] for row in rows} == {"particle_verb"}


def test_a_set_of_a_run_without_links_has_none(run, tmp_path):
    (tmp_path / "results").symlink_to(run / "results")
    small_run.publish(tmp_path, tmp_path / "set", files=[])
    assert read.read(tmp_path / "set").control_words is None


def test_hits_of_which_the_order_is_asked_stand_there_once_more(tmp_path):
    results = small_results.make(tmp_path)
    rows = control_words(
        treebank=conllu.read(results / "source.conllu.gz"),
        hits=tables.read(HITS, results / HITS.file),
        links=tables.read(ALIGNMENT, results / ALIGNMENT.file),
        corpus=read_corpus(results / "segments.parquet"),
        settings=AccuracySettings(),
        path="links",
        order=["particle_verb"],
    ).to_pylist()
    assert {row["kind"] for row in rows if row["phenomenon"] == "particle_verb"} == {"order", "hit", "control"}
    assert [row["stratum"] for row in rows if row["kind"] == "order"] == [*range(40)]


@pytest.mark.parametrize("for_a_hit", [1, 2])
def test_so_many_control_words_are_drawn_for_each_hit(tmp_path, for_a_hit):
    results = small_results.make(tmp_path)
    given = {
        "treebank": conllu.read(results / "source.conllu.gz"),
        "hits": tables.read(HITS, results / HITS.file),
        "links": tables.read(ALIGNMENT, results / ALIGNMENT.file),
        "corpus": read_corpus(results / "segments.parquet"),
        "settings": AccuracySettings(),
        "path": "links",
        "order": (),
    }
    every, some = control_words(**given).to_pylist(), control_words(**given, for_a_hit=for_a_hit).to_pylist()
    assert some == control_words(**given, for_a_hit=for_a_hit).to_pylist()

    def sizes(rows, kind):
        return Counter((row["phenomenon"], row["stratum"]) for row in rows if row["kind"] == kind)

    hits, known = sizes(every, "hit"), sizes(every, "control")
    assert sizes(some, "control") == {stratum: min(known[stratum], for_a_hit * hits[stratum]) for stratum in known}
    assert all(row in every for row in some)
