from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core import files
from extractors.core.errors import InputError
from extractors.formats import conllu
from extractors.formats.treebank import MultiwordToken, Sentence, Word, parse_feats

ZUM = Sentence(
    words=(
        Word("Er", "er", "PRON", "PPER", "Person=3", 2, "nsubj"),
        Word("geht", "gehen", "VERB", "VVFIN", "_", 0, "root"),
        Word("zu", "zu", "ADP", "APPR", "_", 5, "case"),
        Word("dem", "der", "DET", "ART", "_", 5, "det"),
        Word("Markt", "Markt", "NOUN", "NN", "_", 2, "obl", space_after=False),
        Word(".", ".", "PUNCT", "$.", "_", 2, "punct"),
    ),
    text="Er geht zum Markt.",
    multiword=(MultiwordToken(3, 4, "zum"),),
)
ONE = Sentence(words=(Word("Ja", "ja", "INTJ", "_", "_", 0, "root"),), text="Ja")


def lines(*words, before="", end="\n\n"):
    return before + "\n".join("\t".join(word.split(" ")) for word in words) + end


GOOD = ("1 a a X _ _ 2 dep _ _", "2 b b X _ _ 0 root _ _")


def test_what_is_written_is_read_back(tmp_path):
    path = tmp_path / "p.conllu.gz"
    conllu.write(path, [(0, [ZUM]), (1, []), (2, [ONE, ZUM])], generator="test:1")
    assert conllu.counts(files.read_text(path)) == (3, 1)
    treebank = conllu.read(path)
    assert treebank.generator == "test:1"
    assert treebank.segment.tolist() == [0, 2, 2]
    assert treebank.surface == {0: ["Er", "geht", "zum", "Markt", "."], 2: ["Ja", "Er", "geht", "zum", "Markt", "."]}
    assert treebank.token.tolist() == [0, 1, 2, 2, 3, 4, 0, 1, 2, 3, 3, 4, 5]
    assert treebank.word_in_segment.tolist() == [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 6]
    assert treebank.head_word.tolist() == [1, -1, 4, 4, 1, 1, -1, 8, -1, 11, 11, 8, 8]
    first, dependents = treebank.children
    assert dependents[first[1] : first[2]].tolist() == [0, 4, 5]
    assert [treebank.lemma[w] for w in range(3)] == ["er", "gehen", "zu"]


def test_the_written_file_is_conllu(tmp_path):
    conllu.write(tmp_path / "p.conllu", [(7, [ZUM, ONE])])
    assert (tmp_path / "p.conllu").read_text().split("\n")[:8] == [
        "# generator = unknown",
        "# sent_id = 7-1",
        "# segment_id = 7",
        "# text = Er geht zum Markt.",
        "1\tEr\ter\tPRON\tPPER\tPerson=3\t2\tnsubj\t_\t_",
        "2\tgeht\tgehen\tVERB\tVVFIN\t_\t0\troot\t_\t_",
        "3-4\tzum\t_\t_\t_\t_\t_\t_\t_\t_",
        "3\tzu\tzu\tADP\tAPPR\t_\t5\tcase\t_\t_",
    ]


