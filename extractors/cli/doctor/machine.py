"""The machine: cores and memory, also those that a container or a job of a cluster may use, threads, and a GPU."""

import importlib.util
import os
import platform
import subprocess
import sys
from pathlib import Path

import psutil

from extractors.cli.doctor import CheckResult, fault, note, ok
from extractors.core import install, threads

LITTLE_MEMORY = 4e9
"""Bytes of memory below which a run with the shipped models may fail."""
CGROUP = Path("/sys/fs/cgroup")
"""Where Linux says what a container, or a job of a cluster, may use (version 2; version 1 has `memory/` in it)."""
PATIENCE = 120
"""Seconds that PyTorch may take to be imported."""
ASK_TORCH = "import torch; print(torch.__version__, torch.cuda.get_device_name() if torch.cuda.is_available() else '')"


def check_machine() -> CheckResult:
    """System, cores, memory, and what bounds them and threads."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    memory = psutil.virtual_memory()
    text = (
        f"{platform.system()} {platform.machine()}, {cores} of {os.cpu_count()} cores,"
        f" {memory.total / 1e9:.1f} GB of memory ({memory.available / 1e9:.1f} free)"
    )
    limit, share = memory_limit(), core_limit()
    if limit is not None and limit < memory.total:
        text += f", of which this container or job may use {limit / 1e9:.1f} GB"
    if share is not None and share < cores:
        text += f", the time of {share:g} cores for this container or job"
    text += f", {_threads()}"
    if min(memory.available, limit or memory.available) < LITTLE_MEMORY:
        return note("machine", text, "runs with models need 4 GB: end other programs, or give a run --cores 1")
    return ok("machine", text)


def _threads() -> str:
    """The threads of a process, and the libraries that are told another number."""
    given = str(threads.given())
    others = [f"{name}={os.environ[name]}" for name in threads.OTHERS if os.environ.get(name, given) != given]
    return ", ".join([f"{given} thread{'s' * (given != '1')} a process ({threads.GIVEN})", *others])


def memory_limit(root: Path = CGROUP) -> int | None:
    """Bytes of memory that this container or job may use; None without a limit."""
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        said = _read(root / name)
        if said.isdecimal():
            return int(said)
    return None


def core_limit(root: Path = CGROUP) -> float | None:
    """How many cores' time this container or job may use; None without a limit."""
    quota, _, period = _read(root / "cpu.max").partition(" ")
    if quota.isdecimal() and period.isdecimal() and int(period):
        return int(quota) / int(period)
    return None


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def check_torch() -> CheckResult | None:
    """Whether PyTorch, if it is installed, can be imported, and whether it has a GPU."""
    if importlib.util.find_spec("torch") is None:
        return None
    try:
        asked = [sys.executable, "-c", ASK_TORCH]
        done = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return fault(
            "PyTorch", f"is not imported within {PATIENCE} s", "the disk is slow or full of work: try again later"
        )
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        return fault("PyTorch", f"cannot be imported: {said}", f"install it again: {install.command('torch')}")
    version, _, gpu = done.stdout.strip().partition(" ")
    return ok("PyTorch", f"{version}, {gpu} for `device: cuda`" if gpu else f"{version}, no GPU that it can use")
