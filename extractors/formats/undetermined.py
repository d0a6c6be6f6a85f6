"""The language of a text that nobody named."""

UNDETERMINED = "und"
"""ISO 639-2: the target language of a corpus that is a source alone, a language of a suite that names none."""
