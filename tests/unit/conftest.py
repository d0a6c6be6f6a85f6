"""What unit tests of several folders share."""

import pytest

from tests.builders import ready_made as small_ready_made
from tests.builders.shared_folder import shared_folder


@pytest.fixture(scope="session")
def ready_made(tmp_path_factory):
    """A folder with small ready-made sets in `sets`."""
    return shared_folder(tmp_path_factory, "ready-made", small_ready_made.make)
