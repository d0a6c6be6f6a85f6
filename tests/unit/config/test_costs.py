import re

import pytest

from extractors.config.costs import Cost, costs
from tests import ROOT

RULES = {
    match["name"]: match["body"]
    for file in sorted((ROOT / "workflow/rules").glob("*.smk"))
    for match in re.finditer(r"^rule (?P<name>\w+):\n(?P<body>(?:(?: .*)?\n)+)", file.read_text(), re.MULTILINE)
}


def test_a_job_asks_for_more_where_its_inputs_are_larger_and_at_each_attempt():
    cost = Cost(memory=(500, 10.5), minutes=(5, 0.1))
    assert cost.asked(0, 1) == {"mem_mb": 500, "runtime": 5}
    assert cost.asked(100, 1) == {"mem_mb": 1550, "runtime": 15}
    assert cost.asked(100, 3) == {"mem_mb": 6200, "runtime": 60}


def test_every_rule_has_a_cost_and_no_other():
    assert len(RULES) > 20
    assert set(costs()) == set(RULES)


@pytest.mark.parametrize("rule", sorted(RULES))
def test_a_rule_asks_for_its_own_cost(rule):
    assert f'    resources:\n        **cost("{rule}"),\n' in RULES[rule]


@pytest.mark.parametrize("rule", sorted(RULES))
def test_a_cost_is_one_of_this_world(rule):
    memory, minutes = (costs()[rule].asked(10, 1)[name] for name in ("mem_mb", "runtime"))
    assert 100 <= memory <= 64_000
    assert 5 <= minutes <= 24 * 60
