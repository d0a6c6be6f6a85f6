"""Checksums of lines, by which a text is known again where no text is kept."""

import hashlib

DIGITS = 12
"""Hexadecimal digits of a short checksum, the first of its 16."""


def clean(text: str) -> str:
    """A line as sacreBLEU writes it: each run of white space is one blank."""
    return " ".join(text.split())


def line_checksum(text: str) -> int:
    """The checksum of a clean line: the first 8 bytes of its SHA-256."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big", signed=True)


def short(checksum: int) -> str:
    """The first digits of a checksum."""
    return f"{checksum % (1 << 64):016x}"[:DIGITS]
