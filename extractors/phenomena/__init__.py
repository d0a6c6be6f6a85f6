"""The catalogue of phenomena, config/phenomena.yaml, and how well the shipped parser finds each."""

from extractors.core.shipped import shipped

DEFAULT_FILE = shipped("config/phenomena.yaml")
"""The catalogue that comes with the project."""

PAPER = "_paper"
"""Ends the ids of phenomena that are defined as in the paper, beside ours of the same name."""


def is_paper(phenomenon: str) -> bool:
    """Return whether a phenomenon is a twin, defined as in the paper."""
    return phenomenon.endswith(PAPER)
