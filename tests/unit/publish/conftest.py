import zipfile
from pathlib import Path

import pytest

from tests.builders import small_run


@pytest.fixture(scope="session")
def run(tmp_path_factory):
    """A small run, with its set published in `full`, and its ids in `ids`."""
    folder = small_run.make(tmp_path_factory.mktemp("publishing") / "run")
    small_run.publish(folder, folder / "full")
    small_run.publish(folder, folder / "ids", ids_only=True)
    return folder


@pytest.fixture
def first_format(tmp_path):
    """Sets of the first layout, as they were published: `full` and `ids`, and their `texts` and outputs.

    Made by version 0.1.0 from 24 segments in the manner of small_run. The files that only people read are left out.
    """
    with zipfile.ZipFile(Path(__file__).with_name("format_1.zip")) as archive:
        archive.extractall(tmp_path / "first")
    return tmp_path / "first"
