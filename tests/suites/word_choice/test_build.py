"""Items from a parallel corpus: which places become items, and what is right."""

import pytest

from challenge_sets_suites.word_choice import DEFAULT_FILE, choice_catalogue
from challenge_sets_suites.word_choice.build import (
    MORE,
    NONE,
    NOT_LINKED,
    SEVERAL,
    TWICE,
    UNSURE,
    Bitext,
    build,
    read_links,
)
from extractors.core.errors import InputError
from extractors.phenomena import DEFAULT_FILE as PHENOMENA
from extractors.phenomena import catalogue as phenomena
from tests.builders.trees import treebank

CHOICES = choice_catalogue.load(DEFAULT_FILE)
PAIRS = [
    ("Not red but blue.", "Nicht rot, sondern blau."),
    ("Small but good.", "Klein, aber fein."),
    ("But he came.", "Doch er kam."),
    ("It is butter.", "Es ist Butter, aber alte."),
    ("Old, but not red but blue.", "Alt, aber nicht rot, sondern blau."),
    ("But why?", "Aber nicht rot, sondern blau, warum?"),
]


def bitext(pairs=PAIRS, links=None, parsed=None, choice="but"):
    source, reference = zip(*pairs, strict=True)
    corpus = Bitext.of(source, reference, (CHOICES[choice].language, "de"), place="c.en", treebank=parsed)
    return Bitext(**{**vars(corpus), "links": links})


def suite(corpus, choice="but", **options):
    return build(CHOICES[choice], CHOICES[choice].alternatives("de"), corpus, **options)


def test_right_is_the_one_word_of_the_reference(caplog):
    caplog.set_level("INFO", "extractors")
    found = suite(bitext())
    assert (found.source_language, found.target_language, found.judge) == ("en", "de", "lexical_choice")
    assert [(i.item, i.right_words, i.wrong_words) for i in found.items] == [
        ("0.2", ("sondern",), ("aber",)),
        ("1.1", ("aber",), ("sondern",)),
    ]
    first = found.items[0]
    assert (first.word, first.position, first.phenomenon, first.category) == ("but", 2, "but -> sondern", "but")
    assert (first.origin, first.reference) == ("c.en:1", "Nicht rot, sondern blau.")
    assert "2 items of 6 places" in caplog.text
    for count, reason in ((1, NONE), (2, SEVERAL), (1, MORE)):
        assert f"{count} left out: {reason}" in caplog.text


def test_links_tell_words_apart(caplog):
    caplog.set_level("INFO", "extractors")
    # Tokens: Old , but not red but blue . / Alt , aber nicht rot , sondern blau .
    links = {(0, 2): [3], (1, 1): [2], (4, 2): [2], (4, 5): [6], (5, 0): [8]}
    found = suite(bitext(links=links))
    assert [(i.item, i.right_words) for i in found.items] == [
        ("0.2", ("sondern",)),
        ("1.1", ("aber",)),
        ("4.2", ("aber",)),
        ("4.5", ("sondern",)),
    ]
    assert [i.sentence for i in found.items] == [0, 1, 2, 2]
    assert f"1 left out: {NOT_LINKED}" in caplog.text


def test_repetitions_are_one_item_and_contradictions_none(caplog):
    caplog.set_level("INFO", "extractors")
    again = [("Small  but good.", "Klein, aber gut."), ("Not red but blue.", "Nicht rot, aber blau.")]
    found = suite(bitext([*PAIRS[:2], *again]))
    assert [i.item for i in found.items] == ["1.1"]
    assert f"1 left out: {TWICE}" in caplog.text
    assert f"2 left out: {UNSURE}" in caplog.text


def test_inflected_words_are_found_in_all_forms():
    found = suite(bitext([("He knew her.", "Er kannte sie."), ("Who knows?", "Wer weiß?")], choice="know"), "know")
    assert [(i.word, i.phenomenon) for i in found.items] == [("knew", "know -> kennen"), ("knows", "know -> wissen")]
    assert "weiß" in found.items[1].right_words
    assert "kannte" in found.items[1].wrong_words


NOT_RED_BUT_BLUE = """
The the DET _ _ 2 det
dog dog NOUN _ _ 5 nsubj
is be AUX _ _ 5 cop
not not PART _ Polarity=Neg 5 advmod
brown brown ADJ _ _ 0 root
but but CCONJ _ _ 7 cc
black black ADJ _ _ 5 conj
. . PUNCT _ _ 5 punct
"""
WENT_TO = """
She she PRON _ _ 2 nsubj
went go VERB _ _ 0 root
to to ADP _ _ 4 case
Rome Rome PROPN _ _ 2 obl
to to PART _ _ 6 mark
rest rest VERB _ _ 2 advcl
. . PUNCT _ _ 2 punct
"""


def test_hits_of_a_phenomenon_are_the_source_side():
    parsed = treebank(NOT_RED_BUT_BLUE, WENT_TO)
    pairs = [("The dog is not brown but black.", "Der Hund ist nicht braun, sondern schwarz."), ("-", "-")]
    corpus = bitext(pairs, parsed=parsed, choice="but_correction")
    found = suite(corpus, "but_correction", phenomena=phenomena.load(PHENOMENA))
    assert [(i.item, i.position, i.right_words) for i in found.items] == [("0.5", 5, ("sondern",))]
    with pytest.raises(InputError, match="'but_sondern', without a request"):
        suite(corpus, "but_correction", phenomena={})


def test_a_request_tells_a_preposition_from_a_particle():
    pairs = [("The dog is not brown but black.", "Zu."), ("She went to Rome to rest.", "Sie ging nach Rom.")]
    found = suite(bitext(pairs, parsed=treebank(NOT_RED_BUT_BLUE, WENT_TO), choice="to"), "to")
    assert [(i.item, i.phenomenon) for i in found.items] == [("1.2", "to -> nach")]


def test_parses_that_cut_otherwise_do_not_move_the_word():
    parsed = treebank("can't can AUX _ _ 0 root\nbut but CCONJ _ _ 1 cc\n")
    found = suite(bitext([("ca n't but", "aber")], parsed=parsed))
    assert (found.items[0].item, found.items[0].position) == ("0.1", 2)


def test_what_cannot_be_built_is_refused():
    with pytest.raises(InputError, match="'to' is found in parses, and none are given"):
        suite(bitext(choice="to"), "to")
    with pytest.raises(InputError, match="no items: of the 1 places with the word"):
        suite(bitext([("But why?", "Warum?")]))


def test_links_of_other_texts_are_refused(tmp_path):
    tokens = ([["Not", "red", "but"], ["a"]], [["Nicht", "rot", ",", "sondern"], ["b", "c"]])
    (tmp_path / "links.tsv").write_text(
        "segment_id\treference\tsource\ttarget\tsource_form\ttarget_form\tconfidence\n"
        "0\tA\t2\t3\tbut\tsondern\t\n0\tA\t2\t2\tbut\t,\t\n0\tB\t0\t0\tNot\tX\t\n"
    )
    assert read_links(tmp_path / "links.tsv", *tokens) == {(0, 2): [2, 3]}
    with pytest.raises(InputError, match="has 'but' as source token 2 of segment 0, the source has 'nor'"):
        read_links(tmp_path / "links.tsv", [["Not", "red", "nor"], ["a"]], tokens[1])
    with pytest.raises(InputError, match="has 'sondern' as reference token 3 of segment 0, the reference has nothing"):
        read_links(tmp_path / "links.tsv", tokens[0], [["Nicht"], []])
