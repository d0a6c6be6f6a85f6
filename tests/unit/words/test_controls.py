import numpy as np

from extractors.formats.sets import Range
from extractors.words.controls import NO_CONTROL, SourceWords, match
from extractors.words.evidence import Reference
from tests.builders.accuracy_corpora import Corpus, treebank


def words_of(bank, *evidence):
    """`evidence`: for each reference, for each segment, source token -> words."""
    references = [
        Reference(str(number), [["x"] * 9] * n, by_segment, [frozenset()] * n, [{}] * n)
        for number, by_segment in enumerate(evidence)
        for n in [len(by_segment)]
    ]
    return SourceWords(bank, references)


BANK = treebank(
    "kam/VERB an/ADP",
    "ging/VERB weg/ADP",
    "sah/VERB Haus/NOUN auf/ADP",
    "sah/VERB bei/ADP",
    "lag/VERB bei/ADP Haus/NOUN",
)
ONE_EACH = [{0: (0,), 1: (1,), 2: (2,)}] * 5


def tokens(matched, hit=0):
    stratum = matched.strata[matched.stratum[hit]]
    return {tuple(item) for item in stratum.items}, stratum.level, stratum.size


def run(words, *hits, fewest=1, most=100, name="p", seed=1):
    return match(words, name, list(hits), fewest=fewest, most=most, seed=seed)


def test_two_things_to_look_for_are_compared_with_pairs_of_the_same_classes():
    matched = run(words_of(BANK, ONE_EACH), (0, 1), (2, 3))
    # Segments 0 and 1 are hits: no word of theirs is a control. Any VERB and ADP of one segment are.
    assert tokens(matched) == ({(2, 0, 2), (3, 0, 1), (4, 0, 1)}, 3, 3)


def test_one_thing_to_look_for_is_compared_with_single_words():
    shared = [{0: (0,), 1: (0,)}, *ONE_EACH[1:]]
    alone = [{1: (0,)}, *ONE_EACH[1:]]
    verbs, particles = ({(1, 0, 0)}, 0, 1), ({(1, 1, 1)}, 0, 1)
    assert tokens(run(words_of(BANK, shared), (0, 1))) == verbs
    assert tokens(run(words_of(BANK, alone), (0, 1))) == particles


def test_controls_are_aligned_in_as_many_references():
    second = [{0: (0,), 1: (0,)}, {0: (0,)}, {}, {0: (1,)}, {}]
    matched = run(words_of(BANK, [{0: (0,), 1: (0,)}, *ONE_EACH[1:]], second), (0, 1))
    assert tokens(matched)[0] == {(1, 0, 0)}
    # Too few of the same frequency: then of any.
    assert tokens(run(words_of(BANK, [{0: (0,), 1: (0,)}, *ONE_EACH[1:]], second), (0, 1), fewest=2)) == (
        {(1, 0, 0), (3, 0, 0)},
        3,
        2,
    )


def test_length_is_given_up_first_then_relation_then_frequency():
    short, middle, far, x = "kam/VERB", "sah/VERB x/X", "fuhr/VERB x/X x/X x/X x/X x/X", "x/X x/X"
    bank = treebank(short, "ging/VERB", far, "lag/VERB x/X x/X x/X x/X x/X", "x/X rief/VERB", middle, middle, x, x, x)
    words = words_of(bank, [{0: (0,), 1: (1,)}] * 10)
    level = {fewest: tokens(run(words, (0, 0), fewest=fewest)) for fewest in (1, 2, 4, 6)}
    assert level[1] == ({(1, 0, 0)}, 0, 1)
    assert level[2] == ({(1, 0, 0), (2, 0, 0), (3, 0, 0)}, 1, 3)
    assert level[4][1:] == (3, 6)
    assert run(words, (0, 0), fewest=7).stratum.tolist() == [NO_CONTROL]


def test_hits_of_rare_kinds_are_compared_with_words_of_rare_kinds():
    """Six verbs occur once; the hit is one of two that occur oftener, each in its own way."""
    common = ["kam/VERB", "ging/VERB", "sah/VERB", "fuhr/VERB", "lag/VERB", "rief/VERB"]
    rare = ["hat/VERB"] * 2 + ["ist/VERB"] * 4
    words = words_of(treebank(*common, *rare), [{0: (0,)}] * 12)
    items, level, _ = tokens(run(words, (6, 6), fewest=3))
    assert (items, level) == ({(k, 0, 0) for k in (7, 8, 9, 10, 11)}, 3)


