"""Statistics that are there are known by what they were made from."""

import numpy as np
import pytest

from extractors.core import sums
from extractors.formats.statistics import Statistics, inputs_of, is_made_from, read_statistics, write_statistics
from tests.unit.core.test_sums import flip

FOUND = Statistics(system="a", metric="bleu", rows=np.arange(12, dtype=np.uint16).reshape(4, 3), signature="BLEU|x")


@pytest.fixture
def texts(tmp_path):
    files = [tmp_path / "segments", tmp_path / "system"]
    for file in files:
        file.write_text(file.name)
    return files


@pytest.mark.parametrize("changed", ["nothing", "text", "options", "code"])
def test_statistics_are_kept_if_nothing_of_theirs_has_changed(tmp_path, texts, changed):
    path = tmp_path / "statistics/bleu/a.parquet"
    given = {"options": {"lowercase": True}, "code": "abc"}
    assert not is_made_from(path, inputs_of(texts, **given))
    write_statistics(FOUND, path, inputs=inputs_of(texts, **given))
    assert (read_statistics(path).rows == FOUND.rows).all()
    if changed == "text":
        texts[1].write_text("another")
    given |= {"options": {}} if changed == "options" else {"code": "abd"} if changed == "code" else {}
    assert is_made_from(path, inputs_of(texts, **given)) == (changed == "nothing")


def test_damaged_statistics_and_those_of_older_versions_are_made_again(tmp_path, texts):
    path, inputs = tmp_path / "a.parquet", inputs_of(texts, options={}, code="abc")
    write_statistics(FOUND, path)
    assert not is_made_from(path, inputs)
    with sums.recording():
        write_statistics(FOUND, path, inputs=inputs)
    assert is_made_from(path, inputs)
    flip(path, path.stat().st_size // 2)
    # It is taken once in a process.
    sums._checked.clear()
    assert not is_made_from(path, inputs)
