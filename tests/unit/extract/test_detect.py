import logging

import pyarrow as pa
import pytest

from extractors.core.errors import InputError
from extractors.extract.detect import detect
from extractors.formats import conllu, tables
from extractors.formats.alignment import AlignmentParts, OutputParts, surely_aligned
from extractors.formats.hits import HITS
from extractors.formats.origin import origin_of
from extractors.phenomena import catalogue
from tests import ROOT
from tests.builders.rows import links_table
from tests.builders.trees import TWO_PARTICLE_VERBS, conllu_of
from tests.builders.whole import detected

PARSES = conllu_of(
    TWO_PARTICLE_VERBS
    + """\
# segment_id = 6
1 sich sich PRON _ Reflex=Yes 0 root _ _
"""
)


LINKS = links_table(
    (4, "A", 2, 1, "kam", "arrived"),
    (4, "A", 6, 1, "an", "arrived"),
    (4, "A", 8, 9, "ging", "left"),
    (4, "B", 2, 0, "kam", "came"),
)


@pytest.fixture(scope="module")
def known():
    return catalogue.load(ROOT / "config" / "phenomena.yaml")


def run(known, *names, **options):
    return detected(conllu.parse(PARSES), [known[n] for n in names], language="de", **options).to_pylist()


def test_hits_have_positions_in_the_segment_and_both_distances(known):
    rows = run(known, "particle_verb")
    keys = ("segment_id", "head", "dependent", "head_form", "dependent_form", "head_word", "dependent_word")
    assert [tuple(r[k] for k in keys) for r in rows] == [(4, 2, 6, "kam", "an", 2, 7), (4, 8, 9, "ging", "weg", 9, 10)]
    # Between kam and an: zum, Fest (and a comma); in words zu, dem, Fest and the comma.
    assert [(r["distance"], r["distance_ud"], r["distance_set"]) for r in rows] == [(2, 4, 2), (0, 0, 0)]
    assert rows[0]["head_target"] is None


def test_target_words_come_from_the_chosen_reference(known):
    rows = run(known, "particle_verb", links=LINKS, reference="A")
    assert (rows[0]["head_target"], rows[0]["head_target_forms"]) == ([1], ["arrived"])
    assert (rows[1]["dependent_target"], rows[1]["dependent_target_forms"]) == ([], [])
    other = run(known, "particle_verb", links=LINKS, reference="B")
    assert other[0]["head_target_forms"] == ["came"]
    with pytest.raises(InputError, match="no links to the reference 'C'"):
        run(known, "particle_verb", links=LINKS, reference="C")


def test_reordering_is_one_hit_a_segment(known):
    rows = run(known, "reordering", links=LINKS)
    assert [(r["segment_id"], r["head"], r["head_form"], r["distance"], r["head_target"]) for r in rows] == [
        (4, 6, "an", 5, [1])
    ]
    with pytest.raises(InputError, match="found from the alignment"):
        run(known, "reordering")


OUTPUT_LINKS = links_table(
    (4, "one", 2, 9, "kam", "arrived"),
    (4, "two", 2, 5, "kam", "came"),
    (4, "three", 2, 2, "kam", "came"),
    (4, "three", 8, 0, "ging", "left"),
)


def test_outputs_choose_reordering_where_there_are_any(known):
    table = detected(
        conllu.parse(PARSES),
        [known["reordering"], known["reordering_paper"], known["particle_verb"]],
        language="de",
        links=LINKS,
        outputs=OutputParts(OUTPUT_LINKS),
    )
    rows = [(r["phenomenon"], r["head_form"], r["distance"], r["head_target_forms"]) for r in table.to_pylist()]
    # Two of three outputs move "kam" by 3 or more; the reference moves "an" by 5. Target words are the reference's.
    assert rows[:2] == [("reordering", "kam", 3, ["arrived"]), ("reordering_paper", "an", 5, ["arrived"])]
    origin = origin_of(table)
    assert (origin.chosen_by, origin.systems) == ({"reordering": "outputs", "reordering_paper": "reference"}, 3)
    assert "|by:outputs/3+reference" in tables.run_signature(table)


def test_without_outputs_the_reference_chooses(known):
    table = detected(conllu.parse(PARSES), [known["reordering"]], language="de", links=LINKS)
    assert origin_of(table).chosen_by == {"reordering": "reference"}
    assert tables.run_signature(table).endswith("|by:reference")


def test_a_system_without_links_counts_among_the_outputs(known):
    chosen, parsed = [known["reordering"]], conllu.parse(PARSES)
    of_four = detected(parsed, chosen, language="de", outputs=OutputParts(OUTPUT_LINKS, systems=4))
    assert of_four.column("distance").to_pylist() == [3]
    of_six = detected(parsed, chosen, language="de", outputs=OutputParts(OUTPUT_LINKS, systems=6))
    assert of_six.column("distance").to_pylist() == [0]


