"""Paragraphs cut into units: the same ones in every text, nothing lost, nothing moved."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.extract.units.unit_stage import (
    cut_corpus,
    cut_system,
    cut_texts,
    cut_to_files,
    spread_scores,
    units_of,
    without_systems,
)
from extractors.formats import conllu, tables
from extractors.formats.segments import HYPOTHESES, read_corpus, read_hypotheses
from extractors.formats.statistics import Statistics, read_statistics, write_statistics
from tests.builders.paragraphs import corpus_of, flat_conllu, flat_parse, joined, links_in_order
from tests.builders.rows import links_table, table_of_columns

SOURCE = [
    ["Der Regen fiel den ganzen Tag.", "Wir blieben zu Hause.", "Am Abend kam Besuch aus der Stadt."],
    ["Niemand sagte ein Wort."],
    ["Der Hund schlief unter dem Tisch.", "Er träumte von einem langen Spaziergang."],
]
REFERENCE = [
    ["The rain fell all day long.", "We stayed at home.", "In the evening visitors came from town."],
    ["Nobody said a word."],
    ["The dog slept under the table.", "He dreamt of a long walk."],
]
JOINED = [REFERENCE[0], REFERENCE[1], ["The dog slept under the table and dreamt of a long walk.", ""]]
SHORTER = [[REFERENCE[0][0], "", REFERENCE[0][2]], REFERENCE[1], REFERENCE[2]]


def cut(*systems):
    """The corpus and its units with these outputs, named s0, s1 and so on."""
    corpus = corpus_of(SOURCE, REFERENCE)
    outputs = {f"s{k}": [joined(p) for p in paragraphs] for k, paragraphs in enumerate(systems)}
    links = {f"s{k}": links_in_order(SOURCE, paragraphs) for k, paragraphs in enumerate(systems)}
    of_reference = {"A": links_in_order(SOURCE, REFERENCE)}
    return corpus, outputs, cut_corpus(corpus, flat_parse(SOURCE), outputs, of_reference, links, parses="parse")


def test_sentences_that_every_text_has_are_units():
    corpus, outputs, found = cut(REFERENCE)
    assert units_of(corpus.source, found.units, "source_start") == [s for p in SOURCE for s in p]
    assert units_of(corpus.references["A"], found.units, "reference_starts", 0) == [s for p in REFERENCE for s in p]
    assert units_of(outputs["s0"], found.units, "system_starts", 0) == [s for p in REFERENCE for s in p]
    assert found.units.column("whole").to_pylist() == [0, 0, 0, 1, 2, 2]
    assert found.unit_of_sentence == list(range(6))


def test_a_copy_of_the_texts_is_cut_alike_by_the_places_alone():
    corpus, _, found = cut(JOINED)
    bare = without_systems(found.units)
    assert bare.column("system_starts").to_pylist() == [[]] * len(bare)
    texts = cut_texts({"": corpus.source, **corpus.references}, bare)
    assert texts[""] == units_of(corpus.source, found.units, "source_start")
    assert texts["A"] == units_of(corpus.references["A"], found.units, "reference_starts", 0)


def test_one_output_that_joins_two_sentences_keeps_them_together_in_all():
    corpus, outputs, found = cut(REFERENCE, JOINED)
    assert found.units.column("whole").to_pylist() == [0, 0, 0, 1, 2]
    assert found.units.column("sentences").to_pylist() == [1, 1, 1, 1, 2]
    assert found.unit_of_sentence == [0, 1, 2, 3, 4, 4]
    assert units_of(outputs["s1"], found.units, "system_starts", 1)[-1] == JOINED[2][0]
    assert units_of(corpus.references["A"], found.units, "reference_starts", 0)[-1] == joined(REFERENCE[2])
    rows = {row["text"]: row for row in found.cuts.to_pylist()}
    assert rows["system s1"] == {"text": "system s1", "ends": 3, "sure": 2, "alone": 1, "empty": 0, "whole": 1}
    assert rows["all"]["sure"] == 2


def test_a_system_with_the_name_of_a_reference_keeps_its_own_links():
    corpus = corpus_of(SOURCE, REFERENCE)
    of_reference, of_system = ({"A": links_in_order(SOURCE, texts)} for texts in (REFERENCE, JOINED))
    outputs = {"A": [joined(p) for p in JOINED]}
    found = cut_corpus(corpus, flat_parse(SOURCE), outputs, of_reference, of_system, parses="parse")
    assert found.units.column("whole").to_pylist() == [0, 0, 0, 1, 2]
    rows = {row["text"]: row["sure"] for row in found.cuts.to_pylist()}
    assert rows == {"reference A": 3, "system A": 2, "all": 2}


def test_a_sentence_that_an_output_left_out_stays_with_its_neighbours():
    _, outputs, found = cut(SHORTER)
    assert units_of(outputs["s0"], found.units, "system_starts", 0)[0] == joined(SHORTER[0])
    assert found.units.column("sentences").to_pylist() == [3, 1, 1, 1]


@settings(max_examples=30)
@given(st.lists(st.sampled_from([REFERENCE, JOINED, SHORTER]), min_size=1, max_size=3), st.randoms())
def test_nothing_is_lost_whatever_the_links_are(systems, random):
    corpus = corpus_of(SOURCE, REFERENCE)
    outputs = {f"s{k}": [joined(p) for p in paragraphs] for k, paragraphs in enumerate(systems)}
    links = {
        name: {i: sorted({(random.randrange(6), random.randrange(6)) for _ in range(6)}) for i in range(3)}
        for name in (*outputs, "A")
    }
    found = cut_corpus(corpus, flat_parse(SOURCE), outputs, links, links, parses="parse")
    whole = found.units.column("whole").to_pylist()
    for k, texts in enumerate(outputs.values()):
        units = units_of(texts, found.units, "system_starts", k)
        for segment, text in enumerate(texts):
            assert " ".join(filter(None, (u for u, w in zip(units, whole, strict=True) if w == segment))) == text


@pytest.fixture
def files(tmp_path):
    """The files of a corpus of paragraphs, and those that it is cut into."""
    corpus = corpus_of(SOURCE, REFERENCE)
    tables.write(corpus.table([f"p.de:{i + 1}" for i in range(3)]), tmp_path / "segments.parquet")
    hypotheses = [joined(p) for p in SHORTER]
    tables.write(
        table_of_columns(HYPOTHESES, {"segment_id": range(3), "hypothesis": hypotheses}), tmp_path / "s.parquet"
    )
    (tmp_path / "parse.conllu").write_text(flat_conllu(SOURCE), encoding="utf-8")
    for file, name, target in (("alignment", "A", REFERENCE), ("output_alignment", "s", SHORTER)):
        found = links_in_order(SOURCE, target).items()
        rows = [(segment, name, i, j, "", "") for segment, links in found for i, j in links]
        tables.write(links_table(*rows), tmp_path / f"{file}.parquet")
    outputs = {
        "segments": tmp_path / "units/segments.parquet",
        "parses": tmp_path / "units/source.conllu.gz",
        "units": tmp_path / "units/units.parquet",
        "cuts": tmp_path / "units/unit_cuts.csv",
    }
    count = cut_to_files(
        tmp_path / "segments.parquet",
        tmp_path / "parse.conllu",
        {"s": tmp_path / "s.parquet"},
        alignment=tmp_path / "alignment.parquet",
        output_alignment=tmp_path / "output_alignment.parquet",
        outputs=outputs,
    )
    return tmp_path, outputs, count


def test_the_tables_are_those_of_a_corpus_of_sentences(files):
    folder, outputs, count = files
    assert count == 4
    corpus = read_corpus(outputs["segments"])
    assert corpus.source == [joined(SOURCE[0]), *SOURCE[1], *SOURCE[2]]
    assert corpus.references["A"] == [joined(REFERENCE[0]), *REFERENCE[1], *REFERENCE[2]]
    treebank = conllu.read(outputs["parses"])
    assert treebank.segment.tolist() == [0, 0, 0, 1, 2, 3]
    assert treebank.surface[3][:2] == ["Er", "träumte"]
    of_system = cut_system(folder / "s.parquet", outputs["units"], "s")
    assert of_system.column("hypothesis").to_pylist() == [joined(SHORTER[0]), *SHORTER[1], *SHORTER[2]]
    assert read_hypotheses(folder / "s.parquet")[1] == "Nobody said a word."


def test_units_of_other_systems_are_refused(files):
    folder, outputs, _ = files
    with pytest.raises(InputError, match="made without the system 'other'"):
        cut_system(folder / "s.parquet", outputs["units"], "other")


def test_a_score_of_a_segment_is_that_of_its_units(files, tmp_path):
    _, outputs, _ = files
    write_statistics(
        Statistics("s", "comet", np.array([[0.5, 1], [0.25, 1], [0.75, 1]]), "comet"), tmp_path / "whole.parquet"
    )
    assert spread_scores(tmp_path / "whole.parquet", outputs["units"], tmp_path / "spread.parquet") == 4
    rows = read_statistics(tmp_path / "spread.parquet").rows
    assert rows[:, 0].tolist() == [0.5, 0.25, 0.75, 0.75]
    write_statistics(Statistics("s", "comet", np.array([[0.5, 1]]), "comet"), tmp_path / "whole.parquet")
    with pytest.raises(InputError, match="scores of only 1"):
        spread_scores(tmp_path / "whole.parquet", outputs["units"], tmp_path / "spread.parquet")
