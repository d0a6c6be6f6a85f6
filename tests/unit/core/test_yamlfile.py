import re
import time
from typing import Literal

import pytest
from pydantic import Field

from extractors.core import yamlfile
from extractors.core.errors import InputError
from extractors.core.settings import Settings


class Draws(Settings):
    samples: int = Field(default=1, description="number of samples")
    pool: Literal["corpus", "rest"] = "rest"
    place: str | dict[str, str] = ""


def load(tmp_path, text):
    (tmp_path / "c.yaml").write_text(text)
    return yamlfile.load(tmp_path / "c.yaml")


def test_norwegian_is_not_false(tmp_path):
    assert load(tmp_path, "no: yes\nx: [true, off]\n").data == {"no": "yes", "x": [True, "off"]}


def test_dates_are_texts(tmp_path):
    assert load(tmp_path, "a: 2024-02-30\nb: 2024-01-01T10:00:00Z\n").data == {
        "a": "2024-02-30",
        "b": "2024-01-01T10:00:00Z",
    }


def bomb(*, merged=False):
    level = "a{0}: &a{0} {{<<: [{1}]}}" if merged else "a{0}: &a{0} [{1}]"
    first = "a0: &a0 {x: 1}"
    return "\n".join([first, *(level.format(n, ", ".join([f"*a{n - 1}"] * 9)) for n in range(1, 10))]) + "\n"


@pytest.mark.parametrize("text", [bomb(), bomb(merged=True), "a: &a [*a]\n", "&a {x: *a}\n"])
def test_aliases_that_stand_for_gigabytes_or_for_themselves_are_refused_at_once(tmp_path, text):
    assert len(text) < 600
    start = time.monotonic()
    with pytest.raises(InputError, match="stands for more than 100000 values"):
        load(tmp_path, text)
    assert time.monotonic() - start < 2


def test_a_file_of_too_many_values_is_not_read_to_its_end(tmp_path):
    with pytest.raises(InputError, match="stands for more than 100000 values") as caught:
        load(tmp_path, "a: &a 1\n" + "".join(f"b{n}: *a\n" for n in range(60_000)))
    assert caught.value.line == 50_000


def test_aliases_within_reason_are_taken(tmp_path):
    data = load(tmp_path, "a: &a {x: [1, 2]}\nb: [*a, *a, {<<: *a, y: 3}]\n").data
    assert data["b"] == [{"x": [1, 2]}, {"x": [1, 2]}, {"x": [1, 2], "y": 3}]


@pytest.mark.parametrize("text", ["[" * 10_000, "{a: " * 10_000, "- " * 10_000, "a: " + "[" * 60 + "]" * 60])
def test_deep_nesting_is_refused(tmp_path, text):
    with pytest.raises(InputError, match=r"nested more than 50 deep|syntax error") as caught:
        load(tmp_path, text)
    assert caught.value.line == 1


def test_an_option_of_a_command_is_read_in_the_same_way():
    assert [yamlfile.value(text) for text in ("8", "inter", "no", "[1, 2]")] == [8, "inter", "no", [1, 2]]
    with pytest.raises(InputError, match="syntax error"):
        yamlfile.value("[1")
    with pytest.raises(InputError, match="the character 0xdcff"):
        yamlfile.value("\udcff")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\nb: [1, 2\nc: 3\n", 3, "syntax error"),
        ("a: 1\n\tb: 2\n", 2, "syntax error"),
        ("a: 1\nb:\n  c: 1\n  c: 2\n", 4, "'c' is given twice"),
        ("a: é\nb: é\x07y\n", 2, "the character 0x7, which YAML does not allow"),
        ("a: 1\nb: !!timestamp x\n", 2, "'x' cannot be read"),
        ("a: 1\nb: !!timestamp 2024-02-30\n", 2, "'2024-02-30' cannot be read"),
        ("a: 1\nb: !!int ''\n", 2, "'' cannot be read"),
        ("a: 1\nb: !!bool maybe\n", 2, "'maybe' cannot be read"),
        ("a: 1\nb: " + "9" * 5000 + "\n", 2, "cannot be read"),
        ("a: 1\nb: !!python/object:os.system x\n", 2, "could not determine a constructor"),
        ("a: 1\nb: @x\n", 2, "character '@' that cannot start"),
        ("a: 1\nb:\tx\n", 2, "character '.t' that cannot start"),
        ("a: 1\n? [b]\n: 2\n", 2, "a key must be text"),
        ("a: 1\n? !!python/tuple [b]\n: 2\n", 2, "a key must be text"),
    ],
)
def test_bad_yaml_is_refused_with_its_line(tmp_path, text, line, words):
    with pytest.raises(InputError, match=words) as caught:
        load(tmp_path, text)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("samples: 3\nsampels: 4\n", 2, "unknown key 'sampels'.*did you mean 'samples'"),
        ("pool: rset\n", 1, "unknown value 'rset'.*did you mean 'rest'"),
        ("samples: many\n", 1, "samples must be a whole number, got 'many'.*number of samples"),
        ("place:\n  a: x\n  b: 3\n", 3, "place.b must be a text, got 3"),
    ],
)
def test_what_does_not_fit_the_model_is_refused_in_words(tmp_path, text, line, words):
    with pytest.raises(InputError) as caught:
        yamlfile.check(load(tmp_path, text), Draws)
    assert caught.value.line == line

    assert re.search(words, str(caught.value).replace("\n", " "))


def test_merged_keys_can_be_overridden_and_have_the_line_that_they_are_written_on(tmp_path):
    text = """\
base: &base
  a: 1
  b: {c: 2}
own:
  b: 3
  <<: *base
both:
  <<: [*base, {d: 4}]
"""
    file = load(tmp_path, text)
    assert file.data["own"] == {"a": 1, "b": 3}
    assert file.data["both"] == {"a": 1, "b": {"c": 2}, "d": 4}
    assert (file.lines["own", "a"], file.lines["own", "b"], file.lines["both", "d"]) == (2, 5, 8)
