import pytest

from tests.builders.trust import measured_at


@pytest.fixture
def measured(tmp_path):
    """What is known of a parser that was measured, as tests.builders.trust says."""
    return measured_at(tmp_path / "q.csv")
