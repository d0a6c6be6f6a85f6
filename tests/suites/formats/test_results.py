"""A corpus's own hits as a suite."""

import pytest

from challenge_sets_suites.formats.results import PARSES, ResultsReader
from extractors.core.errors import InputError
from extractors.formats import conllu, tables
from extractors.formats.hits import HITS
from extractors.formats.segments import SEGMENTS
from extractors.formats.treebank import Sentence, Word
from tests.builders.rows import table_of

HIT = {"segment_id": 1, "phenomenon": "particle_verb", "head": 0, "dependent": 3, "distance_set": 2}
HIT |= {"head_form": "Shut", "dependent_form": "down"}


def write_segments(folder, *references):
    segments = [
        {"segment_id": i, "source": source, "references": list(texts)}
        for i, (source, *texts) in enumerate(zip(("Nothing.", "Shut it all down ."), *references, strict=True))
    ]
    about = {"references": "A" * len(references), "source_language": "en", "target_language": "de"}
    tables.write(tables.with_metadata(table_of(SEGMENTS, segments), **about), folder / "segments.parquet")


@pytest.fixture
def folder(tmp_path):
    write_segments(tmp_path, ("Nichts.", "Fahrt alles herunter ."))
    tables.write(table_of(HITS, [HIT]), tmp_path / "hits.parquet")
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
    tables.write(table_of(HITS, [HIT | {"dependent": 0}]), folder / "hits.parquet")
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
    write_segments(folder)
    (item,) = read(folder).items
    assert (item.item, item.reference) == ("particle_verb:1:0-3", None)
