"""References that are edited outputs: which are found, said, and left out of the human baseline."""

import logging

import pytest

from extractors.extract.audit import audit, table_of
from extractors.extract.audit_lines import lines_of
from extractors.extract.edited_outputs import edited_outputs, without_edited_outputs, words
from extractors.formats import tables
from extractors.formats.segments import Corpus

N = 100
SOURCE = [f"The old owl sees a fox {n}." for n in range(N)]
BY_PEOPLE = [f"Die alte Eule sieht {n} einen Fuchs." for n in range(N)]
OUTPUT = [f"Der alte Kauz erblickt {n} einen Fuchs." for n in range(N)]


def edited(share, output=OUTPUT, otherwise=BY_PEOPLE):
    """A reference of which the first segments, so many per cent, are the output's with other blanks."""
    return [text.replace(" ", "  ") for text in output[:share]] + otherwise[share:]


def found(references, systems, source=SOURCE):
    all_found = edited_outputs(source, references, systems)
    return [(one.reference, one.system, len(one.segments), one.of_segments) for one in all_found]


@pytest.mark.parametrize(("share", "is_found"), [(0, False), (4, False), (5, True), (100, True)])
def test_a_reference_is_found_from_a_twentieth_of_its_long_segments_on(share, is_found):
    assert found({"A": edited(share)}, {"x": OUTPUT}) == [("A", "x", share, N)] * is_found


def test_each_reference_is_held_against_each_single_system():
    # Two systems have a twenty-fifth each, which together would be enough.
    reference = [*OUTPUT[:4], *BY_PEOPLE[4:-4], *OUTPUT[-4:]]
    nothing = [""] * (N - 4)
    assert found({"A": reference}, {"x": [*OUTPUT[:4], *nothing], "y": [*nothing, *OUTPUT[-4:]]}) == []
    two = {"A": edited(6), "B": edited(12), "C": BY_PEOPLE}
    assert found(two, {"x": OUTPUT, "y": [""] * N}) == [("A", "x", 6, N), ("B", "x", 12, N)]


def test_short_segments_and_those_without_a_reference_do_not_count():
    short = ["The old owl.", *SOURCE[1:]]
    assert found({"A": edited(6)}, {"x": OUTPUT}, short) == [("A", "x", 5, N - 1)]
    assert found({"A": ["", *edited(7)[1:]]}, {"x": ["", *OUTPUT[1:]]}) == [("A", "x", 6, N - 1)]


def test_a_few_segments_of_a_small_corpus_are_chance():
    assert found({"A": edited(4)[:10]}, {"x": OUTPUT[:10]}, SOURCE[:10]) == []
    assert found({"A": edited(5)[:10]}, {"x": OUTPUT[:10]}, SOURCE[:10]) == [("A", "x", 5, 10)]


def test_without_systems_or_references_nothing_is_found():
    assert found({"A": OUTPUT}, {}) == []
    assert found({}, {"x": OUTPUT}) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The old owl sees a fox .", 7),
        ("Старая сова видит лису", 4),
        ("한국어 문장은 띄어쓰기가 있다", 4),
        ("我们明天再来看看他们大家吧。", 6.5),
        ("私は明日、東京に行きます。", 5.5),
        ("GPT-4 是一个模型 (2023)。", 4.5),
        ("สวัสดีชาวโลกทั้งหลายทุกคน", 6.25),
        ("", 0),
    ],
)
def test_words_without_blanks_are_counted_by_their_characters(text, count):
    assert words(text) == count


def test_texts_without_blanks_are_found_on_either_side():
    chinese = [f"那只老猫头鹰看见了第{n}只年轻的狐狸。" for n in range(N)]
    other = [f"老猫头鹰发现第{n}只小狐狸。" for n in range(N)]
    reference = [*chinese[:11], *other[11:]]
    assert found({"B": reference}, {"x": chinese}) == [("B", "x", 11, N)]
    assert found({"B": edited(11)}, {"x": OUTPUT}, chinese) == [("B", "x", 11, N)]
    assert found({"B": edited(11)}, {"x": OUTPUT}, [f"猫看见狐狸{n}" for n in range(N)]) == []


@pytest.fixture
def audited(tmp_path):
    """Lines and file of the audit of references that have none, a tenth and more of their segments from a system."""
    references = {"A": BY_PEOPLE, "B": edited(10), "C": edited(11)}
    found = audit(Corpus("en", "de", SOURCE, references), {"x": OUTPUT})
    table = table_of(found)
    tables.write(table, tmp_path / "input_audit.parquet")
    return lines_of(found), tmp_path / "input_audit.parquet"


def test_the_audit_says_what_it_found_and_what_follows(audited):
    lines = [line for line in audited[0] if line.startswith("edited output")]
    assert lines == [
        "edited output: references/B is word for word systems/x in 10 of 100 long segments (10.0 %)",
        "edited output: references/C is word for word systems/x in 11 of 100 long segments (11.0 %); left out of the"
        " human baseline, unless the config says `kind: human` of it",
    ]


def test_above_a_tenth_it_is_no_human_baseline_unless_the_config_says_so(audited, caplog):
    _, file = audited
    assert without_edited_outputs(["A", "B", "C"], file, kept=["C"]) == ["A", "B", "C"]
    assert without_edited_outputs(["A", "C"], file, kept=[], warn=False) == ["A"]
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert without_edited_outputs(["A", "B", "C"], file, kept=["A"]) == ["A", "B"]
    assert "without the reference C: 11 of its segments (11.0 % of the long ones)" in caplog.text
    assert "those of x" in caplog.text
    # A post-edit is in no baseline anyway.
    assert without_edited_outputs(["A", "B"], file, kept=[]) == ["A", "B"]
    assert without_edited_outputs(["A", "C"], [], kept=[]) == ["A", "C"]
