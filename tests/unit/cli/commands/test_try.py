"""The commands for those who write phenomena, with the bundled parsers."""

import io
import sys

import pytest

from tests.builders import small_results

PHENOMENA = """\
phenomena:
  - id: particle
    description: A verb and its separated particle.
    source: this test
    pair: [V, P]
    requests:
      de: ["pattern { V -[compound:prt]-> P; V << P }"]
    examples:
      de: {hit: Sie kam gestern zum Fest an., none: NONE}
"""
PARTICLE = "'pattern { V -[compound:prt]-> P; V << P }'"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    (tmp_path / "good.yaml").write_text(PHENOMENA.replace("NONE", "Er lacht."), encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(PHENOMENA.replace("NONE", "Er machte die Tür zu."), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_typed_text_is_parsed_and_its_hits_are_marked(call):
    status, out, _ = call(f"try {PARTICLE} --source-language de --text 'Ja.' --text 'Sie kam gestern zum Fest an.'")
    assert status == 0
    segment, distance, ud, confidence, sentence = out.splitlines()[1].split(maxsplit=4)
    assert (segment, distance, ud) == ("1", "3", "4")
    assert sentence == "Sie [V:kam] gestern zum Fest [P:an] ."
    assert 0 < float(confidence) <= 1
    assert "1 hit in 1 sentence; searched " in out


def test_a_file_of_parses_and_a_phenomenon(call, folder):
    (folder / "source.de").write_text("Er lacht.\nSie kam an.\n", encoding="utf-8")
    assert call("parse source.de --source-language de -o source.conllu.gz")[0] == 0
    status, out, _ = call(
        "try particle --phenomena-file good.yaml --source-language de --parses source.conllu.gz --tree"
    )
    assert status == 0
    assert "[V:kam] [P:an]" in out
    assert "compound:prt" in out
    status, out, _ = call(f"try {PARTICLE} --parses source.conllu.gz --limit 0")
    assert (status, out.splitlines()[0][:5]) == (0, "1 hit")


def test_standard_input_is_one_segment_a_line(call, monkeypatch):
    text = b"Er lacht.\n\nSie kam an.\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
    _, out, _ = call(f"try {PARTICLE} --source-language de --text -")
    assert out.splitlines()[1].split()[0] == "2"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff"), encoding="utf-8"))
    status, _, err = call(f"try {PARTICLE} --source-language de --text -")
    assert (status, "standard input: invalid UTF-8" in err) == (1, True)


def test_text_without_a_hit_says_why_and_shows_its_parse(call):
    status, out, _ = call(f"try {PARTICLE} --source-language de --text 'Das Kind lacht.'")
    assert status == 0
    assert "the parse never has relation compound:prt" in out
    assert "--tree" in out
    _, out, _ = call(f"try {PARTICLE} --source-language de --text 'Das Kind lacht.' --tree")
    assert ["3", "lacht", "lachen", "VERB", "0", "root"] in [line.split()[:6] for line in out.splitlines()]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("try 'pattern { V -[compund:prt]-> P }' --parses x.conllu", "\n    " + " " * 14 + "^\n"),
        (f"try {PARTICLE} --parses none.conllu", "none.conllu: no such file"),
        (f"try {PARTICLE} --parses none.conllu --model m", "a file of parses is not parsed again"),
        (f"try {PARTICLE} --text 'Er lacht.'", "give --source-language"),
        (f"try {PARTICLE}", "there is no text to search"),
        ("try --source-language de --text Ja", "there is nothing to search for"),
        (f"try {PARTICLE} --text ' ' --source-language de", "no text to parse"),
        (f"try {PARTICLE} --text x --source-language de --limit -1", "--limit must not be negative, got -1"),
        (
            "try --examples --phenomena-file good.yaml --source-language en",
            "there are no examples in the language 'en'",
        ),
        ("try partcle --examples --phenomena-file good.yaml", "did you mean 'particle'"),
        ("try --examples --phenomena-file good.yaml --parser udpipe", "give --source-language"),
        ("try reordering --examples", "there are no examples in a language of the shipped parser"),
    ],
)
def test_errors_are_words_and_a_status(refuses, line, words):
    refuses(line, words)


def test_references_and_some_outputs_stand_below_the_hits_of_a_corpus(call, folder):
    results = small_results.make(folder)
    status, out, _ = call(f"try {PARTICLE} --parses {results}/source.conllu.gz --limit 1")
    lines = [line.strip() for line in out.splitlines()[2:5]]
    assert (status, [line.partition(":")[0] for line in lines]) == (0, ["A", "good", "weak"])
    (results / "segments.parquet").unlink()
    assert "good:" not in call(f"try {PARTICLE} --parses {results}/source.conllu.gz --limit 1")[1]


def test_check_passes_or_names_what_fails(call):
    status, out, _ = call("try --examples --phenomena-file good.yaml --strict")
    assert (status, "kam + an" in out) == (0, True)
    assert "1 of 1 hit examples matched, 1 of 1 none examples not matched" in out
    status, out, _ = call("try --examples --phenomena-file bad.yaml --source-language de")
    assert status == 0
    assert "a hit (machte + zu) in: Er machte die Tür zu.\n" in out
    assert "--tree --phenomena-file bad.yaml\n" in out
    status, _, err = call("try --examples --phenomena-file bad.yaml --strict")
    assert (status, "1 of 2 examples gave the wrong result" in err) == (1, True)
