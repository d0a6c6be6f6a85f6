"""Folders of published sets in tests: their files, tampering, and the command that rebuilds one."""

from extractors import __main__ as cli
from extractors.formats import checksums
from extractors.publish import layout


def files(folder):
    """The content of each file below a folder, by its name there."""
    return {f.relative_to(folder).as_posix(): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}


def seal(folder):
    """Make the checksums those of the tampered files, as who tampers does."""
    (folder / layout.CHECKSUMS).unlink()
    checksums.write(folder)


def rebuild(folder, output, texts, *more, source="source.txt", a="A.txt", b="B.txt"):
    """The status of `challenge-sets dataset rebuild`, with the texts of the small run."""
    places = ("--source", texts / source, "--reference", f"A={texts / a}", "--reference", f"B={texts / b}")
    return cli.main(["dataset", "rebuild", *map(str, (folder, *places, *more, "-o", output))])
