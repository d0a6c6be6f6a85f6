"""Meta-evaluation by hand: accuracy, kappa, AUC, what is left out, and intervals over source texts."""

from dataclasses import replace

import numpy as np
import pytest
import sacrebleu

from challenge_sets_suites.agreement_coefficients import auc
from challenge_sets_suites.meta import JudgedOutput, by_metric, judges_of, meta_evaluation
from challenge_sets_suites.tables.judgments import JUDGMENTS
from extractors.core.errors import InputError
from tests.builders.rows import table_of
from tests.builders.suites import items_of, judgments_of

ITEMS = items_of("A/x", "A/x", "B/y", "B/y")
ALL = ("all", "")


def people(items=ITEMS, **systems):
    return judgments_of(items, "people", **systems)


def judged(items=ITEMS, *, scores=None, **systems):
    """What a judge says, with the same outputs as people have: output texts are taken away."""
    rows = [row | {"output": None} for row in judgments_of(items, "rules", **systems).to_pylist()]
    for row, score in zip(rows, scores or [None] * len(rows), strict=True):
        row["score"] = score
    return table_of(JUDGMENTS, rows)


def rows_of(human, judgments, items=ITEMS, **options):
    table = meta_evaluation(human, judges_of({"j": judgments}, human), items, **options)
    return {(row["level"], row["name"]): row for row in table.to_pylist()}


def test_the_numbers_of_a_judge_by_hand():
    rows = rows_of(people(one="RRWW", two="RWWU"), judged(one="RWWU", two="RRW-"))
    row = rows[ALL]
    assert (row["n"], row["absent"], row["sources"]) == (7, 0, 4)
    assert row["people_right"] == pytest.approx(3 / 7)
    assert row["undecided"] == pytest.approx(1 / 7)
    # Decided: one R=R, R/W, W=W; two R=R, W/R, W=W.
    assert row["accuracy"] == pytest.approx(4 / 6)
    assert row["kappa"] == pytest.approx((4 / 6 - 1 / 2) / (1 / 2))
    # Right ones have 1, 0, 1; wrong ones 0, 1/2, 1, 0: the wins are 3.5 + 1 + 3.5 of twelve.
    assert row["auc"] == pytest.approx(8 / 12)
    # In one item alone do people call one right and one wrong: i1, where the judge has it the other way round.
    assert (row["pairs"], row["auc_within"]) == (1, 0)


def test_rows_by_category_and_phenomenon():
    rows = rows_of(people(one="RRWW"), judged(one="RWWU"))
    assert list(rows) == [ALL, ("category", "A"), ("category", "B"), ("phenomenon", "x"), ("phenomenon", "y")]
    assert rows["category", "A"]["accuracy"] == 0.5
    assert rows["phenomenon", "y"]["undecided"] == 0.5
    assert rows["phenomenon", "y"]["auc"] is None


@pytest.mark.parametrize(
    ("said", "scores", "expected"),
    [
        # A judge's scores count for AUC; what it lacks is counted; one that decides nothing has no accuracy.
        ("RWWU", [0.9, 0.6, 0.5, 0.7], {"auc": 3 / 4, "accuracy": 2 / 3}),
        ("R-WW", None, {"n": 3, "absent": 1}),
        ("UUUU", None, {"undecided": 1, "accuracy": None, "kappa": None, "auc": 0.5}),
    ],
)
def test_what_a_judge_says_or_not(said, scores, expected):
    row = rows_of(people(one="RRWW"), judged(one=said, scores=scores))[ALL]
    assert {name: row[name] for name in expected} == pytest.approx(expected)


