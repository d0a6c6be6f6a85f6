import subprocess

import psutil
import pytest

from extractors.cli.doctor import Status, machine


def test_the_machine_is_described():
    found = machine.check_machine()
    assert "cores" in found.text
    assert "GB of memory" in found.text


def test_the_threads_of_a_process_are_told_and_libraries_with_another_number(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    for name in machine.threads.OTHERS:
        monkeypatch.setenv(name, "3")
    monkeypatch.setenv("RAYON_NUM_THREADS", "8")
    assert "3 threads a process (OMP_NUM_THREADS), RAYON_NUM_THREADS=8" in machine.check_machine().text


def test_a_container_with_little_memory_is_named(monkeypatch):
    monkeypatch.setattr(machine, "memory_limit", lambda: 2_000_000_000)
    monkeypatch.setattr(machine, "core_limit", lambda: 0.5)
    found = machine.check_machine()
    assert found.status == Status.NOTE
    assert "may use 2.0 GB" in found.text
    assert "the time of 0.5 cores" in found.text


@pytest.mark.parametrize(
    ("limit", "name", "text", "expected"),
    [
        (machine.memory_limit, "memory.max", "max\n", None),
        (machine.memory_limit, "memory.max", "4294967296\n", 4_294_967_296),
        (machine.memory_limit, "memory/memory.limit_in_bytes", "1000\n", 1000),
        (machine.core_limit, "cpu.max", "150000 100000\n", 1.5),
        (machine.core_limit, "cpu.max", "max 100000\n", None),
        (machine.core_limit, "cpu.max", "", None),
    ],
)
def test_limits_are_read(tmp_path, limit, name, text, expected):
    assert limit(tmp_path) is None
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text)
    assert limit(tmp_path) == expected


def test_a_limit_above_what_there_is_is_not_told(monkeypatch):
    monkeypatch.setattr(machine, "memory_limit", lambda: 10 * psutil.virtual_memory().total)
    assert "may use" not in machine.check_machine().text


def test_pytorch_is_imported():
    found = machine.check_torch()
    assert found.status == Status.OK
    assert "GPU" in found.text or "cuda" in found.text


def test_a_pytorch_that_cannot_be_imported_is_a_fault(monkeypatch):
    monkeypatch.setattr(machine, "ASK_TORCH", "raise ImportError('libtorch.so: cannot open')")
    found = machine.check_torch()
    assert found.status == Status.FAULT
    assert "libtorch.so: cannot open" in found.text
    assert "pip install" in found.remedy


def test_a_pytorch_that_hangs_is_a_fault(monkeypatch):
    def hang(command, **options):
        raise subprocess.TimeoutExpired(command, options["timeout"])

    monkeypatch.setattr(machine.subprocess, "run", hang)
    assert machine.check_torch().status == Status.FAULT
