import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.core.names import LONGEST, WrittenNames, check_name, check_names, inside


@pytest.mark.parametrize("name", ["A", "Online-W", "newstest2020.de-en.Team.1442", "lr=0.1", "a+b", "1", "x" * LONGEST])
def test_names_of_systems_as_people_give_them(name):
    assert check_name(name, "system") == name


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "..", "../x", "a/b", "a\\b", "/etc", "a.", ".a", "-x", "a b", "c\n", "a\0b", "x" * (LONGEST + 1)),
        *("=cmd|' /C calc'!A0", "@SUM(1)", "+1", "{x}", "a{x}", "a\udcff", "\x1b[31m", "ä", None, 7),
        *("CON", "nul", "Aux.v2", "com1"),
    ],
)
def test_what_cannot_name_a_file_is_refused_with_what_can(name):
    with pytest.raises(InputError, match="cannot be the name of a system") as caught:
        check_name(name, "system", path="c.yaml", line=3)
    assert "letters a to z" in caught.value.remedy
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 400
    assert str(caught.value).startswith("c.yaml:3: ")


@given(st.text(max_size=12))
def test_a_name_that_is_taken_stays_in_its_folder(name):
    try:
        check_name(name, "system")
    except InputError:
        return
    assert os.path.normpath(os.path.join("folder", name)) == os.path.join("folder", name)  # noqa: PTH118
    assert name.isascii()
    assert name[0].isalnum()


def test_names_that_differ_in_case_alone_are_refused():
    check_names(["a", "b", "a"], "system")
    with pytest.raises(InputError, match="'Ab' and 'aB' differ only in case"):
        check_names(["Ab", "aB"], "system")


@pytest.mark.parametrize(
    "name", ["", "..", "../x", "a/../../x", "/etc/passwd", "a//b", "./a", "a\\..\\b", "a\0", "loop"]
)
def test_a_path_that_leads_out_of_its_folder_is_refused(tmp_path, name):
    (tmp_path / "set").mkdir()
    (tmp_path / "set/loop").symlink_to("loop")
    with pytest.raises(InputError, match="leads out of the folder"):
        inside(tmp_path / "set", name)


def test_a_link_is_followed_inside_the_folder_only(tmp_path):
    folder = tmp_path / "set"
    (folder / "a").mkdir(parents=True)
    (folder / "a/real").touch()
    (folder / "in").symlink_to("a/real")
    (folder / "out").symlink_to("../secret")
    (folder / "above").symlink_to("..")
    (tmp_path / "secret").touch()
    assert inside(folder, "in") == folder / "in"
    assert inside(folder, "a/new") == folder / "a/new"
    for name in ("out", "above/secret"):
        with pytest.raises(InputError, match="leads out of the folder"):
            inside(folder, name)


def test_the_links_of_the_hubs_cache_are_followed_to_its_blobs_and_no_farther(tmp_path):
    snapshot = tmp_path / "datasets--me--set/snapshots/abc"
    snapshot.mkdir(parents=True)
    blobs = snapshot.parents[1] / "blobs"
    blobs.mkdir()
    (blobs / "0f").touch()
    (snapshot / "file").symlink_to("../../blobs/0f")
    (snapshot / "out").symlink_to("../../refs")
    assert inside(snapshot, "file") == snapshot / "file"
    with pytest.raises(InputError):
        inside(snapshot, "out")
    (blobs / "0f").unlink()
    blobs.rmdir()
    (tmp_path / "secrets").mkdir()
    blobs.symlink_to(tmp_path / "secrets")
    with pytest.raises(InputError):
        inside(snapshot, "file")


def test_what_others_call_something_becomes_a_name_of_that_writing_alone():
    names = WrittenNames("system", "rename the file")
    assert [names.name(written) for written in ("Gemini 3.1 Pro", "A", "Gemini 3.1 Pro")] == [
        "Gemini-3.1-Pro",
        "A",
        "Gemini-3.1-Pro",
    ]
    with pytest.raises(InputError, match=r"'Gemini 3\.1 Pro' and 'Gemini 3\.1-Pro!' both give the system") as caught:
        names.name("Gemini 3.1-Pro!")
    assert caught.value.remedy == "rename the file"


@pytest.mark.parametrize("written", ["?!", "", "nul", "x" * (LONGEST + 1)])
def test_what_becomes_no_name_is_quoted_as_it_was_written(written):
    with pytest.raises(InputError, match="cannot be the name of a system") as caught:
        WrittenNames("system").name(written, path="c.csv", line=2)
    assert written[:9] in str(caught.value)
