"""A corpus's own hits as a suite."""

import pytest

from extractors.core.errors import InputError
from extractors.formats import conllu, tables
from extractors.formats.hits import HITS
from extractors.formats.segments import SEGMENTS
from extractors.formats.treebank import Sentence, Word
from extractors.suites.formats.results import PARSES, ResultsReader
from tests.builders.rows import table_of


@pytest.fixture
def folder(tmp_path):
    segments = [
        {"segment_id": i, "source": source, "references": [reference], "provenance": f"s:{i}"}
        for i, (source, reference) in enumerate(
            [("Nothing.", "Nichts."), ("Shut it all down .", "Fahrt alles herunter .")]
        )
    ]
    table = tables.with_metadata(
        table_of(SEGMENTS, segments), references="A", source_language="en", target_language="de"
    )
    tables.write(table, tmp_path / "segments.parquet")
    hit = {column.name: None for column in HITS.columns}
    hit |= {"segment_id": 1, "phenomenon": "particle_verb", "head": 0, "dependent": 3}
    hit |= {"head_form": "Shut", "dependent_form": "down", "head_word": 0, "dependent_word": 3}
    hit |= {"distance": 2, "distance_ud": 2, "distance_set": 2}
    tables.write(table_of(HITS, [hit]), tmp_path / "hits.parquet")
    return tmp_path


def read(folder):
    return ResultsReader().read(folder / "hits.parquet")


def test_hits_are_items(folder):
    suite = read(folder)
    (item,) = suite.items
    assert (item.item, item.source, item.distance) == ("particle_verb:1:0-3", "Shut it all down .", 2)
    assert (item.reference, suite.source_language, suite.given) == ("Fahrt alles herunter .", "en", None)
    assert item.question == "Are 'Shut' and 'down' translated right?"


def parse(folder, text):
    """Write the parse of the second segment: its words, a blank between each two."""
    words = [Word(word, "_", "_", "_", "_", min(n, 1), "dep" if n else "root") for n, word in enumerate(text.split())]
    conllu.write(folder / PARSES, [(1, [Sentence(words=tuple(words), text=text)])])


def test_a_hit_in_one_token_asks_about_one_word(folder):
    tables.write(
        table_of(HITS, [tables.read(HITS, folder / "hits.parquet").to_pylist()[0] | {"dependent": 0}]),
        folder / "hits.parquet",
    )
    (item,) = read(folder).items
    assert item.question == "Is 'Shut' translated right?"


def test_the_parse_says_where_the_words_of_hits_stand(folder):
    parse(folder, "Shut it all down .")
    (item,) = read(folder).items
    assert item.marks == (0, 4, 12, 16)


def test_without_the_parse_nothing_is_marked(folder):
    assert read(folder).items[0].marks == ()


@pytest.mark.parametrize(
    ("text", "match"), [("Shut it off .", "is not in its text"), ("Shut it", "has 2 tokens of segment 1")]
)
def test_the_parse_of_another_text_is_refused(text, match, folder):
    parse(folder, text)
    with pytest.raises(InputError, match=match) as caught:
        read(folder)
    assert str(caught.value.path).endswith(PARSES)


def test_they_need_no_reference(folder):
    bare = tables.read(SEGMENTS, folder / "segments.parquet").to_pylist()
    table = table_of(SEGMENTS, [{**row, "references": []} for row in bare])
    table = tables.with_metadata(table, references="", source_language="en", target_language="de")
    tables.write(table, folder / "segments.parquet")
    (item,) = read(folder).items
    assert (item.item, item.reference) == ("particle_verb:1:0-3", None)
