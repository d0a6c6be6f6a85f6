"""How well phenomena are found: what is read of the tables, for what it holds, and which number takes precedence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenge_sets_lab.tables.quality import QUALITY
from extractors.core.errors import InputError
from extractors.models.parsers import DEFAULT_PARSER
from extractors.phenomena import DEFAULT_FILE, catalogue, detection
from extractors.phenomena.catalogue import definitions_checksum
from extractors.phenomena.detection import COLUMNS, TABLE, JudgedHits, identity, judged_hits, read_figures, shipped
from tests.builders.quality import PARSER, origin, put_read, quality_row, write_quality

DEFINITIONS = {"read": "d", "few": "d", "wrong": "d", "unread": "d", "rare": "d", "new": "other"}
READ = {"read": (30, 40), "few": (14, 14), "wrong": (0, 15), "new": (30, 30)}
ON_TREEBANKS = JudgedHits(24, 40, "on treebanks (de_made)", 50)


@pytest.fixture
def measured(tmp_path, monkeypatch):
    """The figures of treebanks, as a file; what was read is put in the shipped table's place."""
    put_read(monkeypatch, tmp_path / "read.csv", READ)
    rows = [quality_row(name, 4 if name == "rare" else 50, 40, 4 if name == "rare" else 24) for name in DEFINITIONS]
    rows[4] = quality_row("rare", 9, 14, 9)
    return write_quality(tmp_path / "q.csv", *rows)


def test_the_lower_precision_of_enough_hits_holds(measured):
    found = judged_hits(origin(), DEFINITIONS, measured)
    read = JudgedHits(*READ["wrong"], "judged by a large language model in news of WMT21")
    assert found == {"wrong": read} | dict.fromkeys(("read", "few", "unread"), ON_TREEBANKS)
    assert found["wrong"].text == "0 % of 15 hits judged by a large language model in news of WMT21"
    assert found["few"].text == "60 % of 40 hits on treebanks (de_made)"
    assert (
        read_figures(measured)
        .text("read", "d")
        .startswith(
            "precision 60 % of 40 hits on treebanks (de_made), 75 % of 40 hits judged by a large language model in news"
        )
    )


def test_of_a_run_that_keeps_sure_hits_those_are_counted(measured, monkeypatch, tmp_path):
    rows = [quality_row("read", 50, 40, 24), quality_row("read", 50, 30, 27, minimum_confidence=0.6)]
    write_quality(measured, *rows, quality_row("read", 50, 2, 2, minimum_confidence=0.95))
    # Of the 40 read hits, few are as sure.
    put_read(monkeypatch, tmp_path / "read.csv", READ, sure=(14, 14))
    for minimum, known in (
        (0.0, (24, 40)),
        (0.55, (24, 40)),
        (0.6, (27, 30)),
        (0.8, (27, 30)),
        (0.61, None),
        (1, None),
    ):
        found = judged_hits(origin(minimum_confidences={"read": minimum}), {"read": "d"}, measured).get("read")
        assert (found and (found.right, found.found)) == known
    put_read(monkeypatch, tmp_path / "read.csv", READ, sure=(12, 15))
    assert judged_hits(origin(minimum_confidence=0.6), {"read": "d"}, measured)["read"].found == 15


def test_read_hits_are_known_where_treebanks_say_nothing_of_the_definition(measured):
    write_quality(measured, quality_row("read", 50, 40, 24, definition="old"))
    assert set(judged_hits(origin(), DEFINITIONS, measured)) == {"read", "wrong"}


def test_without_confidences_nothing_is_known_of_sure_hits(tmp_path):
    file = write_quality(tmp_path / "q.csv", quality_row("p", 20, 30, 18))
    assert judged_hits(origin(minimum_confidence=0.5), {"p": "d"}, file) == {}


def test_of_other_parsers_nothing_is_known_and_figures_of_another_are_refused(measured):
    assert judged_hits(None, DEFINITIONS) == judged_hits(origin("stanza:1/x:2"), DEFINITIONS) == {}
    with pytest.raises(InputError, match="was measured with the parser multilingual:1/mine:1234"):
        judged_hits(origin("stanza:1/x:2"), DEFINITIONS, measured)


