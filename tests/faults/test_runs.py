"""Runs that meet another run, are killed or stopped, or find no room: real ones of Snakemake.

They take some minutes, so that `make test-faults` alone tries them; tests/unit/core/test_lock.py and test_stopping.py
try the same on small processes. A full disk under a command is quick, and always tried.
"""

import os
import random
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from extractors.__main__ import main
from tests.workflow.running import SNAKEMAKE, checkout

TRIALS = int(os.environ.get("FAULT_TRIALS", "0"))
slow = pytest.mark.skipif(not TRIALS, reason="whole runs: make test-faults")
MOMENTS = [0, 2, 5, 8, 11]
"""How many files of results a run has left, of 20 or so, when it is killed or stopped: on a busy machine, too."""
KILLS = 10
COPIES = 40
"""How often the small corpus is repeated, so that a run takes long enough to be met at work."""


def start(folder, *arguments):
    """A run in a session of its own, as one of a terminal."""
    return subprocess.Popen(
        [SNAKEMAKE, "--cores", "2", *arguments, "extract"],
        cwd=folder,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        # What an earlier run has kept would be no work.
        env=os.environ | {"NO_COLOR": "1", "XDG_CACHE_HOME": str(folder / "cache")},
        # A shell's background process ignores Ctrl-C, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def wait_for_job(run):
    """Wait until a run has a job at work."""
    end = time.monotonic() + 120
    while not psutil.Process(run.pid).children(recursive=True):
        assert run.poll() is None, run.stderr.read()
        assert time.monotonic() < end
        time.sleep(0.05)


def long_checkout(place):
    """The workflow with a corpus that takes some 20 seconds or more."""
    place.mkdir(exist_ok=True)
    folder = checkout(place)
    for text in (folder / "small").rglob("*.[de][en]"):
        text.write_text(text.read_text(encoding="utf-8") * COPIES, encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path):
    return long_checkout(tmp_path)


def wait_for_results(run, folder, count):
    """Wait until a run has a job at work and so many files of results."""
    wait_for_job(run)
    end = time.monotonic() + 400
    while len(results(folder)) < count:
        assert run.poll() is None, run.stderr.read()
        assert time.monotonic() < end
        time.sleep(0.02)


def results(folder):
    """The finished files of a run; a file that is being written has a hidden name."""
    return [path for path in (folder / "results/small").rglob("*") if path.is_file() and path.name[0] != "."]


@slow
@pytest.mark.parametrize("count", MOMENTS)
@pytest.mark.parametrize(("number", "group"), [(signal.SIGTERM, False), (signal.SIGINT, True), (signal.SIGKILL, False)])
def test_a_run_that_is_stopped_or_killed_leaves_no_process(folder, count, number, group):
    run = start(folder)
    wait_for_results(run, folder, count)
    children = psutil.Process(run.pid).children(recursive=True)
    (os.killpg if group else os.kill)(run.pid, number)
    run.communicate(timeout=60)
    _, alive = psutil.wait_procs(children, timeout=15)
    assert not alive
    assert run.returncode
    assert is_locked(folder) == (number == signal.SIGKILL)


def is_locked(folder):
    """Whether Snakemake's own lock is left."""
    return any((folder / ".snakemake/locks").glob("*"))


def unlock(folder):
    subprocess.run([SNAKEMAKE, "--unlock"], cwd=folder, check=True, capture_output=True)


def finish(folder):
    run = start(folder)
    said = run.communicate(timeout=400)[1]
    assert run.returncode == 0, said


def contents(folder):
    """What the result files of a run contain; the manifest says when a run began."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in results(folder)
        if path.name not in ("config.json", "manifest.json")
    }


@slow
def test_runs_killed_at_any_moment_end_with_the_tables_of_one_that_was_not(tmp_path):
    whole, folder = long_checkout(tmp_path / "whole"), long_checkout(tmp_path / "killed")
    began = time.monotonic()
    finish(whole)
    seconds = time.monotonic() - began
    draw, killed, ended = random.Random(68), 0, 0
    while killed < KILLS:
        run = start(folder)
        try:
            run.communicate(timeout=draw.uniform(0, 0.9 * seconds))
        except subprocess.TimeoutExpired:
            run.kill()
            run.communicate(timeout=60)
            killed += 1
            if is_locked(folder):
                refused = start(folder)
                assert "--unlock" in refused.communicate(timeout=60)[1]
                assert refused.returncode
                unlock(folder)
        else:
            assert run.returncode == 0
            assert contents(folder) == contents(whole)
            shutil.rmtree(folder / "results")
            shutil.rmtree(folder / "cache")
            ended += 1
    finish(folder)
    assert contents(folder) == contents(whole)
    print(f"{killed} kills, {ended} runs that ended before: {len(contents(whole))} files equal")


@slow
def test_a_run_that_meets_another_is_refused_and_the_other_ends_well(folder):
    first = start(folder)
    wait_for_job(first)
    second = start(folder)
    assert "cannot be locked" in second.communicate(timeout=60)[1]
    assert second.returncode
    said = first.communicate(timeout=400)[1]
    assert first.returncode == 0, said
    assert "controls.parquet" in {path.name for path in results(folder)}


@pytest.fixture
def full(tmp_path):
    """A disk of 20 MB, and a function that leaves so many bytes of it free."""
    place = tmp_path / "full"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", str(place)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no tmpfs may be mounted here")

    def fill(free):
        (place / "filler").unlink(missing_ok=True)
        size = shutil.disk_usage(place).free - free
        (place / "filler").write_bytes(b"x" * size)

    yield place, fill
    subprocess.run(["umount", "--lazy", str(place)], check=False)


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".tsv"])
def test_a_command_that_finds_no_room_says_so_in_words(tmp_path, full, capsys, suffix):
    place, fill = full
    (tmp_path / "mine.csv").write_text("source,good\nEin Hund.,dog\n")
    fill(0)
    capsys.readouterr()
    assert main(["suite", "items", str(tmp_path / "mine.csv"), "-o", str(place / f"items{suffix}")]) == 1
    said = capsys.readouterr().err
    assert "No space left on device" in said
    assert f"0.0 MB in {place}" in said
    assert "remedy: make room on that disk" in said
    assert sorted(path.name for path in place.iterdir()) == ["filler"]


@slow
@pytest.mark.parametrize(
    ("free", "words"), [(1_000, "but a run needs at least 10 MB"), (10_030_000, "No space left on device")]
)
def test_a_run_that_finds_no_room_says_so_in_words(folder, full, free, words):
    place, fill = full
    (folder / "results").symlink_to(place)
    fill(free)
    run = start(folder)
    if free > 10_000_000:
        # What is free as the run begins is gone when its first job writes.
        wait_for_job(run)
        fill(0)
    said = run.communicate(timeout=200)[1]
    assert run.returncode == 1
    assert words in said
    assert "Traceback" not in said
    assert "Traceback" not in "".join(log.read_text() for log in Path(folder).glob("logs/**/*.log"))
