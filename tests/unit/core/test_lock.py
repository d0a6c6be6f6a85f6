"""The lock of a results folder, held by a process that really ends."""

import errno
import fcntl
import os
import subprocess
import sys

import pytest

from extractors.core import lock
from extractors.core.errors import InputError

RUN = """
import sys
from pathlib import Path
from extractors.core import lock
lock.hold(Path(sys.argv[1]))
print(flush=True)
sys.stdin.read()
"""


def test_a_second_run_is_refused_until_the_first_has_been_killed(tmp_path):
    folder = tmp_path / "results/small"
    command = [sys.executable, "-c", RUN, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        with pytest.raises(InputError, match=f"another run works here: process {process.pid} on ") as refused:
            lock.hold(folder)
        assert "`results:`" in refused.value.remedy
        process.kill()
    lock.hold(folder)


def test_a_file_system_without_locks_is_a_warning(tmp_path, monkeypatch, caplog):
    def refuse(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    lock.hold(tmp_path)
    assert "start no second run" in caplog.text


def test_a_link_in_the_place_of_the_lock_is_not_followed(tmp_path):
    (tmp_path / "mine").write_text("my text")
    (tmp_path / lock.LOCK).symlink_to(tmp_path / "mine")
    with pytest.raises(OSError, match="symbolic links"):
        lock.hold(tmp_path)
    assert (tmp_path / "mine").read_text() == "my text"


def test_the_lock_of_another_user_can_be_held_and_is_not_written(tmp_path, monkeypatch):
    (tmp_path / lock.LOCK).write_text("another user")
    opened = os.open

    def refuse(path, flags, *mode):
        if flags & os.O_RDWR:
            raise PermissionError(errno.EACCES, "Permission denied")
        return opened(path, flags, *mode)

    monkeypatch.setattr(os, "open", refuse)
    lock.hold(tmp_path)
    assert (tmp_path / lock.LOCK).read_text() == "another user"
