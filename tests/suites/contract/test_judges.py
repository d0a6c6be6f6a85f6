"""What every judge owes: a verdict with a reason on each item, and words where it cannot judge."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from challenge_sets_suites import judges
from challenge_sets_suites.judges import Judge, OutputJudge, ScoreJudge
from challenge_sets_suites.tables.items import Item
from challenge_sets_suites.tables.judgments import RIGHT, UNDECIDED, WRONG, Verdict
from extractors.core import registry
from extractors.core.errors import InputError
from tests.builders import pairs
from tests.builders.chat_server import Fault, chat, serving


class Case(NamedTuple):
    """A judge with items that it can judge.

    Attributes:
        given: an output for each item, or a score for each text.
        verdicts: what it must say.
    """

    judge: str
    items: Sequence[Item]
    given: Sequence[Any]
    verdicts: Sequence[str]
    options: Mapping[str, Any] = MappingProxyType({})


PAIRS = [pairs.pair("a"), pairs.pair("b"), pairs.pair("c", 1)]
NOTHING = Item(item="nothing", sentence=0, source="S", phenomenon="p")
RULE = Item(
    item="r", sentence=0, source="He slept.", phenomenon="p", positive_regex="schlief", negative_regex="schläft"
)
WORD = Item(
    item="w",
    sentence=0,
    source="not A but B",
    phenomenon="p",
    word="but",
    right_words=("sondern",),
    wrong_words=("aber",),
)
DE = {"target_language": "de"}
CASES = [
    Case("contrastive", PAIRS, [1.0, 2.0, 0.5, 3.0, 3.0], [RIGHT, WRONG, WRONG]),
    Case("contrastive", PAIRS, [1.0, 2.0, 0.5, 3.0, 3.0], [WRONG, RIGHT, WRONG], {"maximize": True}),
    Case("rules", [RULE] * 3, ["Er schlief.", "Er schläft.", "Er ruhte."], [RIGHT, WRONG, UNDECIDED]),
    Case("lexical_choice", [WORD] * 3, ["nicht A, sondern B", "A, aber B", "A und B"], [RIGHT, WRONG, UNDECIDED], DE),
    Case("people", [NOTHING], ["Er schlief."], [UNDECIDED]),
    Case("llm", [RULE] * 3, ["Er schlief.", "Er schläft.", "Er ruhte."], [RIGHT, WRONG, UNDECIDED]),
]


def model_says(question: str) -> Fault:
    """What the model of the judge `llm` answers."""
    known = {"schlief": "right", "schläft": "wrong"}
    return chat(
        json.dumps({"verdict": next((v for w, v in known.items() if w in question), "unclear"), "reason": "so"})
    )


def test_every_judge_is_here() -> None:
    assert {case.judge for case in CASES} == set(registry.names(judges))


@pytest.fixture(params=CASES, ids=lambda case: case.judge)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Case]:
    found: Case = request.param
    if found.judge != "llm":
        yield found
        return
    with serving(model_says) as server:
        of_server = {"model": "tiny", "url": server.url, "answers": str(tmp_path / "answers.jsonl")}
        yield found._replace(options={**of_server, "source_language": "en", "target_language": "de"})


def verdicts(case: Case, items: Sequence[Item], given: Sequence[Any]) -> list[Verdict]:
    judge = registry.create(judges, Judge, case.judge, case.options)
    if isinstance(judge, ScoreJudge):
        return judge.judge(items, given, "")
    assert isinstance(judge, OutputJudge)
    return judge.judge(items, given)


def test_each_item_has_its_verdict_and_a_reason(case: Case) -> None:
    found = verdicts(case, case.items, case.given)
    assert [one.verdict for one in found] == list(case.verdicts)
    assert all(one.reason for one in found)


def test_an_item_without_what_it_works_by_is_undecided(case: Case) -> None:
    judge = registry.create(judges, Judge, case.judge, case.options)
    given = case.given if isinstance(judge, ScoreJudge) else [*case.given, "An output."]
    found = verdicts(case, [*case.items, NOTHING], given)
    assert (found[-1].verdict, bool(found[-1].reason)) == (UNDECIDED, True)
    assert found[:-1] == verdicts(case, case.items, case.given)


def test_a_suite_without_what_it_works_by_is_refused(case: Case) -> None:
    judge = registry.create(judges, Judge, case.judge, case.options)
    if not judge.needs:
        return
    with pytest.raises(InputError, match=case.judge) as caught:
        judge.check([NOTHING], case.judge)
    assert caught.value.remedy
