"""`find` with the shipped parser and with parses that are there."""

import pytest

import extractors as cs
from extractors.api.frames import frame_of
from extractors.core.errors import InputError
from extractors.formats.hits import HITS
from tests.builders.trees import TWO_PARTICLE_VERBS, conllu_of

TEXT = "Er lacht.\nSie sagte den Termin ab."


def test_text_gives_the_table_of_hits_as_a_run_has_it():
    found = cs.find(TEXT, "particle_verb", language="de")
    assert (len(found), repr(found)) == (1, "1 hit of particle_verb")
    (row,) = found.table.to_pylist()
    assert found.table.schema.equals(HITS.schema)
    assert (row["segment_id"], row["head_form"], row["dependent_form"], row["distance"]) == (1, "sagte", "ab", 2)
    assert 0.5 < row["confidence"] <= 1
    assert found.frame["distance"].tolist() == [2]
    assert "[V:sagte] den Termin [P:ab]" in str(found)


def test_hits_stand_marked_in_a_notebook_and_text_is_no_markup():
    page = cs.find("Sie sagte <b>den</b> Termin ab.", "particle_verb", language="de")._repr_html_()
    assert page.count("<mark ") == 2
    assert "&lt;" in page
    assert "<b>" not in page


def test_parses_are_read_or_used_again(tmp_path):
    path = tmp_path / "x.conllu"
    path.write_text(conllu_of(TWO_PARTICLE_VERBS), encoding="utf-8")
    found = cs.find(path, "pattern { V -[compound:prt]-> P }")
    again = cs.find(found.treebank, "pattern { V -[compound:prt]-> P; V << P }", pair=["P", "V"])
    assert [row["head_form"] for row in found.table.to_pylist()] == ["kam", "ging"]
    assert [row["head_form"] for row in again.table.to_pylist()] == ["an", "weg"]


@pytest.mark.parametrize(
    ("text", "request_", "options", "words"),
    [
        (TEXT, "particle_verb", {}, "no language is named"),
        (TEXT, "pattern { A -> B }", {}, "language of the text is not named"),
        (3, "particle_verb", {"language": "de"}, "the text must be a text, got 3"),
        (TEXT, 3, {"language": "de"}, "the request must be a text, got 3"),
        ([], "pattern { A -> B }", {"language": "de"}, "no text to search"),
        (TEXT, "particle_vreb", {"language": "de"}, "did you mean 'particle_verb'"),
        (TEXT, "particle_verb", {"language": "de", "parser": "multilinguall"}, "did you mean 'multilingual'"),
    ],
)
def test_what_cannot_be_used_is_an_input_error(text, request_, options, words):
    with pytest.raises(InputError, match=words):
        cs.find(text, request_, **options)


def test_without_pandas_the_error_names_it():
    class Table:
        def to_pandas(self):
            raise ModuleNotFoundError("No module named 'pandas'", name="pandas")

    with pytest.raises(InputError, match=r"pip install pandas") as raised:
        frame_of(Table())
    assert "the Arrow table works without it" in raised.value.problem
