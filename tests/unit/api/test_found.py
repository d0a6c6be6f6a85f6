import re

import pytest

from extractors.api.concordance import Concordance
from extractors.api.diagnosis import diagnose
from extractors.api.finding import asked_of
from extractors.api.found import run as find_all
from extractors.api.request_hits import Asked
from extractors.core.errors import InputError
from extractors.extract.parse import parse_text
from extractors.formats import conllu
from tests import ROOT
from tests.builders.tagged_parser import TaggedParser
from tests.builders.trees import TWO_PARTICLE_VERBS, conllu_of

PHENOMENA = ROOT / "config" / "phenomena.yaml"

PARSES = conllu_of(
    TWO_PARTICLE_VERBS
    + """\
# segment_id = 6
1 Er er PRON _ _ 2 nsubj _ _
2 hört hören VERB _ _ 0 root _ _
3 auf auf ADP _ _ 2 compound:prt _ _
"""
)
TREEBANK = conllu.parse(PARSES)
PARTICLE = "pattern { V [upos=VERB]; V -[compound:prt]-> P; V << P }"


def rules(asked, *, pair=None, language=None):
    return asked_of(asked, pair=pair, language=language, path=PHENOMENA).rules


def run(asked, **options):
    return find_all(TREEBANK, Asked(rules(asked, **options)))


def reasons(asked, **options):
    (rule,) = rules(asked, **options)
    return diagnose(rule, TREEBANK).lines()


def test_hits_are_marked_in_their_sentences_with_their_distances():
    assert [line.split(maxsplit=3) for line in Concordance().hits(run(PARTICLE), limit=9).splitlines()] == [
        ["segment", "distance", "UD", "sentence"],
        ["4-2", "2", "4", "Sie [V:kam] zum Fest , [P:an] und ging weg"],
        ["4-2", "0", "0", "Sie kam zum Fest , an und [V:ging] [P:weg]"],
        ["6", "0", "0", "Er [V:hört] [P:auf]"],
    ]


def test_the_summary_counts_all_hits_by_both_distances():
    text = Concordance().summary(run(PARTICLE), limit=2)
    assert text.startswith("3 hits in 2 sentences; searched 14 words in 3 sentences\nshown: the first 2\n")
    assert ["distance", "2", "0", "1", "0", "0"] in [line.split() for line in text.splitlines()]
    assert ["UD", "distance", "2", "0", "0", "0", "1"] in [line.split() for line in text.splitlines()]


def test_a_phenomenon_has_its_own_pairs_and_unites_its_requests():
    found = run("particle_verb", language="de")
    assert (len(found), found.nodes(0)) == (3, ("V", "P"))
    both = find_all(TREEBANK, Asked((*rules(PARTICLE), *rules("pattern { F [form=hört]; F -> D; F << D }"))))
    assert [len(pairs) for pairs in both.by_rule] == [3, 1]
    assert len(both) == 3
    assert "by request: 1: 3, 2: 1\n" in Concordance().summary(both, limit=9)


def test_the_pair_is_the_first_two_nodes_or_what_is_said():
    assert [(r.head, r.dependent) for r in rules("pattern { A -> B; B -> C }")] == [("A", "B")]
    assert [(r.head, r.dependent) for r in rules("pattern { A -> B; B -> C }", pair=["C", "A"])] == [("C", "A")]


def test_a_request_of_one_node_marks_one_word_and_has_no_distance():
    found = run("pattern { N [upos=NOUN] }")
    assert Concordance().hits(found, limit=9).splitlines()[1].split(maxsplit=1) == [
        "4-2",
        "Sie kam zum [N:Fest] , an und ging weg",
    ]
    assert "distance" not in Concordance().summary(found, limit=9)


def test_a_word_inside_a_token_is_named():
    assert "[D:zum/dem] [N:Fest]" in Concordance().hits(run("pattern { N -[det]-> D }"), limit=1)


