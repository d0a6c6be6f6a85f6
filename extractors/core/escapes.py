"""Escape texts of strangers for a terminal, spreadsheet or Markdown, so that they are shown and never obeyed."""

import re
from typing import TypeVar
from urllib.parse import quote

T = TypeVar("T")

CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""All control characters but tab and line feed, and halves of surrogate pairs, which stand for invalid bytes."""
HALVES = re.compile("[\ud800-\udfff]")
"""Halves of surrogate pairs, which are no characters, and which no file in UTF-8 can hold."""
REPLACED = "\ufffd"
"""What stands for them."""
_IGNORABLE = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200B), (0x200E, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F)),
    *((0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
INVISIBLE = "".join(chr(code) for first, last in _IGNORABLE for code in range(first, last + 1))
"""Characters that spell no word: soft hyphens, zero-width spaces, byte-order marks, marks of writing direction and the
rest of Unicode's Default_Ignorable_Code_Point. U+200C and U+200D are left out: Persian and the scripts of India write
different words with and without them."""
_NO_INVISIBLE = dict.fromkeys(map(ord, INVISIBLE))
FORMULA = re.compile(r"'*[=+\-@\t\r]")
MARKED = re.compile(r"'+[=+\-@\t\r]")
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?|[+-]|-inf")
MARKDOWN = re.compile(r"([\\`*\[\]|~])|(?<!\w)_|_(?!\w)")


def visible(text: str) -> str:
    """Escape control characters for a terminal: `\\x1b` is written so, and cannot move the cursor or change a title."""
    return CONTROLS.sub(lambda match: ascii(match[0])[1:-1], text)


def without_invisible(text: str) -> str:
    """Remove the characters of INVISIBLE from a text."""
    return text if text.isascii() else text.translate(_NO_INVISIBLE)


def is_blank(character: str) -> bool:
    """Return whether a character is white space, or invisible."""
    return character.isspace() or ord(character) in _NO_INVISIBLE


def without_halves(text: str) -> str:
    """Replace each half of a surrogate pair that stands alone with U+FFFD."""
    return HALVES.sub(REPLACED, text)


def neutral(cell: T) -> T | str:
    """Write a spreadsheet cell (CSV, XLSX) that no program takes for a formula; leave what is not text unchanged.

    A text that begins like a formula gets an apostrophe before it, which `plain` takes away again
    (https://owasp.org/www-community/attacks/CSV_Injection).
    """
    if isinstance(cell, str) and FORMULA.match(cell) and not NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell


def plain(cell: str) -> str:
    """Undo `neutral`: return the text of a cell that it wrote."""
    return cell[1:] if MARKED.match(cell) else cell


def markdown(text: str) -> str:
    """Write a text as one line of Markdown that shows it: it makes no heading, link, image or HTML."""
    line = " ".join(visible(text).split())
    line = re.sub(r"&(?=#?\w+;)", "&amp;", line).replace("<", "&lt;")
    line = MARKDOWN.sub(lambda match: f"\\{match[0]}", line)
    return re.sub(r"^(?=[#>=+-])|^(\d+)(?=[.)])", r"\1\\", line)


def code(text: str) -> str:
    """Write a text as code inside a line of Markdown."""
    line = " ".join(visible(text).split())
    ticks = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    padding = " " if "`" in line else ""
    return f"{ticks}{padding}{line}{padding}{ticks}"


def fenced(text: str, language: str = "") -> str:
    """Write a text as a code block in Markdown, whatever fences it contains."""
    lines = "\n".join(visible(line) for line in text.strip().splitlines())
    ticks = "`" * max(3, 1 + max(map(len, re.findall("`+", lines)), default=0))
    return f"{ticks}{language}\n{lines}\n{ticks}"


def link(text: str, address: str) -> str:
    """Write a link in Markdown, or the text alone if the address is not http(s)."""
    if not re.match(r"https?://", address):
        return markdown(text)
    return f"[{markdown(text)}](<{quote(address, safe=SAFE_IN_ADDRESSES)}>)"


SAFE_IN_ADDRESSES = "%:/?#@!$&'*+,;=~-._[]"
