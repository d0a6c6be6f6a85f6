"""The examples of the page, from the tables of a small run."""

import dataclasses
import gzip
import json
import shutil

import pyarrow as pa
import pytest

from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY_HITS
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.covariates import COVARIATES
from extractors.formats.hits import HITS
from extractors.formats.human_errors import HUMAN_ERROR_HITS
from extractors.formats.segments import HYPOTHESES, SEGMENTS
from extractors.report.examples.payload import examples_data
from tests.builders import small_results, toy_results
from tests.builders.rows import table_of
from tests.builders.small_results import Segment

PHENOMENA = {name: toy_results.phenomenon(name) for name in ("particle_verb", "reflexive")}
MORE = [
    # The head and the dependent became one token of two words; 😀 is two units of UTF-16.
    Segment("😀 Sie kam/V nicht an/P .", "😀 She didn't/V .", "😀 She did not come ."),
    Segment("Sie kam/V an/P .", "She said that she arrived/V .", "She arrived , she arrived ."),
    Segment("Heute regnet es .", "It rains .", "It rains ."),
]
FIRST = len(small_results.ordinary())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return small_results.make(tmp_path_factory.mktemp("examples"), more=MORE)


@pytest.fixture
def copy(folder, tmp_path):
    return shutil.copytree(folder, tmp_path / "small")


def payload(folder, *, systems=small_results.SYSTEMS, limit=200, max_bytes=1_000_000):
    results = dataclasses.replace(toy_results.results(), name="small", systems=list(systems), phenomena=PHENOMENA)
    packed = examples_data(results, folder, limit=limit, max_bytes=max_bytes)
    assert len(packed) <= max_bytes
    return json.loads(gzip.decompress(packed))


def segment(found, number):
    return next(one for one in found["segments"] if one["id"] == number)


def marked(text, runs):
    return [(text[start:end], role) for start, end, role in zip(*[iter(runs)] * 3, strict=True)]


def test_every_hit_is_there_where_there_is_room(folder):
    found = payload(folder)
    hits = tables.read(HITS, folder / "hits.parquet").to_pylist()
    names = [one["id"] for one in found["phenomena"]]
    there = {(one["id"], names[hit[0]], hit[1], hit[3]) for one in found["segments"] for hit in one["hits"]}
    assert there == {(h["segment_id"], h["phenomenon"], h["distance_set"], h["head_word"]) for h in hits}
    assert found["hits"] == len(hits)
    assert found["limit"] is None
    assert found["corpus_segments"] == FIRST + len(MORE)
    assert [one["id"] for one in found["segments"]] == sorted({h["segment_id"] for h in hits})
    for one in found["phenomena"]:
        of_it = [h for h in hits if h["phenomenon"] == one["id"]]
        segments = len({h["segment_id"] for h in of_it})
        assert (one["hits"], one["shown_hits"]) == (len(of_it), len(of_it))
        assert (one["segments"], one["shown_segments"]) == (segments, segments)


def test_what_is_marked_for_a_hit(folder):
    found = payload(folder)
    one = segment(found, 9)
    assert one["source"] == "Otto fing gestern leider allein an ."
    ((_, distance, confidence, head, dependent, source, references, verdicts),) = one["hits"]
    assert (distance, confidence, head, dependent) == (3, 0.9, 1, 5)
    assert marked(one["source"], source) == [("fing", 1), ("an", 2)]
    assert marked(one["references"][0], references[0]) == [("began", 3)]
    good, weak = verdicts
    assert (good[:2], marked(one["outputs"][0], good[2]), good[3:]) == ([1, 0], [("began", 3)], [[], []])
    assert (weak[0], weak[2], weak[3:]) == (0, [], [["began"], ["began"]])


def test_offsets_count_characters_and_a_token_of_two_words_is_marked_whole(folder):
    one = segment(payload(folder), FIRST)
    hit = one["hits"][0]
    assert marked(one["source"], hit[5]) == [("kam", 1), ("an", 2)]
    # Both words of the token are aligned, and they touch.
    assert marked(one["references"][0], hit[6][0]) == [("did", 3), ("n't", 3)]
    assert hit[7][0][0] == 1
    # The weak output has one of the two words, which is half of what is looked for, and the one that it lacks is named.
    assert marked(one["outputs"][1], hit[7][1][2]) == [("did", 3)]
    assert hit[7][1][0] == 1
    assert hit[7][1][3] == ["n't"]


