"""The folder of a model in training: new, and written whole or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import replacing_folder


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Yield a temporary folder that becomes `path` if, and only if, the block succeeds."""
    refuse_existing(path)
    with replacing_folder(path) as temporary:
        yield temporary
        refuse_existing(path)


def refuse_existing(path: Path) -> None:
    """Raise InputError if there is something at `path`."""
    if path.exists():
        raise InputError("exists already", path=path, remedy="name another folder, or move this one away")
