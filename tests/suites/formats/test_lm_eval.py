"""Task folders of lm-eval."""

import ast
import json

import jinja2
import pytest
import yaml

from challenge_sets_suites.formats.lm_eval import LmEval
from challenge_sets_suites.pair_scorer_settings import PairScorerSettings
from challenge_sets_suites.tables.items import Suite
from challenge_sets_suites.translation.pair_scorer import pair_scorer
from extractors.core.errors import InputError
from tests.builders import pairs
from tests.tiny_models import causal

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


def sample(item, *likelihoods, **more):
    pair = {"item": item.item, "reference": item.reference, "contrastive": item.contrastive, **more}
    responses = [[str(likelihood), "False"] for likelihood in likelihoods]
    return json.dumps({"doc_id": 0, "doc": pair, "filtered_resps": responses, "acc": 1.0}) + "\n"


def test_what_lm_eval_logs_is_read_as_judgments(tmp_path):
    LmEval().write(suite(), tmp_path / "owls")
    folder = tmp_path / "out/__models__tiny"
    folder.mkdir(parents=True)
    for month, likelihood in ((1, -9), (2, -1.5)):
        text = sample(ITEMS[0], likelihood, -2) + sample(ITEMS[2], -3, -3)
        (folder / f"samples_owls_np_agreement_2026-0{month}-02T03-04-05.678901.jsonl").write_text(text)
    given = LmEval(samples=str(tmp_path / "out")).read(tmp_path / "owls").given
    found = {row["item"]: (row["system"], row["verdict"], row["score"]) for row in given.to_pylist()}
    assert found == {
        "a": ("models__tiny", "right", 0.5),
        "b": ("models__tiny", "missing", None),
        "c": ("models__tiny", "wrong", 0.0),
    }


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (sample(ITEMS[0], -1), "expected two responses with a log-likelihood each"),
        (sample(ITEMS[0], "nan", -1), "expected two responses with a log-likelihood each"),
        (sample(ITEMS[0], -1, -2, reference="x"), "the texts of 'a' are not those of the suite"),
        (sample(pairs.pair("z"), -1, -2), "the suite does not have the item 'z'"),
        ("{}\n", "expected a sample with a pair of this suite"),
    ],
)
def test_samples_of_another_suite_are_refused(tmp_path, line, words):
    LmEval().write(suite(), tmp_path / "owls")
    path = tmp_path / "model/samples_owls_np_agreement_2026-01-02T03-04-05.678901.jsonl"
    path.parent.mkdir()
    path.write_text(line)
    with pytest.raises(InputError, match=words) as caught:
        LmEval(samples=str(tmp_path / "model")).read(tmp_path / "owls")
    assert (caught.value.path, caught.value.line) == (path, 1)


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (pairs.pair("a", contrastive=None), "has no contrastive"),
        (pairs.pair("a", word="bank"), "no room for the word"),
        (pairs.pair("a", phenomenon="../x"), "expected the name of a task"),
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
    with pytest.raises(InputError, match="expected a pair") as caught:
        LmEval().read(tmp_path / "owls")
    assert caught.value.line == 2
    with pytest.raises(InputError, match="no group of lm-eval"):
        LmEval().read(tmp_path)


def test_our_scorer_gives_the_log_probabilities_that_lm_eval_gives(tmp_path):
    """By its documented way: the choice behind a blank, and the tokens that the text has more than its context."""
    items = [
        pairs.pair("a", source="He said 'no'.", reference='Il a dit "non".', contrastive="Il a dit {{oui}}."),
        pairs.pair("b", 1, source="Ä {% if %}", reference="a\\b", contrastive="[1, 2]"),
    ]
    LmEval().write(suite(items), tmp_path / "owls")
    model = causal.save_gpt2(tmp_path / "gpt2")
    network, tokenizer = causal.load(model)
    task = yaml.safe_load((tmp_path / "owls/owls_np_agreement.yaml").read_text(encoding="utf-8"))
    theirs = []
    for line in (tmp_path / "owls/np_agreement.jsonl").read_text(encoding="utf-8").splitlines():
        context, choices = (
            jinja2.Template(task[key]).render(json.loads(line)) for key in ("doc_to_text", "doc_to_choice")
        )
        for choice in ast.literal_eval(choices):
            whole, before = tokenizer(f"{context} {choice}")["input_ids"], len(tokenizer(context)["input_ids"])
            places = causal.prompt_log_probabilities(network, whole)[before:]
            theirs.append(
                sum(place[str(token)]["logprob"] for token, place in zip(whole[before:], places, strict=True))
            )
    prompt = "English: {source}\nFrench: "
    scorer = pair_scorer(PairScorerSettings.of({"model": str(model), "kind": "causal", "prompt": prompt}))
    costs = scorer.costs([(item.source, text) for item in items for text in (item.reference, item.contrastive)])
    assert theirs == pytest.approx([-cost for cost in costs], abs=1e-4)
