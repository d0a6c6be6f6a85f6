"""Task folders of lm-eval."""

import json

import pytest
import yaml

from extractors.core.errors import InputError
from extractors.formats.items import Suite
from extractors.suites.formats.lm_eval import LmEval
from tests.builders import pairs

ITEMS = [
    pairs.pair("a", distance=2, frequency=7, origin="x.1"),
    pairs.pair("b", phenomenon="auxiliary", category="verb_form"),
    pairs.pair("c", 1, source="Ä {{source}} 'S'"),
]


def suite(items=ITEMS):
    return Suite(items=items, source_language="en", target_language="fr", judge="contrastive")


def test_a_folder_has_a_group_and_a_task_for_each_kind(tmp_path):
    LmEval().write(suite(), tmp_path / "owls")
    group = yaml.safe_load((tmp_path / "owls/owls.yaml").read_text(encoding="utf-8"))
    assert (group["group"], group["task"]) == ("owls", ["owls_np_agreement", "owls_auxiliary"])
    task = yaml.safe_load((tmp_path / "owls/owls_np_agreement.yaml").read_text(encoding="utf-8"))
    assert task["doc_to_text"] == "English: {{source}}\nFrench:"
    assert (task["doc_to_choice"], task["doc_to_target"]) == ("{{[reference, contrastive]}}", 0)
    (file,) = task["dataset_kwargs"]["data_files"].values()
    rows = [json.loads(line) for line in (tmp_path / "owls" / file).read_text(encoding="utf-8").splitlines()]
    assert [(row["reference"], row["contrastive"]) for row in rows] == [("R0", "Ea"), ("R1", "Ec")]


def test_a_folder_is_read_as_it_was_written(tmp_path):
    LmEval().write(suite(), tmp_path / "owls")
    assert LmEval().read(tmp_path / "owls") == suite()
    LmEval().write(suite(ITEMS[:1]), tmp_path / "owls")
    assert list(LmEval().read(tmp_path / "owls").items) == ITEMS[:1]


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (pairs.pair("a", contrastive=None), "has no contrastive"),
        (pairs.pair("a", word="bank"), "no room for the word"),
        (pairs.pair("a", phenomenon="../x"), "is no name of a task"),
    ],
)
def test_what_tasks_cannot_hold_is_not_written(tmp_path, item, words):
    with pytest.raises(InputError, match=words):
        LmEval().write(suite([item]), tmp_path / "owls")
    assert not (tmp_path / "owls").exists()


def test_a_folder_that_was_changed_is_refused_with_its_line(tmp_path):
    LmEval().write(suite(), tmp_path / "owls")
    with (tmp_path / "owls/auxiliary.jsonl").open("a", encoding="utf-8") as out:
        out.write('{"x": 1}\n')
    with pytest.raises(InputError, match="the line is no pair") as caught:
        LmEval().read(tmp_path / "owls")
    assert caught.value.line == 2
    with pytest.raises(InputError, match="no group of lm-eval"):
        LmEval().read(tmp_path)
