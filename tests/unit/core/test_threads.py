"""Threads: one by default, as many as are given otherwise."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from extractors.core import threads
from extractors.core.job import stage
from tests import ROOT

PARSE = """
import json, os, sys
from extractors.__main__ import main

assert main(["--quiet", "parse", "text.de", "--source-language", "de", "-o", "text.conllu"]) == 0
import pyarrow, threadpoolctl, torch
pools = {pool["num_threads"] for pool in threadpoolctl.threadpool_info()}
tasks = [open(f"/proc/self/task/{task}/stat").read() for task in os.listdir("/proc/self/task")]
running = [task.rsplit(")", 1)[1].split() for task in tasks]
ticks = sorted(int(fields[11]) + int(fields[12]) for fields in running)
print(json.dumps([torch.get_num_threads(), max(pools), pyarrow.cpu_count(), ticks[-1], sum(ticks[:-1])]))
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="no /proc")
def test_parse_as_typed_uses_one_thread(tmp_path):
    (tmp_path / "text.de").write_text("Der Hund schläft heute sehr lange.\nSie ruft ihn morgen an.\n" * 8)
    environment = {name: value for name, value in os.environ.items() if name not in (threads.GIVEN, *threads.OTHERS)}
    environment |= {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", PARSE], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    torch_threads, pools, arrow, main_ticks, other_ticks = json.loads(done.stdout)
    assert [torch_threads, pools, arrow] == [1] * 3
    # No second thread has worked, or spun.
    assert other_ticks <= main_ticks / 10


@pytest.fixture
def unlimited(monkeypatch):
    """The libraries of this process with two threads, and an environment that gives none."""
    for name in (threads.GIVEN, *threads.OTHERS, "OMP_WAIT_POLICY"):
        monkeypatch.delenv(name, raising=False)
    before = pa.cpu_count()
    pa.set_cpu_count(2)
    with threadpool_limits(2):
        yield
    pa.set_cpu_count(before)


def in_blas() -> int:
    np.ones((2, 2)) @ np.ones((2, 2))
    return max(pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas")


@pytest.mark.usefixtures("unlimited")
def test_libraries_that_are_loaded_are_limited_too():
    threads.limit()
    assert in_blas() == pa.cpu_count() == 1
    assert os.environ["RAYON_NUM_THREADS"] == "1"


@pytest.mark.parametrize(("value", "expected"), [("3", 3), ("2,1", 2), ("0", 1), ("", 1), ("many", 1)])
@pytest.mark.usefixtures("unlimited")
def test_threads_are_given_by_a_variable(monkeypatch, value, expected):
    monkeypatch.setenv(threads.GIVEN, value)
    assert threads.given() == expected


@pytest.mark.usefixtures("unlimited")
def test_a_variable_of_one_library_stays(monkeypatch):
    monkeypatch.setenv("RAYON_NUM_THREADS", "5")
    threads.limit()
    assert os.environ["RAYON_NUM_THREADS"] == "5"


@pytest.mark.usefixtures("unlimited")
def test_a_job_uses_the_threads_that_snakemake_gives_it(monkeypatch, tmp_path):
    monkeypatch.setenv(threads.GIVEN, "2")
    with stage(str(tmp_path / "x.log")):
        assert in_blas() == pa.cpu_count() == 2
    monkeypatch.setenv(threads.GIVEN, "1")
    with stage(str(tmp_path / "x.log")):
        assert in_blas() == pa.cpu_count() == 1
