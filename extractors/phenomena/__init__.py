"""The catalogue of phenomena, config/phenomena.yaml, and how well the shipped parsers find each."""

from extractors.core.shipped import shipped

DEFAULT_FILE = shipped("config") / "phenomena.yaml"
"""The catalogue that comes with the project."""
