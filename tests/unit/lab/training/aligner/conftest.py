from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def threads_of_training(one_thread: None) -> None:
    """Every test here trains."""