def test_a_word_that_an_output_has_twice_is_marked_once_where_the_reference_has_it(folder):
    one = segment(payload(folder), FIRST + 1)
    runs = one["hits"][0][7][1][2]
    assert marked(one["outputs"][1], runs) == [("arrived", 3)]
    assert runs[0] == one["outputs"][1].rindex("arrived")


def test_verdicts_are_those_of_the_table(folder):
    found = payload(folder)
    names = [one["id"] for one in found["phenomena"]]
    rows = tables.read(ACCURACY_HITS, folder / ACCURACY_HITS.file).to_pylist()
    wanted = {(r["segment_id"], r["phenomenon"], r["system"]): r["reference_match"] for r in rows}
    assert len(wanted) == len(rows)
    for one in found["segments"]:
        for hit in one["hits"]:
            for system, verdict in zip(found["systems"], hit[7], strict=True):
                right = wanted.pop((one["id"], names[hit[0]], system))
                assert verdict[0] == (None if right is None else int(right))
    assert not wanted


def test_parses_are_there(folder):
    found = payload(folder)
    ((forms, _, heads, deprels),) = segment(found, 12)["parse"]
    assert forms == ["Anna", "kam", "gestern", "leider", "allein", "zu", "dem", "Fest", "an", "."]
    assert heads[1] == 0
    assert found["deprels"][deprels[8]] == "compound:prt"


def test_the_limit_is_of_each_phenomenon(folder):
    found = payload(folder, limit=3)
    assert len(found["segments"]) == 6
    assert [one["shown_segments"] for one in found["phenomena"]] == [3, 3]
    assert {(one["label"], *one["roles"]) for one in found["phenomena"]} == {
        ("particle_verb words", "verb", "particle"),
        ("reflexive words", "verb", "particle"),
    }
    assert found["limit"] is None


def test_the_page_knows_how_its_examples_were_chosen(folder, copy):
    found = payload(folder, limit=3)
    assert (found["chosen_by"], found["random_every"]) == (["words"], 4)
    (copy / "accuracy_hits.parquet").unlink()
    found = payload(copy, limit=3)
    assert (found["chosen_by"], found["random_every"]) == ([], 1)


def test_the_limit_is_lowered_until_it_fits(folder, caplog):
    room = 2500
    found = payload(folder, max_bytes=room)
    assert 1 <= found["limit"] < found["asked"] == 200
    assert len(found["segments"]) == sum(one["shown_segments"] for one in found["phenomena"]) == 2 * found["limit"]
    assert f"{found['limit']} example segments a phenomenon are in it, not 200" in caplog.text
    same = payload(folder, limit=found["limit"])
    assert same["segments"] == found["segments"]


def test_without_accuracy_there_are_no_verdicts(copy):
    (copy / ACCURACY_HITS.file).unlink()
    found = payload(copy)
    assert found["measured"] is False
    assert segment(found, 9)["hits"][0][7] is None


def test_without_systems(folder):
    found = payload(folder, systems=())
    assert found["measured"] is False
    assert segment(found, 9)["outputs"] == []


def test_no_hits_at_all(copy):
    table = tables.read(HITS, copy / "hits.parquet")
    tables.write(table.slice(0, 0), copy / "hits.parquet")
    assert payload(copy)["segments"] == []


def test_no_room_is_said(folder):
    with pytest.raises(InputError, match="no room for one example of each phenomenon"):
        payload(folder, max_bytes=200)
    with pytest.raises(InputError, match="must be 1 or more, got 0"):
        payload(folder, limit=0)


