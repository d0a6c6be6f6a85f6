"""`challenge-sets suite contrast`, with the bundled parser on a text of our own."""

import shlex

import pytest

from challenge_sets_suites.formats.lingeval97 import Lingeval97
from challenge_sets_suites.formats.lm_eval import LmEval
from challenge_sets_suites.tables.items import ITEMS, suite_of
from extractors import __main__ as cli
from extractors.formats import tables

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
    assert cli.main(shlex.split("parse ref.de --source-language de -o ref.conllu")) == 0
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
    assert {row["origin"] for row in tables.read(ITEMS, tmp_path / "pairs.csv").to_pylist()} == {"wmt.1", "wmt.3"}
    assert call("--kinds auxilary -o pairs.csv") != 0
    assert "auxiliary" in capsys.readouterr().err


def test_pairs_are_written_in_a_format_of_suites(call, tmp_path):
    assert call("-o pairs.parquet") == 0
    assert call("--format lingeval97 -o pairs.json") == 0
    table = suite_of(tables.read(ITEMS, tmp_path / "pairs.parquet"), "pairs.parquet")
    assert list(Lingeval97().read(tmp_path / "pairs.json").items) == list(table.items)


def test_other_languages_take_their_forms_from_treebanks(tmp_path, monkeypatch, caplog):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gl.conllu").write_text(TREES, encoding="utf-8")
    (tmp_path / "gl.txt").write_text("O can ladra.\nOs cans ladran.\n", encoding="utf-8")
    (tmp_path / "en.txt").write_text("The dog barks.\nThe dogs bark.\n", encoding="utf-8")
    begin = "suite contrast gl.conllu --reference gl.txt --source en.txt --source-language en --target-language"
    assert cli.main(shlex.split(f"{begin} gl --format lm_eval -o owls")) == 0
    found = {(item.phenomenon, item.contrastive) for item in LmEval().read(tmp_path / "owls").items}
    assert ("verb_number", "O can ladran.") in found
    assert ("modifier_number", "Os can ladra.") in found
    assert "pairs in gl are experimental" in caplog.text
    assert cli.main(shlex.split(f"{begin} xx -o pairs.parquet")) != 0


TREES = """\
1	O	o	DET	_	Definite=Def|Gender=Masc|Number=Sing	2	det	_	_
2	can	can	NOUN	_	Gender=Masc|Number=Sing	3	nsubj	_	_
3	ladra	ladrar	VERB	_	Mood=Ind|Number=Sing|Person=3|Tense=Pres	0	root	_	SpaceAfter=No
4	.	.	PUNCT	_	_	3	punct	_	_

1	Os	o	DET	_	Definite=Def|Gender=Masc|Number=Plur	2	det	_	_
2	cans	can	NOUN	_	Gender=Masc|Number=Plur	3	nsubj	_	_
3	ladran	ladrar	VERB	_	Mood=Ind|Number=Plur|Person=3|Tense=Pres	0	root	_	SpaceAfter=No
4	.	.	PUNCT	_	_	3	punct	_	_

"""
