"""`align-quality`: links of any program, or made now, beside the user's gold."""

import pytest

from challenge_sets_lab.tables.alignment_quality import ALIGNMENT_QUALITY
from extractors import __main__ as cli
from extractors.formats import tables

GERMAN, ENGLISH = "das alte Haus ist neu", "the old house is new"


@pytest.fixture
def place(tmp_path, monkeypatch):
    (tmp_path / "text").write_text(f"{GERMAN} ||| {ENGLISH}\n" * 3, encoding="utf-8")
    (tmp_path / "gold").write_text("1-1 2-2 3p3 4-4 5-5\n" * 3, encoding="utf-8")
    (tmp_path / "gold.tsv").write_text(f"{GERMAN}\t{ENGLISH}\t0-0 1-1 2-2 3-3 4-4\n" * 3, encoding="utf-8")
    (tmp_path / "links").write_text("0-0:0.95 1-1:0.9 2-2:0.5\n0-0:0.9 4-3:0.2\n\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_links_of_a_file_are_measured_printed_and_written(place, capsys):
    assert (
        cli.main(["lab", "align-quality", "--gold", "gold", "--text", "text", "--links", "links", "-o", "q.tsv"]) == 0
    )
    out = capsys.readouterr().out
    assert "gold: 3 pairs, 12 sure gold links and 3 possible only, tokens counted from 1" in out
    assert "| links | 5 | 12 | 80.000 " in out
    row = tables.read(ALIGNMENT_QUALITY, place / "q.tsv").to_pylist()[0]
    # 5 links: 4 are possible and 3 of 12 sure ones.
    assert (row["precision"], row["recall"], row["aer"]) == pytest.approx((4 / 5, 3 / 12, 1 - (3 + 4) / (5 + 12)))


@pytest.mark.usefixtures("place")
def test_an_aligner_makes_the_links_of_the_golds_sentences(capsys):
    languages = ["--source-language", "de", "--target-language", "en"]
    assert cli.main(["lab", "align-quality", "--gold", "gold.tsv", "--aligner", "simalign", *languages]) == 0
    out = capsys.readouterr().out
    assert "| simalign:" in out
    assert "| confidence | links |" in out
    assert "| reordering | at least |" not in out  # nothing moves


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--gold", "gold", "--links", "links"], "say --first 0 or --first 1, or give the text"),
        (["--gold", "gold", "--text", "text", "--source-tokens", "text", "--links", "links"], "not given as a whole"),
        (["--gold", "gold", "--source-tokens", "text", "--links", "links"], "not given as a whole"),
        (["--gold", "gold", "--first", "1", "--aligner", "simalign"], "needs the sentences"),
        (["--gold", "gold.tsv", "--aligner", "simalign"], "has two languages"),
        (["--gold", "gold.tsv", "--links", "links", "--model", "bert"], "--model is for --aligner"),
        (["--gold", "gold.tsv", "--first", "1", "--links", "links"], "gold.tsv:1: the link 0-0 has a token 0"),
    ],
)
def test_what_does_not_go_together_is_refused(capsys, arguments, words):
    assert cli.main(["lab", "align-quality", *arguments]) == 1
    assert words in capsys.readouterr().err
