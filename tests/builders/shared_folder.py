"""A folder that all workers of a session share."""

import fcntl
import os
import shutil


def shared_folder(tmp_path_factory, name, make):
    """A folder that the first worker which needs it makes, while the others wait; nothing in it may be changed.

    Args:
        make: fills the folder.
    """
    base = tmp_path_factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, done = base / name, base / f"{name}.done"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            done.touch()
    return folder
