"""What stands beside a source: a place that knows its own source is put in the order of the corpus's, or refused."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from extractors.core.errors import InputError
from extractors.inputs.beside_source import numbers_beside, set_beside, texts_beside, texts_together
from extractors.inputs.evaluation_sets import read_set
from extractors.inputs.places import parse
from tests.builders import test_sets as build

OURS = ["Hello.", "The owl sleeps.", "Thanks.", "Hello.", "The fox runs.", "Thanks.", "Bye."]
OF_OURS = ["owl", "owl", "owl", "fox", "fox", "fox", "end"]
THEIRS = ["Bye.", "Hello.", "The fox  runs.", "Thanks.", "Hello.", "The owl sleeps.", "Thanks."]
OF_THEIRS = ["end", "fox", "fox", "fox", "owl", "owl", "owl"]


def campaign(folder, source, documents):
    """Texts that name their line, so that the order shows."""
    build.write(folder / "source.en", build.lines(source))
    build.write(
        folder / "reference.A.de", build.lines(f"{text} {of}" for text, of in zip(source, documents, strict=True))
    )
    build.write(
        folder / "systems/x.de", build.lines(f"{of}: {text}" for text, of in zip(source, documents, strict=True))
    )
    build.write(folder / "en-de.docs", build.docs([("news", name) for name in documents]))
    return f"wmt24:{folder}#en-de"


def test_all_texts_of_another_order_are_put_in_order_and_it_is_said_once(tmp_path, caplog):
    place = f"testset:{campaign(tmp_path, THEIRS, OF_THEIRS)}"
    found = {
        column: texts_beside(parse(f"{place}#{column}"), OURS, source_name="s.en")
        for column in ("document", "references/A", "systems/x")
    }
    assert found["document"] == OF_OURS
    assert found["references/A"][4] == "The fox  runs. fox"
    assert found["systems/x"][:2] == ["owl: Hello.", "owl: The owl sleeps."]
    (record,) = caplog.records
    assert f"{place}: has the texts of s.en in another order, and is put in that order (7 of 7" in record.getMessage()


def test_the_same_order_says_nothing(tmp_path, caplog):
    place = parse(f"testset:{campaign(tmp_path, OURS, OF_OURS)}#document")
    assert texts_beside(place, OURS, source_name="s.en") == OF_OURS
    (tmp_path / "numbers").write_text("".join(f"{n}\n" for n in range(7)))
    assert numbers_beside(parse(tmp_path / "numbers"), OURS, source_name="s.en") == list(range(7))
    assert not caplog.records


def table(path, rows):
    """Write a table with the columns source, edited and domain in the format that the suffix names."""
    columns = dict(zip(("source", "edited", "domain"), map(list, zip(*rows, strict=True)), strict=True))
    if path.suffix == ".parquet":
        pq.write_table(pa.table(columns), path)
    elif path.suffix == ".jsonl":
        lines = [json.dumps(dict(zip(columns, row, strict=True))) for row in rows]
        path.write_text(build.lines(lines), encoding="utf-8")
    else:
        mark = "," if path.suffix == ".csv" else "\t"
        path.write_text(build.lines(mark.join(row) for row in ([*columns], *rows)), encoding="utf-8")
    return path


@pytest.mark.parametrize("suffix", [".tsv", ".csv", ".jsonl", ".parquet"])
def test_a_table_with_the_source_of_its_rows_is_put_in_order_or_refused(tmp_path, suffix):
    rows = [(text, f"{text} too", "news") for text in ("The fox runs.", "Bye.", "Hello.")]
    path = table(tmp_path / f"t{suffix}", rows)
    source = ["Hello.", "The fox  runs.", "Bye."]
    edited = texts_beside(parse(f"{path}#edited"), source, source_name="s.en")
    assert edited == ["Hello. too", "The fox runs. too", "Bye. too"]
    # The source of the table is what others are put beside.
    assert texts_beside(parse(f"{path}#source"), source, source_name="s.en")[0] == "The fox runs."
    with pytest.raises(InputError, match=r"its source 'Bye\.' is not in s\.en, whose line 3, 'No\.', is not here"):
        texts_beside(parse(f"{path}#domain"), [*source[:2], "No."], source_name="s.en")


def test_a_column_that_says_where_rows_are_from_is_no_source(tmp_path):
    path = table(tmp_path / "t.tsv", [("news", str(n), "x") for n in range(20)])
    source = [f"Number {n}." for n in range(20)]
    assert texts_beside(parse(f"{path}#edited"), source, source_name="s.en") == [str(n) for n in range(20)]


@pytest.mark.parametrize("change", [list, lambda rows: rows[::-1]])
def test_assessments_of_post_edits_are_put_in_the_order_of_their_sources(tmp_path, change):
    place = build.wmtqe(tmp_path)
    header, *rows = (tmp_path / "test.da.tsv").read_text(encoding="utf-8").splitlines()
    build.write(tmp_path / "test.da.tsv", build.lines([header, *change(rows)]))
    found = read_set(place)
    assert [segment.source for segment in found.segments] == build.SOURCE
    assert [(score.segment, score.value) for score in found.scores["da"].values] == [(1, 0.5), (2, 1.5)]


def test_assessments_of_other_texts_are_refused(tmp_path):
    place = build.wmtqe(tmp_path)
    text = (tmp_path / "test.da.tsv").read_text(encoding="utf-8")
    build.write(tmp_path / "test.da.tsv", text.replace("A fox", "A hen"))
    with pytest.raises(InputError, match=r"test\.da\.tsv:3: 'A hen comes by\.' is not in test\.src"):
        read_set(place)


def test_other_texts_are_refused_with_the_first_that_differs(tmp_path):
    theirs = [text.replace("fox", "cat") for text in THEIRS]
    place = parse(f"testset:{campaign(tmp_path, theirs, OF_THEIRS)}#document")
    with pytest.raises(InputError, match=r"'The cat  runs.' is not in s.en, whose line 5, 'The fox runs.'") as caught:
        texts_beside(place, OURS, source_name="s.en")
    assert caught.value.line == 3
    with pytest.raises(InputError, match=r"7 segments, but the source s.en has 8"):
        texts_beside(place, [*OURS, "More."], source_name="s.en")


@pytest.mark.parametrize(("documents", "said"), [(["a", "b", "c"], True), (["a", "a", "c"], False)])
def test_equal_texts_between_other_neighbours_are_ambiguous_where_values_differ(tmp_path, caplog, documents, said):
    place = parse(f"testset:{campaign(tmp_path, ['Yes.', 'Yes.', 'No.'], documents)}#document")
    assert texts_beside(place, ["No.", "Yes.", "Yes."], source_name="s.en") == ["c", *documents[:2]]
    assert ("2 segments have texts that stand there more than once" in caplog.text) == said


def test_texts_without_a_source_are_put_in_the_order_of_the_first_that_knows_one(tmp_path):
    ours, theirs = (
        parse(f"testset:{campaign(tmp_path / name, *texts)}#references/A")
        for name, texts in (("ours", (OURS, OF_OURS)), ("theirs", (THEIRS, OF_THEIRS)))
    )
    (tmp_path / "plain").write_text(build.lines("1234567"))
    found, source = texts_together({"plain": parse(tmp_path / "plain"), "ours": ours, "theirs": theirs})
    assert source == OURS
    assert found["plain"] == list("1234567")
    assert [text.split() for text in found["theirs"]] == [text.split() for text in found["ours"]]


def test_scores_and_errors_of_a_set_go_with_its_segments(tmp_path):
    place = build.mteval(tmp_path / "set")
    found = set_beside(read_set(place), build.SOURCE[::-1], name=place, source_name="s.en")
    assert [segment.source for segment in found.segments] == build.SOURCE[::-1]
    assert list(found.systems["good"].texts) == build.SYSTEMS["good"][::-1]
    good = {score.segment: score.value for score in found.scores["da"].values if score.system == "good"}
    assert good == {2: 5.0, 1: 6.0}
    marked = [(r.segment, len(r.errors)) for r in found.ratings["mqm"].values if r.system == "good"]
    assert marked == [(2, 0), (1, 2)]
