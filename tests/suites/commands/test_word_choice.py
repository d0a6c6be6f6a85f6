"""`suite word-choice` and `suite table --as word-choice` from files to files."""

import csv

import pytest

from challenge_sets_suites.judges.lexical_choice import LexicalChoice
from challenge_sets_suites.tables.items import ITEMS, suite_of
from challenge_sets_suites.tables.judgments import JUDGMENTS
from extractors.formats import tables
from extractors.models.tokenizers import surface_tokens
from tests.builders.rows import links_table, table_of

SOURCE = ["Not red but blue.", "Small but good.", "Old, but not red but blue."]
REFERENCE = ["Nicht rot, sondern blau.", "Klein, aber fein.", "Alt, aber nicht rot, sondern blau."]
SIDES = ((SOURCE, "en"), (REFERENCE, "de"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name, lines in {"s.en": SOURCE, "r.de": REFERENCE}.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    rows = [(0, 2, 3), (1, 1, 2), (2, 2, 2), (2, 5, 6)]
    tokens = [[surface_tokens(text, language) for text in texts] for texts, language in SIDES]
    links = [(n, "A", i, j, tokens[0][n][i], tokens[1][n][j]) for n, i, j in rows]
    tables.write(links_table(*links), tmp_path / "l.tsv")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def items(folder):
    return suite_of(tables.read(ITEMS, folder / "items.parquet"), "items.parquet")


def test_from_texts_to_a_table(folder, call):
    call("suite word-choice but --source s.en --reference r.de --target-language de --alignment l.tsv -o items.parquet")
    suite = items(folder)
    assert [i.item for i in suite.items] == ["0.2", "1.1", "2.2", "2.5"]
    outputs = [REFERENCE[0], "Klein, doch fein.", REFERENCE[2], "Alt, nicht rot, aber blau."]
    verdicts = LexicalChoice(target_language="de").judge(suite.items, outputs)
    rows = [
        {"item": i.item, "system": "S", "output": o, **v._asdict(), "judge": "lexical_choice"}
        for i, o, v in zip(suite.items, outputs, verdicts, strict=True)
    ]
    tables.write(table_of(JUDGMENTS, rows), folder / "judgments.parquet")
    call("suite table items.parquet judgments.parquet --as word-choice -o tables")
    with (folder / "tables" / "word_choices.csv").open(encoding="utf-8") as file:
        found = {row["right_word"]: row for row in csv.DictReader(file)}
    assert [found["but -> sondern"][k] for k in ("n", "right", "opposite", "both", "none")] == ["2", "1", "1", "0", "0"]
    assert [found["but -> aber"][k] for k in ("n", "right", "opposite", "both", "none")] == ["2", "0", "0", "1", "1"]
    tex = (folder / "tables" / "paper" / "word_choices.tex").read_text(encoding="utf-8")
    assert r"but -\textgreater{} sondern" in tex
    assert "50.0" in tex


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("suite word-choice butt --source s.en --reference r.de -o i.parquet", "unknown word choice 'butt'"),
        ("suite word-choice but --source s.en --reference r.de -o i.parquet", "give --target-language"),
        ("suite word-choice but --source s.en --reference links2 --target-language de -o i.parquet", "no such file"),
        ("suite word-choice to --source s.en --reference r.de -o i.parquet", "give --parses FILE"),
    ],
)
def test_what_is_wrong_is_said(folder, refuses, line, words):
    refuses(line, words)
    assert not (folder / "i.parquet").exists()
