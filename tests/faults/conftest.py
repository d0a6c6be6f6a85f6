"""How many faults are tried, and the tables of what was noticed."""

import os
import shutil
import subprocess

import pytest

TRIALS = int(os.environ.get("FAULT_TRIALS", "0"))
"""Faults of each kind; 0 for a few, always the same."""
TABLES: dict[str, list[tuple[object, ...]]] = {}
"""Rows by table, the header first."""


@pytest.fixture(scope="session")
def trials():
    """The faults of each kind to try."""
    return TRIALS or 4


@pytest.fixture(scope="session")
def table():
    """Takes a row of a table: its name, its header and the values."""

    def add(name, header, *values):
        TABLES.setdefault(name, [header]).append(values)

    return add


def pytest_terminal_summary(terminalreporter):
    """Print the tables in the form of docs/lab/reliability.md."""
    if not TRIALS:
        return
    for name, (header, *rows) in TABLES.items():
        terminalreporter.write_sep("=", name)
        for row in (header, ["---"] * len(header), *rows):
            terminalreporter.write_line(f"| {' | '.join(map(str, row))} |")


@pytest.fixture
def mounted(tmp_path):
    """Mounts a file system below the test's folder: device or size, and options; skips where that is not allowed."""
    if not shutil.which("mount"):
        pytest.skip("there is no mount here")
    places = []

    def mount(device, *options, kind):
        place = tmp_path / f"mounted{len(places)}"
        place.mkdir()
        done = subprocess.run(
            ["mount", "-t", kind, *options, str(device), str(place)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            pytest.skip(f"no mount of {kind} is allowed here: {done.stderr.strip()}")
        places.append(place)
        return place

    try:
        yield mount
    finally:
        for place in places:
            subprocess.run(["umount", str(place)], capture_output=True, check=False)