@pytest.mark.parametrize(
    ("name", "form", "said"),
    [
        ("segments.parquet", SEGMENTS, r"there is no segment \d+, in which there are hits"),
        ("systems/weak.parquet", HYPOTHESES, r"there is no segment \d+\n"),
        ("accuracy_hits.parquet", ACCURACY_HITS, r"does not say how \w+ renders the hit of particle_verb"),
    ],
)
def test_tables_of_another_run_are_refused(copy, name, form, said):
    tables.write(tables.read(form, copy / name).slice(0, 20), copy / name)
    with pytest.raises(InputError, match=said) as error:
        payload(copy)
    assert str(error.value.path).endswith(name)
    assert "snakemake extract score" in error.value.remedy


@pytest.mark.parametrize(
    ("name", "form", "column", "value", "said"),
    [
        ("hits.parquet", HITS, "head_word", 90, r"a hit has token 1 and word 90 of segment \d+"),
        ("alignment.parquet", ALIGNMENT, "target", 90, r"a link goes to token 90 of segment \d+ of reference A"),
        ("segments.parquet", SEGMENTS, "source", "Etwas anderes .", r"token '\w+' of segment \d+ is not in its text"),
    ],
)
def test_positions_that_are_not_there_are_refused(copy, name, form, column, value, said):
    path = copy / name
    table = tables.read(form, path)
    index = table.column_names.index(column)
    values = [value] * len(table)
    field = table.schema.field(index)
    tables.write(table.set_column(index, field, pa.array(values, field.type)), path)
    with pytest.raises(InputError, match=said):
        payload(copy)


@pytest.mark.parametrize("name", ["alignment.parquet", COVARIATES.file])
def test_a_missing_table_is_named(copy, name):
    (copy / name).unlink()
    with pytest.raises(InputError, match=rf"{name}: no such file"):
        payload(copy)


def test_a_segment_stands_between_the_lines_of_its_document(copy):
    lines = tables.read(SEGMENTS, copy / "segments.parquet").column("source").to_pylist()
    found = payload(copy)
    middle = found["segments"][1]["id"]
    assert {(s["document"], s["domain"], s["before"], s["after"]) for s in found["segments"]} == {(None,) * 4}
    documents = ["a"] * (middle + 1) + ["b"] * (len(lines) - middle - 1)
    small_results.name_documents(copy, documents, ["news"] * len(lines))
    one = segment(payload(copy), middle)
    # The next line is of another document.
    assert (one["document"], one["domain"]) == ("a", "news")
    assert (one["before"], one["after"]) == (lines[middle - 1] if middle else None, None)
    small_results.name_documents(copy, ["a"] * len(lines))
    one = segment(payload(copy), middle)
    assert (one["before"], one["after"]) == (lines[middle - 1] if middle else None, lines[middle + 1])


def test_a_document_that_is_interrupted_has_no_line_beside_where_it_is(copy):
    lines = tables.read(SEGMENTS, copy / "segments.parquet").column("source").to_pylist()
    small_results.name_documents(copy, [f"d{number % 2}" for number in range(len(lines))])
    assert {(s["before"], s["after"]) for s in payload(copy)["segments"]} == {(None, None)}


def test_what_people_marked_stands_at_the_hits_in_outputs_that_they_looked_at(copy):
    assert len(segment(payload(copy), 9)["hits"][0]) == 8
    system = small_results.SYSTEMS[0]
    hit = tables.read(HITS, copy / "hits.parquet").to_pylist()
    hit = next(row for row in hit if row["segment_id"] == 9)
    row = {name: hit[name] for name in ("segment_id", "phenomenon", "head", "dependent", "distance_set")}
    row |= {"annotation": "mqm", "system": system, "words": ["came"], "raters": 1, "marked": 1.0}
    row |= {"errors": ["major fluency/grammar"], "spans": ["came"], "starts": [4]}
    tables.write(table_of(HUMAN_ERROR_HITS, [row]), copy / HUMAN_ERROR_HITS.file)
    found = payload(copy)
    marked_errors = segment(found, 9)["hits"][0][8]
    assert marked_errors[found["systems"].index(system)] == [["major fluency/grammar: came", 4, 8]]
    assert marked_errors.count(None) == len(found["systems"]) - 1
