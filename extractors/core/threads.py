"""Limit the threads of the libraries that compute: as many as a process is given, one by default.

Unasked, PyTorch, BLAS and others take a thread for each core, and threads that wait for their share of a small matrix
spin: on a machine that is shared, parsing with two threads takes 2 to 10 times the CPU time of one. So more work at
once is more processes. Who wants threads gives them: `OMP_NUM_THREADS=4 challenge-sets ...`, or Snakemake's
`--set-threads parse_source=4`, which sets the same variable for the job.
"""

import os
import sys

GIVEN = "OMP_NUM_THREADS"
"""The variable by which a process is given threads; OpenMP, PyTorch, Arrow and OpenBLAS read it themselves."""
OTHERS = (
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "RAYON_NUM_THREADS",
)
"""Variables of libraries that have one of their own."""


def given() -> int:
    """Return the number of threads that the environment gives this process."""
    # A list is for nested regions; the first number counts.
    first = os.environ.get(GIVEN, "").partition(",")[0].strip()
    return int(first) if first.isdecimal() and int(first) else 1


def limit(count: int | None = None) -> None:
    """Let libraries use so many threads, those that are loaded and those that will be, also of processes started here.

    Args:
        count: None for what the environment gives; a variable of OTHERS that is set then stays.
    """
    number = str(count or given())
    for name in (GIVEN, *OTHERS):
        if count is not None or name == GIVEN or name not in os.environ:
            os.environ[name] = number
    # A thread that waits sleeps.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    _tell_loaded(int(number))


def _tell_loaded(count: int) -> None:
    """Tell the libraries that have read their variables already."""
    if torch := sys.modules.get("torch"):
        torch.set_num_threads(count)
    if arrow := sys.modules.get("pyarrow"):
        arrow.set_cpu_count(count)
    if "numpy" in sys.modules:
        try:
            from threadpoolctl import threadpool_limits
        except ImportError:
            # Only the extra `run` brings it. Without it NumPy is loaded after the variables are set.
            return
        threadpool_limits(count)