def test_crossing_links_are_a_hit_of_two_words(known):
    crossing = links_table(
        (4, "A", 2, 9, "kam", "arrived"), (4, "A", 8, 3, "ging", "left"), (6, "A", 0, 0, "sich", "himself")
    )
    rows = run(known, "reordering_crossing", links=crossing)
    assert [(r["segment_id"], r["head_form"], r["dependent_form"], r["distance"]) for r in rows] == [
        (4, "kam", "ging", 6)
    ]
    assert (rows[0]["head_target"], rows[0]["dependent_target_forms"]) == ([9], ["left"])


def test_paper_rules_use_the_papers_distance_and_skip_words_without_head(known):
    rows = run(known, "particle_verb_paper", "reflexive_paper")
    assert [(r["phenomenon"], r["distance_set"]) for r in rows] == [
        ("particle_verb_paper", 4),
        ("particle_verb_paper", 0),
    ]


def test_a_parse_that_lacks_what_a_phenomenon_asks_for_is_warned_of(known, caplog):
    parses = PARSES.replace("compound:prt", "advmod")
    with caplog.at_level(logging.WARNING, "extractors"):
        hits = detected(conllu.parse(parses), [known["particle_verb_paper"]], language="de")
    assert len(hits) == 0
    assert "particle_verb_paper cannot be found in this parse, which never once has relation /.*prt.*/" in caplog.text


def test_hits_rest_on_sure_links_where_a_minimum_is_given(known):
    sure = pa.array([0.9, 0.4, 0.8, 1.0], pa.float32())
    table = LINKS.set_column(LINKS.schema.get_field_index("confidence"), "confidence", sure)
    chosen, shown = [known["particle_verb"], known["reordering"]], {}
    for minimum in (0.0, 0.5, 0.85):
        links = surely_aligned(table, minimum)
        rows = detected(conllu.parse(PARSES), chosen, language="de", links=links).to_pylist()
        shown[minimum] = [(row["head_form"], row["distance"], row["dependent_target"]) for row in rows]
    assert shown[0.0] == [("kam", 2, [1]), ("ging", 0, []), ("an", 5, [1])]
    assert shown[0.5] == [("kam", 2, []), ("ging", 0, []), ("kam", 1, [1])]
    assert shown[0.85] == shown[0.5]


@pytest.mark.parametrize("kind", [{"links": lambda table: table}, {"outputs": OutputParts}], ids=["links", "outputs"])
def test_links_of_another_parse_are_refused(known, kind):
    ((name, of),) = kind.items()
    with pytest.raises(InputError, match="source token 0 of segment 9 is 'x' in the alignment, but no token"):
        run(known, "reordering", **{name: of(links_table((9, "A", 0, 7, "x", "y")))})


CONFIDENT = PARSES.replace("compound:prt\t_\t_\n8", "compound:prt\t_\tConfidence=0.9\n8")


@pytest.mark.parametrize("parses", [PARSES, CONFIDENT], ids=["without confidence", "with confidence in one part"])
def test_hits_of_parts_are_those_of_the_whole_parse(known, tmp_path, parses, caplog):
    phenomena = [known[name] for name in ("reordering", "particle_verb", "reflexive", "yes_no_question")]
    (tmp_path / "source.conllu").write_text(parses)
    tables.write(LINKS, tmp_path / "links.parquet")
    tables.write(OUTPUT_LINKS, tmp_path / "outputs.parquet")
    every = OutputParts(OUTPUT_LINKS)
    table = detected(conllu.parse(parses), phenomena, language="de", links=LINKS, outputs=every)
    said = caplog.messages.copy()
    caplog.clear()
    found = detect(
        conllu.read_parts(tmp_path / "source.conllu", words=1),
        phenomena,
        language="de",
        links=AlignmentParts(tmp_path / "links.parquet", "A"),
        outputs=OutputParts(tmp_path / "outputs.parquet"),
        source=["", "", "", "", "Ja Sie kam zum Fest, an und ging weg", "", "sich"],
        beside=tmp_path / "hits.parquet",
    )
    count = tables.write_parts(found, tmp_path / "hits.parquet")
    written = tables.read(HITS, tmp_path / "hits.parquet")
    assert (count, written.to_pylist()) == (len(table), table.to_pylist())
    assert written.schema.metadata == table.schema.metadata | {b"version": str(HITS.version).encode()}
    assert caplog.messages == said
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "hits.parquet",
        "links.parquet",
        "outputs.parquet",
        "source.conllu",
    ]


def test_links_behind_the_last_segment_of_the_parse_are_refused(known, tmp_path):
    (tmp_path / "source.conllu").write_text(PARSES)
    tables.write(
        links_table((4, "A", 2, 1, "kam", "arrived"), (9, "A", 0, 0, "da", "there")), tmp_path / "links.parquet"
    )
    found = detect(
        conllu.read_parts(tmp_path / "source.conllu"),
        [known["particle_verb"]],
        language="de",
        links=AlignmentParts(tmp_path / "links.parquet", None),
        beside=tmp_path / "hits.parquet",
    )
    with pytest.raises(InputError, match="source token 0 of segment 9 is 'da' in the alignment, but no token"):
        tables.write_parts(found, tmp_path / "hits.parquet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["links.parquet", "source.conllu"]
