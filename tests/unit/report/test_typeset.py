import re
import shutil
import subprocess

import pytest

from extractors.report import typeset
from extractors.report.numbers import decimals, number, p_text
from extractors.report.typeset import Sheet, escape
from tests.builders.latex import check_latex

NASTY = r"50 % of a_b & c#1 $x$ {y} \z ~ ^ <1 > | " + '"q"'
SHEET = Sheet("nasty", NASTY, ["name", "n_1", "p"], [[NASTY, "-1.5*", "<0.001"], ["[1] plain", "+2.0", ""]], texts=1)


def test_latex_escapes_what_is_special_and_closes_what_it_opens():
    check_latex(typeset.latex(SHEET))
    assert escape("particle_verb & 5 %") == r"particle\_verb \& 5 \%"
    assert "{$-1.5$*} & {$<0.001$}" in typeset.latex(SHEET)


@pytest.mark.parametrize(
    "broken", [("\\_", "_#"), ("\\end{longtable}", ""), ("{$+2.0$}", "{$+2.0$} & {3}"), ("\\}", "}")]
)
def test_the_parser_of_this_test_finds_errors(broken):
    text = typeset.latex(SHEET)
    assert broken[0] in text
    with pytest.raises(AssertionError):
        check_latex(text.replace(*broken, 1))


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex")
def test_latex_compiles(tmp_path):
    typeset.write([SHEET, Sheet("empty", "No rows.", ["a", "b"], [], texts=1)], tmp_path)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "tables.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    if "not found" in done.stdout:
        pytest.skip("this TeX lacks booktabs, longtable or geometry")
    assert done.returncode == 0, done.stdout[-3000:]
    assert (tmp_path / "tables.pdf").stat().st_size > 0


def test_markdown_keeps_its_columns():
    lines = typeset.markdown(SHEET).split("\n")
    assert lines[2:4] == ["| name | n_1 | p |", "| :-- | --: | --: |"]
    assert all(len(re.findall(r"(?<!\\)\|", line)) == 4 for line in lines[2:-1])


def test_each_sheet_is_written_in_three_forms(tmp_path):
    typeset.write([SHEET], tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["nasty.csv", "nasty.md", "nasty.tex", "tables.tex"]
    assert (tmp_path / "nasty.csv").read_text().split("\n")[0] == "name,n_1,p"


def test_numbers_and_p_values():
    assert [number(v, 1, sign=True) for v in (1.04, -0.04, None, float("nan"))] == ["+1.0", "0.0", "", ""]
    assert [p_text(v) for v in (None, 0.0004, 0.0126, 1.0)] == ["", "<0.001", "0.013", "1.000"]
    assert (decimals([0.3, 1.0]), decimals([12.0])) == (3, 1)
