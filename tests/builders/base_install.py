"""An interpreter with the packages of the base alone, as far as imports can tell."""

import json
import os
import subprocess
import sys

from extractors.core import install
from tests import ROOT

HIDDEN = sorted({module for modules in install.EXTRAS.values() for module in modules})

CODE = """
import json
import sys
from importlib.machinery import PathFinder

HIDDEN = json.loads(sys.argv[2])

class WithoutExtras(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in HIDDEN else super().find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = WithoutExtras
import contextlib, io
from extractors.__main__ import main

for arguments in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        status = main(arguments)
    print(json.dumps([status, out.getvalue(), err.getvalue()]))
"""


def run(folder, *commands, hidden=HIDDEN):
    """Run command lines, one after the other in one process: of each its status, output and complaints.

    Args:
        hidden: top-level modules that cannot be imported.
    """
    lines = [command.split() for command in commands]
    done = subprocess.run(
        [sys.executable, "-c", CODE, json.dumps(lines), json.dumps(hidden)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
