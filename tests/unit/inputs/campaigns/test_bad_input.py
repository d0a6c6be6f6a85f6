"""What campaigns' files may have wrong, a test each; messages have file, line and remedy (of one JSON object: which).

Files that were cut short are in tests/contract/test_testsets.py, for each format.
"""

import tarfile

import pytest

from extractors.core import files
from extractors.core.errors import InputError
from extractors.inputs.evaluation_sets import read_set
from tests.builders import test_sets as build


def refused(place, match, path, line):
    with pytest.raises(InputError, match=match) as caught:
        read_set(place)
    assert caught.value.remedy
    assert (caught.value.path, caught.value.line) == (path, line)
    return caught.value


def mqm_rows(**changes):
    """The rows of MQM ratings, the second one changed."""
    names = build.MQM_HEADER.split("\t")
    rows = [list(row) for row in build.MQM_ROWS]
    for name, value in changes.items():
        rows[1][names.index(name)] = value
    return rows


# Raters missing.


def test_a_row_of_mqm_without_a_rater_is_refused(tmp_path):
    refused(build.mqm(tmp_path, mqm_rows(rater=" ")), "no rater", tmp_path / "mqm.tsv", 3)


def test_a_row_of_esa_without_a_rater_is_refused(tmp_path):
    rows = [build.esa_row("good", 1, 90, "owls.1", []), build.esa_row("good", 2, 80, "owls.1", [], rater="")]
    refused(build.esa(tmp_path, rows, canary=False), "no rater", tmp_path / "esa.csv", 2)


def test_a_document_that_stands_twice_in_xml_is_refused(tmp_path):
    place = build.wmtxml(tmp_path)
    path = tmp_path / "set.xml"
    text = path.read_text(encoding="utf-8")
    build.write(path, text.replace('id="s" testsuite="birds"', 'id="d"'))
    error = refused(place, "a second document 'd'", path, text[: text.index('id="s"')].count("\n") + 1)
    assert "another id" in error.remedy


# Systems that the set does not have.


@pytest.mark.parametrize(
    ("write", "file", "line"),
    [
        (lambda folder: build.esa(folder, [build.esa_row("GOOD", 1, 9, "owls.1", [])], canary=False), "esa.csv", 1),
        (lambda folder: f"{build.mqm(folder, mqm_rows(system='GOOD'))}".replace("#en-de", ""), "mqm.tsv", 3),
    ],
    ids=["esa", "mqm"],
)
def test_an_unknown_system_in_a_human_file_is_refused_and_may_be_renamed_or_left_out(write, file, line, tmp_path):
    place = write(tmp_path)
    texts = "" if " + " in place else f"{build.wmt24(tmp_path / 'texts')} + "
    error = refused(f"{texts}{place}", "the system 'GOOD' is not in the set", tmp_path / file, line)
    assert "#GOOD=" in error.remedy
    read_set(f"{texts}{place}#GOOD=good,ref=A")
    read_set(f"{texts}{place}#GOOD=,ref=A")


def test_scores_of_wmt25_without_the_outputs_count_where_there_are_no_references(tmp_path):
    place = build.genmt(tmp_path)
    scores = (tmp_path / "automatic_scores/good.jsonl").read_text(encoding="utf-8")
    path = build.write(tmp_path / "automatic_scores/best.jsonl", scores)
    found = read_set(place)
    assert {score.system for score in found.scores["Owl"].values} == {"good", "best"}
    assert not any(found.systems["best"].texts)
    assert not [r.line for r in found.remarks if r.line.path == path]


@pytest.mark.parametrize("kind", ["pax", "members"])
def test_an_archive_of_headers_alone_is_bounded_as_texts_are(tmp_path, monkeypatch, kind):
    monkeypatch.setattr(files, "LARGEST", 100_000)
    path = tmp_path / "set.tar.gz"
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for number in range(1 if kind == "pax" else 2000):
            member = tarfile.TarInfo(f"f{number}")
            member.pax_headers = {"comment": "x" * 1_000_000} if kind == "pax" else {}
            archive.addfile(member)
    monkeypatch.setattr(files, "HIGHEST_RATIO", 20)
    with pytest.raises(InputError, match="would be unpacked"):
        read_set(f"mteval:{path}#en-de")
