"""Languages of a corpus that nobody named."""

from __future__ import annotations

UNDETERMINED = "und"
"""The target language of a corpus that is a source alone (ISO 639-2)."""
