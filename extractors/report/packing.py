"""Packing data for the page: JSON without blanks, gzipped; the same value gives the same bytes."""

import gzip
import json

LEVEL = 9
"""The highest level of gzip."""


def as_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def packed(value: object) -> bytes:
    return gzip.compress(as_json(value), LEVEL, mtime=0)
