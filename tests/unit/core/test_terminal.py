import pytest
from rich.table import Table
from rich.text import Text

from extractors.core.terminal import as_text


@pytest.fixture
def table():
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(overflow="fold")
    grid.add_column()
    grid.add_row(Text("word", style="bold"), "[red]:smile:")
    return grid


def test_cells_are_plain_text_and_lines_end_without_white_space(table):
    assert as_text(table) == "word  [red]:smile:\n"


def test_a_table_is_as_wide_as_it_needs_unless_a_width_is_given(table):
    table.add_row("x" * 600, "")
    assert "x" * 600 in as_text(table)
    assert max(map(len, as_text(table, width=40).splitlines())) <= 40
