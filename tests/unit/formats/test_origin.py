from dataclasses import replace

from extractors.extract import select
from extractors.extract.control_settings import ControlSettings
from extractors.formats import tables
from extractors.formats.hits import HITS
from extractors.formats.origin import Origin, origin_of, with_origin
from tests.builders.hits import hits
from tests.builders.scored import LENGTHS
from tests.builders.sets import ranges
from tests.builders.whole import drawn_controls

ORIGIN = Origin(parser="p:1", aligner="a:2", reference="B", phenomena="c0ffee", minimum_confidence=0.5)


def test_the_signature_says_the_same_for_people():
    assert ORIGIN.signature == "parser:p:1|aligner:a:2/ref:B|phenomena:c0ffee|minimum_confidence:0.5"
    bare = replace(ORIGIN, aligner=None, reference=None, minimum_confidence=0.0)
    assert bare.signature == "parser:p:1|aligner:none|phenomena:c0ffee"
    by_outputs = replace(bare, chosen_by={"a": "outputs", "b": "outputs", "c": "reference"}, systems=19)
    assert by_outputs.signature == "parser:p:1|aligner:none|phenomena:c0ffee|by:outputs/19+reference"


def test_sets_and_controls_inherit_it_and_parquet_keeps_it(tmp_path):
    table = with_origin(hits((0, "a", 1), (2, "a", 1)), ORIGIN)
    tables.write(table, tmp_path / "hits.parquet")
    read = tables.read(HITS, tmp_path / "hits.parquet")
    assert origin_of(read) == ORIGIN
    sets = select.select(read, {"a": ranges(minimum=[0])})
    drawn = drawn_controls(sets, {"length": LENGTHS}, ControlSettings(samples=2, pool="rest"))
    assert origin_of(sets) == ORIGIN
    assert origin_of(drawn) == replace(ORIGIN, pool="rest")


def test_text_forms_have_none(tmp_path):
    tables.write(with_origin(hits((0, "a", 1)), ORIGIN), tmp_path / "hits.tsv")
    assert origin_of(tables.read(HITS, tmp_path / "hits.tsv")) is None
