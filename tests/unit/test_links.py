"""The links of README.md, CONTRIBUTING.md and the pages of docs/: files that are there, and headings that are there."""

import re

import pytest

from tests import ROOT

PAGES = sorted(
    [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *ROOT.glob("*/README.md"),
        *ROOT.glob("resources/*/README.md"),
        *ROOT.glob("docs/**/*.md"),
    ]
)
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)


def anchors(text):
    """The headings of a page as GitHub names them in addresses; an equal one again gets a number."""
    names = []
    for heading in re.findall(r"^#+ +(.+)$", FENCED.sub("", text), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")
        names.append(name if name not in names else f"{name}-{names.count(name)}")
    return set(names)


def broken(page):
    """The links of a page that lead nowhere."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path) if path else page
        if not file.exists() or (anchor and anchor not in anchors(file.read_text(encoding="utf-8"))):
            yield target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    assert list(broken(page)) == []


def test_a_link_to_nothing_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# One `thing`, and [more](x)\n[a](#one-thing-and-more) [b](page.md#two) [c](none.md) [d](https://x.y)\n"
    )
    assert list(broken(page)) == ["x", "page.md#two", "none.md"]
