"""Terminals of other encodings than UTF-8."""

import io
import sys

from extractors import __main__ as cli


def test_what_a_terminal_has_no_letter_for_is_escaped(monkeypatch, tmp_path):
    out = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", out)
    parses = tmp_path / "p.conllu"
    parses.write_text("# text = żółw\n1\tżółw\tżółw\tNOUN\t_\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    assert cli.main(["try", "pattern { N [upos=NOUN] }", "--pair", "N,N", "--parses", str(parses)]) == 0
    out.flush()
    assert r"\u017c" in out.buffer.getvalue().decode("latin-1")
