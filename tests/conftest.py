"""What all tests share."""

import os

import pytest
from hypothesis import settings

from tests import ROOT

FIRST = ("tests/workflow/test_workflow.py", "tests/workflow/", "tests/browser/", "tests/contract/")
"""What takes longest begins first, so that no worker waits for another at the end."""

settings.register_profile("thorough", max_examples=500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """The order of the tests, and one worker for each file: what it imports and makes is made once."""

    def place(item):
        path = item.path.relative_to(ROOT).as_posix()
        return next((k for k, part in enumerate(FIRST) if path.startswith(part)), len(FIRST))

    items.sort(key=place)
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.path.relative_to(ROOT).as_posix()))


@pytest.fixture(autouse=True, scope="session")
def no_waiting_for_the_disk():
    """No test loses its power: waiting for the disk would be half of their time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        patch.setattr(os, "sync", lambda: None)
        yield


@pytest.fixture(scope="module")
def one_thread():
    """PyTorch with one thread: tests run side by side, and threads that wait for one another take most of the time."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
