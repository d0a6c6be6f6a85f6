from pathlib import Path

import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.extract import ingest, segment_covariates, select
from extractors.extract.control_settings import ControlSettings
from extractors.formats import conllu, tables
from extractors.formats.covariates import values_of
from extractors.formats.segments import SEGMENTS
from extractors.formats.units import UNITS
from extractors.inputs.places import parse
from tests.builders.hits import hits
from tests.builders.rows import table_of_columns
from tests.builders.sets import ranges
from tests.builders.trees import conllu_of
from tests.builders.whole import drawn_controls

PARSES = conllu_of("""\
# segment_id = 0
1 Er er PRON _ _ 2 nsubj _ _
2 sagt sagen VERB _ _ 0 root _ _
3 , , PUNCT _ _ 5 punct _ _
4 sie sie PRON _ _ 5 nsubj _ _
5 lacht lachen VERB _ _ 2 ccomp _ _
6 und und CCONJ _ _ 7 cc _ _
7 weint weinen VERB _ _ 5 conj _ _

# segment_id = 2
1 Er er PRON _ _ 2 nsubj _ _
2 lacht lachen VERB _ _ 0 root _ _

# segment_id = 2
1 er er PRON _ _ 2 nsubj _ _
2-3 zum _ _ _ _ _ _ _ _
2 zu zu ADP _ _ 3 case _ _
3 Haus Haus PROPN _ _ 0 root _ _
""")


def test_what_a_parse_says_of_a_segment():
    found = segment_covariates.measure_parts([conllu.parse(PARSES)], 4)
    assert found["length"].tolist() == [7, 0, 4, 0]
    # `er` is there three times, whatever its case; punctuation is no word.
    assert found["rare_words"].tolist() == pytest.approx([5 / 6, 0, 3 / 5, 0])
    assert found["proper_names"].tolist() == pytest.approx([0, 0, 1 / 5, 0])
    assert found["clauses"].tolist() == [3, 0, 2, 0]
    assert found["depth"].tolist() == [3, 0, 2, 0]
    assert found["sentences"].tolist() == [1, 0, 2, 0]


def test_a_parse_of_a_longer_corpus_is_refused():
    with pytest.raises(InputError, match="the parse has segment 2, but the corpus has only 2 segments"):
        segment_covariates.measure_parts([conllu.parse(PARSES)], 2)


def test_names_are_read_line_by_line(tmp_path):
    (tmp_path / "d.txt").write_text("news\ntalk\nnews \n")
    assert segment_covariates.names_of(parse(tmp_path / "d.txt"), [""] * 3, source_name="s") == ["news", "talk", "news"]
    with pytest.raises(InputError, match="3 segments, but the source s has 4"):
        segment_covariates.names_of(parse(tmp_path / "d.txt"), [""] * 4, source_name="s")


def test_an_empty_line_is_no_name(tmp_path):
    # As one who parts documents by empty lines may write: each of these would be one more "document" of all such lines.
    (tmp_path / "d.txt").write_text("news\n \ntalk\n")
    with pytest.raises(InputError, match=r"d\.txt:2: the line is empty"):
        segment_covariates.names_of(parse(tmp_path / "d.txt"), [""] * 3, source_name="s")


def test_depths_end_where_arcs_run_in_a_circle():
    bank = conllu.parse(PARSES)
    bank.head[:] = 1
    assert np.isfinite(segment_covariates.measure_parts([bank], 4)["depth"]).all()


@pytest.fixture
def corpus(tmp_path):
    """A folder with four segments, two of them without words, their parses, domains and documents."""
    text = "".join(f"{line}\n" for line in ("Er sagt, sie lacht und weint", "", "Er lacht er zum", "…"))
    (tmp_path / "s.de").write_text(text)
    table = ingest.ingest(
        source=parse(tmp_path / "s.de"),
        references={"A": parse(tmp_path / "s.de")},
        source_language="de",
        target_language="en",
    )
    tables.write(table, tmp_path / "segments.parquet")
    (tmp_path / "p.conllu").write_text(PARSES)
    (tmp_path / "domains").write_text("news\nnews\ntalk\nnews\n")
    (tmp_path / "documents").write_text("b\nb\na\na\n")
    return tmp_path


def test_a_table_has_a_row_for_each_segment_and_the_names_that_are_known(corpus):
    table = segment_covariates.measure(
        corpus / "p.conllu", corpus / "segments.parquet", document=parse(corpus / "documents")
    )
    assert table.column("length").to_pylist() == [7, 0, 4, 0]
    assert table.column("clauses").to_pylist() == [3, 0, 2, 0]
    assert table.column("document").to_pylist() == ["b", "b", "a", "a"]
    assert table.column("domain").to_pylist() == [None] * 4


