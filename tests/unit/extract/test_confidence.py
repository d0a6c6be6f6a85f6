"""Confidences of hits: from those of words, by hand and against a minimum taken match by match."""

import logging

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.api.concordance import Concordance
from extractors.api.found import run
from extractors.api.request_hits import Asked
from extractors.core.errors import InputError
from extractors.extract import confidence
from extractors.formats import conllu
from extractors.formats.origin import origin_of
from extractors.phenomena import grew
from extractors.phenomena.catalogue import Phenomenon, Rule
from extractors.phenomena.chosen_phenomena import Detection
from extractors.phenomena.grew.matcher import find_all
from tests.builders.rows import links_table
from tests.builders.whole import detected

# The confidence of each word, in tenths, is the last column.
TREE = """\
1 Ann PROPN 3 nsubj 9
2 soon ADV 3 advmod 8
3 gives VERB 0 root 8
4 the DET 6 det 6
5 old ADJ 6 amod 5
6 plans NOUN 3 obj 7
7 up ADP 3 compound:prt _
"""


def treebank(tree=TREE, name="t.conllu"):
    lines = []
    for line in tree.splitlines():
        number, form, upos, head, deprel, sure = line.split()
        misc = "_" if sure == "_" else f"Confidence={int(sure) / 10}"
        lines.append(f"{number}\t{form}\t{form}\t{upos}\t_\t_\t{head}\t{deprel}\t_\t{misc}\n")
    return conllu.parse("".join(lines) + "\n", source=name)


def phenomenon(*texts, pair=("A", "B"), measure=None):
    rules = tuple(Rule(grew.parse(text), *pair) for text in texts)
    return Phenomenon(id="p", label="p", measure=measure, rules={"en": rules})


def hits(*texts, tree=TREE, minimum=0.0):
    """The forms and the confidence of each hit."""
    table = detected(treebank(tree), [phenomenon(*texts)], language="en", minimum_confidence=minimum)
    return {(row["head_form"], row["dependent_form"]): row["confidence"] for row in table.to_pylist()}


@pytest.mark.parametrize(
    ("request_", "asked"),
    [
        ("A -[obj]-> B", 0.7),
        ("A -[obj]-> B; B -[det]-> C", 0.6),
        ("A -[obj]-> B; B -[det]-> C; B -[amod]-> D; A -[nsubj]-> E", 0.5),
        ("A -[obj]-> B; A -[^nsubj]-> B; A -> B", 0.7),
        ("A -[nsubj]-> B", 0.9),
        ("* -[root]-> A; A -[nsubj]-> B", 0.8),
        ("A -[obj]-> B; B -[det]-> *", 0.7),
        # The confidence of a dominated word is that of the way up: nsubj, root; det, obj.
        ('R [form="__0__"]; R ->> B; B [form="Ann"]; A -[nsubj]-> B', 0.8),
        ('A [upos=VERB]; A ->> B; B [form="the"]', 0.6),
        ('A [upos=VERB]; A ->> B; B [form="the"]; C -[det]-> B; A -[obj]-> C', 0.6),
        # A match that rests on no arc cannot be wrong for one.
        ('A [form="gives"]; B [form="up"]; A << B', 1),
        ("A -[compound:prt]-> B", None),
        ("A -[obj]-> B; A -[compound:prt]-> C", None),
    ],
)
def test_the_least_sure_of_the_words_whose_arcs_are_asked_for(request_, asked):
    (found,) = hits(f"pattern {{ {request_} }}").values()
    assert found == (None if asked is None else pytest.approx(asked))


@pytest.mark.parametrize(
    ("block", "asked"),
    [
        ("with { B -[amod]-> X }", 0.7),
        ("with { A -> B }", 0.7),
        ("with { B -> C }", 0.6),
        ("without { B -[case]-> X }", 0.7),
    ],
)
def test_blocks_count_as_far_as_they_speak_of_words_of_the_pattern(block, asked):
    (found,) = hits(f"pattern {{ A -[obj]-> B; C [upos=DET] }} {block}").values()
    assert found == pytest.approx(asked)


def test_the_surest_match_and_the_surest_request_count():
    modified = "pattern { A -[obj]-> B; B -> C }"
    assert hits(modified) == {("gives", "plans"): pytest.approx(0.6)}
    assert hits(modified, "pattern { A -[obj]-> B }") == {("gives", "plans"): pytest.approx(0.7)}
    # A match of unknown confidence gives way to one of known confidence.
    assert hits("pattern { A -[nsubj]-> B; A -[compound:prt]-> C }", "pattern { A -[nsubj]-> B; A -[obj]-> C }") == {
        ("gives", "Ann"): pytest.approx(0.7)
    }


def test_a_minimum_leaves_out_what_is_below_or_unknown(caplog):
    edge = "pattern { A [upos=VERB]; A -> B }"
    assert {b: c and round(c, 3) for (_, b), c in hits(edge).items()} == {
        "Ann": 0.9,
        "soon": 0.8,
        "plans": 0.7,
        "up": None,
    }
    with caplog.at_level(logging.INFO, "extractors"):
        # 0.8 itself is enough, though it is more as a Python number than in the table.
        assert [b for _, b in hits(edge, minimum=0.8)] == ["Ann", "soon"]
    assert "p: left out 2 of 4 hits, of a confidence below 0.8" in caplog.text
    assert hits(edge, minimum=0.95) == {}


