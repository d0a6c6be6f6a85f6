import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES, brought, codes_of, values_of
from tests.builders.rows import table_of_columns

MEASURED = {"segment_id": range(3), "length": [4, 0, 7], "rare_words": [0.25, 0, 0.5], "clauses": [1, 0, 2]}
MEASURED |= {"depth": [2, 0, 3], "sentences": [1, 0, 3]}


def table(**names):
    return table_of_columns(COVARIATES, MEASURED | {"domain": [None] * 3, "document": [None] * 3} | names)


def test_values_are_numbers_and_the_position_is_one_of_them():
    values = values_of(table(domain=["talk", "news", "talk"]))
    assert {name: column.tolist() for name, column in values.items()} == {
        "position": [0, 1, 2],
        "length": [4, 0, 7],
        "rare_words": [0.25, 0, 0.5],
        "clauses": [1, 0, 2],
        "depth": [2, 0, 3],
        "sentences": [1, 0, 3],
        "domain": [1, 0, 1],
    }
    assert {column.dtype for column in values.values()} == {np.dtype(np.float64)}


def test_a_name_that_lacks_anywhere_is_not_known():
    assert codes_of(table(document=["a", None, "a"]), "document") is None
    assert codes_of(table(document=["b", "a", "b"]), "document").tolist() == [1, 0, 1]


def with_own():
    own = {"sentinel": [0.5, -1, 3], "ease": [1.0, 2.0, 2.5]}
    names = {"domain": [None] * 3, "document": [None] * 3}
    return table_of_columns(COVARIATES, MEASURED | names | own)


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".tsv"])
def test_covariates_of_the_user_round_trip_and_are_values(tmp_path, suffix):
    tables.write(with_own(), tmp_path / f"c{suffix}")
    found = tables.read(COVARIATES, tmp_path / f"c{suffix}")
    assert found.to_pylist() == with_own().to_pylist()
    assert brought(found) == ["sentinel", "ease"]
    assert values_of(found)["sentinel"].tolist() == [0.5, -1, 3]
    assert values_of(found)["sentinel"].dtype == np.float64


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("ease", "sentinel", "has two columns 'sentinel'"),
        ("2.5", "hard", "is not a table of covariates"),
        ("2.5", "", "row 2 has no ease"),
    ],
)
def test_further_columns_are_checked_as_the_others(tmp_path, old, new, words):
    tables.write(with_own(), tmp_path / "c.csv")
    (tmp_path / "c.csv").write_text((tmp_path / "c.csv").read_text().replace(old, new))
    with pytest.raises(InputError, match=words):
        tables.read(COVARIATES, tmp_path / "c.csv")
