import dataclasses
from pathlib import Path

import pytest

from extractors.core.errors import InputError
from extractors.core.files import sha256
from extractors.phenomena import DEFAULT_FILE
from tests.builders import toy_results


def test_files_of_the_run_are_found_from_any_folder_and_by_their_checksums(tmp_path):
    blocks = {"parse": {"quality": "quality.csv"}, "phenomena_file": "mine.yaml"}
    (tmp_path / "mine.yaml").write_text("a: {}\n")
    made = dataclasses.replace(
        toy_results.manifest(**blocks), folder=tmp_path, files={"mine.yaml": sha256(tmp_path / "mine.yaml")}
    )
    assert made.quality == str(tmp_path / "quality.csv")
    assert made.phenomena_file() == tmp_path / "mine.yaml"
    (tmp_path / "mine.yaml").write_text("b: {}\n")
    with pytest.raises(InputError, match=r"mine\.yaml: is not the file that the run used"):
        made.phenomena_file()
    shipped = dataclasses.replace(made, folder=Path("moved"), files={"mine.yaml": sha256(DEFAULT_FILE)})
    assert shipped.phenomena_file() == DEFAULT_FILE
