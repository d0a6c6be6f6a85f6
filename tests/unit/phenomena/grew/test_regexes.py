"""Regular expressions: their dialects, and the limits that keep a bad one from hanging a run."""

import time

import pytest

from extractors.phenomena.grew import RequestError, parse, regexes
from extractors.phenomena.grew.matcher import find_all
from extractors.phenomena.grew.portability import missing
from extractors.phenomena.grew.request_errors import Source
from extractors.phenomena.grew.syntax import Regex, Values
from tests.builders.trees import find, treebank


@pytest.mark.parametrize(
    ("raw", "pattern"),
    [
        ("/a|b/", "a|b"),
        (r"/a\/b/", "a/b"),
        (r"/\\/", r"\\"),
        ('re"a.*"', "a.*"),
        (r're"\(a\|b\)+"', "(a|b)+"),
        (r're"a\.b"', r"a\.b"),
        (r're"a{2}"', r"a\{2\}"),
        (r're"[|()]"', "[|()]"),
        (r're"[\d]"', r"[\\d]"),  # in a class of Str a backslash is a backslash
        ('re"[]a]"', "[]a]"),
        ('re"[^]a]x"', "[^]a]x"),
        ('re"[a[]"', r"[a\[]"),
        (r're"\ba\b"', r"\ba\b"),
        (r're"\"a"', '"a'),
    ],
)
def test_dialects(raw, pattern):
    assert regexes.read(raw, 0, Source("")) == Regex(pattern)


def test_flags():
    assert regexes.read("/a/i", 7, Source("")) == Regex("a", ignore_case=True)


@pytest.mark.parametrize(
    ("values", "accepted"),
    [
        (Values(("a", "b")), "ab"),
        (Values(("a",), negated=True), "bc"),
        (Values(regexes=(Regex("[ab]"),)), "ab"),
        (Values(("c",), (Regex("A", ignore_case=True),)), "ac"),
        (Values(("c",), (Regex("a"),), negated=True), "b"),
    ],
)
def test_accepted_values(values, accepted):
    assert "".join(v for v in "abc" if regexes.accepts(values, v)) == accepted


@pytest.mark.parametrize(
    "raw", ["/(((a{50}){50}){50})/", "/(a{1,200}b){1,200}/", f"/{'a' * 1001}/", f"/{'(?:' * 300}a{')' * 300}/"]
)
def test_dangerously_large_ones_are_refused(raw):
    with pytest.raises(RequestError, match=r"too large|not a regular expression"):
        parse(f"pattern {{ V [form={raw}] }}")


BAD = "((a{1,20}){1,20}){1,20}"
FORM = "a" * 200 + "b"


@pytest.mark.parametrize(
    "request_text",
    [
        f"pattern {{ V [form=/{BAD}/] }}",
        f"pattern {{ V [form=/{BAD}/]|[upos=X] }}",
        f"pattern {{ V [] }} without {{ V [upos=X]|[form<>/{BAD}/] }}",
    ],
)
def test_a_catastrophic_one_is_an_error_that_names_the_request(request_text):
    request = parse(request_text, name="config/phenomena.yaml: mine")
    parsed = treebank(f"{FORM} a VERB _ _ 0 root")
    start = time.process_time()
    with pytest.raises(RequestError, match="takes too long") as caught:
        find_all(parsed, {"good": parse("pattern { V [form=/a.*/] }"), "bad": request})
    assert time.process_time() - start < 5
    assert str(caught.value).startswith("config/phenomena.yaml: mine:1:")
    assert request_text[caught.value.column - 1] == "/"
    if "without" not in request_text:
        with pytest.raises(RequestError, match="takes too long"):
            missing(request, parsed)


def test_a_catastrophic_one_is_an_error_also_while_the_request_is_checked():
    with pytest.raises(RequestError, match="takes too long"):
        parse(f"pattern {{ V [form={FORM}, form=/{BAD}/] }}")


def test_many_slow_values_are_an_error_together(monkeypatch):
    monkeypatch.setattr(regexes, "SECONDS_A_CALL", 0.0)
    with pytest.raises(regexes.SlowRegex):
        regexes.matches(Regex("(?:a|aa)+(?:a|aa)+"), [f"{'a' * 24}b{n}" for n in range(200)])


def test_only_words_that_pass_the_other_tests_are_asked():
    parsed = treebank(f"{FORM} a VERB _ _ 0 root\nb b X _ _ 1 dep")
    request = parse(f"pattern {{ V [form=/b|{BAD}/, upos=X] }}")
    assert find(request, parsed).words.tolist() == [[1]]


@pytest.mark.parametrize(
    ("pattern", "times"),
    [
        ("abc", 1),
        ("a{3}b{4}", 4),
        ("(a{3}b{4}){5}", 20),
        ("a{999}{999}", 998_001),
        ("((a{10}){10}){10}", 1000),
        (r"\({2}a{3}", 3),
        ("[({]{2}(x{4}){2}?", 8),
        ("a{1,}b{,7}", 7),
        ("(a{3}", 3),
        (")a{3}", 3),
        ("(?#[)(a{3}){4}(?#])", 12),
        ("(?ix)#[\n(a{3}){4}#]", regexes.MOST_REPEATS + 1),
        ("(?V1)[[a](a{3}){4}]", regexes.MOST_REPEATS + 1),
        (r"\(?Text\)?a{3}", 3),
        ("[(]?x{2}", 2),
    ],
)
def test_repeats_are_multiplied_only_inside_one_another(pattern, times):
    assert regexes.repeats(pattern) == times
