"""Fixtures of tests that run commands: imported by the conftest of each folder that has some."""

import shlex
import sys

import pytest

from extractors import __main__ as cli
from tests.builders import ready_made as small_ready_made
from tests.builders.shared_folder import shared_folder


@pytest.fixture(scope="session")
def ready_made(tmp_path_factory):
    """A folder with small ready-made sets in `sets`."""
    return shared_folder(tmp_path_factory, "ready-made", small_ready_made.make)


@pytest.fixture
def snakemake(tmp_path, monkeypatch):
    """Sets what a script does in place of Snakemake: nothing at first; its arguments go into the file `arguments`."""
    script = tmp_path / "python"

    def does(command):
        script.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/arguments\n{command}\n')
        script.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(script))

    does("exit 0")
    return does


@pytest.fixture
def call(capsys):
    """A function that runs `challenge-sets` with a line of arguments, and more: status, output and complaints."""

    def run(line, *more):
        capsys.readouterr()
        status = cli.main([*shlex.split(line), *map(str, more)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


@pytest.fixture
def refuses(call):
    """A function that sees whether a line of arguments is refused in words with a remedy: all that is said."""

    def check(line, words):
        status, _, error = call(line)
        assert status == 1
        assert words in error
        assert "remedy: " in error
        assert "Traceback" not in error
        return error

    return check
