"""Rules: their order, what is undecided and why, and expressions that would hang."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenge_sets_suites.judges import rules
from challenge_sets_suites.judges.rules import Rules
from challenge_sets_suites.tables.items import normalised
from extractors.core.errors import InputError
from tests.builders.rule_suites import item


def verdict(output, **values):
    (found,) = Rules().judge([item(**values)], [normalised(output)])
    return found.verdict, found.reason


LISTS = {"positive_tokens": ("Er kam nie.",), "negative_tokens": ("Er kam.",)}
LISTED_TWICE = {"positive_tokens": ("Er kam nie.",), "negative_tokens": ("Er kam nie.",)}
EXPRESSIONS = {"positive_regex": r"\bnie\b", "negative_regex": "immer"}


@pytest.mark.parametrize(
    ("output", "values", "expected"),
    [
        ("Er kam nie.", LISTS, ("right", rules.LISTED["right"])),
        ("Er kam.", LISTS, ("wrong", rules.LISTED["wrong"])),
        ("Er  kam\u00a0nie.\u200b", LISTS, ("right", rules.LISTED["right"])),
        ("er kam nie.", LISTS, ("undecided", rules.NOT_LISTED)),
        ("Er kam nie", EXPRESSIONS, ("right", rules.MATCHED["right"])),
        ("Er kam immer", EXPRESSIONS, ("wrong", rules.MATCHED["wrong"])),
        ("Er kam immer nie", EXPRESSIONS, ("undecided", rules.BOTH)),
        ("Er kam", EXPRESSIONS, ("undecided", rules.NEITHER)),
        ("Er kam Nie", EXPRESSIONS, ("undecided", rules.NEITHER)),
        ("Er kam.", {"positive_tokens": (), **EXPRESSIONS}, ("undecided", rules.NEITHER)),
        ("Er kam immer.", {"positive_tokens": ("Er kam immer.",), **EXPRESSIONS}, ("right", rules.LISTED["right"])),
        ("Er kam nie.", LISTED_TWICE | EXPRESSIONS, ("right", rules.MATCHED["right"])),
        ("Er kam nie.", LISTED_TWICE, ("undecided", rules.LISTED_TWICE)),
        ("a" * 40, {"positive_regex": "^" + "a{1,4}" * 20}, ("right", rules.MATCHED["right"])),
        ("Er kam", {}, ("undecided", rules.NO_RULE)),
        ("Er kam", {"positive_tokens": ("", " ")}, ("undecided", rules.NO_RULE)),
        (
            "",
            {"negative_tokens": ("",), "positive_regex": "a"},
            ("undecided", "the positive expression does not match, "),
        ),
        ("Er kam", {"positive_regex": "nie"}, ("undecided", "the positive expression does not match, ")),
        ("Er kam", {"negative_regex": "nie"}, ("undecided", "the negative expression does not match, ")),
    ],
)
def test_verdicts_and_reasons(output, values, expected):
    found = verdict(output, **values)
    assert found[0] == expected[0]
    assert found[1].startswith(expected[1])


@pytest.mark.parametrize("expression", [r"(a+)+$", r"(a|aa)+$", r"(\w*)*\d", r"^(([a-z])+.)+[A-Z]([a-z])+$"])
def test_no_expression_can_hang_a_run(expression):
    start = time.monotonic()
    judged = Rules(seconds=0.05).judge(
        [item(positive_regex=expression, negative_regex="a!"), item(2, positive_regex="a!")], ["a" * 3000 + "!"] * 2
    )
    assert time.monotonic() - start < 2
    assert [v.verdict for v in judged] == ["undecided", "right"]
    assert judged[0].reason == "the positive expression takes longer than 0.05 s"


@pytest.mark.parametrize(
    "expression",
    ["(", "[a", r"(?#[)(?:(?:a{9999}){9999}){9999}(?#])", "a{1000}{1000}{1000}", "((a{300}){300}){300}", "x" * 30_000],
)
def test_what_is_no_expression_is_refused_with_its_item(expression):
    with pytest.raises(InputError, match="the negative expression of item '7' "):
        Rules().judge([item(7, negative_regex=expression)], ["a"])
    with pytest.raises(InputError, match="the negative expression of item '7' "):
        Rules().check([item(7, negative_regex=expression)], "rules")


def test_items_without_rules_are_named(caplog):
    Rules().check([item(1, positive_regex="a"), item(2), item(3)], "rules")
    assert "2 of 3 items have no rule at all and stay undecided: 2, 3" in caplog.text


def test_a_time_limit_must_be_above_0():
    with pytest.raises(InputError):
        Rules(seconds=0)


PARTS = st.sampled_from(
    ["a", "b", "B", ".", "a*", "b+?", "[ab]", "[^a ]", r"\b", r"\w", "(a|b)", "(?!b)", "^", "$", "ä", " "]
)


@given(parts=st.lists(PARTS, min_size=1, max_size=6), output=st.text("abBä .", min_size=1, max_size=12))
def test_expressions_match_as_those_of_python_do(parts, output):
    expression = "".join(parts)
    found = verdict(output, positive_regex=expression)[0] == "right"
    assert found == bool(re.search(expression, normalised(output)))


def test_the_expressions_of_a_suite_have_a_budget(monkeypatch):
    monkeypatch.setattr(rules, "SECONDS_A_SUITE", 0.2)
    slow = [item(n, positive_regex=r"(a+)+$") for n in range(50)]
    with pytest.raises(InputError, match="the suite's expressions take too long, last the positive one of item"):
        Rules(seconds=0.05).judge(slow, ["a" * 3000 + "!"] * 50)