def test_intervals_are_over_source_texts_and_wider_where_outputs_of_one_are_alike():
    human, judge = {"one": "R" * 30 + "W" * 30}, {"one": ("R" * 9 + "W" * 3) * 5}
    apart, together = (items_of(*["x"] * 60, sentences=[n // alike for n in range(60)]) for alike in (1, 3))
    narrow, wide = (rows_of(people(items, **human), judged(items, **judge), items)[ALL] for items in (apart, together))
    assert (narrow["sources"], wide["sources"]) == (60, 20)
    for name in ("accuracy", "kappa", "auc"):
        assert wide[name] == narrow[name]
        assert narrow[f"{name}_low"] < narrow[name] < narrow[f"{name}_high"]
        widths = [row[f"{name}_high"] - row[f"{name}_low"] for row in (narrow, wide)]
        assert widths[1] > 1.3 * widths[0]
    again = rows_of(people(apart, **human), judged(apart, **judge), apart, seed=1)[ALL]
    assert again["kappa"] == narrow["kappa"]
    assert again["kappa_low"] != narrow["kappa_low"]


def test_few_source_texts_have_no_bootstrap_interval():
    row = rows_of(people(one="RRWW"), judged(one="RWWR"))[ALL]
    assert (row["kappa"], row["kappa_low"]) == (0, None)
    assert row["accuracy_low"] > 0


def test_metrics_score_outputs_against_references():
    items = [replace(item, reference=text) for item, text in zip(ITEMS, ("a b c", "d e", None, "f g"), strict=True)]
    rows = people(items, one="RW-W", two="RRRR").to_pylist()
    for row, output in zip(rows, ("a b c", "x e", None, "f", "a b", "d e", "h", "f g"), strict=True):
        row["output"] = output
    human = table_of(JUDGMENTS, rows)
    for metric, sentence_score, sign in (
        ("chrf", sacrebleu.sentence_chrf, 1),
        ("bleu", sacrebleu.sentence_bleu, 1),
        ("ter", sacrebleu.sentence_ter, -1),
    ):
        name, scores = by_metric(human, items, metric, {})
        assert name.partition("|")[0].lower().startswith(metric)
        assert set(scores) == {("i0", "one"), ("i1", "one"), ("i3", "one"), ("i0", "two"), ("i1", "two"), ("i3", "two")}
        expected = sign * sentence_score("x e", ["d e"]).score
        assert scores["i1", "one"] == JudgedOutput(None, pytest.approx(expected))
    table = meta_evaluation(human, {name: scores}, items)
    assert table.to_pylist()[0]["absent"] == 1
    assert table.to_pylist()[0]["undecided"] is None


def test_faults_are_told():
    human = people(one="RRWW")
    with pytest.raises(InputError, match="rules has judged none of the 4 outputs"):
        rows_of(human, judged(two="RRWW"))
    with pytest.raises(InputError, match="does not have the item 'i2'"):
        rows_of(human, judged(one="RRWW"), ITEMS[:2])
    with pytest.raises(InputError, match="no judged output has a reference"):
        by_metric(human, ITEMS, "chrf", {})
    other = judgments_of(ITEMS, one="WRWW")
    with pytest.raises(InputError, match="another output of 'one' for the item 'i0'") as error:
        judges_of({"rules.parquet": other}, human)
    assert error.value.path == "rules.parquet"


def test_judges_of_one_name_bear_that_of_their_table():
    human = people(one="RRWW")
    assert list(judges_of({"a": judged(one="RRWW"), "b": judged(one="WWWW")}, human)) == ["rules (a)", "rules (b)"]
    assert judges_of({"a": human}, human) == {}


def test_intervals_of_auc_cover_the_truth_where_outputs_of_a_source_are_alike():
    rng, sources, held = np.random.default_rng(7), 25, []
    items = items_of(*["x"] * sources)

    def simulated(size):
        """Whether people call three outputs of each source right, and a score; both share something in a source."""
        right = rng.normal(size=(size, 1)) + rng.normal(size=(size, 3)) > 0
        return right, right + rng.normal(size=(size, 1)) + rng.normal(size=(size, 3))

    right, score = (column.ravel() for column in simulated(50_000))
    truth = float(auc(right, score, np.ones((1, len(right))))[0])
    for _ in range(120):
        right, score = simulated(sources)
        human = people(items, **{f"s{n}": "".join("R" if one else "W" for one in right[:, n]) for n in range(3)})
        said = {(f"i{i}", f"s{n}"): JudgedOutput(None, score[i, n]) for i in range(sources) for n in range(3)}
        row = meta_evaluation(human, {"m": said}, items, resamples=200).to_pylist()[0]
        held.append(row["auc_low"] <= truth <= row["auc_high"])
    assert 0.88 <= np.mean(held) <= 0.99
