import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.sets import Range
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.evidence import EvidenceText
from extractors.words.measure import mean_of_systems
from extractors.words.preparing import prepare
from tests.builders import accuracy_corpora
from tests.builders.accuracy_corpora import Corpus
from tests.builders.hits import hits_in
from tests.builders.rows import table_of

WORDS = ("left", "leaves", "leaf", "arrives", "arrived", "the", "dog", "red", "ran", ",")
SENTENCE = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
OUTPUT = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
SIZE = 4


@st.composite
def corpus(draw, references=2):
    """Segments of four words, all with a hit of `p` and of `moved`, and any links."""
    upos = st.sampled_from(("VERB", "ADP", "NOUN"))
    count = draw(st.integers(1, 3))
    source = [" ".join(f"{'abcd'[draw(st.integers(0, 3))]}/{draw(upos)}" for _ in range(SIZE)) for _ in range(count)]
    texts = {name: [draw(SENTENCE) for _ in range(count)] for name in "ABC"[:references]}
    pairs = {}
    for name, segments in texts.items():
        pairs[name] = []
        for text in segments:
            places = st.tuples(st.integers(0, SIZE - 1), st.integers(0, len(text.split()) - 1))
            pairs[name].append(" ".join(f"{i}-{j}" for i, j in draw(st.sets(places, max_size=7))))
    token = st.integers(0, SIZE - 1)
    hits = [(k, p, draw(token), draw(token), draw(st.integers(0, 3))) for k in range(count) for p in ("p", "moved")]
    return source, texts, pairs, hits


def made(parts, **options):
    source, texts, pairs, hits = parts
    pairs = {name: pairs[name] for name in texts}
    if not any(any(by_segment) for by_segment in pairs.values()):
        pairs = {name: ["0-0"] * len(source) for name in texts}
    return Corpus(source, texts, pairs, hits, fewest=1, **options)


@settings(max_examples=60)
@given(corpus())
@example(
    (
        ["a/VERB a/VERB a/VERB a/VERB"],
        {"A": ["left leaf"], "B": ["leaf left"]},
        {"A": ["0-1 1-0"], "B": ["1-0 0-0"]},
        [(0, "p", 0, 0, 0), (0, "moved", 0, 0, 0)],
    )
)
@example(
    (
        ["a/VERB a/VERB a/VERB a/VERB", "a/VERB a/VERB a/VERB a/VERB"],
        {"A": ["left", "leaf arrives left arrives"], "B": ["left", "left leaf"]},
        {"A": ["", "0-1 2-0"], "B": ["", "2-1 0-0"]},
        [(0, "p", 0, 0, 0), (0, "moved", 0, 0, 0), (1, "p", 0, 0, 0), (1, "moved", 0, 0, 0)],
    )
)
def test_a_reference_is_right_at_all_that_it_is_aligned_to(parts):
    made_corpus = made(parts)
    for reference in made_corpus.prepared.references:
        details = made_corpus.measure({"s": parts[1][reference.name]})[1]
        for row, item in zip(details, made_corpus.prepared.items, strict=False):
            evidence = reference.evidence[item.segment]
            if item.first in evidence or item.second in evidence:
                assert row["reference_match"] is True


@settings(max_examples=25)
@given(corpus(), st.data())
def test_the_order_and_number_of_systems_change_nothing(parts, data):
    outputs = {name: [data.draw(OUTPUT) for _ in parts[0]] for name in "stu"}
    one = made(parts)
    ranges = dict.fromkeys(("p", "moved"), (Range("minimum", 0, None), Range("exact", 1, 2)))
    together = one.measure(outputs, ranges)
    turned = one.measure(dict(reversed(outputs.items())), ranges)
    single = one.measure({"t": outputs["t"]}, ranges)
    for table, other, alone in zip(together, turned, single, strict=True):
        for name in "stu":
            assert [r for r in table if r["system"] == name] == [r for r in other if r["system"] == name]
        assert [r for r in table if r["system"] == "t"] == [r for r in alone if r["system"] == "t"]


