"""From ids and a copy of the texts, the folder that would have been published with texts."""

import re
import shutil

import pytest

from extractors import __main__ as cli
from extractors.core.files import read_text
from extractors.publish import layout
from tests.builders.set_folders import files, rebuild

NAMING = {layout.CARD, layout.CHECKSUMS}
"""The files that name others."""


def test_with_the_parses_every_file_is_the_one_that_was_published(run, tmp_path):
    parses = ("--parses", run / "results/source.conllu.gz")
    assert rebuild(run / "ids", tmp_path / "full", run / "texts", *parses) == 0
    assert files(tmp_path / "full") == files(run / "full")


def test_without_the_parses_only_they_lack_and_the_set_scores(run, tmp_path):
    assert rebuild(run / "ids", tmp_path / "full", run / "texts") == 0
    made, published = files(tmp_path / "full"), files(run / "full")
    assert published.keys() - made.keys() == {layout.CONLLU}
    assert {name for name in made if made[name] != published[name]} == NAMING
    assert layout.CONLLU not in made[layout.CARD].decode()
    asked = ("--output", str(tmp_path / "scores.csv"))
    assert cli.main(["score", str(tmp_path / "full"), str(run / "texts/good.txt"), *asked]) == 0


@pytest.mark.parametrize(
    ("file", "name", "change", "words"),
    [
        ("source", "source", ("\n", " \n"), "is the right one if white space at the ends of lines is taken"),
        ("A", "reference A", ("A", "&#65;"), "is the right one if entities such as &amp; are replaced"),
        ("B", "reference B", (r"\A.*\n", ""), "has 71 segments (1 of them empty), and should have 72"),
        ("source", "source", (r"\A", "\n"), "has 73 segments (2 of them empty), and should have 72"),
        ("A", "reference A", ("[aeiou]", "o"), "has 72 segments as it should, but another checksum"),
    ],
)
def test_a_copy_that_differs_is_told_by_side_and_reason(run, tmp_path, capsys, file, name, change, words):
    texts = shutil.copytree(run / "texts", tmp_path / "texts")
    path = texts / f"{file}.txt"
    path.write_text(re.sub(*change, path.read_text()))
    assert rebuild(run / "ids", tmp_path / "full", texts) == 1
    error = capsys.readouterr().err
    assert f"the {name} {path} {words}" in error
    assert error.count("segments as it should") <= 1
    assert not (tmp_path / "full").exists()


def test_line_ends_and_byte_order_marks_do_not_matter(run, tmp_path):
    texts = shutil.copytree(run / "texts", tmp_path / "texts")
    for file in texts.iterdir():
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert rebuild(run / "ids", tmp_path / "full", texts) == 0


def test_every_side_that_differs_is_told_at_once_and_texts_in_each_others_place_are_recognised(run, tmp_path, capsys):
    assert rebuild(run / "ids", tmp_path / "full", run / "texts", source="good.txt", a="B.txt") == 1
    error = capsys.readouterr().err
    assert "the source" in error
    assert "B.txt is the reference B of the set" in error


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{run}/full --source {t}/source.txt --reference A={t}/A.txt", "has its texts"),
        ("{run}/ids --source {t}/source.txt --reference A={t}/A.txt", "the reference 'B' of the set is not given"),
        ("{run}/ids --source {t}/source.txt --reference C={t}/A.txt", "the set has no reference 'C'"),
        ("{run}/ids --source {t}/none.txt --reference A={t}/A.txt --reference B={t}/B.txt", "none.txt: no such file"),
        (
            "{run}/ids --source {t}/source.txt --reference A={t}/A.txt --reference B={t}/B.txt --parses {run}/p.conllu",
            "p.conllu: has parses by unknown, but the set was made with by-hand:1",
        ),
        ("{run}/results --source {t}/source.txt --reference A={t}/A.txt", "must be a published set"),
    ],
)
def test_what_is_refused(run, tmp_path, capsys, line, words):
    parses = read_text(run / "results/source.conllu.gz").partition("\n")[2]
    (run / "p.conllu").write_text(parses)
    line = line.format(run=run, t=run / "texts")
    assert cli.main(["dataset", "rebuild", *line.split(), "-o", str(tmp_path / "full")]) == 1
    error = capsys.readouterr().err
    assert words in error
    assert "remedy" in error
    assert not (tmp_path / "full").exists()


@pytest.mark.parametrize(
    "name",
    [
        layout.SETS_FILE,
        layout.REQUESTS,
        layout.COVARIATES,
        layout.DESCRIPTION,
        "data/hits/particle_verb.parquet",
        "scoring/scores.csv",
    ],
)
def test_ids_that_were_changed_are_refused(run, tmp_path, capsys, name):
    ids = shutil.copytree(run / "ids", tmp_path / "ids")
    with (ids / name).open("ab") as out:
        out.write(b"\n")
    assert rebuild(ids, tmp_path / "full", run / "texts") == 1
    assert f"has changed since it was published: {name} has changed" in capsys.readouterr().err
