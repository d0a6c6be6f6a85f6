"""A loss of power: a file system is copied block by block while it is in use, and the copy is mounted.

What the copy holds is what a disk holds when the power goes. The file system is ext4 without its own remedy
(`noauto_da_alloc`), which writes names every second (`commit=1`) and the content of files up to half a minute later.
"""

import shutil
import subprocess
import sys
import time

import pytest

from tests.faults.conftest import TRIALS

FILES = 60
WRITER = """
import sys
from pathlib import Path
from extractors.core import files
if sys.argv[2] == "careless":
    files.sync = lambda path: None
    files.os.sync = lambda: None
place = Path(sys.argv[1])
for number in range(int(sys.argv[3])):
    with files.write_text(place / f"{number}.csv") as out:
        out.write(f"row {number}\\n" * 500)
with files.writing_folder(place / "sets") as folder:
    for number in range(int(sys.argv[3])):
        with files.write_text(folder / f"{number}.txt") as out:
            out.write(f"line {number}\\n" * 500)
"""


@pytest.mark.parametrize("way", ["careless", "as it is"])
@pytest.mark.skipif(not TRIALS, reason="takes some seconds: make test-faults")
@pytest.mark.skipif(not shutil.which("mkfs.ext4"), reason="needs mkfs.ext4")
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
    place = mounted(after, "-o", "loop", kind="ext4")
    expected = {f"{n}.csv": f"row {n}\n" * 500 for n in range(FILES)}
    expected |= {f"sets/{n}.txt": f"line {n}\n" * 500 for n in range(FILES)}
    found = {name: (place / name).read_text() if (place / name).exists() else "" for name in expected}
    whole, empty = sum(found[name] == text for name, text in expected.items()), list(found.values()).count("")
    header = ("writer", "files written", "whole", "empty or missing", "cut or other content")
    name = "with fsync" if way == "as it is" else "the same without fsync"
    table("Power cut on ext4, noauto_da_alloc", header, name, 2 * FILES, whole, empty, 2 * FILES - whole - empty)
    if way == "careless":
        assert whole < 2 * FILES, "the fault does not show here, so that this test says nothing"
    else:
        assert whole == 2 * FILES
