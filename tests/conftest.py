"""What all tests share."""

import os

import pytest


@pytest.fixture(autouse=True, scope="session")
def no_waiting_for_the_disk():
    """No test loses its power: waiting for the disk would be half of their time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        patch.setattr(os, "sync", lambda: None)
        yield
