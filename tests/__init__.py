"""Tests: unit/ mirrors the package, contract/ holds every backend to one standard, workflow/ runs Snakemake."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
"""The checkout."""
DATA = ROOT / "tests" / "data"
"""Small treebanks."""
