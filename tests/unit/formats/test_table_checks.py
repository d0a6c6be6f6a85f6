"""What is refused in a table that is read, with its file."""

import pytest

from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.hits import HITS
from tests.builders.hits import HIT
from tests.builders.rows import table_of


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".tsv"])
@pytest.mark.parametrize("name", ["../../../NAME", "a{x}", "=cmd|", "c d"])
def test_a_name_that_would_be_another_path_is_refused_with_its_table(tmp_path, suffix, name):
    path = tmp_path / f"hits{suffix}"
    tables.write(table_of(HITS, [HIT, HIT | {"phenomenon": name}]), path)
    with pytest.raises(InputError, match="cannot be the name of a phenomenon") as caught:
        tables.read(HITS, path)
    assert caught.value.path == path


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".tsv"])
def test_a_column_that_is_there_twice_is_refused(tmp_path, suffix):
    path = tmp_path / f"hits{suffix}"
    table = table_of(HITS, [HIT])
    tables.write(table.append_column("distance", table.column("head")), path)
    with pytest.raises(InputError, match="has two columns 'distance'"):
        tables.read(HITS, path)
