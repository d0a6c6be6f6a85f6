"""Bytes made of a file that a reader takes, by a few edits, as damage and malice make them."""

import gzip
from collections.abc import Sequence

from hypothesis import strategies as st

TOKENS = (
    *(b"\x00", b"\r", b"\n", b"\t", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\x1b[31m", b"\x1f\x8b\x08"),
    *(b"-1", b"0", b"1e308", b"nan", b"inf", b"2147483648", b"99999999999999999999", b"9" * 5000, b"1.5", "٣".encode()),
    *(b'"', b"'", b"\\", b"[" * 3000, b"{" * 3000, b'{"a":' * 1200, b"null", b"true", b"{}", b"[]", b'""', b"..", b"/"),
    *(b"&a ", b"*a", b"<<: ", b"!!int ", b"!!binary ", b"? ", b"- ", b": ", b"# ", b"%", b"---\n", b"<!DOCTYPE x>"),
    *(b"../../x", b"=1+1", b"{x}", "\u2028".encode(), "e\u0301".encode(), b"x" * 200_000),
)
"""What readers have stumbled over."""
PLACES = st.floats(0, 1)


@st.composite
def mutated(draw: st.DrawFn, seeds: Sequence[bytes]) -> bytes:
    """A seed with one to six edits; at times it is packed, and the packed bytes are edited."""
    data = draw(st.sampled_from(seeds))
    packed = draw(st.integers(0, 9)) == 0
    if packed:
        data = gzip.compress(data, mtime=0)
    for _ in range(draw(st.integers(1, 6))):
        data = _edited(draw, data, seeds)
    return data


def _edited(draw: st.DrawFn, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """The bytes with one edit."""
    at = int(draw(PLACES) * len(data))
    match draw(st.sampled_from(("flip", "insert", "delete", "cut", "repeat", "splice", "token", "line"))):
        case "flip" if data:
            at = min(at, len(data) - 1)
            return data[:at] + bytes([data[at] ^ (1 << draw(st.integers(0, 7)))]) + data[at + 1 :]
        case "insert":
            return data[:at] + draw(st.binary(max_size=8)) + data[at:]
        case "delete":
            return data[:at] + data[at + draw(st.integers(1, 64)) :]
        case "cut":
            return data[:at]
        case "repeat":
            end = at + draw(st.integers(1, 200))
            return data[:end] + data[at:end] * draw(st.integers(1, 3)) + data[end:]
        case "splice":
            other = draw(st.sampled_from(seeds))
            return data[:at] + other[int(draw(PLACES) * len(other)) :]
        case "line":
            lines = data.split(b"\n")
            line = min(int(draw(PLACES) * len(lines)), len(lines) - 1)
            lines[line] = draw(st.sampled_from((b"", *TOKENS, lines[0])))
            return b"\n".join(lines)
        case _:
            token = draw(st.sampled_from(TOKENS))
            # In the place of a word, or between two bytes.
            end = at + draw(st.sampled_from((0, 0, 1, len(token))))
            return data[:at] + token + data[end:]
