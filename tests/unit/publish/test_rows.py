"""Where words stand in texts, and the words that stand there."""

import pytest

from extractors.core.errors import InputError
from extractors.formats import conllu, tables
from extractors.formats.segments import Corpus
from extractors.formats.treebank import MultiwordToken, Sentence, Word
from extractors.phenomena import catalogue
from extractors.publish import rows
from tests.builders.rows import links_table, table_of
from tests.builders.small_run import PHENOMENA_FILE
from tests.builders.whole import detected

SEGMENT = "  Im\tHaus ruft 𝔛na\u00a0ihn<b> an .\u2028"
"""Blanks at the ends, a tab, a contraction, a letter outside the basic plane, a no-break space, a mark."""


@pytest.fixture
def corpus():
    return Corpus("de", "en", ["", SEGMENT], {"A": ["", "In the house  Xna calls him\tup."], "B": ["", "x"]})


@pytest.fixture
def parses(tmp_path):
    words = [
        Word("In", "in", "ADP", "_", "_", 3, "case"),
        Word("dem", "der", "DET", "_", "_", 3, "det"),
        Word("Haus", "Haus", "NOUN", "_", "_", 4, "obl"),
        Word("ruft", "rufen", "VERB", "_", "_", 0, "root"),
        Word("𝔛na", "Xna", "PROPN", "_", "_", 4, "nsubj"),
        Word("ihn", "er", "PRON", "_", "_", 4, "obj", False),
        Word("<b>", "<b>", "SYM", "_", "_", 4, "dep"),
        Word("an", "an", "ADP", "_", "_", 4, "compound:prt"),
        Word(".", ".", "PUNCT", "_", "_", 4, "punct"),
    ]
    path = tmp_path / "source.conllu"
    sentence = Sentence(tuple(words), " ".join(SEGMENT.split()), (MultiwordToken(1, 2, "Im"),))
    conllu.write(path, [(1, [sentence])], generator="hand:1")
    return path


def hits_of(parses, links=((2, 4), (6, 6))):
    """The hit `ruft ... an`, aligned by links between tokens of the source and of `In the house Xna calls him up.`"""
    english = ["In", "the", "house", "Xna", "calls", "him", "up", "."]
    german = ["Im", "Haus", "ruft", "𝔛na", "ihn", "<b>", "an", "."]
    link_rows = [(1, "A", s, t, german[s], english[t]) for s, t in links]
    chosen = [catalogue.load(PHENOMENA_FILE)["particle_verb"]]
    return detected(conllu.read(parses), chosen, language="de", links=links_table(*link_rows))


def test_a_hit_has_its_words_and_their_places(parses, corpus):
    made = rows.with_words(rows.located(hits_of(parses), conllu.read(parses), corpus), corpus, "A")
    (row,) = made.to_pylist()
    assert (row["segment_id"], row["head"], row["dependent"]) == (1, 2, 6)
    assert (row["head_word"], row["dependent_word"]) == (3, 7)
    assert (row["head_form"], row["dependent_form"]) == ("ruft", "an")
    assert row["source"] == SEGMENT
    assert SEGMENT[row["head_start"] : row["head_end"]] == "ruft"
    assert SEGMENT[row["dependent_start"] : row["dependent_end"]] == "an"
    assert row["references"] == [corpus.references["A"][1], "x"]
    assert (row["head_target"], row["head_target_forms"]) == ([4], ["calls"])
    assert corpus.references["A"][1][row["dependent_target_start"][0] : row["dependent_target_end"][0]] == "up"
    assert tables.run_signature(made).startswith("parser:hand:1|aligner:unknown/ref:A|phenomena:")


def test_words_come_from_the_texts_and_places_alone(parses, corpus):
    located = rows.located(hits_of(parses), conllu.read(parses), corpus)
    made = rows.with_words(located, corpus, "A")
    assert made.select(located.column_names).equals(located)
    assert not {"source", "references", "head_form", "head_target_forms"} & set(located.column_names)


def test_an_unaligned_word_has_no_target_and_a_hit_without_alignment_no_reference(parses, corpus):
    (row,) = rows.located(hits_of(parses, links=[(2, 4)]), conllu.read(parses), corpus).to_pylist()
    assert (row["dependent_target"], row["dependent_target_start"]) == ([], [])
    chosen = [catalogue.load(PHENOMENA_FILE)["particle_verb"]]
    hits = detected(conllu.read(parses), chosen, language="de")
    (row,) = rows.with_words(rows.located(hits, conllu.read(parses), corpus), corpus, None).to_pylist()
    assert (row["head_target"], row["head_target_forms"]) == (None, None)


def test_texts_of_another_corpus_are_refused(parses, corpus):
    bank = conllu.read(parses)
    hits = hits_of(parses)
    for source, reference, words in (
        (
            SEGMENT.replace("Haus", "Hut"),
            corpus.references["A"][1],
            "segment 1 has other words in the parse .* than in the corpus",
        ),
        (SEGMENT, "In a house Xna phones him up.", "segment 1 has other words in the links to reference A than"),
    ):
        other = Corpus("de", "en", ["", source], {"A": ["", reference]})
        with pytest.raises(InputError, match=words):
            rows.located(hits, bank, other)
    with pytest.raises(InputError, match="reference 'A', which the corpus does not have"):
        rows.located(hits, bank, Corpus("de", "en", corpus.source, {"Z": corpus.references["A"]}))
    with pytest.raises(InputError, match="only 1"):
        rows.with_words(rows.located(hits, bank, corpus), Corpus("de", "en", [""], {"A": [""]}), "A")
    with pytest.raises(InputError, match="unknown reference of the hits' target words 'Z'"):
        rows.with_words(rows.located(hits, bank, corpus), corpus, "Z")


def test_rows_have_one_order_and_ranges_of_distance_part_them(parses, corpus):
    located = rows.located(hits_of(parses), conllu.read(parses), corpus)
    many = [{**located.to_pylist()[0], "segment_id": s, "distance": s % 5, "phenomenon": "ba"[s % 2]} for s in range(9)]
    table = table_of(rows.PUBLISHED_IDS, many[::-1])
    ordered = rows.in_order(table, ["a", "b"])
    assert [r["segment_id"] for r in ordered.to_pylist()] == [1, 3, 5, 7, 0, 2, 4, 6, 8]
    assert rows.in_order(table_of(rows.PUBLISHED_IDS, many), ["a", "b"]).equals(ordered)
    parts = [rows.of_range(ordered, 0, 2), rows.of_range(ordered, 2, None)]
    assert sorted(r["segment_id"] for part in parts for r in part.to_pylist()) == list(range(9))
    assert len(rows.of_phenomenon(ordered, "a")) == 4
