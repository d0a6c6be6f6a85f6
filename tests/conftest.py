"""What all tests share."""

import gc
import os
import signal

import pytest
from hypothesis import settings

from extractors.core import threads
from tests import ROOT

FIRST = (
    "tests/workflow/test_finished_run.py",
    "tests/workflow/test_tutorial.py",
    "tests/workflow/",
    "tests/browser/",
    "tests/contract/",
)
"""What takes longest begins first, so that no worker waits for another at the end."""

# Two workers with a thread for each core would spin while they wait, and use twice the CPU time.
threads.limit()

# A shell starts what it runs in the background without Ctrl-C, and so would be the commands that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No test fails because another process is busy.
settings.register_profile("default", deadline=None)
settings.register_profile("thorough", deadline=None, max_examples=500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_collection_modifyitems(items):
    """The order of the tests; the Makefile gives each file to one worker, which makes its fixtures once."""

    def place(item):
        path = item.path.relative_to(ROOT).as_posix()
        return next((k for k, part in enumerate(FIRST) if path.startswith(part)), len(FIRST))

    items.sort(key=place)


def pytest_collection_finish():
    """What is there now stays: each search for garbage would go through all of it."""
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def no_waiting_for_the_disk():
    """No test loses its power: waiting for the disk would be half of their time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        patch.setattr(os, "sync", lambda: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def shipped_phenomena_are_read_once():
    from extractors.phenomena import catalogue
    from tests.builders.phenomena import read_shipped_once

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "load", read_shipped_once())
        yield
