"""`challenge-sets suite contrast`, with the bundled parser on a text of our own."""

import shlex

import pytest

from extractors import __main__ as cli
from extractors.formats import tables
from extractors.formats.items import ITEMS, suite_of
from extractors.suites.formats.lingeval97 import Lingeval97

REFERENCES = (
    "Der Hund ist gestern gekommen.",
    "Sie sehen einen Hund und hören nicht auf.",
    "Er hat keinen Hund gesehen.",
)
SOURCES = ("The dog came yesterday.", "They see a dog and do not stop.", "He saw no dog.")


@pytest.fixture
def call(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.de").write_text("\n".join(REFERENCES) + "\n", encoding="utf-8")
    (tmp_path / "news.en").write_text("\n".join(SOURCES) + "\n", encoding="utf-8")
    (tmp_path / "counts.tsv").write_text("Hund\t12\n", encoding="utf-8")
    assert cli.main(shlex.split("stage parse ref.de --source-language de -o ref.conllu")) == 0
    begin = "suite contrast ref.conllu --reference ref.de --source news.en --source-language en --target-language de"
    return lambda rest: cli.main(shlex.split(f"{begin} {rest}"))


def test_pairs_are_made_from_parses(call, tmp_path):
    assert call("--counts counts.tsv -o pairs.parquet") == 0
    suite = suite_of(tables.read(ITEMS, tmp_path / "pairs.parquet"), "pairs.parquet")
    made = {item.contrastive: item for item in suite.items}
    assert "Er ist keinen Hund gesehen." in made
    assert "Er hat einen Hund gesehen." in made
    article = next(item for item in suite.items if item.phenomenon == "np_agreement")
    assert (article.frequency, article.origin) == (12, "news.1")


def test_kinds_are_chosen_and_the_language_must_have_them(call, tmp_path, capsys):
    assert call("--kinds auxiliary --origin wmt -o pairs.csv") == 0
    assert {row["origin"] for row in tables.read(ITEMS, tmp_path / "pairs.csv").to_pylist()} == {"wmt.3"}
    assert call("--kinds auxilary -o pairs.csv") != 0
    assert "auxiliary" in capsys.readouterr().err


def test_pairs_are_written_in_a_format_of_suites(call, tmp_path):
    assert call("-o pairs.parquet") == 0
    assert call("--format lingeval97 -o pairs.json") == 0
    table = suite_of(tables.read(ITEMS, tmp_path / "pairs.parquet"), "pairs.parquet")
    assert list(Lingeval97().read(tmp_path / "pairs.json").items) == list(table.items)
