"""A loss of power: a file system is copied block by block while it is in use, and the copy is mounted.

What the copy holds is what a disk holds when the power goes. The file system is ext4 without its own remedy
(`noauto_da_alloc`), which writes names every second (`commit=1`) and the content of files up to half a minute later.
"""

import shutil
import subprocess
import sys
import time

import pytest

from extractors.core import sums

FILES = 60
WRITER = """
import sys
from pathlib import Path
from extractors.core import durable, files, sums
if sys.argv[2] == "careless":
    for module in (files, sums):
        module.sync = lambda path: None
    files.sync_all = lambda: None
place = Path(sys.argv[1])
with sums.recording():
    for number in range(int(sys.argv[3])):
        with files.write_text(place / f"{number}.csv") as out:
            out.write(f"row {number}\\n" * 500)
    with files.writing_folder(place / "sets") as folder:
        for number in range(int(sys.argv[3])):
            with files.write_text(folder / f"{number}.txt") as out:
                out.write(f"line {number}\\n" * 500)
"""


@pytest.mark.parametrize("way", ["careless", "as it is"])
def test_every_result_is_whole_after_a_loss_of_power(tmp_path, mounted, table, way):
    image, after = tmp_path / "disk", tmp_path / "after"
    with image.open("wb") as disk:
        disk.truncate(48_000_000)
    subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True)
    place = mounted(image, "-o", "loop,noauto_da_alloc,commit=1", kind="ext4")
    subprocess.run([sys.executable, "-c", WRITER, str(place), way, str(FILES)], check=True)
    # The names are written within a second.
    time.sleep(2.5)
    shutil.copyfile(image, after)
    found = sums.examine(mounted(after, "-o", "loop", kind="ext4"))
    empty = sum(not damage.file.is_file() or not damage.file.stat().st_size for damage in found.damaged)
    header = ("writer", "files written", "found whole", "empty or missing", "other damage")
    name = "with fsync" if way == "as it is" else "the same without fsync"
    whole = found.files - len(found.damaged)
    table("Power cut on ext4, noauto_da_alloc", header, name, 2 * FILES, whole, empty, len(found.damaged) - empty)
    if way == "careless":
        assert found.damaged, "the fault does not show here, so that this test says nothing"
    else:
        assert (whole, found.damaged) == (2 * FILES, [])
