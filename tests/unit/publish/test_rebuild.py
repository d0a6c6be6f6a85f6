"""From ids and a copy of the texts, the folder that would have been published with texts."""

import shutil

import pytest

from extractors import __main__ as cli
from extractors.publish import layout
from tests.builders import small_run
from tests.builders.set_folders import files, rebuild

NAMING = {layout.CARD, layout.CHECKSUMS}
"""The files that name others."""


def test_with_the_parses_every_file_but_the_lexicon_is_the_one_that_was_published(run, tmp_path):
    """Ids say no words, so that a set of them has no lexicon."""
    parses = ("--parses", run / "results/source.conllu")
    assert rebuild(run / "ids", tmp_path / "full", run / "texts", *parses) == 0
    made, published = files(tmp_path / "full"), files(run / "full")
    assert published.keys() - made.keys() == {layout.LEXICON}
    assert {name for name in made if made[name] != published[name]} == NAMING


def test_without_the_parses_only_they_lack_and_what_names_them(run, tmp_path):
    assert rebuild(run / "ids", tmp_path / "full", run / "texts") == 0
    made, published = files(tmp_path / "full"), files(run / "full")
    assert published.keys() - made.keys() == {layout.CONLLU, layout.LEXICON}
    assert {name for name in made if made[name] != published[name]} == NAMING
    assert layout.CONLLU not in made[layout.CARD].decode()


def test_what_was_rebuilt_scores_as_what_was_published(run, tmp_path):
    assert rebuild(run / "ids", tmp_path / "full", run / "texts") == 0
    for folder, name in ((tmp_path / "full", "rebuilt.csv"), (run / "full", "published.csv")):
        outputs = [str(run / f"texts/{system}.txt") for system in small_run.SYSTEMS]
        assert cli.main(["score", str(folder), *outputs, "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "rebuilt.csv").read_bytes() == (tmp_path / "published.csv").read_bytes()
    trends = ("--trends", str(tmp_path / "trends.csv"))
    assert cli.main(["score", str(tmp_path / "full"), str(run / "texts/good.txt"), *trends]) == 0


def spaces(text):
    return text.replace("\n", " \n")


def with_entities(text):
    return text.replace("A", "&#65;")


def shorter(text):
    return text.partition("\n")[2]


def blank_line(text):
    return "\n" + text


def lower(text):
    return text.lower()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (spaces, "is the right one if white space at the ends of lines is taken away: do that first"),
        (with_entities, "is the right one if entities such as &amp; are replaced by their characters"),
        (shorter, "has 71 segments (1 of them empty), and should have 72"),
        (blank_line, "has 73 segments (2 of them empty), and should have 72"),
        (lower, "has 72 segments as it should, but another checksum"),
    ],
)
@pytest.mark.parametrize(("side", "name"), [("source", "source"), ("a", "reference A"), ("b", "reference B")])
def test_a_copy_that_differs_is_told_by_side_and_reason(run, tmp_path, capsys, change, words, side, name):
    texts = shutil.copytree(run / "texts", tmp_path / "texts")
    file = texts / {"source": "source.txt", "a": "A.txt", "b": "B.txt"}[side]
    file.write_text(change(file.read_text()))
    assert rebuild(run / "ids", tmp_path / "full", texts) == 1
    error = capsys.readouterr().err
    assert f"the {name} {file} {words}" in error
    assert error.count("segments as it should") <= 1
    assert not (tmp_path / "full").exists()


def test_line_ends_and_byte_order_marks_do_not_matter(run, tmp_path):
    texts = shutil.copytree(run / "texts", tmp_path / "texts")
    for file in texts.iterdir():
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert rebuild(run / "ids", tmp_path / "full", texts) == 0


def test_every_side_that_differs_is_told_at_once(run, tmp_path, capsys):
    assert rebuild(run / "ids", tmp_path / "full", run / "texts", source="good.txt", a="bad.txt") == 1
    error = capsys.readouterr().err
    assert "the source" in error
    assert "the reference A" in error
    assert "the reference B" not in error


def test_texts_in_each_others_place_are_recognised(run, tmp_path, capsys):
    assert rebuild(run / "ids", tmp_path / "full", run / "texts", a="B.txt", b="source.txt") == 1
    error = capsys.readouterr().err
    assert "B.txt is the reference B of the set" in error
    assert "source.txt is the source of the set" in error


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{run}/full --source {t}/source.txt --reference A={t}/A.txt", "has its texts"),
        ("{run}/ids --source {t}/source.txt --reference A={t}/A.txt", "the reference 'B' of the set is not given"),
        ("{run}/ids --source {t}/source.txt --reference C={t}/A.txt", "the set has no reference 'C'"),
        ("{run}/ids --source {t}/none.txt --reference A={t}/A.txt --reference B={t}/B.txt", "none.txt: no such file"),
        (
            "{run}/ids --source {t}/source.txt --reference A={t}/A.txt --reference B={t}/B.txt --parses {run}/p.conllu",
            "p.conllu: are parses by unknown, the set was made with by-hand:1",
        ),
        ("{run}/results --source {t}/source.txt --reference A={t}/A.txt", "must be a published set"),
    ],
)
def test_what_is_refused(run, tmp_path, capsys, line, words):
    parses = (run / "results/source.conllu").read_text().partition("\n")[2]
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
        layout.EVIDENCE,
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
    assert f"is not as it was published: {name} has changed" in capsys.readouterr().err


def test_a_folder_that_is_no_published_set_is_not_overwritten(run, tmp_path, capsys):
    (tmp_path / "full").mkdir()
    (tmp_path / "full/thesis.txt").write_text("years of work")
    assert rebuild(run / "ids", tmp_path / "full", run / "texts") == 1
    assert "is there already, and is not a published set" in capsys.readouterr().err
    assert (tmp_path / "full/thesis.txt").read_text() == "years of work"
