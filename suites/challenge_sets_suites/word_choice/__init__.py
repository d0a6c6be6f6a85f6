"""Words with several translations: word_choices.yaml, finding words in texts, items from a parallel corpus."""

from pathlib import Path

DEFAULT_FILE = Path(__file__).parents[1] / "word_choices.yaml"
"""The word choices that come with the project."""
