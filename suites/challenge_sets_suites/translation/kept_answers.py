"""A file of JSON Lines with the answers of a server, each with its question and a checksum.

Answers cost money. So a file is only added to, and nothing is ever taken away from it but the end of a last line that
was cut while it was written.
"""

import errno
import fcntl
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, BinaryIO

from extractors.core.errors import InputError

CHECKSUM = "sha256"
"""The key of a kept answer that has the digest of its other keys."""


@dataclass(frozen=True)
class ChatAnswer:
    """What a model has answered.

    Attributes:
        text: empty where it gave none.
        finish: why it ended: `stop`, `length` (cut), `content_filter`, or what the server says.
        refusal: the model's words where the server marks them as a refusal.
    """

    text: str
    finish: str
    refusal: str = ""


def digest(request: Mapping[str, Any]) -> str:
    """Return the key of a request; equal requests have the same key."""
    return hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()


class KeptAnswers:
    """The answers in a file, by the key of their question."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._answers: dict[str, ChatAnswer] = {}
        data = path.read_bytes() if path.exists() else b""
        *lines, last = data.split(b"\n")
        for number, line in enumerate(lines, 1):
            self._add(line, number)
        self._size, self._whole = len(data), len(data) - len(last)
        if data and not self._answers:
            raise InputError(
                "holds no whole answer of a server, and answers would be added to it",
                path=path,
                remedy="name a new file for the answers; if an answer was cut here as it was written, move this file",
            )

    def _add(self, line: bytes, number: int) -> None:
        try:
            record = json.loads(line)
            if record.pop(CHECKSUM) != digest(record):
                raise ValueError("it does not match its checksum")
            self._answers[str(record["key"])] = ChatAnswer(*(str(record[field.name]) for field in fields(ChatAnswer)))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise InputError(
                "is not an answer as this program has kept it",
                path=self._path,
                line=number,
                remedy="take the file from a copy, or move the line to another file: its question is asked again",
            ) from None

    def get(self, key: str) -> ChatAnswer | None:
        return self._answers.get(key)

    def add(self, key: str, answer: ChatAnswer, about: Mapping[str, Any]) -> None:
        """Add an answer to the file, on the disk when this returns; other processes may add to it too.

        Args:
            about: what is kept beside it, for JSON.
        """
        content = {"key": key, **about, **asdict(answer)}
        content[CHECKSUM] = digest(content)
        line = json.dumps(content, ensure_ascii=False, sort_keys=True).encode("utf-8", "backslashreplace") + b"\n"
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab", buffering=0) as file, _locked(file):
            end = file.seek(0, os.SEEK_END)
            if end == self._size != self._whole:
                file.truncate(self._whole)
                end = self._whole
            self._size = self._whole = -1
            try:
                if file.write(line) != len(line):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self._path))
                os.fsync(file.fileno())
            except OSError:
                file.truncate(end)
                raise
        self._answers[key] = answer


@contextmanager
def _locked(file: BinaryIO) -> Iterator[None]:
    """Lock the file for this process alone, where the file system has locks; closing the file frees it."""
    with suppress(OSError):
        fcntl.flock(file, fcntl.LOCK_EX)
    yield
