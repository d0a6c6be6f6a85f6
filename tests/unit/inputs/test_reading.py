"""Numbers are read from each form that a column of them may have, and what is none is named with its line."""

import gzip
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.inputs.places import parse
from extractors.inputs.reading import read_numbers, read_texts

NUMBERS = [0.25, -3.0, 1e-7]


@pytest.fixture
def forms(tmp_path):
    """The same numbers in every form, by the place that names them."""
    texts = [repr(number) for number in NUMBERS]
    (tmp_path / "n.txt").write_text("\n".join(texts) + "\n")
    (tmp_path / "n.gz").write_bytes(gzip.compress("\n".join(texts).encode()))
    (tmp_path / "n.tsv").write_text("id\tdifficulty\n" + "".join(f"{i}\t{text}\n" for i, text in enumerate(texts)))
    (tmp_path / "n.csv").write_text("difficulty\n" + "\n".join(texts))
    lines = [json.dumps({"src": "Ein Satz.", "scores": {"difficulty": number}}) for number in NUMBERS]
    (tmp_path / "n.jsonl").write_text("\n".join(lines))
    (tmp_path / "t.jsonl").write_text("\n".join(json.dumps({"difficulty": text}) for text in texts))
    pq.write_table(pa.table({"difficulty": NUMBERS}), tmp_path / "n.parquet")
    files = ("n.txt", "n.gz", "n.tsv#difficulty", "n.csv#difficulty", "n.jsonl#scores.difficulty")
    return [f"{tmp_path}/{file}" for file in (*files, "t.jsonl#difficulty", "n.parquet#difficulty")]


def test_numbers_are_the_same_in_every_form(forms):
    for place in forms:
        assert read_numbers(parse(place)) == NUMBERS, place


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_json_numbers_keep_all_their_digits(tmp_path_factory, numbers):
    path = tmp_path_factory.mktemp("numbers") / "n.jsonl"
    path.write_text("\n".join(json.dumps({"n": number}) for number in numbers))
    assert read_numbers(parse(f"{path}#n")) == numbers


@pytest.mark.parametrize(
    ("name", "text", "line", "problem"),
    [
        ("n.txt", "0.5\nhard\n", 2, "'hard' is not a finite number"),
        ("n.txt", "difficulty\n0.5\n", 1, "'difficulty' is not a finite number"),
        ("n.txt", "0.5\n\n0.1\n", 2, "no number"),
        ("n.txt", "0.5\nnan\n", 2, "'nan' is not a finite number"),
        ("n.txt", "0.5\n0,5\n", 2, "'0,5' is not a finite number"),
        ("n.tsv#n", "n\tm\n1\t2\n1e999\t2\n", 3, "'1e999' is not a finite number"),
        ("n.tsv#o", "n\tm\n1\t2\n", 1, "no column 'o'"),
        ("n.jsonl#n", '{"n": 1}\n{"n": null}\n', 2, "'null' is not a finite number"),
        ("n.jsonl#n", '{"n": true}\n', 1, "'true' is not a finite number"),
        ("n.jsonl#n", '{"n": 1}\n{"m": 1}\n', 2, "no field 'n'"),
    ],
)
def test_what_is_no_number_is_named_with_its_line(tmp_path, name, text, line, problem):
    file = name.partition("#")[0]
    (tmp_path / file).write_text(text)
    with pytest.raises(InputError) as caught:
        read_numbers(parse(f"{tmp_path}/{name}"))
    assert (caught.value.path, caught.value.line) == (tmp_path / file, line)
    assert problem in caught.value.problem
    assert caught.value.remedy


def test_a_missing_number_of_parquet_is_named_with_its_row(tmp_path):
    pq.write_table(pa.table({"n": [0.5, None], "t": ["a", "b"]}), tmp_path / "n.parquet")
    with pytest.raises(InputError, match="no number") as caught:
        read_numbers(parse(f"{tmp_path}/n.parquet#n"))
    assert caught.value.line == 2
    with pytest.raises(InputError, match="no column 't'"):
        read_numbers(parse(f"{tmp_path}/n.parquet#t"))


def test_a_number_is_still_no_text(tmp_path):
    (tmp_path / "n.jsonl").write_text('{"n": 1}\n')
    with pytest.raises(InputError, match="the field 'n' is not text"):
        read_texts(parse(f"{tmp_path}/n.jsonl#n"))
