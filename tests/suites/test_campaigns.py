"""Campaigns of Pearmut about a suite, and their answers as annotations and judgments."""

import json

import pytest

from challenge_sets_suites.campaigns import sample, score_judgments, tasks, yes_no_annotations
from challenge_sets_suites.tables.items import Item
from extractors.core.errors import InputError
from tests.builders.campaigns import answer, item, log, record, yes_no
from tests.builders.suites import items_of, judgments_of

ITEMS = [
    Item(item="a", sentence=0, source="The owl gave up.", phenomenon="particle_verb", marks=(8, 12, 13, 15)),
    Item(item="b", sentence=1, source="It sat there.", phenomenon="other", question="Is the place right?"),
]


def test_a_task_has_the_outputs_that_are_there():
    (first, second) = tasks(ITEMS, judgments_of(ITEMS, good="RR", bad="W-"), references=False)
    assert (first.item, first.marks, first.question) == ("a", (8, 12, 13, 15), "particle_verb")
    assert list(first.outputs) == ["good", "bad"]
    assert list(second.outputs) == ["good"]
    assert second.question == "Is the place right?"


def test_judgments_of_another_suite_are_refused():
    with pytest.raises(InputError, match="the suite does not have the item"):
        tasks(ITEMS[:1], judgments_of(ITEMS, good="RR"), references=False)


def test_a_sample_has_so_many_of_each_phenomenon_in_their_order():
    items = items_of(*["x"] * 9, *["y"] * 9, "z")
    found = sample(items, phenomena=None, each=3, seed=1)
    assert [item.phenomenon for item in found] == ["x"] * 3 + ["y"] * 3 + ["z"]
    assert found == sample(items, phenomena=None, each=3, seed=1)
    assert [item for item in found if item.phenomenon == "y"] == sample(items, phenomena={"y"}, each=3, seed=1)
    with pytest.raises(InputError, match="no item is of 'w'") as caught:
        sample(items, phenomena={"w"}, each=None, seed=1)
    assert caught.value.remedy == "there are: x, y, z"


def test_scores_are_judgments_of_the_mean_over_people(tmp_path):
    records = [
        record({"good": answer(score), "bad": answer(score - 40, [(0, 1, "major")])}, item(name), user)
        for user, score in (("anna", 80), ("ben", 90))
        for name in "ab"
    ]
    judgments = score_judgments([log(tmp_path / "owls.jsonl", *records)], {"a", "b"})
    rows = {(row["item"], row["system"]): row for row in judgments.to_pylist()}
    assert rows["a", "good"]["score"] == 85.0
    assert rows["a", "bad"]["score"] == 45.0
    assert rows["a", "bad"]["verdict"] == "undecided"
    assert rows["a", "bad"]["reason"] == "mean score of 2 people, who marked 2 major and 0 minor errors"


@pytest.mark.parametrize(
    ("read", "given", "match"),
    [
        (yes_no_annotations, answer(80), "no answer of yes"),
        (yes_no_annotations, answer(sliders={"verdict": 3}), "the answer 3 of yes"),
        (lambda path, items: score_judgments([path], items), answer(sliders={"verdict": 1}), "no score of"),
    ],
)
def test_answers_of_the_other_kind_are_refused(read, given, match, tmp_path):
    path = log(tmp_path / "owls.jsonl", record({"good": given}, item("a")))
    with pytest.raises(InputError, match=match) as caught:
        read(path, {"a"})
    assert (caught.value.line, bool(caught.value.remedy)) == (1, True)


def test_one_campaign_of_a_download_with_several_protocols_is_chosen(tmp_path):
    campaigns = {
        "yes": [yes_no("anna", 0, item("a"), good=2)],
        "esa": [record({"good": answer(80)}, item("a"))],
    }
    path = tmp_path / "annotations.json"
    path.write_text(json.dumps(campaigns), encoding="utf-8")
    assert [found.answer for found in yes_no_annotations(path, campaign="yes")] == ["yes"]
    assert score_judgments([path], campaign="esa").column("score").to_pylist() == [80.0]
    with pytest.raises(InputError) as caught:
        yes_no_annotations(path)
    assert caught.value.remedy.endswith("choose one campaign of the file: --campaign yes or esa")
    with pytest.raises(InputError, match="Known: esa, yes"):
        score_judgments([path], campaign="eso")


@pytest.mark.parametrize("read", [yes_no_annotations, lambda path, items: score_judgments([path], items)])
def test_an_item_of_another_suite_is_refused(read, tmp_path):
    path = log(tmp_path / "owls.jsonl", record({"good": answer(5, sliders={"verdict": 2})}, item("c")))
    with pytest.raises(InputError, match="not have the item 'c'"):
        read(path, {"a"})


def test_people_may_be_unable_to_tell(tmp_path):
    records = [
        yes_no("anna", n, item(name), good=value) for n, (name, value) in enumerate(zip("abc", (0, 1, 2), strict=True))
    ]
    annotations = yes_no_annotations(log(tmp_path / "owls.jsonl", *records))
    assert [annotation.answer for annotation in annotations] == ["no", "na", "yes"]
