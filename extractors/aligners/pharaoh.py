"""Links that the user already has, in Pharaoh format: one line a pair, such as `0-0 1-2 2-1`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from extractors.aligners import Aligner, Links, Pair
from extractors.core import files
from extractors.core.errors import InputError
from extractors.models import installed
from extractors.models.installed import Requirement

LINK = re.compile(r"([0-9]+)-([0-9]+)")

GIVE_A_FILE = "set `model:` to a file with one line a segment, such as 0-0 1-2 2-1"


class Pharaoh(Aligner):
    """Reads links from a file instead of making them.

    Args:
        model: the file, plain or gzip; its lines are the pairs' in order, an empty line has no links.
        reverse: the file was made in the other direction, so its links are target-source.

    Raises:
        InputError: no file named, or no such file.
    """

    def __init__(
        self,
        *,
        source_language: str,
        target_language: str,
        model: str | None = None,
        reverse: bool = False,
    ) -> None:
        del source_language, target_language  # links know no language
        if model is None:
            raise InputError(
                "the aligner pharaoh reads links from a file, and none is named",
                remedy=GIVE_A_FILE,
            )
        self._path, self._reverse = Path(model), reverse
        self._lines = files.read_text(self._path).removesuffix("\n").split("\n")

    @classmethod
    def needs(
        cls, *, source_language: str, target_language: str, model: str | None, options: Mapping[str, Any]
    ) -> Requirement:
        del source_language, target_language, options
        return installed.required_file("links", model, GIVE_A_FILE)

    @cached_property
    def signature(self) -> str:
        reverse = "/reverse" if self._reverse else ""
        return f"pharaoh/{self._path.name}:{files.sha256(self._path)[:8]}{reverse}"

    def align(self, pairs: Sequence[Pair]) -> Iterator[Links]:
        """The links of each pair, in order, all checked before the first comes out.

        Raises:
            InputError: with the line, where the file has not one line a pair, something is not a
                link, or a link points outside its pair.
        """
        # A file of no bytes may be one empty line or none.
        lines = [] if self._lines == [""] and not pairs else self._lines
        if len(lines) != len(pairs):
            raise InputError(
                f"the number of lines, {len(lines)}, is not the number of segments, {len(pairs)}",
                path=self._path,
                line=min(len(lines), len(pairs)) + 1,
                remedy="give one line a segment, in the corpus's order, empty where nothing is linked",
            )
        return iter(
            [self._links(number, line, pair) for number, (line, pair) in enumerate(zip(lines, pairs, strict=True), 1)]
        )

    def _links(self, number: int, line: str, pair: Pair) -> Links:
        links = set()
        for text in line.split():
            match = LINK.fullmatch(text)
            if match is None:
                raise InputError(
                    f"{text!r} is not a link",
                    path=self._path,
                    line=number,
                    remedy="write each link as SOURCE-TARGET, such as 0-2, with blanks between links; kinds and "
                    "weights (0p2, 0-2/1) are not read: take out what is not sure",
                )
            i, j = int(match[1]), int(match[2])
            source, target = (j, i) if self._reverse else (i, j)
            for position, side, words in ((source, "source", pair[0]), (target, "target", pair[1])):
                if position >= len(words):
                    raise InputError(
                        f"link {text} points at {side} word {position} of a segment whose length is {len(words)}",
                        path=self._path,
                        line=number,
                        remedy="words are counted from 0 and split as in the corpus; `reverse: true` if the file "
                        "was made in the other direction",
                    )
            links.add((source, target))
        return sorted(links)
