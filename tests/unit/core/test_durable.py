import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from extractors.core import durable, files


@pytest.fixture
def calls(monkeypatch):
    """What is put on the disk, and what gets its name, in order."""
    seen, replace, rename = [], Path.replace, Path.rename
    monkeypatch.setattr(files, "sync", lambda path: seen.append(("sync", path.name)))
    monkeypatch.setattr(files.os, "sync", lambda: seen.append(("sync", "all")))

    def note(real):
        def noted(path, target):
            seen.append(("name", Path(target).name))
            return real(path, target)

        return noted

    monkeypatch.setattr(Path, "replace", note(replace))
    monkeypatch.setattr(Path, "rename", note(rename))
    return seen


def test_content_is_on_the_disk_before_its_name_and_the_name_before_the_end(tmp_path, calls):
    with files.write_text(tmp_path / "a.txt") as out:
        out.write("text")
    kinds = [(kind, name if "part" not in name else "temporary") for kind, name in calls]
    assert kinds == [("sync", "temporary"), ("name", "a.txt"), ("sync", tmp_path.name)]


def test_the_files_of_a_folder_wait_for_the_disk_once(tmp_path, calls):
    with files.writing_folder(tmp_path / "sets") as folder:
        for name in "abc":
            with files.write_text(folder / name) as out:
                out.write(name)
    assert next(call for call in calls if call[0] == "sync") == ("sync", "all")
    assert calls.index(("sync", "all")) > calls.index(("name", "c"))
    calls.clear()
    with files.replacing_folder(tmp_path / "charts") as folder, files.write_text(folder / "a") as out:
        out.write("a")
    assert calls == [("name", "a"), ("sync", "all"), ("name", "charts"), ("sync", tmp_path.name)]


@pytest.mark.parametrize(("number", "is_told"), [(5, True), (22, False)], ids=["broken", "folders cannot be synced"])
def test_the_disk_is_asked_and_its_errors_are_told(tmp_path, monkeypatch, number, is_told):
    asked = []
    monkeypatch.setattr(os, "fsync", asked.append)
    durable.sync(tmp_path)
    assert len(asked) == 1

    def fail(_):
        raise OSError(number, "the reason")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="the reason"), files.write_text(tmp_path / "a") as out:
        out.write("a")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError, match="the reason") if is_told else nullcontext():
        durable.sync(tmp_path)


WRITER = """
import os, sys
from contextlib import nullcontext
from pathlib import Path
from extractors.core import files
with files.replacing(Path(sys.argv[1], "a.csv")) as one, files.replacing_folder(Path(sys.argv[1], "charts")) as two:
    one.write_text("half")
    (two / "b").write_text("half")
    print("ready", flush=True)
    sys.stdin.read(1)
    os._exit(9)
"""


def test_a_new_writer_removes_what_earlier_ones_left_and_those_cannot_put_theirs_in_place(tmp_path):
    others = {".mine.part", ".a.csv.abcd1234.csv", ".b.a.csv.abcd1234.part.csv"}
    for name in others:
        (tmp_path / name).touch()
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout.readline() == b"ready\n"
        # It ends like a killed process: nothing of it runs on.
    assert len(list(tmp_path.iterdir())) == len(others) + 2
    with files.replacing_folder(tmp_path / "charts"):
        pass

    def write(name, meanwhile):
        with files.write_text(tmp_path / "a.csv") as out:
            out.write(name)
            meanwhile()

    with pytest.raises(FileNotFoundError):
        write("old", lambda: write("new", lambda: None))
    assert (tmp_path / "a.csv").read_text() == "new"
    assert {path.name for path in tmp_path.iterdir()} == {"a.csv", "charts", *others}
