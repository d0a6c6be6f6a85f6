import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table

from extractors.core import logs
from extractors.core.escapes import code, fenced, is_blank, link, markdown, neutral, plain, visible, without_invisible
from extractors.core.terminal import as_text

ESCAPE = "\x1b]0;title\x07\x1b[2J\r\x9b31m\x00"


def test_control_characters_are_shown_and_do_nothing():
    assert visible(f"a\tb\n{ESCAPE}\udcff") == "a\tb\n\\x1b]0;title\\x07\\x1b[2J\\r\\x9b31m\\x00\\udcff"
    assert visible("Grüße, 世界 👋") == "Grüße, 世界 👋"


def test_they_do_nothing_in_a_table_either_and_colours_do():
    table = Table.grid()
    table.add_row(ESCAPE, style="bold")
    assert as_text(table) == "\\x1b]0;title\\x1b[2J\\x9b31m\\x00\n"
    assert as_text(table, colour=True).startswith("\x1b[1m\\x1b]0;")


def test_nor_in_a_log(tmp_path, capsys):
    logs.to_terminal()
    with logs.to_file(tmp_path / "log"):
        logging.getLogger("extractors").warning("the text %s", ESCAPE)
    for text in (capsys.readouterr().err, (tmp_path / "log").read_text()):
        assert "WARNING the text \\x1b]0;title\\x07" in text
        assert "\x1b" not in text


@pytest.mark.parametrize("text", ["=1+1", "=cmd|'/C calc'!A0", "@SUM(1)", "+a", "-2+3", "\t=1", "\r=1", "'=1", "''@x"])
def test_a_formula_becomes_a_text_and_back(text):
    assert neutral(text) == f"'{text}"
    assert plain(f"'{text}") == text


@pytest.mark.parametrize("cell", ["", "a=b", "-", "-0.5", "+3", "-1e-05", "'s", "(=1)", 3, -0.5, None])
def test_other_cells_stay_as_they_are(cell):
    assert neutral(cell) == cell
    assert not isinstance(cell, str) or plain(cell) == cell


@given(st.text(alphabet="'=+-@\t\ra1. ", max_size=6))
def test_every_text_comes_back(text):
    assert plain(neutral(text)) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A. Author, 2020 (CC BY 4.0)", "A. Author, 2020 (CC BY 4.0)"),
        ("# Heading", "\\# Heading"),
        ("one\n\n# two\n---", "one # two ---"),
        ("<script>x</script>", "&lt;script>x&lt;/script>"),
        ("![x](http://a/b.png) [y](c)", "!\\[x\\](http://a/b.png) \\[y\\](c)"),
        ("a | b `c` *d* _e_ snake_case", "a \\| b \\`c\\` \\*d\\* \\_e\\_ snake_case"),
        ("&lt;b> & co", "&amp;lt;b> & co"),
        ("> quoted", "\\> quoted"),
        ("- item", "\\- item"),
        ("1. item", "1\\. item"),
        ("\x1b[31m", "\\\\x1b\\[31m"),
    ],
)
def test_markdown_shows_a_text(text, shown):
    assert markdown(text) == shown


def test_code_and_fences_hold_fences():
    assert code("a`b``c") == "``` a`b``c ```"
    assert code("parser:1") == "`parser:1`"
    assert fenced("a\n```\n# b\n", "bibtex") == "````bibtex\na\n```\n# b\n````"


def test_a_link_leads_to_the_web_or_is_none():
    assert link("a [b]", "https://x.org/(a) b?c=d&e>") == "[a \\[b\\]](<https://x.org/%28a%29%20b?c=d&e%3E>)"
    assert link("a", "javascript:alert(1)") == "a"


@pytest.mark.parametrize("mark", ["\u00ad", "\u200b", "\u200e", "\u202b", "\u2067", "\ufe0f", "\U000e0041"])
def test_characters_that_spell_no_word_are_taken_away(mark):
    assert without_invisible(f"wo{mark}rd{mark} two") == "word two"
    assert is_blank(mark)


def test_joiners_that_make_another_word_stay():
    for joiner in "\u200c\u200d":
        assert without_invisible(f"a{joiner}b") == f"a{joiner}b"
        assert not is_blank(joiner)