@settings(max_examples=60)
@given(corpus(references=3), st.data())
def test_another_reference_makes_nothing_wrong(parts, data):
    source, texts, pairs, hits = parts
    # A corpus without any link is given some by `made`, which the one with three references would then lack.
    assume(any(pairs["A"] + pairs["B"]))
    output = [data.draw(OUTPUT) for _ in source]
    # Which words are frequent would change with the reference; here none is.
    more = made(parts, one_in=1)
    fewer = made((source, {name: texts[name] for name in "AB"}, pairs, hits), one_in=1)
    for less, row in zip(fewer.measure({"s": output})[1], more.measure({"s": output})[1], strict=True):
        if less["reference_match"]:
            assert row["reference_match"]


def test_ranges_are_those_of_sets_and_empty_ones_are_rows():
    one = Corpus(
        ["a/X b/X", "a/X b/X", "a/X b/X"],
        {"A": ["x y"] * 3},
        {"A": ["0-0 1-1"] * 3},
        [(k, "p", 0, 1, k) for k in range(3)],
    )
    wanted = [Range("minimum", 1, None), Range("exact", 0, 1), Range("bucket", 0, 2), Range("minimum", 9, None)]
    summary, _ = one.measure({"s": ["x y", "x", ""]}, {"p": wanted, "unknown": wanted[:1]})
    assert [(r["phenomenon"], r["kind"], r["n"], r["accuracy"]) for r in summary] == [
        ("p", "minimum", 2, 0.0),
        ("p", "exact", 1, 1.0),
        ("p", "bucket", 2, 0.5),
        ("p", "minimum", 0, None),
        ("unknown", "minimum", 0, None),
    ]
    made_by = "lemmas:by hand|words:0.5.freq200|controls:relation.5-50.seed1|test:score|cluster:segment"
    assert summary[0]["run"] == made_by


def tiny(**changes):
    bank = accuracy_corpora.treebank("a/X b/X")
    references = {"A": ["x y"]}
    parts = {
        "treebank": bank,
        "hits": hits_in(bank, (0, "p", 0, 1, 0)),
        "links": accuracy_corpora.links(bank, references, {"A": ["0-0"]}),
        "references": {"A": EvidenceText.of(["x y"], "en")},
        "settings": AccuracySettings(),
    }
    return prepare(**{**parts, **changes})


def test_bad_input_is_refused():
    other = accuracy_corpora.treebank("c/X d/X", "a/X b/X c/X")
    with pytest.raises(InputError, match="a hit has 'c' as token 0 of segment 0"):
        tiny(hits=hits_in(other, (0, "p", 0, 1, 0)))
    with pytest.raises(InputError, match="a hit has 'b' as token 1 of segment 1"):
        tiny(hits=hits_in(other, (1, "p", 1, 0, 0)))
    longer = hits_in(accuracy_corpora.treebank("a/X b/X c/X"), (0, "p", 2, 0, 0))
    with pytest.raises(InputError, match="a hit has 'c' as token 2 of segment 0"):
        tiny(hits=longer)
    with pytest.raises(InputError, match="no word of the source is aligned"):
        tiny(links=table_of(ALIGNMENT, []))
    with pytest.raises(InputError, match="'c' as source token 0 of segment 0, but the corpus has 'a'"):
        tiny(links=accuracy_corpora.links(other, {"A": ["x y"]}, {"A": ["0-0"]}))
    with pytest.raises(InputError, match="'z' as token 1 of segment 0 of A, but the corpus has 'y'"):
        tiny(links=accuracy_corpora.links(tiny_bank(), {"A": ["x z"]}, {"A": ["0-1"]}))
    with pytest.raises(InputError, match="links to the reference 'B'"):
        tiny(links=accuracy_corpora.links(tiny_bank(), {"B": ["x y"]}, {"B": ["0-1"]}))
    with pytest.raises(InputError, match="the parse has segment 1, but the references have only 1"):
        tiny(treebank=other)
    with pytest.raises(InputError, match="the output of s has 2 segments, but the references have 1"):
        Corpus(["a/X"], {"A": ["x"]}, {"A": ["0-0"]}, [(0, "p", 0, 0, 0)]).measure({"s": ["x", "y"]})
    for wrong in ({"seed": -1}, {"compare": "stems"}):
        with pytest.raises(InputError):
            AccuracySettings.of(wrong)


def tiny_bank():
    return accuracy_corpora.treebank("a/X b/X")


# All systems together

SEGMENTS = 36
KEPT = ["left", "leaf", "dog", "ran"]
ALL, FAR = Range("minimum", 0, None), Range("minimum", 1, None)