@pytest.mark.parametrize(
    "text",
    [
        lines(*GOOD),
        lines(*GOOD, end=""),
        lines(*GOOD, end="\n"),
        lines(*GOOD).replace("\n", "\r\n"),
        lines(*GOOD[:1], "1.1 e e X _ _ _ _ _ _", *GOOD[1:]),
        lines(*GOOD, before="# text = a b\n\n\n"),
    ],
    ids=["plain", "no end", "one end", "CRLF", "empty node", "comment apart"],
)
def test_these_are_read_rightly(text):
    treebank = conllu.parse(text)
    assert treebank.head.tolist() == [2, 0]
    assert treebank.surface == {0: ["a", "b"]}


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (lines("1 a a X _ _ 2 dep _ _", "2 b b X _ _ 1 dep _ _", "3 c c X _ _ 0 root _ _"), 1, "cycle"),
        (lines("1 a a X _ _ 0 root _ _", "2 b b X _ _ 0 root _ _"), 1, "two roots"),
        (lines("1 a a X _ _ 2 dep _ _", "2 b b X _ _ 1 dep _ _"), 1, "no root"),
        (lines("1 a a X _ _ 7 dep _ _", "2 b b X _ _ 0 root _ _"), 1, "head 7 is not in the sentence"),
        (lines("1 a a X _ _ 2 dep _ _", "2 b b X _ _ _ root _ _"), 2, "HEAD is '_'"),
        (lines("1 a a X _ _ 2 dep _ _", "2 b b X _ _ 0 root _"), 2, "9 columns, not 10"),
        (lines("2 a a X _ _ 0 root _ _", "1 b b X _ _ 2 dep _ _"), 1, "out of order"),
        ("1 a a X _ _ 0 root _ _\n\n", 1, "tab"),
        (lines("1-2 ab _ _ _ _ _ _ _ _", "1 a a X _ _ 0 root _ _"), 3, "over the end"),
        (lines("1 a a X _ _ 0 root _ _", "1-2 ab _ _ _ _ _ _ _ _"), 2, "out of place"),
        ("# text = no words\n\n", None, "no words"),
        ("", None, "empty"),
        (lines(*GOOD, before="# segment_id = 3\n") + lines(*GOOD, before="# segment_id = 2\n"), 8, "comes after"),
        (lines(*GOOD, before="# segment_id = 0\n") + lines(*GOOD), 7, "some have none"),
        (lines(*GOOD, before="# segment_id = x\n"), 1, "not a number"),
        (lines("1  a X _ _ 0 root _ _"), 1, "FORM is empty"),
        (lines("1-2 ab _ _ _ _ _ _ _ _", GOOD[0], "2-3 bc _ _ _ _ _ _ _ _"), 3, "multiword token 2-3 overlaps"),
        (lines("1-2 ab _ _ _ _ _ _ _ _", "1-2 ab _ _ _ _ _ _ _ _", GOOD[0]), 2, "multiword token 1-2 overlaps"),
        (lines(f"1-{'9' * 5000} ab _ _ _ _ _ _ _ _", GOOD[0]), 1, "not with a word number"),
        (lines(GOOD[0].replace(" 2 ", f" {2**31} ")), 1, "HEAD is '2147483648', not a number"),
        (lines(GOOD[0].replace(" 2 ", f" {'9' * 5000} ")), 1, "HEAD is '9999"),
        (lines("9999999999 a a X _ _ 0 root _ _"), 1, "ID is '9999999999', not a number"),
        (f"# segment_id = {2**31}\n" + lines(GOOD[0]), 1, "segment_id '2147483648' is not a number"),
        (lines(GOOD[0], "2 b b X _ _ 0 root _ Confidence=1.01"), 2, "Confidence=1.01 in MISC"),
        (lines(GOOD[0], "2 b b X _ _ 0 root _ Confidence=-0.5"), 2, "Confidence=-0.5 in MISC"),
        (lines(GOOD[0], "2 b b X _ _ 0 root _ SpaceAfter=No|Confidence=nan"), 2, "Confidence=nan in MISC"),
        (lines(GOOD[0], "2 b b X _ _ 0 root _ Confidence="), 2, "Confidence= in MISC"),
        (lines(GOOD[0], "2 b b X _ _ 0 root _ Confidence=0_1"), 2, "Confidence=0_1 in MISC"),
        (lines(GOOD[0], "2 b b X _ _ 0 root _ Confidence=0.1|Confidence=0.2"), 2, "Confidence=0.1|0.2"),
    ],
)
def test_these_are_refused_with_file_line_and_reason(text, line, words):
    with pytest.raises(InputError, match=words) as caught:
        conllu.parse(text, source="x.conllu")
    assert str(caught.value).startswith("x.conllu")
    assert caught.value.line == line
    assert caught.value.remedy


def test_confidences_stand_in_misc_before_space_after(tmp_path):
    sure = tuple(word._replace(confidence=0.97349) for word in ZUM.words)
    conllu.write(tmp_path / "p.conllu", [(0, [Sentence(sure, ZUM.text, ZUM.multiword)])])
    misc = [line.split("\t")[9] for line in (tmp_path / "p.conllu").read_text().splitlines() if line[:1].isdecimal()]
    both = "Confidence=0.973|SpaceAfter=No"
    assert misc == ["Confidence=0.973", "Confidence=0.973", "_", *["Confidence=0.973"] * 2, both, "Confidence=0.973"]


