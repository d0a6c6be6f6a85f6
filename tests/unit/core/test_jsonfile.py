import gzip

import pytest

from extractors.core import jsonfile
from extractors.core.errors import InputError


def test_a_file_is_read_plain_and_packed(tmp_path):
    (tmp_path / "a.json").write_text('{"items": []}')
    (tmp_path / "b.json.gz").write_bytes(gzip.compress(b'{"items": []}'))
    assert jsonfile.load(tmp_path / "a.json") == jsonfile.load(tmp_path / "b.json.gz") == {"items": []}


def test_a_syntax_error_has_its_line(tmp_path):
    (tmp_path / "a.json").write_text('{"items": [\n{"a": 1},\n{"a": }\n]}')
    with pytest.raises(InputError, match="is not JSON") as error:
        jsonfile.load(tmp_path / "a.json")
    assert error.value.line == 3


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[]", []),
        (" [\n\n]\n", []),
        ('[{"a": [1]},\n\n 7 ,"x"\n]', [(1, {"a": [1]}), (3, 7), (3, "x")]),
        ('\n[\r\n{"a":\n1}\n,[2]]', [(3, {"a": 1}), (5, [2])]),
    ],
)
def test_each_value_of_a_list_has_its_line(tmp_path, text, found):
    (tmp_path / "a.json").write_bytes(text.encode())
    assert jsonfile.load_list(tmp_path / "a.json") == found


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('{"about": {"x": [1]},\n "items": [\n  {\n   "a": [{"b": 1}]\n  },\n  {}, {}\n ]}', [3, 6, 6]),
        ('{"items": [{"a": 1}, {"a": 1}], "items of": 2}', [1, 1]),
        ('{\n"a": "items", "items"\n:\n[\n[]]}', [5]),
    ],
)
def test_each_value_of_a_list_in_an_object_has_its_line(tmp_path, text, lines):
    (tmp_path / "a.json").write_text(text)
    assert [line for line, _ in jsonfile.load_list(tmp_path / "a.json", "items")] == lines


def test_half_a_character_is_refused_with_its_place_or_replaced():
    pair = '{"a": "\\\\ud800 \\ud83d\\ude00"}'
    assert jsonfile.loads(pair, "f") == {"a": "\\ud800 \U0001f600"}
    half = '{"a":\n "\\ud83d\\ude00 \\ud800b"}'
    with pytest.raises(InputError, match=r"\\ud800 is half of a character at column 16") as refused:
        jsonfile.loads(half, "f")
    assert refused.value.line == 2
    assert jsonfile.loads(half, "f", replace_halves=True) == {"a": "\U0001f600 \ufffdb"}


@pytest.mark.parametrize(("text", "key"), [("{}", None), ("[]", "items"), ('{"items": {}}', "items")])
def test_what_is_no_list_is_refused(tmp_path, text, key):
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(InputError, match="is not a list"):
        jsonfile.load_list(tmp_path / "a.json", key)


def test_a_number_that_overflows_is_refused():
    with pytest.raises(InputError, match="a number of 401 digits"):
        jsonfile.loads('{"a": 1' + "0" * 400 + "}", "x.json")
    assert jsonfile.loads('{"a": "1' + "0" * 400 + '"}', "x.json")["a"].endswith("000")
