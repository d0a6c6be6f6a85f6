"""Errors of the operating system in words, from real ones where the system gives them here."""

import errno
import os
import resource
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from extractors.core import oserrors
from extractors.core.errors import InputError
from extractors.core.oserrors import check_room, check_writable, in_words, of_memory


def words_of(work, *outputs):
    with pytest.raises(OSError, match=r".") as error:
        work()
    return str(in_words(error.value, outputs))


def test_a_full_disk_is_named_with_what_is_free_and_what_was_being_written(tmp_path):
    def write():
        with Path("/dev/full").open("w") as full:
            full.write("x" * 100_000)

    said = words_of(write, tmp_path / "hits.csv")
    free = shutil.disk_usage(tmp_path).free / 1e6
    assert said.startswith(f"No space left on device for {tmp_path / 'hits.csv'}; free: ")
    assert abs(float(said.partition("free: ")[2].partition(" MB")[0].replace(",", "")) - free) < 5_000
    assert "remedy: make room on that disk" in said


@pytest.mark.parametrize(
    ("work", "reason", "remedy"),
    [
        (lambda folder: (folder / "none.txt").read_text(), "none.txt: No such file", "has removed or renamed it"),
        (lambda folder: folder.read_text(), "Is a directory", "name a file in it"),
        (lambda folder: (folder / "file" / "x").read_text(), "x: Not a directory", "a file stands where a folder"),
        (lambda folder: (folder / ("n" * 300)).read_text(), "n: File name too long", "a shorter name"),
        (lambda folder: (folder / "file").mkdir(), "file: File exists", "move the file"),
        (lambda folder: (folder / "file").rename(folder / "no" / "x"), "no/x", "check the path"),
    ],
)
def test_file_reason_and_remedy_are_said(tmp_path, work, reason, remedy):
    (tmp_path / "file").touch()
    said = words_of(lambda: work(tmp_path))
    assert said.startswith(str(tmp_path))
    assert reason in said
    assert remedy in said.partition("remedy: ")[2]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="no /proc")
def test_a_place_that_holds_no_files_is_called_so(tmp_path):
    assert "/proc/x: No such file or directory: files cannot be created here" in words_of(Path("/proc/x").mkdir)
    with pytest.raises(InputError, match="files cannot be created in /proc/x/y, because of /proc"):
        check_writable(Path("/proc/x/y"))
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"because of .*/file"):
        check_writable(tmp_path / "file/y")
    check_writable(tmp_path / "x/y")


def test_too_many_open_files(tmp_path):
    (tmp_path / "file").touch()
    kept = []

    def open_all():
        while True:
            kept.append((tmp_path / "file").open())

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (128, before[1]))
    try:
        with pytest.raises(OSError, match="Too many open files") as error:
            open_all()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        for file in kept:
            file.close()
    assert "remedy: allow more open files: ulimit -n 4096" in str(in_words(error.value))


@pytest.mark.parametrize(
    ("error", "said"),
    [
        # A temporary file is named by its folder.
        (
            PermissionError(errno.EACCES, "Permission denied", "results/small/.hits.parquet.x7_ab2cd.parquet"),
            "results/small: Permission denied\n  remedy: check the permissions",
        ),
        # A file that is not named is one of those being written.
        (
            OSError(errno.EIO, "Input/output error"),
            "while writing a, b: Input/output error\n  remedy: the disk",
        ),
        # The words of a library around those of the system are left out.
        (
            OSError(errno.ENOSPC, "Error writing. Detail: [errno 28] No space left"),
            "No space left on device for a, b",
        ),
        (
            ConnectionError("the server has gone"),
            "while writing a, b: the server has gone\n  remedy: check",
        ),
    ],
)
def test_an_error_says_its_file_its_reason_and_a_remedy(error, said):
    assert str(in_words(error, ["a", "b"])).startswith(said)


def test_a_run_does_not_begin_on_a_disk_that_is_as_good_as_full(tmp_path, monkeypatch):
    check_room(tmp_path / "not" / "yet")
    monkeypatch.setattr(oserrors.shutil, "disk_usage", lambda _: SimpleNamespace(free=1_234_567, total=10**9))
    with pytest.raises(InputError) as error:
        check_room(tmp_path / "not" / "yet")
    assert str(error.value).startswith(f"{tmp_path}: only 1.2 MB are free here, but a run needs at least 10 MB")


def test_a_file_system_without_room_for_any_file_is_not_called_full(tmp_path, monkeypatch):
    monkeypatch.setattr(oserrors.shutil, "disk_usage", lambda _: SimpleNamespace(free=0, total=0))
    with pytest.raises(InputError, match="files cannot be created here"):
        check_room(tmp_path)


def test_the_disks_of_outputs_and_of_temporary_files_are_named_once(tmp_path, monkeypatch):
    monkeypatch.setattr(oserrors.tempfile, "gettempdir", lambda: str(tmp_path))
    error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert str(in_words(error, [tmp_path / "a", Path(tmp_path, "b", "c")])).count(" MB in ") == 1


def test_a_lack_of_memory_says_what_was_asked_for():
    said = str(of_memory(MemoryError("Unable to allocate 74.5 GiB for an array")))
    assert said.startswith("not enough memory: unable to allocate 74.5 GiB")
    assert "remedy: close other programs" in said
