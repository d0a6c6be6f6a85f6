import re

import pytest

from extractors.config.costs import Cost, costs, wants_gpu
from tests import ROOT

TEXT = "".join(file.read_text() for file in sorted((ROOT / "rules").glob("*.smk")))
RULES = dict(re.findall(r"^rule (\w+):\n((?:(?: .*)?\n)+)", TEXT, re.MULTILINE))
NUMBERED = {"cut_system", "ingest_system", "compute_statistics", "import_scores", "spread_scores"}
"""Rules that are made in a loop, one for each bundle of systems or file of scores."""


def test_a_job_asks_for_more_where_its_inputs_are_larger_and_at_each_attempt():
    cost = Cost(memory=(500, 10.5), minutes=(5, 0.1))
    assert cost.asked(0, 1) == {"mem_mb": 500, "runtime": 5}
    assert cost.asked(100, 1) == {"mem_mb": 1550, "runtime": 15}
    assert cost.asked(100, 3) == {"mem_mb": 6200, "runtime": 60}


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({}, False),
        ({"device": "cpu"}, False),
        ({"device": "cuda"}, True),
        ({"device": "cuda:1"}, True),
        ({"gpu": True}, True),
    ],
)
def test_a_job_asks_for_a_gpu_where_the_config_says_so(options, wanted):
    assert wants_gpu(options) is wanted


def test_every_rule_has_a_cost_and_no_other():
    assert len(RULES) > 20
    assert set(costs()) == {*RULES, *NUMBERED}


@pytest.mark.parametrize("rule", sorted(RULES))
def test_a_rule_asks_for_its_own_cost(rule):
    assert f'    resources:\n        **cost("{rule}"),\n' in RULES[rule]


def test_numbered_rules_ask_for_a_cost():
    asked = re.findall(r'^ {8,}resources:\n +\*\*cost\("(\w+)"\),\n', TEXT, re.MULTILINE)
    assert sorted(asked) == sorted(NUMBERED)


@pytest.mark.parametrize("rule", sorted({*RULES, *NUMBERED}))
def test_a_cost_is_one_of_this_world(rule):
    memory, minutes = (costs()[rule].asked(10, 1)[name] for name in ("mem_mb", "runtime"))
    assert 100 <= memory <= 64_000
    assert 5 <= minutes <= 24 * 60
