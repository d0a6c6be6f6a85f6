"""Locks of result folders, held by processes that really end."""

import errno
import json
import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from extractors.core import lock
from extractors.core.errors import InputError
from extractors.core.lock import RunLock, share_of_job

RUN = """
import subprocess, sys, time
from extractors.core.lock import RunLock
RunLock([sys.argv[1]]).take("their.yaml")
job = subprocess.Popen(["sh", "-c", f'"{sys.executable}" -c "$0" {sys.argv[1]}; true', sys.argv[2]])
time.sleep(60)
"""
"""A run with one job, which a shell starts."""
JOB = """
import sys, time
from pathlib import Path
from extractors.core.lock import share_of_job
from extractors.core.stopping import stoppable
with stoppable(), share_of_job():
    Path(sys.argv[1], "begun").touch()
    time.sleep(60)
Path(sys.argv[1], "result").touch()
"""


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    """No run has started these tests; what they tell their jobs is forgotten."""
    monkeypatch.setenv(lock.VARIABLE, "")


@pytest.fixture
def quick(monkeypatch):
    for name in ("WAIT_FOR_RUN", "WAIT_FOR_JOBS"):
        monkeypatch.setattr(lock, name, 0.1)


def wait_for(true, *, seconds=20.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


@pytest.fixture
def run(tmp_path):
    """A run in another process, with a job at work in tmp_path/results."""
    folder = tmp_path / "results"
    process = subprocess.Popen([sys.executable, "-c", RUN, str(folder), JOB])
    wait_for((folder / "begun").exists)
    children = psutil.Process(process.pid).children(recursive=True)
    yield process, folder, children
    for left in (process, *children):
        if psutil.pid_exists(left.pid):
            left.kill()
    process.wait()


@pytest.mark.usefixtures("quick")
def test_a_second_run_is_refused_with_who_works_there(run):
    process, folder, _ = run
    with pytest.raises(InputError) as error:
        RunLock([folder]).take("mine.yaml")
    assert f"another run works here: process {process.pid} on {lock._host()}, started " in str(error.value)
    assert "with their.yaml" in str(error.value)
    assert "remedy: wait until it has ended" in str(error.value)
    assert not os.environ[lock.VARIABLE]


def test_a_job_ends_with_its_run_which_was_killed(run):
    process, folder, children = run
    process.kill()
    process.wait()
    _, alive = psutil.wait_procs(children, timeout=10)
    assert not alive
    assert not (folder / "result").exists()
    # Nothing is left to unlock.
    again = RunLock([folder])
    again.take("mine.yaml")
    again.release()


@pytest.mark.usefixtures("quick")
def test_a_run_waits_for_the_jobs_of_one_that_was_killed(run):
    process, folder, children = run
    job = next(child for child in children if child.name() != "sh")
    job.suspend()
    process.kill()
    process.wait()
    again = RunLock([folder])
    with pytest.raises(InputError, match=rf"a job of an earlier run is still at work \(process {job.pid}\)"):
        again.take("mine.yaml")
    job.resume()
    psutil.wait_procs(children, timeout=10)
    again.take("mine.yaml")
    again.release()


def test_a_plan_from_before_another_runs_work_is_refused(tmp_path):
    planned, other = RunLock([tmp_path]), RunLock([tmp_path])
    other.take("other.yaml")
    planned_beside_it = RunLock([tmp_path])
    other.release()
    for late in (planned, planned_beside_it):
        with pytest.raises(InputError, match=r"has worked here since this one was planned.*other\.yaml") as error:
            late.take("mine.yaml")
        assert "remedy: start it again" in str(error.value)
        late.release()


@pytest.mark.usefixtures("quick")
def test_of_several_folders_all_are_taken_or_none(tmp_path):
    first, second = tmp_path / "a", tmp_path / "b"
    held, both = RunLock([second]), RunLock([first, second])
    held.take("held.yaml")
    with pytest.raises(InputError, match="b: another run works here"):
        both.take("both.yaml")
    free = RunLock([first])
    free.take("free.yaml")
    free.release()
    held.release()


def test_a_job_of_a_run_that_is_gone_does_not_begin_in_the_next_ones_folder(tmp_path, monkeypatch):
    first = RunLock([tmp_path])
    first.take("first.yaml")
    told = os.environ[lock.VARIABLE]
    with share_of_job():
        pass
    first.release()
    second = RunLock([tmp_path])
    second.take("second.yaml")
    monkeypatch.setenv(lock.VARIABLE, told)
    with (
        pytest.raises(InputError, match=r"of a run that has ended, and another has begun: .*second\.yaml"),
        share_of_job(),
    ):
        pytest.fail("the job began")
    second.release()


@pytest.mark.usefixtures("quick")
def test_a_share_is_given_back_after_the_job(tmp_path):
    first = RunLock([tmp_path])
    first.take("x.yaml")
    with share_of_job():
        pass
    first.release()
    RunLock([tmp_path]).take("y.yaml")


def test_a_job_that_is_done_is_not_stopped_when_its_run_ends(tmp_path):
    first = RunLock([tmp_path])
    first.take("x.yaml")
    stopped = []
    before = signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    try:
        with share_of_job():
            pass
        first.release()
        time.sleep(0.2)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert not stopped


def test_a_job_on_another_machine_does_not_wait_for_a_lock_that_it_may_not_see(tmp_path, monkeypatch):
    RunLock([tmp_path]).take("x.yaml")
    monkeypatch.setattr(lock, "_host", lambda: "node7")
    monkeypatch.setattr(lock.threading, "Thread", lambda **_: pytest.fail("it waits"))
    with share_of_job():
        assert (tmp_path / lock.JOBS).read_text() == f"node7 {os.getpid()}\n"


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS])
def test_a_file_system_without_locks_is_named_once_and_the_run_goes_on(tmp_path, monkeypatch, caplog, number):
    def flock(_handle, _kind):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(lock.fcntl, "flock", flock)
    RunLock([tmp_path / "a", tmp_path / "b"]).take("x.yaml")
    assert len(caplog.messages) == 1
    assert f"the file system has no locks ({os.strerror(number)}); a second run" in caplog.text
    assert json.loads(os.environ[lock.VARIABLE])["folders"] == []
    with share_of_job():
        pass


def test_a_folder_that_cannot_be_written_is_not_locked(tmp_path, monkeypatch, caplog):
    def refuse(*_):
        raise OSError(errno.EROFS, "Read-only file system")

    planned = RunLock([tmp_path])
    monkeypatch.setattr(lock.os, "open", refuse)
    planned.take("x.yaml")
    assert "cannot be locked (Read-only file system)" in caplog.text


def test_a_damaged_lock_file_is_no_hindrance(tmp_path):
    (tmp_path / lock.LOCK).write_bytes(b'{"run": 1\xff')
    held = RunLock([tmp_path])
    held.take("x.yaml")
    assert lock.Owner.of((tmp_path / lock.LOCK).read_text()).config == "x.yaml"


def test_without_a_run_a_job_needs_no_lock(tmp_path, monkeypatch):
    monkeypatch.delenv(lock.VARIABLE)
    with share_of_job():
        pass
    assert not list(tmp_path.iterdir())