def test_colours_take_the_place_of_brackets_and_lines_fit_the_terminal():
    text = Concordance(colour=True, width=40).hits(run(PARTICLE), limit=1)
    assert "\x1b[1;36mkam\x1b[0m" in text
    assert "\x1b[1;33man\x1b[0m" in text
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert "V P" in plain.splitlines()[0]
    assert "[" not in plain
    assert max(map(len, plain.splitlines())) <= 40


def test_a_seed_gives_a_sample_in_the_order_of_the_text():
    found = run("pattern { A -> B }")
    samples = {seed: found.chosen(4, seed) for seed in range(9)}
    assert found.chosen(4, 3) == samples[3]
    assert all(sample == sorted(set(sample)) and len(sample) == 4 for sample in samples.values())
    assert len(set(map(tuple, samples.values()))) > 1
    assert found.chosen(4, None) == [0, 1, 2, 3]
    assert found.chosen(99, 1) == list(range(len(found)))


def test_the_tree_is_shown_once_a_sentence_with_the_words_of_all_its_hits():
    lines = [line.split() for line in Concordance().hits(run(PARTICLE), limit=2, tree=True).splitlines()]
    assert ["V", "2", "kam", "kommen", "VERB", "0", "root", "_"] in lines
    assert ["P", "10", "weg", "weg", "ADP", "9", "ging", "compound:prt", "_"] in lines
    assert lines.count(["3-4", "zum"]) == 1


def test_no_hit_what_the_parse_never_has():
    assert reasons("pattern { V -[obj]-> R; R [Reflex=Yes] }") == [
        "the parse never has relation obj, which the request needs",
        "the parse never has Reflex=Yes, which the request needs",
    ]


def test_no_hit_what_each_block_removes():
    request = PARTICLE + ' without { V -[nsubj]-> * } without { V [lemma="gehen"] }'
    assert reasons(request) == [
        "the pattern alone has 3 hits, and its blocks remove all of them:",
        "  block 1 removes 2 of 3; 2 hits if it is left out: without { V -[nsubj]-> * }",
        '  block 2 removes 1 of 3; 1 hit if it is left out: without { V [lemma="gehen"] }',
    ]
    text = Concordance().summary(run(request), limit=9)
    assert text.startswith("0 hits; searched 14 words")
    assert "  block 1 removes 2 of 3" in text


def test_no_hit_which_part_of_the_pattern_is_to_blame():
    assert reasons("pattern { V -[compound:prt]-> P; P << V }") == [
        "the pattern never matches, though each part of it occurs; hits if one part is left out:",
        "        5  V -[compound:prt]-> P (any relation instead)",
        "        3  P << V",
    ]


def test_no_hit_since_the_virtual_root_is_no_word():
    assert "3 times, but one of the pair is the virtual root" in reasons("pattern { H -[root]-> N }")[0]


@pytest.mark.parametrize(
    ("asked", "options", "words"),
    [
        ("pattern { V -[compund:prt]-> P }", {}, "did you mean 'compound:prt'"),
        (PARTICLE, {"pair": ["V", "Q"]}, "no node 'Q'"),
        (PARTICLE, {"pair": ["V"]}, "two nodes, got 1"),
        ("particle_verb", {"language": "de", "pair": ["V", "P"]}, "defines its own pairs"),
        ("particle_verb", {}, "give --source-language (Python: language=...): "),
        ("particle-verb", {"language": "de"}, "did you mean 'particle_verb'"),
        ("particle_verb", {"language": "xx"}, "no request for the language 'xx'"),
        ("reordering", {"language": "de"}, "found from an alignment"),
    ],
)
def test_what_cannot_be_tried_is_said(asked, options, words):
    with pytest.raises(InputError) as raised:
        rules(asked, **options)
    assert words in str(raised.value)


def test_text_is_parsed_with_its_segments_counted():
    treebank = parse_text(TaggedParser(), ["a/NOUN", "", "b/NOUN"])
    assert (treebank.segment.tolist(), treebank.generator) == ([0, 2], "tagged")
    with pytest.raises(InputError, match="no text to parse"):
        parse_text(TaggedParser(), [" ", ""])