PROBABILITIES = st.none() | st.floats(0, 1)


@given(st.lists(st.tuples(PROBABILITIES, st.booleans()), min_size=1, max_size=6))
def test_confidences_are_read_back_to_three_decimals(tmp_path_factory, drawn):
    words = tuple(
        Word("a", "a", "X", "_", "_", number, "dep" if number else "root", space, sure)
        for number, (sure, space) in enumerate(drawn)
    )
    path = tmp_path_factory.getbasetemp() / "confidences.conllu"
    conllu.write(path, [(0, [Sentence(words, "text")])])
    found = conllu.read(path).confidence
    if all(sure is None for sure, _ in drawn):
        assert found is None
    else:
        assert found.dtype == np.float32
        wanted = [np.nan if sure is None else sure for sure, _ in drawn]
        np.testing.assert_allclose(found, wanted, atol=0.00051)


def test_confidences_of_other_things_are_not_taken_for_the_words():
    assert conllu.parse(lines(GOOD[0], "2 b b X _ _ 0 root _ TagConfidence=high")).confidence is None
    # An empty MISC is let pass with confidences in the file as it is without.
    read = conllu.parse("1\ta\ta\tX\t_\t_\t2\tdep\t_\t\n2\tb\tb\tX\t_\t_\t0\troot\t_\tLang=de|Confidence=1e-05\n\n")
    np.testing.assert_array_equal(read.confidence, np.array([np.nan, 1e-05], dtype=np.float32))


def test_feats():
    assert parse_feats("Case=Acc|Reflex=Yes") == {"Case": "Acc", "Reflex": "Yes"}
    assert parse_feats("_") == {}


SEGMENTS = st.lists(st.lists(st.sampled_from([ZUM, ONE]), max_size=3), min_size=1, max_size=6).filter(any)


@given(SEGMENTS, st.integers(1, 12), st.integers(1, 40))
def test_parts_are_what_is_read_whole(tmp_path_factory, segments, words, bytes_at_once):
    path = tmp_path_factory.mktemp("parts") / "p.conllu"
    conllu.write(path, enumerate(segments), generator="test:1")
    whole = conllu.read(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "BYTES_AT_ONCE", bytes_at_once)
        parts = list(conllu.read_parts(path, words=words))
    assert all(len(part) >= words for part in parts[:-1])
    assert not any(a.segment[-1] == b.segment[0] for a, b in pairwise(parts))
    assert [s for part in parts for s in part.segment.tolist()] == whole.segment.tolist()
    assert {s: tokens for part in parts for s, tokens in part.surface.items()} == whole.surface
    assert [part.head[i] for part in parts for i in range(len(part))] == whole.head.tolist()
    assert {part.generator for part in parts} == {"test:1"}
    assert [value for part in parts for value in part.metadata("sent_id")] == whole.metadata("sent_id")
    assert None not in whole.metadata("text")
    assert whole.metadata("topic") == [None] * len(whole.segment)


def test_an_error_in_a_later_part_names_its_line(tmp_path):
    path = tmp_path / "p.conllu"
    path.write_text(lines(*GOOD) * 3 + lines("1 a a X _ _ 7 dep _ _", "2 b b X _ _ 0 root _ _"))
    parts = conllu.read_parts(path, words=2)
    assert len([next(parts) for _ in range(2)]) == 2
    with pytest.raises(InputError, match=r"p\.conllu:10: the head 7 is not in the sentence"):
        list(parts)


def test_surface_tokens_have_columns_of_their_own(tmp_path):
    conllu.write(tmp_path / "p.conllu", [(0, [ONE]), (3, [ZUM, ONE])])
    treebank = conllu.read(tmp_path / "p.conllu")
    forms = [treebank.token_form[token] for token in range(len(treebank.token_word))]
    assert forms == [token for tokens in treebank.surface.values() for token in tokens]
    places = treebank.tokens_at(np.array([3, 3, 0, 0, 1, 9]), np.array([2, 6, 0, 1, 0, 0]))
    assert [None if place < 0 else forms[place] for place in places] == ["zum", None, "Ja", None, None, None]
