"""Words with several translations: config/word_choices.yaml, finding words in texts, items from a parallel corpus."""

from pathlib import Path

DEFAULT_FILE = Path(__file__).parents[2] / "config" / "word_choices.yaml"
"""The word choices that come with the project."""