@pytest.fixture(scope="module")
def four_verbs():
    """Four verbs a segment, each linked to a word of its own; the first two are the hit."""
    source = ["a/VERB b/VERB c/VERB d/VERB"] * SEGMENTS
    return Corpus(
        source,
        {"A": [" ".join(KEPT)] * SEGMENTS},
        {"A": ["0-0 1-1 2-2 3-3"] * SEGMENTS},
        [(k, "p", 0, 1, k % 2) for k in range(SEGMENTS)],
        fewest=1,
        one_in=1,
    )


def without_hits(missed):
    """The reference, without the words of the hit in some segments."""
    return [" ".join(KEPT[2:] if k in missed else KEPT) for k in range(SEGMENTS)]


def test_the_mean_of_the_systems_is_tested_and_not_their_sum(four_verbs):
    systems = {"s": without_hits(range(12)), "t": without_hits(range(24)), "u": without_hits(())}
    (effect,) = four_verbs.effects(systems, {"p": (ALL,)})
    of_systems = four_verbs.measure(systems, {"p": (ALL,)})[0]
    for name in ("accuracy", "control", "difference"):
        assert effect[name] == pytest.approx(np.mean([row[name] for row in of_systems]))
    assert (effect["systems"], effect["below"], effect["n"]) == (3, 2, SEGMENTS)
    assert effect["difference"] == pytest.approx(-1 / 3)
    assert effect["difference_low"] < effect["difference"] < effect["difference_high"] < 0
    assert effect["p"] < 0.05


def test_one_system_twenty_times_over_is_one_system(four_verbs):
    one = four_verbs.effects({"s": without_hits(range(9))}, {"p": (ALL,)})
    twenty = four_verbs.effects({f"s{n}": without_hits(range(9)) for n in range(20)}, {"p": (ALL,)})
    for name in ("accuracy", "low", "high", "difference", "difference_low", "difference_high", "p"):
        assert one[0][name] == pytest.approx(twenty[0][name]), name
    (of_system,) = four_verbs.measure({"s": without_hits(range(9))}, {"p": (ALL,)})[0]
    assert one[0]["p"] == pytest.approx(of_system["p"])


def test_the_share_is_of_the_systems_that_a_hit_counts_for():
    values = np.array([[1.0, 0.0, np.nan], [np.nan, np.nan, np.nan], [1.0, 1.0, 0.0]])
    assert mean_of_systems(values)[:, 0].tolist() == pytest.approx([0.5, np.nan, 2 / 3], nan_ok=True)


def test_systems_are_compared_with_people_by_one_reference_at_a_time():
    """People miss the words of a third of the hits, systems those of two thirds; controls are found by all."""
    source = ["a/VERB b/VERB c/VERB d/VERB"] * SEGMENTS
    free = without_hits(range(0, SEGMENTS, 3))
    links = ["0-0 1-1 2-2 3-3"] * SEGMENTS
    # In the free reference the words of some hits are others, which nobody else has.
    texts = {"A": [" ".join(KEPT)] * SEGMENTS, "B": [t if len(t.split()) == 4 else f"x y {t}" for t in free]}
    both = Corpus(
        source, texts, dict.fromkeys("AB", links), [(k, "p", 0, 1, 0) for k in range(SEGMENTS)], fewest=1, one_in=1
    )
    systems = {"s": without_hits([k for k in range(SEGMENTS) if k % 3 != 1])}
    (with_people,) = both.effects(systems, {"p": (ALL,)}, humans="AB")
    assert with_people["humans"] == pytest.approx(-1 / 3)
    # By A the system misses two thirds; by B the third in which B is free counts as missed, too, and another third.
    assert with_people["beyond"] == pytest.approx(-1 / 3)
    assert with_people["beyond_low"] < with_people["beyond"] < with_people["beyond_high"] < 0
    assert with_people["beyond_p"] < 0.05
    # People who miss the same words are no different.
    (alike,) = both.effects({"s": texts["B"]}, {"p": (ALL,)}, humans="AB")
    assert alike["beyond"] == pytest.approx(1 / 6)
    (without,) = both.effects(systems, {"p": (ALL,)})
    assert without["humans"] is without["beyond"] is without["beyond_p"] is None
