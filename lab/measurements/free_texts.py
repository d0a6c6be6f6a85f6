"""Write texts of Debian's packages, a paragraph a line, in languages of which no other text was read.

    # Debian 12: wesnoth 1.16.9, debian-faq 11.1, debian-edu-doc 2.12.23.
    apt-get download wesnoth-1.16-httt wesnoth-1.16-utbs debian-faq-nl debian-edu-doc-nl
    for file in *.deb; do dpkg-deb -x "$file" packages; done
    python -m lab.measurements.free_texts --language pl packages > wesnoth.pl

Spanish, French, Polish, Italian and Portuguese (`pt_BR`): the stories and dialogues of two campaigns of Battle for
Wesnoth (GPL-2+), as translated; Dutch: the FAQ of Debian and the manual of Debian Edu (GPL-2+), as translated. The
lines stand in the order of the English texts and of the pages, so that a release of the packages gives the same lines
again.
"""

import argparse
import gettext
import html
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

CAMPAIGNS = ("httt", "utbs")
FEWEST_WORDS = 6
"""Shorter messages are names and buttons."""
PARAGRAPH = re.compile(r"<p(?:\s[^>]*)?>(.*?)</p>", re.DOTALL)
MARKUP = re.compile(r"<[^>]*>|\|")


def of_campaigns(folder: Path, language: str) -> Iterator[str]:
    """Yield the translated messages of the campaigns, in the order of their English texts."""
    for campaign in CAMPAIGNS:
        (path,) = folder.rglob(f"{language}/LC_MESSAGES/wesnoth-{campaign}.mo")
        with path.open("rb") as file:
            messages = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        # The messages of plurals have keys of two parts, and the header has an empty one.
        yield from (
            text for _, text in sorted((key, text) for key, text in messages.items() if isinstance(key, str) and key)
        )


def of_manuals(folder: Path) -> Iterator[str]:
    """Yield the paragraphs of the Dutch FAQ and manual, in the order of their pages."""
    pages = sorted(folder.rglob("FAQ/nl/*.html"))
    yield from (text for page in pages for text in PARAGRAPH.findall(page.read_text("utf-8", errors="replace")))
    (manual,) = folder.rglob("debian-edu-bookworm-manual.epub")
    with zipfile.ZipFile(manual) as book:
        for name in sorted(name for name in book.namelist() if name.endswith("html")):
            yield from PARAGRAPH.findall(book.read(name).decode("utf-8"))


def lines_of(folder: Path, language: str) -> Iterator[str]:
    """Yield each different text of FEWEST_WORDS words or more on one line, without its markup."""
    texts = of_manuals(folder) if language == "nl" else of_campaigns(folder, language)
    for line in dict.fromkeys(" ".join(html.unescape(MARKUP.sub("", text)).split()) for text in texts):
        if len(line.split()) >= FEWEST_WORDS:
            yield line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--language", required=True, choices=["es", "fr", "pl", "it", "pt_BR", "nl"])
    parser.add_argument("folder", type=Path, help="the unpacked packages")
    given = parser.parse_args()
    sys.stdout.writelines(f"{line}\n" for line in lines_of(given.folder, given.language))


if __name__ == "__main__":
    main()
