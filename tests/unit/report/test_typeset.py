import re
import shutil
import subprocess

import pytest

from extractors.core.rounding import decimals
from extractors.report import typeset
from extractors.report.numbers import in_sequence, interval, many, mark, number, p_text
from extractors.report.typeset import Sheet, escape
from tests.builders.latex import check_latex

NASTY = r"50 % of a_b & c#1 $x$ {y} \z ~ ^ <1 > | " + '"q"'
SHEET = Sheet("nasty", NASTY, ["name", "n_1", "p"], [[NASTY, "-1.5*", "<0.001"], ["[1] plain", "+2.0", ""]], texts=1)


DENSE = Sheet("dense", "Many systems.", ["name", "a_1", "[b]"], [["x", "-1.5*", "[-5.9, +2.5]"]], texts=1, dense=True)


def test_a_dense_table_has_upright_names_and_seven_points():
    text = typeset.latex(DENSE)
    check_latex(text)
    assert r"{name} & \rotatebox{90}{a\_1} & \rotatebox{90}{[b]} \\" in text
    assert r"\begingroup\scriptsize" in text
    assert "{$-1.5$*} & {$[-5.9, +2.5]$}" in text
    assert "graphicx" in text.partition("\n")[0]
    assert "graphicx" not in typeset.latex(SHEET)


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
    sheets = [SHEET, DENSE, Sheet("empty", "No rows.", ["a", "b"], [], texts=1)]
    typeset.write(sheets, tmp_path)
    typeset.write_document(sheets, tmp_path / "tables.tex")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "tables.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    if "not found" in done.stdout:
        pytest.skip("this TeX lacks booktabs, graphicx, longtable or geometry")
    assert done.returncode == 0, done.stdout[-3000:]
    assert (tmp_path / "tables.pdf").stat().st_size > 0


def test_markdown_keeps_its_columns():
    lines = typeset.markdown(SHEET).split("\n")
    assert lines[2:4] == ["| name | n_1 | p |", "| :-- | --: | --: |"]
    assert all(len(re.findall(r"(?<!\\)\|", line)) == 4 for line in lines[2:-1])


def test_each_sheet_is_written_in_three_forms(tmp_path):
    typeset.write([SHEET], tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["nasty.csv", "nasty.md", "nasty.tex"]
    assert (tmp_path / "nasty.csv").read_text().split("\n")[0] == "name,n_1,p"


def test_a_document_reads_its_sheets_in_order(tmp_path):
    typeset.write_document([DENSE, SHEET], tmp_path / "x.tex")
    text = (tmp_path / "x.tex").read_text()
    assert re.findall(r"\\input\{(\w+)\}", text) == ["dense", "nasty"]
    assert {"booktabs", "longtable", "graphicx"} <= set(re.findall(r"\\usepackage(?:\[.*\])?\{(\w+)\}", text))
    assert text.endswith("\\end{document}\n")


def test_numbers_and_p_values():
    assert [number(v, 1, sign=True) for v in (1.04, -0.04, None, float("nan"))] == ["+1.0", "0.0", "", ""]
    assert [p_text(v) for v in (None, 0.0004, 0.0126, 1.0)] == ["", "<0.001", "0.013", "1.000"]
    assert (decimals([0.3, 1.0]), decimals([12.0])) == (3, 1)
    assert (interval(-5.86, 0.04, 1), interval(None, 1.0, 1)) == ("[-5.9, 0.0]", "")
    assert [mark(p, 0.05) for p in (0.049, 0.05, None)] == ["*", "", ""]


def test_what_is_counted_and_listed():
    assert [many(n, "category") for n in (1, 2)] == ["1 category", "2 categories"]
    assert (many(3, "phenomenon"), many(1200, "item")) == ("3 phenomena", "1,200 items")
    assert [in_sequence(list(names)) for names in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]


def test_a_signature_stands_below_the_table_and_in_a_column_of_the_csv(tmp_path):
    sheet = Sheet("signed", "A table at d >= 3.", ["name", "d >= 3"], [["x", "1"]], texts=1, signature="BLEU|nrefs:1")
    typeset.write([sheet], tmp_path)
    assert (tmp_path / "signed.csv").read_text() == "name,d >= 3,signature\nx,1,BLEU|nrefs:1\n"
    assert (tmp_path / "signed.md").read_text().endswith("| x | 1 |\n\nSignature: `BLEU|nrefs:1`\n")
    text = (tmp_path / "signed.tex").read_text()
    check_latex(text)
    assert r"{d $\geq$ 3}" in text
    assert r"Signature: BLEU\textbar{}\allowbreak{}nrefs:1\par" in text


def test_a_text_becomes_no_html_in_markdown():
    text = typeset.markdown(Sheet("a", "Suite <script>1</script>", ["<script>"], [["<img src=x>"]], texts=1))
    assert "<" not in text


def test_long_captions_are_broken_into_lines_in_markdown():
    text = typeset.markdown(Sheet("long", "word " * 99, ["a"], [], texts=1))
    assert max(map(len, text.splitlines())) <= typeset.LINE
