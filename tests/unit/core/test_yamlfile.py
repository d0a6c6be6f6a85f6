import re

import pytest

from extractors.core import yamlfile
from extractors.core.errors import InputError

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "samples": {"type": "integer", "description": "number of samples"},
        "pool": {"enum": ["corpus", "rest"]},
        "place": {"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": {"type": "string"}}]},
    },
}


def load(tmp_path, text):
    (tmp_path / "c.yaml").write_text(text)
    return yamlfile.load(tmp_path / "c.yaml")


def test_norwegian_is_not_false(tmp_path):
    assert load(tmp_path, "no: yes\nx: [true, off]\n").data == {"no": "yes", "x": [True, "off"]}


def test_merge_keys_and_anchors_work(tmp_path):
    assert load(tmp_path, "a: &a {x: 1}\nb:\n  <<: *a\n  y: 2\n").data["b"] == {"x": 1, "y": 2}


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\nb: [1, 2\nc: 3\n", 3, "syntax error"),
        ("a: 1\n\tb: 2\n", 2, "syntax error"),
        ("a: 1\nb:\n  c: 1\n  c: 2\n", 4, "'c' is given twice"),
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
        ("samples: many\n", 1, "samples: 'many' is not of type 'integer'.*number of samples"),
        ("place:\n  a: x\n  b: 3\n", 3, "place.b: 3 is not of type 'string'"),
    ],
)
def test_what_does_not_fit_the_schema_is_refused_in_words(tmp_path, text, line, words):
    with pytest.raises(InputError) as caught:
        yamlfile.check(load(tmp_path, text), SCHEMA)
    assert caught.value.line == line

    assert re.search(words, str(caught.value).replace("\n", " "))
