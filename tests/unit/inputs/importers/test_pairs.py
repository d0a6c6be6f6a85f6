"""Moses pairs."""

import gzip

import pytest

from extractors.core.errors import InputError
from extractors.inputs.places import parse
from extractors.inputs.reading import files_of, read_segments


def test_a_stem_stands_for_its_texts(tmp_path):
    (tmp_path / "x[1].de-en.de").write_text("eins\n")
    (tmp_path / "x[1].de-en.en.gz").write_bytes(gzip.compress(b"one\n"))
    stem = f"moses:{tmp_path}/x[1].de-en"
    assert read_segments(parse(f"{stem}#de")) == [(1, "eins")]
    assert read_segments(parse(f"{stem}#en")) == [(1, "one")]
    assert files_of(parse(f"{stem}#en")) == [f"{tmp_path}/x[1].de-en.en.gz"]
    with pytest.raises(InputError, match="no such file") as caught:
        read_segments(parse(f"{stem}#fr"))
    assert "x[1].de-en.de, x[1].de-en.en.gz" in caught.value.remedy
    with pytest.raises(InputError, match="not named") as caught:
        read_segments(parse(stem))
    assert "one of: de, en" in caught.value.remedy
    (tmp_path / "x[1].de-en.en").write_text("one\n")
    with pytest.raises(InputError, match="both"):
        read_segments(parse(f"{stem}#en"))
