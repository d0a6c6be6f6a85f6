"""Who asks for a version or for help does not wait for the libraries that do the work."""

import subprocess
import sys

import pytest

HEAVY = {
    "numpy",
    "scipy",
    "pyarrow",
    "rich",
    "jsonschema",
    "regex",
    "torch",
    "transformers",
    "spacy",
    "sacrebleu",
    "altair",
}


@pytest.mark.parametrize("arguments", [["--version"], ["try", "--help"]])
def test_help_imports_nothing_heavy(arguments):
    code = (
        "import contextlib, io, sys\n"
        "from extractors.__main__ import main\n"
        "with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.suppress(SystemExit):\n"
        f"    main({arguments})\n"
        "assert out.getvalue()\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY & set(done.stdout.split())


def test_the_test_sees_what_a_command_imports():
    code = "import sys, extractors.explore.session; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"numpy", "pyarrow", "rich"} <= set(done.stdout.split())
