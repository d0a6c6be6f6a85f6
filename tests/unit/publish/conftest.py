import pytest

from tests.builders import small_run


@pytest.fixture(scope="session")
def run(tmp_path_factory):
    """A small run, with its set published in `full`, and its ids in `ids`."""
    folder = small_run.make(tmp_path_factory.mktemp("publishing") / "run")
    small_run.publish(folder, folder / "full")
    small_run.publish(folder, folder / "ids", ids_only=True)
    return folder
