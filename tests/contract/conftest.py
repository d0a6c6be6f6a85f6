"""Fixtures of the contract tests."""

from tests.tiny_models.fixtures import tiny_models

__all__ = ["tiny_models"]
