"""Fixtures of the tests of quality."""

from __future__ import annotations

from tests.tiny_models.fixtures import tiny_models

__all__ = ["tiny_models"]
