"""Words of a request that are looked up in a lexicon, and the files that lexicons are in."""

from pathlib import Path

import pytest

from extractors.core.errors import InputError
from extractors.phenomena.grew import lexicons, parse
from extractors.phenomena.grew.lexicons import Lexicon
from extractors.phenomena.grew.portability import missing
from tests.builders.trees import GIVES_UP, find, forms, treebank

TREES = treebank(GIVES_UP, GIVES_UP.replace("up", "in").replace("plans", "gifts"))


def lexicon(*rows, columns=("verb", "particle")):
    return Lexicon("verbs", columns, rows, Path("verbs.tsv"))


def found(request, *rows, columns=("verb", "particle")):
    return forms(find(parse(request, lexicons={"verbs": lexicon(*rows, columns=columns)}), TREES), TREES)


PAIR = "pattern { V [lemma=verbs.verb]; V -> P; P [form=verbs.particle] }"


def test_all_words_stand_in_one_row():
    assert found(PAIR, ("give", "up"), ("turn", "in")) == ["gives up"]
    assert found(PAIR, ("turn", "up"), ("give", "down"), ("go", "in")) == []
    assert found(PAIR, ("give", "up"), ("give", "in"), ("give", "in")) == ["gives up", "gives in"]


def test_a_word_by_itself_is_looked_up_in_its_column():
    assert found("pattern { N [upos=NOUN]; N.form = verbs.particle }", ("plans", "gifts")) == ["gifts"]


def test_two_nodes_of_one_column_have_one_word():
    request = "pattern { A [form=verbs.verb]; B [form=verbs.verb]; A << B }"
    assert found(request, ("the", "x"), ("old", "x")) == []
    twice = parse(request, lexicons={"verbs": lexicon(("the", "x"), ("old", "x"))})
    doubled = treebank("the the DET _ _ 2 det\nthe the DET _ _ 0 root")
    assert forms(find(twice, doubled), doubled) == ["the the"]


def test_a_block_looks_in_the_rows_that_the_pattern_leaves():
    request = "pattern {{ V [lemma=verbs.verb] }} {} {{ V -> N; N [form=verbs.noun] }}"
    rows, columns = (("give", "plans"), ("turn", "gifts")), ("verb", "noun")
    assert found(request.format("with"), *rows, columns=columns) == ["gives"]
    # The row of `give` has no gifts, so that the second sentence is not excluded.
    assert found(request.format("without"), *rows, columns=columns) == ["gives"]
    assert found("pattern { V [upos=VERB] } without { V -> N; N [form=verbs.noun] }", *rows, columns=columns) == []


def test_a_request_names_the_columns_that_it_uses_and_needs_the_attributes():
    words = lexicon(("give", "up", "3"), columns=("verb", "particle", "count"))
    request = parse(PAIR, lexicons={"verbs": words})
    assert request.lexicons == {words: ("particle", "verb")}
    without_lemmas = treebank(GIVES_UP.replace(" give ", " _ "))
    assert missing(request, TREES) == ()
    assert [str(d) for d in missing(parse("pattern { V [xpos=verbs.verb, Poss] }", lexicons={"verbs": words}), TREES)]
    assert forms(find(request, without_lemmas), without_lemmas) == []


def test_the_checksum_is_of_the_words_that_are_used():
    words = lexicon(("give", "up"), ("turn", "in"))
    same = lexicon(("turn", "9", "in"), ("give", "1", "up"), ("give", "2", "up"), columns=("verb", "n", "particle"))
    assert words.checksum(["particle", "verb"]) == same.checksum(["particle", "verb"])
    assert words.checksum(["verb"]) != words.checksum(["particle"])
    assert words.checksum(["verb"]) != lexicon(("give", "up"), ("turns", "in")).checksum(["verb"])
    assert words.checksum(["verb", "particle"]) != lexicon(("give", "in"), ("turn", "up")).checksum(
        ["verb", "particle"]
    )


def test_a_file_is_read_as_it_is_written(tmp_path):
    (tmp_path / "verbs.tsv").write_bytes('verb\tparticle\ngive\tu\u0308p\n"go"\tin\n'.encode())
    read = lexicons.read(tmp_path / "verbs.tsv", "verbs")
    assert (read.columns, read.rows) == (("verb", "particle"), (("give", "üp"), ('"go"', "in")))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "the name '', which no request can write"),
        ("verb\tparticle", 1, "has no words"),
        ("verb\tparticle\n", 1, "has no words"),
        ("verb\tper cent\ngive\tup\n", 1, "the name 'per cent', which no request can write"),
        ("verb\tverb\ngive\tup\n", 1, "two columns .* have the name 'verb'"),
        ("verb\tparticle\ngive\tup\nturn\n", 3, "has 1 cells, and there are 2"),
        ("verb\tparticle\ngive\tup\n\n", 3, "has 1 cells, and there are 2"),
        ("verb\tparticle\ngive\t\n", 2, "is empty"),
        ("verb\tparticle\ngive\tup \n", 2, "white space at an end"),
    ],
)
def test_faults_name_their_line(tmp_path, text, line, words):
    (tmp_path / "verbs.tsv").write_text(text)
    with pytest.raises(InputError, match=words) as caught:
        lexicons.read(tmp_path / "verbs.tsv", "verbs")
    assert (caught.value.path, caught.value.line) == (tmp_path / "verbs.tsv", line)
    assert caught.value.remedy
