"""The sentences that links are of, tokenised: words with blanks between them."""

import re
from pathlib import Path

from extractors.core import files
from extractors.core.errors import InputError
from extractors.models.aligners import Pair

BETWEEN = "|||"
TAGGED = re.compile(r"<s\s+snum=\s*\"?([0-9]+)\"?\s*>(.*)</s>")
"""A sentence of NAACL's texts."""


def read_pairs(path: str | Path) -> list[Pair]:
    """Read tokenised sentence pairs from a file with `SOURCE ||| TARGET` on each line."""
    pairs: list[Pair] = []
    for number, line in enumerate(files.read_lines(Path(path)), 1):
        words = line.split()
        if words.count(BETWEEN) != 1:
            raise InputError(
                f"has {words.count(BETWEEN)} times {BETWEEN} where one is between the two sentences",
                path=path,
                line=number,
                remedy=f"write SOURCE {BETWEEN} TARGET, or give two files with --source-tokens and --target-tokens",
            )
        middle = words.index(BETWEEN)
        pairs.append((words[:middle], words[middle + 1 :]))
    return pairs


def read_sides(source: str | Path, target: str | Path) -> list[Pair]:
    """Read tokenised sentence pairs from two parallel files, plain or with NAACL's `<s snum=N>` tags."""
    sides = [_read_side(path) for path in (source, target)]
    if len(sides[0]) != len(sides[1]):
        raise InputError(
            f"has {len(sides[1])} sentences, and {source} has {len(sides[0])}",
            path=target,
            line=min(map(len, sides)) + 1,
            remedy="give two files of the same sentences, a sentence a line",
        )
    return list(zip(*sides, strict=True))


def _read_side(path: str | Path) -> list[list[str]]:
    lines = files.read_lines(Path(path))
    if not TAGGED.fullmatch(lines[0].strip()):
        return [line.split() for line in lines]
    found = []
    for number, line in enumerate(lines, 1):
        match = TAGGED.fullmatch(line.strip())
        if match is None or int(match[1]) != number:
            raise InputError(
                f"is not the sentence {number}, tagged as the first line is",
                path=path,
                line=number,
                remedy="write <s snum=1> words </s>, sentences counted from 1 and in order",
            )
        found.append(match[2].split())
    return found
