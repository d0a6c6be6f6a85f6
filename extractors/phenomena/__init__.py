"""The catalogue of phenomena, config/phenomena.yaml, and how well the shipped parsers find each."""

from pathlib import Path

DEFAULT_FILE = Path(__file__).parents[2] / "config" / "phenomena.yaml"
"""The catalogue that comes with the project."""
