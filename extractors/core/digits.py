LONGEST = 18
"""Digits of a number that fits 64 bits. Python's `int` refuses thousands of digits by an error."""


def is_whole(text: str) -> bool:
    """Return whether a text is a whole number from 0 on, of at most LONGEST digits, so that it fits 64 bits."""
    return text.isdecimal() and len(text) <= LONGEST
