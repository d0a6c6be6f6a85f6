"""Lexicons that a file of phenomena names: found, replaced by those of an including file, counted, published."""

from pathlib import Path

import pytest

from extractors import __main__ as cli
from extractors.api.finding import asked_of
from extractors.api.found import run
from extractors.api.request_hits import Asked
from extractors.core.errors import InputError
from extractors.phenomena import DEFAULT_FILE, catalogue
from extractors.publish.run_results import requests_as_file
from tests.builders.trees import GIVES_UP, treebank

VERBS = "particle\tverb\tcount\nup\tgive\t7\nin\tturn\t2\n"
REQUEST = "pattern { V [lemma=verbs.verb]; V -> P; P [form=verbs.particle] }"
BASE = f"""\
lexicons: {{verbs: verbs.tsv}}
phenomena:
  - id: pairs
    pair: [V, P]
    requests:
      en: ["{REQUEST}"]
      de: ["pattern {{ V -> P }}"]
"""
OWN = """\
include: [base.yaml]
lexicons: {verbs: own.tsv}
phenomena: []
"""


def load(folder, own=OWN, base=BASE, verbs=VERBS, other="verb\tparticle\nturn\tup\n"):
    for name, text in (("own.yaml", own), ("base.yaml", base), ("verbs.tsv", verbs), ("own.tsv", other)):
        (folder / name).write_text(text)
    return catalogue.load(folder / "own.yaml")["pairs"], catalogue.load(folder / "base.yaml")["pairs"]


def hits(phenomenon):
    return len(run(treebank(GIVES_UP), Asked(phenomenon.rules["en"])))


def test_the_including_file_has_its_own_words(tmp_path):
    own, base = load(tmp_path)
    assert (hits(own), hits(base)) == (0, 1)
    assert own.definition("en") != base.definition("en")
    # The German request looks nothing up.
    assert own.definition("de") == base.definition("de")


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [("give", "gave", True), ("7", "8", False), ("in\tturn\t2\n", "", True), ("\ncount", "\nn", False)],
)
def test_the_words_that_are_used_are_a_part_of_the_definition(tmp_path, old, new, changed):
    before = load(tmp_path)[1].definition("en")
    assert (load(tmp_path, verbs=VERBS.replace(old, new))[1].definition("en") != before) == changed


def test_a_published_file_has_the_words_in_it(tmp_path):
    _, base = load(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    published = tmp_path / "elsewhere" / "phenomena.yaml"
    published.write_text(requests_as_file(tmp_path / "base.yaml", ["pairs"], "en"))
    (again,) = catalogue.load(published).values()
    assert again.definition("en") == base.definition("en")
    assert hits(again) == 1
    assert "count" not in published.read_text()
    # Where the requests look nothing up, there is no lexicon.
    assert "lexicons" not in requests_as_file(tmp_path / "base.yaml", ["pairs"], "de")


def test_a_typed_request_can_use_the_lexicons_of_the_file(tmp_path):
    load(tmp_path)
    asked = asked_of(REQUEST, pair=None, language=None, path=tmp_path / "base.yaml")
    assert len(run(treebank(GIVES_UP), asked)) == 1


def test_list_names_the_lexicon(tmp_path, capsys):
    load(tmp_path)
    assert cli.main(["list", "--source-language", "en", "--phenomena-file", str(tmp_path / "own.yaml")]) == 0
    assert f"the lexicon verbs: 1 rows of particle, verb ({tmp_path / 'own.tsv'})" in capsys.readouterr().out
    # The German request looks nothing up.
    assert cli.main(["list", "--source-language", "de", "--phenomena-file", str(tmp_path / "own.yaml")]) == 0
    assert "lexicon" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("replaced", "file", "line", "words"),
    [
        ({"base": BASE.replace("verbs.tsv", "none.tsv")}, "base.yaml", 1, "no such file: .*none.tsv"),
        ({"base": BASE.replace("{verbs:", "{'a b':")}, "base.yaml", 1, "the name 'a b' of a lexicon"),
        ({"base": BASE.replace("verbs.verb", "verbs.verbs")}, "base.yaml", 6, "has no column 'verbs'"),
        ({"base": BASE.replace("=verbs.", "=words.")}, "base.yaml", 6, "unknown lexicon 'words'"),
        ({"base": BASE.replace("{verbs: verbs.tsv}", "\n  verbs: |\n    verb\n    a\tb")}, "base.yaml", 4, "2 cells"),
        ({"verbs": "verb\tparticle\n"}, "verbs.tsv", 1, "has no words"),
        ({"own": OWN.replace("own.tsv", "none.tsv")}, "own.yaml", 2, "no such file"),
        (
            {"own": OWN.replace("[base.yaml]", "[base.yaml, more.yaml]").replace("lexicons", "#")},
            "own.yaml",
            1,
            "in two",
        ),
    ],
)
def test_faults_name_file_and_line(tmp_path, replaced, file, line, words):
    (tmp_path / "more.yaml").write_text(BASE.replace("pairs", "others"))
    with pytest.raises(InputError, match=words) as caught:
        load(tmp_path, **replaced)
    assert (caught.value.path.name, caught.value.line) == (file, line)
    assert caught.value.remedy


def test_a_copy_of_the_shipped_catalogue_finds_the_shipped_lexicons(tmp_path: Path) -> None:
    copy = tmp_path / "phenomena.yaml"
    copy.write_text(DEFAULT_FILE.read_text(encoding="utf-8"), encoding="utf-8")
    shipped, copied = (catalogue.lexicons_of(path) for path in (DEFAULT_FILE, copy))
    assert {name: lexicon.path for name, lexicon in copied.items()} == {n: lex.path for n, lex in shipped.items()}


def test_a_shipped_lexicon_that_is_not_there_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("include: [shipped]\nlexicons: {mine: 'shipped:lexicons/none.tsv'}\nphenomena: []\n")
    with pytest.raises(InputError, match=r"no such file: .*none\.tsv") as caught:
        catalogue.load(file)
    assert caught.value.line == 2
