"""Fields of .csv: long ones are read, and one that nobody closes is refused with the row that it begins in."""

import pytest

from extractors.core.errors import InputError
from extractors.inputs.importers import tsv


def test_a_field_of_a_megabyte_is_read(tmp_path):
    (tmp_path / "t.csv").write_text(f'id,text\n1,"{"a " * 600_000}"\n2,b\n')
    segments = tsv.Tsv().read(tmp_path / "t.csv", "text")
    assert [(line, len(text)) for line, text in segments] == [(2, 1_200_000), (3, 1)]


def test_a_quotation_mark_that_nobody_closes_is_refused_with_its_row(tmp_path):
    (tmp_path / "t.csv").write_text('text\na\n"b\nc\n')
    with pytest.raises(InputError, match=r"t\.csv:3: is not a table"):
        tsv.Tsv().read(tmp_path / "t.csv", "text")