def test_where_a_phenomenon_has_all_words_of_a_kind_the_others_are_its_controls():
    common, others = ["kam/VERB"] * 4, ["ging/VERB", "sah/VERB"]
    words = words_of(treebank(*common, *others), [{0: (0,)}] * 6)
    hits = [(k, k) for k in range(4)]
    assert tokens(run(words, *hits, fewest=1)) == ({(4, 0, 0), (5, 0, 0)}, 3, 2)


def test_a_hit_that_is_not_aligned_has_no_control():
    assert run(words_of(BANK, [{}, *ONE_EACH[1:]]), (0, 1)).stratum.tolist() == [NO_CONTROL]
    assert run(words_of(BANK, ONE_EACH)).stratum.tolist() == []


def test_of_many_candidates_some_are_drawn_by_seed_and_phenomenon():
    bank = treebank(*["kam/VERB"] * 90)
    words = words_of(bank, [{0: (0,)}] * 90)
    drawn = [
        tokens(run(words, (0, 0), most=10, name=name, seed=s)) for name, s in (("p", 1), ("p", 1), ("q", 1), ("p", 2))
    ]
    assert drawn[0] == drawn[1]
    assert len({frozenset(items) for items, _, _ in drawn}) == 3
    assert all(len(items) == 10 and size == 89 for items, _, size in drawn)


def test_a_system_that_fails_at_hits_only_is_seen():
    count = 40
    source = ["kam/VERB an/ADP", "kam/VERB an/ADP"] * (count // 2)
    references = {"A": ["arrived here"] * count}
    hits = [(k, "p", 0, 1, 0) for k in range(0, count, 2)]
    corpus = Corpus(source, references, {"A": ["0-0 1-1"] * count}, hits)
    bad = ["came here" if k % 2 == 0 else "arrived here" for k in range(count)]
    half = ["came here" if k % 4 < 2 else "arrived here" for k in range(count)]
    rows = {row["system"]: row for row in corpus.measure({"bad": bad, "half": half, "good": references["A"]})[0]}
    assert {name: (r["accuracy"], r["control"], r["difference"]) for name, r in rows.items()} == {
        "bad": (0.0, 1.0, -1.0),
        "half": (0.5, 0.5, 0.0),
        "good": (1.0, 1.0, 0.0),
    }
    assert rows["bad"]["p"] < 1e-9
    assert rows["half"]["difference_low"] < 0 < rows["half"]["difference_high"]
    # Nothing is missed, so that the test could find but one tail.
    assert rows["good"]["p"] is None
    assert np.isfinite([rows["good"][k] for k in ("low", "high", "difference_low", "difference_high")]).all()


def test_another_phenomenon_changes_no_number():
    count = 80
    source = ["kam/VERB an/ADP heute/ADV"] * count
    references = {"A": ["arrived here today"] * count}
    hits = [(k, "p", 0, 1, 0) for k in range(0, count, 4)]
    others = [(k, "q", 0, 2, 1) for k in range(1, count, 4)]
    output = [text if k % 3 else "came today" for k, text in enumerate(references["A"])]
    alone, together = (
        Corpus(source, references, {"A": ["0-0 1-1 2-2"] * count}, found, most=10).measure({"s": output})[0]
        for found in (hits, others + hits)
    )
    assert alone == [row for row in together if row["phenomenon"] == "p"]
    assert len(together) == 2


def test_systems_that_miss_the_same_words_have_the_same_p_value():
    count = 60
    source = ["kam/VERB an/ADP"] * count
    hits = [(k, "p", 0, 1, k // 50) for k in range(0, count, 2)]
    bad = ["came here" if k % 2 == 0 else "arrived here" for k in range(count)]
    good = ["arrived here"] * count
    texts = {"bad": bad, "worse": bad, "even": ["came here" if k % 4 > 1 else "arrived here" for k in range(count)]}
    corpus = Corpus(source, {"A": good}, {"A": ["0-0 1-1"] * count}, hits)
    all_distances, fewer = Range("minimum", 0, None), Range("exact", 0, 1)
    rows = corpus.measure(texts, {"p": [all_distances, fewer]})[0]
    assert [row["too_small"] for row in rows] == [False] * 3 + [True] * 3
    assert rows[3]["p"] < 1e-9
    p = rows[0]["p"]
    assert 0 < p < 1e-12
    assert [row["p"] for row in rows[:3]] == [p, p, 1]
