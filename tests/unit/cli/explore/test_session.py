"""A session of `try` with a parser that is counted and reads tags off the words."""

import pytest

from extractors.api import finding
from extractors.cli.explore.session import HELP, Session, answer_lines, respond
from extractors.core.errors import InputError
from extractors.extract.ingest import ingest
from extractors.formats import tables
from extractors.formats.segments import HYPOTHESES
from extractors.inputs.places import parse
from tests import ROOT
from tests.builders.rows import table_of_columns
from tests.builders.tagged_parser import TaggedParser


@pytest.fixture
def loaded(monkeypatch):
    """The parsers that a session has loaded, by language."""
    by_language = {}

    def create_parser(name, *, language, **_):
        assert name == "tagged"
        assert language not in by_language, "a parser was loaded twice"
        return by_language.setdefault(language, TaggedParser())

    monkeypatch.setattr(finding, "create_parser", create_parser)
    return by_language


@pytest.fixture
def session(loaded):
    # Another option for each test: loaded parsers are kept.
    return Session(parser="tagged", options={"of": id(loaded)}, phenomena_file=ROOT / "config/phenomena.yaml")


REQUEST = "pattern { V [upos=VERB]; V -> P; P [upos=ADP] }"


def responses(session, *lines):
    return [respond(session, line) for line in lines]


def test_text_is_parsed_once_for_many_requests(session, loaded):
    answers = responses(session, ":language de", ":text kam/VERB an/ADP", REQUEST, "pattern { N [upos=NOUN] }", REQUEST)
    assert "[V:kam] [P:an]" in answers[2]
    assert "0 hits" in answers[3]
    assert answers[4] == answers[2]
    assert loaded["de"].calls == 1


def test_sentences_are_added_or_replaced(session):
    answers = responses(
        session,
        ":language de",
        ":text kam/VERB an/ADP",
        ":add ging/VERB weg/ADP",
        REQUEST,
        ":text er/PRON lacht/VERB",
        REQUEST,
    )
    assert "2 hits in 2 sentences" in answers[3]
    assert "0 hits; searched 2 words in 1 sentence" in answers[5]


def test_another_language_has_its_own_parser_and_text_and_the_first_is_kept(session, loaded):
    responses(session, ":language de", ":text kam/VERB an/ADP", REQUEST, ":language en")
    with pytest.raises(InputError, match="nothing to look in"):
        respond(session, REQUEST)
    responses(session, ":text gave/VERB up/ADP", REQUEST, ":language de", ":text ging/VERB weg/ADP", REQUEST)
    assert {language: parser.calls for language, parser in loaded.items()} == {"de": 2, "en": 1}


def test_the_view_is_changed_by_commands(session):
    responses(session, ":language de", ":text kam/VERB an/ADP weg/ADP")
    (pair, answer) = responses(session, ":pair P,V", REQUEST)
    assert (pair, "[V:kam] [P:an]" in answer) == ("", True)
    tree, shown = responses(session, ":tree", REQUEST)
    assert (tree, "\n    V" in shown) == ("parses are shown\n", True)
    assert responses(session, ":tree", ":pair", ":limit 1")[0] == "parses are not shown\n"
    assert "shown: the first 1" in respond(session, REQUEST)
    assert respond(session, ":help") == HELP


def test_parses_of_a_file_take_the_place_of_text(session, loaded, tmp_path):
    rows = ["1\tkam\tkommen\tVERB\t_\t_\t0\troot\t_\t_", "2\tan\tan\tADP\t_\t_\t1\tdep\t_\t_"]
    (tmp_path / "x.conllu").write_text("# segment_id = 0\n" + "\n".join(rows) + "\n\n", encoding="utf-8")
    assert "[V:kam] [P:an]" in responses(session, f":parses {tmp_path}/x.conllu", REQUEST)[1]
    assert "[V:kam] [P:an]" in responses(session, ":language en", REQUEST)[1]
    assert not loaded


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (REQUEST, "nothing to look in"),
        (":txt x", "did you mean 'text'"),
        (":text", "no sentence"),
        (":add", "no sentence"),
        (":language", "no language"),
        (":parses", "no file"),
        (":parses none.conllu", "none.conllu: no such file"),
        (":limit many", "expected a number of hits, got 'many'"),
        ("particle_verb", "none is named"),
        ("pattern {", "pattern {"),
    ],
)
def test_a_line_that_cannot_be_used_says_why(session, line, words):
    with pytest.raises(InputError) as raised:
        respond(session, line)
    assert words in str(raised.value)


def test_the_loop_goes_on_after_errors_and_ends_with_quit_or_the_last_line(session):
    written, complaints = [], []
    lines = ["  \n", ":nonsense\n", ":help\n", ":quit\n", ":limit x\n"]
    assert answer_lines(session, lines, write=written.append, complain=complaints.append) == 1
    assert (written, len(complaints), complaints[0][:28]) == ([HELP], 1, "error: unknown command :nons")
    assert answer_lines(session, [":limit x"], write=written.append, complain=complaints.append) == 1


def test_references_and_some_outputs_stand_below_the_hits_of_a_corpus(session, tmp_path):
    (tmp_path / "s.de").write_text("Er kam an\nSie ging\n")
    (tmp_path / "r.en").write_text("He arrived\nShe went\n")
    table = ingest(
        source=parse(tmp_path / "s.de"),
        references={"A": parse(tmp_path / "r.en")},
        source_language="de",
        target_language="en",
    )
    tables.write(table, tmp_path / "segments.parquet")
    for name in ("a", "b", "c", "d"):
        output = table_of_columns(
            HYPOTHESES, {"segment_id": range(2), "hypothesis": [f"He came by {name}", "She went"]}
        )
        tables.write(output, tmp_path / f"systems/{name}.parquet")
    words = ["1\tEr\ter\tPRON\t_\t_\t2\tnsubj\t_\t_", "2\tkam\tkommen\tVERB\t_\t_\t0\troot\t_\t_"]
    words.append("3\tan\tan\tADP\t_\t_\t2\tdep\t_\t_")
    (tmp_path / "source.conllu").write_text("# sent_id = 0\n" + "\n".join([*words, "", ""]))
    session.read(tmp_path / "source.conllu")
    answer = session.answer(REQUEST)
    assert "A: He arrived" in answer
    assert [f"{name}: He came by {name}" in answer for name in "abcd"] == [True, True, True, False]
    assert "She went" not in answer
    (tmp_path / "segments.parquet").unlink()
    assert "He arrived" not in session.answer(REQUEST)
