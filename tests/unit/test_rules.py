"""A rule, its script and its log have one name; a rule re-runs when its stage's RESULTS_VERSION is raised."""

import re

import pytest
import yaml

from tests import ROOT

RULE = re.compile(r"^(?:use )?rule (\w+)(?: as (\w+) with)?:\n((?:(?: .*)?\n)+)", re.MULTILINE)
RULES = {
    (new or name): (name if new else None, body)
    for file in sorted([*(ROOT / "rules").glob("*.smk"), *ROOT.glob("suites/*/workflow/*.smk")])
    for name, new, body in RULE.findall(file.read_text())
}
"""By name: the rule that it is taken from, if any, and its lines."""


def test_every_script_has_a_rule():
    assert {name for name, (base, _) in RULES.items() if base is None} == {
        path.stem for path in ROOT.glob("**/workflow/scripts/*.py") if ".venv" not in path.parts
    }


@pytest.mark.parametrize("rule", sorted(RULES))
def test_a_rule_its_script_and_its_log_have_one_name(rule):
    base, body = RULES[rule]
    assert re.search(rf'    log:\n        "logs/(?:suites/{{suite}}/|{{corpus}}/)?{rule}(?:/{{\w+}})?\.log",\n', body)
    if base is None:
        assert f'scripts/{rule}.py"' in body
    if base is None or "    params:\n" in body:
        assert re.search(r"^        version=\[?(RESULTS_VERSION\[|SUITES_VERSION)", body, re.MULTILINE)


SET_RESOURCES = yaml.safe_load((ROOT / "profiles/slurm/config.yaml").read_text())["set-resources"]
WHOLE = {
    name: twin
    for name, (base, _) in RULES.items()
    if base is not None and "whole_" in name and (twin := name.replace("whole_", "")) in RULES
}
"""The rules taken from others by `use rule` for texts that are not yet cut into units, with the rule for units."""


def test_the_resources_of_a_profile_are_of_rules_that_there_are():
    assert SET_RESOURCES.keys() <= RULES.keys()


@pytest.mark.parametrize("rule", sorted(WHOLE))
def test_a_rule_for_whole_texts_has_the_resources_of_the_rule_for_units(rule):
    assert SET_RESOURCES.get(rule) == SET_RESOURCES.get(WHOLE[rule])


def test_there_are_rules_for_whole_texts():
    assert WHOLE["align_whole_outputs_shard"] == "align_outputs_shard"