def test_without_confidences_hits_have_none_and_a_minimum_is_refused():
    bare = "".join(f"{line[:-1]}_\n" for line in TREE.splitlines())
    assert set(hits("pattern { A -> B }", tree=bare).values()) == {None}
    with pytest.raises(InputError, match="no word has a confidence") as caught:
        hits("pattern { A -> B }", tree=bare, minimum=0.1)
    assert (caught.value.path, "multilingual" in caught.value.remedy) == ("t.conllu", True)
    with pytest.raises(InputError, match=r"must be from 0 to 1, got 1\.1"):
        hits("pattern { A -> B }", minimum=1.1)


def test_what_is_measured_on_the_alignment_has_no_confidence_and_stays():
    links = links_table((0, "A", 6, 0, "up", "x"))
    measured = phenomenon(measure="reordering")
    found = [
        detected(treebank(), [measured], language="en", links=links, minimum_confidence=minimum).to_pylist()
        for minimum in (0.0, 0.1)
    ]
    assert [[r["confidence"] for r in rows] for rows in found] == [[None], [None]]


def test_try_shows_confidences_where_there_are_some():
    rules = phenomenon("pattern { A [upos=VERB]; A -> B }").rules["en"]
    shown = Concordance().hits(run(treebank(), Asked(rules)), limit=9, tree=True).splitlines()
    assert shown[0].split() == ["segment", "distance", "UD", "confidence", "sentence"]
    assert [line.split()[3] for line in shown[1:5]] == ["0.900", "0.800", "0.700", "Ann"]
    assert [line.split()[-1] for line in shown if "obj" in line] == ["0.700"]
    bare = "".join(f"{line[:-1]}_\n" for line in TREE.splitlines())
    shown = Concordance().hits(run(treebank(bare), Asked(rules)), limit=9).splitlines()
    assert shown[0].split() == ["segment", "distance", "UD", "sentence"]


REQUESTS = [
    "pattern { A -> B }",
    "pattern { A -> B; B -> C }",
    "pattern { A -> B; A -> C; B << C }",
    "pattern { A ->> B }",
    "pattern { A ->> B; A ->> C; B < C }",
    "pattern { C ->> B; B ->> A }",
    "pattern { A []; B []; A << B } with { B -> A }",
    "pattern { A []; B []; A << B }",
]


@st.composite
def trees(draw):
    """A tree of up to seven words, some without a confidence."""
    lines = []
    for number in range(1, draw(st.integers(2, 7)) + 1):
        head = draw(st.integers(1, number - 1)) if number > 1 else 0
        sure = draw(st.sampled_from("0123456789__"))
        lines.append(f"{number} w{number} X {head} {'dep' if head else 'root'} {sure}\n")
    return "".join(lines)


def expected(bank, request, match):
    """The least over the arcs of one match, by the definition."""
    words = set()
    for item in (*request.pattern, *(i for f in request.filters for i in f.items)):
        if hasattr(item, "dependent"):
            words.add(match[item.dependent])
        elif hasattr(item, "ancestor"):
            word = match[item.descendant]
            while word != match[item.ancestor]:
                words.add(word)
                word = int(bank.head_word[word])
    return np.min([1, *(bank.confidence[word] for word in words)])


@given(trees(), st.lists(st.sampled_from(REQUESTS), min_size=1, max_size=3), st.floats(0, 1), st.floats(0, 1))
def test_a_probability_and_a_higher_minimum_gives_a_subset(tree, texts, one, other):
    bank = treebank(tree)
    if bank.confidence is None:
        return
    (rules,) = phenomenon(*texts).rules.values()
    found = find_all(bank, {number: rule.request for number, rule in enumerate(rules)}).values()
    by_pair = {}
    for rule, matches in zip(rules, found, strict=True):
        for match in matches:
            pair = (match["A"], match["B"])
            if min(pair) >= 0:
                by_pair[pair] = np.fmax(by_pair.get(pair, np.nan), expected(bank, rule.request, match))
    pairs = np.array(sorted(by_pair), dtype=np.int32).reshape(-1, 2)[::-1]
    sure = confidence.pair_confidences(bank, rules, found, pairs)
    np.testing.assert_allclose(sure, [by_pair[tuple(pair)] for pair in pairs.tolist()], rtol=1e-5)
    assert ((sure >= 0) & (sure <= 1) | np.isnan(sure)).all()
    kept = [set(hits(*texts, tree=tree, minimum=minimum)) for minimum in (0.0, *sorted((one, other)))]
    assert kept[0] >= kept[1] >= kept[2]


def test_each_phenomenon_may_have_its_own_minimum():
    asked = [phenomenon("pattern { A -[obj]-> B }")]
    found = detected(
        treebank(), asked, language="en", detection=Detection(minimum_precision=0.9, minimum_confidences={"p": 0.9})
    )
    origin = origin_of(found)
    assert len(found) == 0
    assert (origin.minimum_of("p"), origin.minimum_of("other")) == (0.9, 0.0)
    assert origin.signature.endswith("|minimum_precision:0.9")