def test_the_shipped_table_is_of_the_shipped_parsers_and_definitions():
    assert set(COLUMNS) <= {column.name for column in QUALITY.columns}
    known = catalogue.load(DEFAULT_FILE)
    on_treebanks = JudgedHits(48, 64, "on treebanks (en_ewt-dev, en_pud, en_gum-dev)", 66)
    for language, stranding in (("en", on_treebanks), ("de", None), ("pl", None), ("et", None)):
        figures = detection.model_figures(DEFAULT_PARSER, None, language)
        assert figures is shipped()[identity(figures.parser)]
        for name, definition in figures.judged:
            assert definition == definitions_checksum([known[name].definition(language)])
            if name == "preposition_stranding":
                assert figures.precision(name, definition) == stranding
    assert detection.model_figures("stanza", None, "de") is None
    assert detection.model_figures(DEFAULT_PARSER, "parser-xx", "de") is None
    assert TABLE.stat().st_size < 600_000


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("multilingual:0.1.0/parser-mine:12", "multilingual:0.2.0/parser-mine:12", True),
        ("multilingual:0.1.0/parser-mine:12", "multilingual:0.1.0/parser-mine:13", False),
        ("multilingual:0.1.0/parser-mine:12", "stanza:0.1.0/parser-mine:12", False),
        ("conllu:a.conllu:12", "conllu:b.conllu:13", True),
        ("udpipe:1.3/m:12/tokenizer:rules", "udpipe:1.3/m:12", False),
    ],
)
def test_one_parser_with_one_model(one, other, same):
    assert (identity(one) == identity(other)) == same


@pytest.mark.parametrize(
    ("change", "line", "problem"),
    [
        (lambda text: text.replace("found,", "seen,", 1), 1, "no column 'found'"),
        (lambda text: text.replace(",30,", ",many,"), 2, "expected a count, got 'many'"),
        (lambda text: text.replace(",30,18", ",30,31"), 2, "31 right hits of 30"),
        (lambda text: text + text.splitlines()[1].replace(PARSER, "other:1/x:2") + "\n", 3, "other:1/x:2 is the sec"),
        (lambda text: text + text.splitlines()[1].replace(",de,", ",fr,") + "\n", 3, "two languages, 'de' and 'fr'"),
        (lambda text: text + text.splitlines()[1] + "\n", 3, "has p twice from a confidence"),
        (lambda text: text.splitlines()[0] + "\n", None, "no rows"),
        (lambda text: text + "a,b\n", 3, "another number of columns"),
    ],
)
def test_what_is_no_table_is_refused_with_its_line(tmp_path, change, line, problem):
    file = write_quality(tmp_path / "q.csv", quality_row("p", 40, 30, 18))
    file.write_text(change(file.read_text()))
    with pytest.raises(InputError, match=problem) as refused:
        read_figures(file)
    assert refused.value.line == line
    assert "challenge-sets lab quality" in refused.value.remedy


@given(st.integers(1, 400), st.data())
def test_the_bound_is_below_the_share_and_tightens_with_the_hits(found, data):
    right = data.draw(st.integers(0, found))
    few, many = JudgedHits(right, found, ""), JudgedHits(10 * right, 10 * found, "")
    assert -1e-12 <= few.lower_bound <= few.precision + 1e-12
    assert many.lower_bound >= few.lower_bound - 1e-12


def test_the_lower_bound_by_hand():
    # Wilson's interval with z = 0.8416: (27 / 30 + z2 / 60 - z sqrt(0.09 / 30 + z2 / 3600)) / (1 + z2 / 30).
    assert JudgedHits(27, 30, "").lower_bound == pytest.approx(0.8443, abs=1e-4)


@pytest.mark.parametrize(
    ("language", "name", "words"),
    [
        ("uk", "agentless_passive", "not measured in this language, and below 70 % in 9 of 28 others"),
        # Not measured there, and imprecise in one other language alone.
        ("de", "subject_clause", None),
        # Measured there, and precise.
        ("de", "coord_subject", None),
        # Not measured there, and precise elsewhere.
        ("uk", "agr_distractor", None),
    ],
)
def test_what_is_imprecise_elsewhere_is_left_out_where_nothing_is_known_of_it(language, name, words):
    figures = detection.model_figures(DEFAULT_PARSER, None, language)
    definition = definitions_checksum([catalogue.load(DEFAULT_FILE)[name].definition(language)])
    assert figures.why_imprecise(name, definition) == words