def test_names_are_measured_and_matched_where_they_are_known(corpus, monkeypatch):
    monkeypatch.chdir(corpus)
    chosen = select.select(hits((0, "a", 0), (2, "a", 0)), {"a": ranges(minimum=[0])})

    def drawn(match, **names):
        places = {name: parse(file) for name, file in names.items()}
        values = values_of(segment_covariates.measure("p.conllu", "segments.parquet", **places))
        return drawn_controls(chosen, values, ControlSettings(samples=3, tolerance=9, match=match)).to_pylist()

    assert [row["segment_ids"] for row in drawn(("length", "domain"), domain="domains")] == [[0, 2]] * 3
    with pytest.raises(InputError, match="controls are to be matched on the document, which is not known") as refused:
        drawn(("length", "document"), domain="domains")
    assert "`document:` of the corpus" in refused.value.remedy
    assert len(drawn(("length", "document"), document="documents")) == 3
    Path("domains").write_text("news\n")
    with pytest.raises(InputError, match=r"1 segments, but the source segments.parquet has 4"):
        drawn(("length", "domain"), domain="domains")


def test_a_document_that_begins_again_is_warned_of(corpus, caplog):
    def measured(documents):
        (corpus / "documents").write_text(documents)
        place = parse(corpus / "documents")
        return segment_covariates.measure(corpus / "p.conllu", corpus / "segments.parquet", document=place)

    measured("b\nb\na\na\n")
    assert not caplog.records
    assert measured("b\na\nb\na\n").column("document").to_pylist() == ["b", "a", "b", "a"]
    (said,) = [record.getMessage() for record in caplog.records]
    assert f"{corpus / 'documents'}, line 3: the document 'b' begins again, after other documents (2 do)" in said
    assert "give two documents two names" in said


def test_numbers_that_the_user_brings_are_columns_of_their_own(corpus):
    (corpus / "hard.tsv").write_text("sentinel\n0.5\n-1\n2e-3\n0\n")
    place = {"sentinel": parse(f"{corpus}/hard.tsv#sentinel")}
    table = segment_covariates.measure(corpus / "p.conllu", corpus / "segments.parquet", brought=place)
    assert table.column("sentinel").to_pylist() == [0.5, -1, 0.002, 0]
    assert table.column_names[-1] == "sentinel"


def test_units_have_the_number_of_their_segment(corpus):
    starts = {name: [[0]] * 4 for name in ("reference_starts", "system_starts")}
    columns = {"segment_id": range(4), "whole": [0, 0, 1, 2], "sentences": [1] * 4, "source_start": [0] * 4}
    units = table_of_columns(UNITS, columns | starts)
    tables.write(units, corpus / "units.parquet")
    (corpus / "hard").write_text("0.5\n1\n2\n")
    tables.write(tables.read(SEGMENTS, corpus / "segments.parquet")[1:], corpus / "whole.parquet")
    table = segment_covariates.measure(
        corpus / "p.conllu",
        corpus / "segments.parquet",
        uncut=corpus / "whole.parquet",
        brought={"hard": parse(corpus / "hard")},
        units=corpus / "units.parquet",
    )
    assert table.column("hard").to_pylist() == [0.5, 0.5, 1, 2]


@pytest.mark.parametrize(
    ("name", "text", "line", "problem", "remedy"),
    [
        ("sentinel", "1\n2\n", 3, "2 numbers, but the source .* has 4 segments", "give one number for each segment"),
        (
            "sentinel",
            "1\n2\n3\n4\n5\n",
            5,
            "5 numbers, but the source .* has 4 segments",
            "give one number for each segment",
        ),
        ("sentinel", "1\n2\nvery\n4\n", 3, "'very' is not a finite number", "give every segment a number"),
        ("clauses", "1\n2\n3\n4\n", None, "'clauses' is already the name of something else", "another name"),
        ("a+b", "1\n2\n3\n4\n", None, "'a.b' cannot be the name of a covariate", "begin with a letter"),
    ],
)
def test_numbers_that_do_not_fit_are_refused(corpus, name, text, line, problem, remedy):
    (corpus / "hard").write_text(text)
    with pytest.raises(InputError, match=problem) as caught:
        segment_covariates.measure(
            corpus / "p.conllu", corpus / "segments.parquet", brought={name: parse(corpus / "hard")}
        )
    assert caught.value.line == line
    assert remedy in caught.value.remedy
    assert line is None or caught.value.path == corpus / "hard"


def test_controls_are_matched_on_what_the_user_brings(corpus, monkeypatch):
    monkeypatch.chdir(corpus)
    chosen = select.select(hits((0, "a", 0), (2, "a", 0)), {"a": ranges(minimum=[0])})
    Path("hard").write_text("0\n0\n9\n9\n")
    values = values_of(segment_covariates.measure("p.conllu", "segments.parquet", brought={"sentinel": parse("hard")}))
    drawn = drawn_controls(chosen, values, ControlSettings(samples=9, match=("sentinel",)))
    # A segment without words is no control, so that of the two easy and the two hard ones one of each is left.
    assert drawn.column("segment_ids").to_pylist() == [[0, 2]] * 9
    with pytest.raises(InputError, match="controls are to be matched on the sentinal, which is not known") as refused:
        drawn_controls(chosen, values, ControlSettings(samples=9, match=("sentinal",)))
    assert "did you mean 'sentinel'" in refused.value.remedy
