"""Locks of result folders, held by processes that really end."""

import errno
import fcntl
import json
import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from extractors.core import files, lock
from extractors.core.errors import InputError

RUN = """
import subprocess, sys, time
from pathlib import Path
from extractors.core import lock
lock.hold([Path(sys.argv[1])])
job = subprocess.Popen(["sh", "-c", f'"{sys.executable}" -c "$0" {sys.argv[1]}; true', sys.argv[2]])
time.sleep(60)
"""
"""A run with one job, which a shell starts."""
JOB = """
import sys, time
from pathlib import Path
from extractors.core.lock import ending_with_run
from extractors.core.stopping import stoppable
with stoppable(), ending_with_run():
    Path(sys.argv[1], "begun").touch()
    time.sleep(60)
Path(sys.argv[1], "result").touch()
"""


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    """No run has started these tests; what they tell their jobs is forgotten."""
    monkeypatch.setenv(lock.VARIABLE, "")
    monkeypatch.setattr(lock, "WAIT", 0.1)


@pytest.fixture
def run(tmp_path):
    """A run in another process, with a job at work in tmp_path/results."""
    folder = tmp_path / "results"
    with subprocess.Popen([sys.executable, "-c", RUN, str(folder), JOB], start_new_session=True) as process:
        end = time.monotonic() + 60
        while not (folder / "begun").exists():
            assert time.monotonic() < end
            time.sleep(0.02)
        yield folder, process
        process.kill()


def test_a_second_run_is_refused_and_told_of_the_first(run):
    folder, process = run
    with pytest.raises(InputError, match=f"another run works here: process {process.pid} on .*, started") as refused:
        lock.hold([folder])
    assert "`results:`" in refused.value.remedy
    assert lock.is_held(folder)


def test_a_job_of_a_killed_run_ends_and_the_next_run_begins(run, monkeypatch):
    folder, process = run
    jobs = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGKILL)
    _, alive = psutil.wait_procs(jobs, timeout=10)
    assert not alive
    assert not (folder / "result").exists()
    assert not lock.is_held(folder)
    monkeypatch.setattr(lock, "WAIT", 5.0)
    lock.hold([folder])


def test_a_job_puts_no_file_in_place_once_another_run_has_begun(tmp_path, monkeypatch):
    old = {"run": "old", "host": "another machine", "locks": [str(tmp_path / lock.LOCK)]}
    (tmp_path / lock.LOCK).write_text("old\nits owner")
    monkeypatch.setenv(lock.VARIABLE, json.dumps(old))
    with files.write_text(tmp_path / "a.csv") as out:
        out.write("of the old run")
    (tmp_path / lock.LOCK).write_text("new\nits owner")
    with pytest.raises(InputError, match="another one has begun"), files.write_text(tmp_path / "a.csv") as out:
        out.write("late")
    with pytest.raises(InputError, match="another one has begun"), files.replacing_folder(tmp_path / "sets"):
        pass
    assert (tmp_path / "a.csv").read_text() == "of the old run"
    assert {path.name for path in tmp_path.iterdir()} == {"a.csv", lock.LOCK}


def test_a_file_system_without_locks_is_a_warning(tmp_path, monkeypatch, caplog):
    def refuse(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    lock.hold([tmp_path])
    assert "start no second run" in caplog.text
    assert lock.is_held(tmp_path)


def test_nothing_is_held_where_no_run_was(tmp_path):
    assert not lock.is_held(tmp_path)
    with lock.ending_with_run():
        pass


def test_no_file_is_written_through_a_link(tmp_path):
    other = tmp_path / "other"
    other.write_text("x")
    (tmp_path / lock.LOCK).symlink_to(other)
    with pytest.raises(OSError, match=r"symbolic links: .*\.lock"):
        lock.hold([tmp_path])
    assert other.read_text() == "x"


def test_the_lock_of_another_user_is_a_lock(run, monkeypatch):
    """Root may write each file: the system's refusal is simulated."""
    (folder, _), opened = run, os.open

    def refuse(path, flags, *mode):
        if flags & os.O_RDWR:
            raise PermissionError(errno.EACCES, "Permission denied")
        return opened(path, flags, *mode)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(InputError, match="another run works here: process"):
        lock.hold([folder])


def test_garbage_in_a_lock_is_written_over(tmp_path):
    (tmp_path / lock.LOCK).write_bytes(b"\xff")
    lock.hold([tmp_path])
    lock.check_run(tmp_path / "a.csv")
    (tmp_path / lock.LOCK).write_bytes(b"\xff")
    with pytest.raises(InputError, match="another one has begun"):
        lock.check_run(tmp_path / "a.csv")
