"""Compute checksums of lines, which identify a text where the text itself is not kept."""

import hashlib

DIGITS = 12
"""Hexadecimal digits of a short checksum, the first of its 16."""


def clean(text: str) -> str:
    """Clean a line as sacreBLEU does: each run of white space becomes one blank, with none at the ends."""
    return " ".join(text.split())


def line_checksum(text: str) -> int:
    """Return the checksum of a clean line: the first 8 bytes of its SHA-256, as a signed integer."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big", signed=True)


def short(checksum: int) -> str:
    """Return the first digits of a checksum, in hexadecimal."""
    return f"{checksum % (1 << 64):016x}"[:DIGITS]
