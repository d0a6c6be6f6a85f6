"""Stopping programs: real processes, real signals."""

import signal
import subprocess
import sys
import threading
import time

import psutil
import pytest

from extractors.core import stopping
from extractors.core.stopping import Terminated, end_children, name_of, status_of, stoppable

STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"
RUN = """
import subprocess, sys, threading, time
from extractors.core.stopping import end_jobs_on_sigterm
end_jobs_on_sigterm()
def job():
    subprocess.run(["bash", "-c", f"'{sys.executable}' -c 'import time; print(flush=True); time.sleep(60)'; true"])
# As the runner of jobs does: a job is started by a thread, and the main thread waits.
thread = threading.Thread(target=job)
thread.start()
try:
    threading.Semaphore(0).acquire()
except SystemExit:
    thread.join()
    raise
"""


def test_status_and_name_are_those_of_the_signal():
    assert (status_of(KeyboardInterrupt()), status_of(Terminated())) == (130, 143)
    assert (name_of(KeyboardInterrupt()), name_of(Terminated())) == ("Ctrl-C", "SIGTERM")


STOPS = [(signal.SIGTERM, Terminated), (signal.SIGINT, KeyboardInterrupt)]


@pytest.mark.parametrize(("number", "raised"), STOPS)
def test_sigterm_is_for_a_program_what_ctrl_c_is(number, raised):
    before = signal.getsignal(number)
    with pytest.raises(raised) as caught, stoppable():
        signal.raise_signal(number)
    assert caught.type is raised
    assert signal.getsignal(number) is before


def test_a_signal_that_is_ignored_stays_so():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with stoppable():
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_outside_the_main_thread_signals_are_left_alone():
    before, seen = signal.getsignal(signal.SIGTERM), []

    def work():
        with stoppable():
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]


@pytest.mark.parametrize(("number", "raised"), STOPS)
def test_a_program_that_waits_for_a_library_is_ended_all_the_same(monkeypatch, number, raised):
    ended = []
    monkeypatch.setattr(stopping, "PATIENCE", 0.05)
    monkeypatch.setattr(stopping, "end_now", ended.append)

    def stubborn():
        with stoppable():
            try:
                signal.raise_signal(number)
            finally:
                time.sleep(0.3)

    with pytest.raises(raised):
        stubborn()
    assert ended == [128 + number]


def test_children_end_with_theirs_and_the_stubborn_are_killed():
    command = [sys.executable, "-c", STUBBORN]
    stubborn = subprocess.Popen(["bash", "-c", f"{sys.executable} -c '{STUBBORN}'; true"], stdout=subprocess.PIPE)
    direct = subprocess.Popen(command, stdout=subprocess.PIPE)
    for process in (stubborn, direct):
        process.stdout.readline()
    children = psutil.Process().children(recursive=True)
    assert len(children) >= 3
    end_children(0.3)
    _, alive = psutil.wait_procs(children, timeout=5)
    assert not alive


def test_sigterm_ends_a_run_with_its_jobs():
    with subprocess.Popen(
        [sys.executable, "-c", RUN], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        run.stdout.readline()
        children = psutil.Process(run.pid).children(recursive=True)
        run.terminate()
        _, errors = run.communicate(timeout=20)
    assert errors == ""
    assert run.returncode == 128 + signal.SIGTERM
    _, alive = psutil.wait_procs(children, timeout=5)
    assert not alive


def test_a_run_ends_with_its_jobs_when_the_process_that_started_it_is_killed():
    start = "import os, subprocess, sys; from extractors.core.stopping import name_parent, PARENT\n"
    start += "os.environ[PARENT] = name_parent()\n"
    start += f"subprocess.run([sys.executable, '-c', {RUN!r}])"
    with subprocess.Popen([sys.executable, "-c", start], stdout=subprocess.PIPE, text=True) as parent:
        parent.stdout.readline()
        run, *_ = below = psutil.Process(parent.pid).children(recursive=True)
        parent.kill()
        _, alive = psutil.wait_procs(below, timeout=20)
    assert not alive
    assert not run.is_running()


def test_a_job_whose_run_has_been_killed_before_it_began_ends_at_once():
    job = "import time; from extractors.core.stopping import end_with_parent; end_with_parent(); time.sleep(60)"
    start = "import os, subprocess, sys; from extractors.core.stopping import name_parent, PARENT\n"
    start += f"os.environ[PARENT] = name_parent(); print(subprocess.Popen([sys.executable, '-c', {job!r}]).pid)"
    done = subprocess.run([sys.executable, "-c", start], capture_output=True, text=True, check=True)
    _, alive = psutil.wait_procs([psutil.Process(int(pid)) for pid in done.stdout.split()], timeout=20)
    assert not alive
