"""A disk that is full while a result is written: the old one stays whole, and nothing else is left; a read-only one."""

import errno
import itertools
import subprocess

import pytest

from extractors.core import files
from extractors.extract.ingest import ingest
from extractors.inputs.places import parse

SIZE = 600_000


@pytest.mark.parametrize("free", [0, 100, 5_000, 90_000])
def test_a_full_disk_leaves_the_old_result(mounted, table, free):
    place = mounted("tmpfs", "-o", f"size={SIZE}", kind="tmpfs")
    path = place / "scores.csv"

    def write(size):
        with files.write_text(path) as out:
            out.write("x" * size)

    write(1000)
    fill(place / "other", free)
    before = sorted(place.rglob("*"))
    with pytest.raises(OSError, match="No space") as full:
        write(SIZE)
    assert full.value.errno == errno.ENOSPC
    assert files.read_text(path) == "x" * 1000
    assert sorted(place.rglob("*")) == before
    header = ("bytes free", "old result", "left behind")
    table("A full tmpfs, 600 kB", header, free, "whole", "nothing")


def test_a_folder_that_finds_no_room_leaves_the_old_one(mounted):
    place = mounted("tmpfs", "-o", f"size={SIZE}", kind="tmpfs")

    def write(size):
        with files.replacing_folder(place / "charts") as new, files.write_text(new / "a.svg") as out:
            out.write("x" * size)

    write(1000)
    with pytest.raises(OSError, match="No space"):
        write(SIZE)
    assert files.read_text(place / "charts/a.svg") == "x" * 1000
    assert [path.name for path in place.rglob("*")] == ["charts", "a.svg"]


def test_sources_on_a_read_only_disk_are_read(mounted):
    place = mounted("tmpfs", "-o", f"size={SIZE}", kind="tmpfs")
    for name, text in {"source.de": "Ja.\nNein.\n", "ref.en": "Yes.\nNo.\n"}.items():
        (place / name).write_text(text)
    subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
    read = {"source": parse(str(place / "source.de")), "references": {"A": parse(str(place / "ref.en"))}}
    assert len(ingest(**read, source_language="de", target_language="en")) == 2
    with pytest.raises(OSError, match="Read-only"), files.write_text(place / "new.txt"):
        pass


def fill(path, free):
    """Fill a disk until about so many bytes are free."""
    with path.open("wb", buffering=0) as out:
        try:
            for _ in itertools.count():
                out.write(b"x" * 4096)
        except OSError:
            pass
        out.truncate(max(0, out.tell() - free))
