"""Commands that are stopped, or that the disk refuses, end in words."""

import contextlib
import errno
import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from extractors.__main__ import main
from extractors.cli.commands import list as list_command


@pytest.mark.parametrize(("number", "name"), [(signal.SIGINT, "Ctrl-C"), (signal.SIGTERM, "SIGTERM")])
def test_a_command_that_is_stopped_ends_in_one_line(tmp_path, number, name):
    # The command waits for what comes through the pipe.
    pipe = tmp_path / "source.conllu"
    os.mkfifo(pipe)
    arguments = ["try", "particle_verb", "--source-language", "de", "--parses", str(pipe)]
    command = subprocess.Popen(
        [sys.executable, "-m", "extractors", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A shell ignores Ctrl-C in what it starts in the background, and what that starts inherits it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    end = time.monotonic() + 30
    handle = None
    while handle is None:
        assert time.monotonic() < end
        # Until somebody reads.
        with contextlib.suppress(OSError):
            handle = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    os.write(handle, b"# sent_id = 0\n")
    # Until the line is read and the command waits for more: Python drops a Ctrl-C in some callbacks, as of imports.
    while int.from_bytes(fcntl.ioctl(handle, termios.FIONREAD, bytes(4)), sys.byteorder):
        assert time.monotonic() < end
    time.sleep(0.1)
    os.killpg(command.pid, number)
    _, errors = command.communicate(timeout=20)
    os.close(handle)
    assert errors == f"stopped by {name}\n"
    assert command.returncode == 128 + number
    with pytest.raises(ProcessLookupError):
        os.killpg(command.pid, 0)


def test_standard_output_that_is_full():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "extractors", "list"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr.startswith("error: No space left on device for what is printed; free: ")
    assert done.stderr.count("\n") == 2


def test_an_error_of_the_disk_is_told_with_the_file(monkeypatch, capsys):
    def refuse(_):
        raise PermissionError(errno.EACCES, "Permission denied", "/somewhere/else.csv")

    monkeypatch.setattr(list_command, "run", refuse)
    assert main(["list"]) == 1
    assert capsys.readouterr().err.startswith("error: /somewhere/else.csv: Permission denied\n  remedy: ")
