"""Fixtures of the tests of quality."""

from tests.tiny_models.fixtures import tiny_models

__all__ = ["tiny_models"]
