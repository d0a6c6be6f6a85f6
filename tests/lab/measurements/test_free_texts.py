"""Texts of packages: the translated messages of campaigns, and the paragraphs of manuals."""

import importlib
import struct
import zipfile
from pathlib import Path
from typing import Any

free_texts: Any = importlib.import_module("lab.measurements.free_texts")


def catalogue(messages: dict[str, str]) -> bytes:
    """A compiled catalogue of messages, as gettext reads it (GNU gettext manual, The Format of GNU MO Files)."""
    pairs = sorted((key.encode(), text.encode()) for key, text in messages.items())
    at = 28 + 16 * len(pairs)
    tables: list[list[int]] = [[], []]
    content = b""
    for side in (0, 1):
        for pair in pairs:
            tables[side] += [len(pair[side]), at + len(content)]
            content += pair[side] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + struct.pack(f"<{4 * len(pairs)}I", *tables[0], *tables[1]) + content


def test_messages_of_campaigns_come_in_the_order_of_their_english_texts(tmp_path: Path) -> None:
    header = {"": "Content-Type: text/plain; charset=UTF-8\n"}
    of_campaign = {
        "b": "Zwei <i>Zwerge</i> gehen heute wieder nach Hause.",
        "a": "Eins ist hier\nnoch am Anfang allein.",
        "c": "Ja",
    }
    for name, messages in zip(free_texts.CAMPAIGNS, (of_campaign, {}), strict=True):
        path = tmp_path / f"locale/pl/LC_MESSAGES/wesnoth-{name}.mo"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(catalogue(header | messages))
    assert list(free_texts.lines_of(tmp_path, "pl")) == [
        "Eins ist hier noch am Anfang allein.",
        "Zwei Zwerge gehen heute wieder nach Hause.",
    ]


def manuals(place: Path) -> Path:
    """A page of the FAQ, and a manual of two pages."""
    (place / "FAQ/nl").mkdir(parents=True)
    (place / "FAQ/nl/a.nl.html").write_text("<p>Dit is een <b>hele</b> zin &amp; niets meer.</p><p>Kort.</p>")
    with zipfile.ZipFile(place / "debian-edu-bookworm-manual.epub", "w") as book:
        for page in ("b", "a"):
            book.writestr(f"{page}.xhtml", f'<p class="x">Dit staat op de bladzijde {page} van het boek.</p>')
    return place


def test_paragraphs_of_manuals_come_in_the_order_of_their_pages(tmp_path: Path) -> None:
    assert list(free_texts.lines_of(manuals(tmp_path), "nl")) == [
        "Dit is een hele zin & niets meer.",
        "Dit staat op de bladzijde a van het boek.",
        "Dit staat op de bladzijde b van het boek.",
    ]
