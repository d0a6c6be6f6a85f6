"""What tests of several folders share."""

from tests.command_fixtures import call, refuses
from tests.tiny_models.fixtures import tiny_models

__all__ = ["call", "refuses", "tiny_models"]
