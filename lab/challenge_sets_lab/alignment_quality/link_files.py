"""Links in text files of any program: in Pharaoh's form, or in that of the NAACL workshop; counted from 0 or from 1.

Pharaoh: one line a pair, `0-0 1p2 2-1:0.93`; p (or ?) is possible only, a number after a colon is a confidence. NAACL
(Mihalcea and Pedersen 2003, An Evaluation Exercise for Word Alignment, HLT-NAACL workshop on parallel texts, section
3.2): one line a link, `SENTENCE SOURCE TARGET [S|P] [CONFIDENCE]`, sentences counted from 1.

Nothing in either form says whether tokens are counted from 0 or from 1. Read wrongly, gold links give error rates that
look possible, so a file is read only where it is certain.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from extractors.core import files
from extractors.core.errors import InputError
from extractors.models.aligners._link_text import Link, read_confidence, read_link

NAACL = re.compile(r"([0-9]{1,9})\s+([0-9]{1,9})\s+([0-9]{1,9})(?:\s+([SP]))?(?:\s+([0-9.eE+-]+))?")
PHARAOH = (
    "write each link as 0-2, 0p2 if it is possible only, or 0-2:0.93 with its confidence, and blanks between links"
)
Lengths = Sequence[tuple[int, int]]
"""The tokens of each source and target."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A link, the number of its pair from 0, and the line that it is in."""

    pair: int
    link: Link
    line: int


@dataclass(frozen=True, slots=True)
class LinkFile:
    """The links of a file, as it counts them.

    Attributes:
        pairs: how many it is of: its lines, or the highest number of a sentence.
        has_line_for_each: a pair without links has a line, too.
    """

    path: str | Path
    placed: list[Placed]
    pairs: int
    has_line_for_each: bool

    def check_pairs(self, wanted: int, what: str) -> None:
        """Refuse a file of other pairs."""
        if self.has_line_for_each and self.pairs != wanted:
            raise InputError(
                f"has {self.pairs} lines, and there are {wanted} {what}",
                path=self.path,
                line=min(self.pairs, wanted) + 1,
                remedy="give one line a pair in both, in one order; a pair without links has an empty line",
            )
        for of in self.placed:
            if of.pair >= wanted:
                raise InputError(
                    f"has a link in sentence {of.pair + 1}, and there are {wanted} {what}",
                    path=self.path,
                    line=of.line,
                    remedy="give links of the same sentences, in one order",
                )


def is_naacl(lines: Iterable[str]) -> bool:
    """Return whether the first line that is not empty has NAACL's form, `SENTENCE SOURCE TARGET`."""
    return NAACL.fullmatch(next(filter(str.strip, lines), "").strip()) is not None


def read_placed(path: str | Path) -> LinkFile:
    """Read the links of a file in NAACL's or Pharaoh's form, with token numbers as the file counts them."""
    lines = files.read_lines(Path(path))
    if is_naacl(lines):
        placed = list(_of_naacl(lines, path))
        return LinkFile(path, placed, max(of.pair for of in placed) + 1, has_line_for_each=False)
    return LinkFile(path, list(of_lines(lines, path)), len(lines), has_line_for_each=True)


def of_lines(lines: Iterable[str], path: str | Path) -> Iterator[Placed]:
    """Yield the links of lines in Pharaoh's form, where line n holds the links of pair n."""
    for number, line in enumerate(lines):
        for text in line.split():
            link = read_link(text, path=path, line=number + 1)
            if link is None:
                raise InputError(f"{text[:40]!r} is not a link", path=path, line=number + 1, remedy=PHARAOH)
            yield Placed(number, link, number + 1)


def _of_naacl(lines: Iterable[str], path: str | Path) -> Iterator[Placed]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        match = NAACL.fullmatch(line.strip())
        if match is None or int(match[1]) == 0:
            raise InputError(
                f"{line[:40]!r} is not a link",
                path=path,
                line=number,
                remedy="write SENTENCE SOURCE TARGET, then S or P and a confidence where known; sentences count from 1",
            )
        sure = None if match[5] is None else read_confidence(match[5], line.strip(), path=path, line=number)
        yield Placed(int(match[1]) - 1, Link(int(match[2]), int(match[3]), match[4] != "P", sure), number)


def first_token(
    placed: Sequence[Placed], lengths: Lengths | None, *, path: str | Path, given: int | None, flag: str
) -> int:
    """Return 0 or 1, the number that the file gives to the first token; raise InputError if that is uncertain.

    A 0 anywhere is the first token of files that count from 0; a number as high as its sentence is long is the last
    token of files that count from 1.

    Args:
        lengths: None where the sentences are not known.
        given: what the user says; None to find out.
        flag: the option by which to say it.
    """
    zero = next((of for of in placed if 0 in (of.link.source, of.link.target)), None)
    last = _at_the_end(placed, lengths, path)
    if zero and last:
        raise InputError(
            f"{_text(last)} ends a sentence counted from 1, and {_text(zero)} in line {zero.line} begins one from 0",
            path=path,
            line=last.line,
            remedy="give the text that was aligned, token by token; take out links to no word (0 in some files)",
        )
    if given == 1 and zero:
        raise InputError(
            f"{_text(zero)} has a token 0, and {flag} 1 says that the first is 1",
            path=path,
            line=zero.line,
            remedy=f"say {flag} 0; links to no word (0 in some files) must be taken out",
        )
    if given == 0 and last:
        raise InputError(
            f"{_text(last)} points behind the last word of its sentence, counted from 0",
            path=path,
            line=last.line,
            remedy=f"say {flag} 1, or give the text that was aligned",
        )
    if given is None and placed and not zero and not last:
        raise InputError(
            "nothing tells whether tokens are counted from 0 or from 1: no link has a token 0"
            + ("" if lengths is None else ", and none the last one, counted from 1"),
            path=path,
            remedy=f"say {flag} 0 or {flag} 1" + (", or give the text" if lengths is None else ""),
        )
    return given if given is not None else int(last is not None)


def _at_the_end(placed: Sequence[Placed], lengths: Lengths | None, path: str | Path) -> Placed | None:
    """Return the first link whose token number equals the length of its sentence, or None.

    Such a link shows that the file counts from 1. Raises InputError if a number is higher than that.
    """
    found = None
    for of in placed if lengths is not None else ():
        assert lengths is not None
        for side, number, length in zip(("source", "target"), of.link[:2], lengths[of.pair], strict=True):
            if number > length:
                raise InputError(
                    f"{_text(of)} points at {side} word {number} of a sentence of {length}",
                    path=path,
                    line=of.line,
                    remedy="give the text that was aligned, token by token, source first; --reverse for links that were"
                    " made in the other direction",
                )
            if number == length and found is None:
                found = of
    return found


def _text(of: Placed) -> str:
    return f"the link {of.link.source}-{of.link.target}"


def turned(placed: Iterable[Placed]) -> list[Placed]:
    """Return the links with source and target swapped."""
    return [Placed(of.pair, of.link._replace(source=of.link.target, target=of.link.source), of.line) for of in placed]
