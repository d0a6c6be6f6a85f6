"""Words with several translations: config/word_choices.yaml, finding words in texts, items from a parallel corpus."""

from extractors.core.shipped import shipped

DEFAULT_FILE = shipped("config/word_choices.yaml")
"""The word choices that come with the project."""
