"""Parse the ids of documents of WMT25 and WMT26, and select those of the language pair asked for."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from extractors.core.errors import InputError, nearest
from extractors.core.languages import plain_language
from extractors.inputs.testsets import Line, Remark
from extractors.inputs.testsets._files import field

GENERAL_BEGINS = "WMT"
"""How the name of the general test set begins in WMT26; documents of test suites have other sets."""


class DocumentId(NamedTuple):
    """What the id of a document says."""

    source_language: str
    target_language: str
    domain: str
    name: str
    suite: str = ""
    """The test suite that it is of; empty of the general test set."""

    @property
    def pair(self) -> str:
        return f"{self.source_language}-{self.target_language}"

    @property
    def plain(self) -> "DocumentId":
        """With the codes of its languages alone."""
        source, target = plain_language(self.source_language), plain_language(self.target_language)
        return self._replace(source_language=source, target_language=target)

    @property
    def key(self) -> tuple[str, str]:
        """What it is called in any language pair."""
        return self.domain, self.name


def document_of(record: dict[str, Any], line: Line) -> tuple[DocumentId, bool]:
    """Parse the id of a record; also say whether it has the form of WMT26."""
    name = field(record, "doc_id", line)
    if len(parts := name.split("_###_", 4)) == 5:
        test_set, domain, source, target, document = parts
        suite = "" if test_set.startswith(GENERAL_BEGINS) else test_set
        return DocumentId(source, target, domain, document, suite), True
    if len(parts := name.split("_#_", 2)) == 3:
        source, dash, target = parts[0].partition("-")
        if dash:
            return DocumentId(source, target, parts[1], parts[2]), False
    raise line.error(
        f"{name!r} is not the id of a document",
        "ids are PAIR_#_DOMAIN_#_DOCUMENT or SET_###_DOMAIN_###_SRC_###_TGT_###_DOCUMENT",
    )


def _plain(pair: str) -> list[str]:
    return [plain_language(language) for language in pair.split("-")]


def is_plain(wanted: str) -> bool:
    """Say whether a language pair is wanted without regions and scripts, or none is named."""
    return not wanted or _plain(wanted) == wanted.split("-")


def other_spellings(documents: Sequence[DocumentId], pair: str, path: Path, *, suite: str = "") -> Iterator[Remark]:
    """Yield a remark on each pair of the same languages in other regions or scripts, which is not read."""
    for other in dict.fromkeys(document.pair for document in documents if document.suite == suite):
        if other != pair and _plain(other) == _plain(pair):
            yield Remark(Line(path, None), f"has texts of {other} beside {pair}: left out")


def wanted_pair(documents: Sequence[DocumentId], wanted: str | None, path: Path, *, suite: str = "") -> str:
    """Find the wanted language pair as the files write it; it may be wanted without their regions and scripts.

    Args:
        suite: the test suite whose documents are wanted; empty for the general test set.
    """
    suites = list(dict.fromkeys(document.suite for document in documents))
    if suite and suite not in suites:
        raise InputError(
            f"has no documents of the test suite {suite!r}", path=path, remedy=nearest(suite, filter(None, suites))
        )
    pairs = list(dict.fromkeys(document.pair for document in documents if document.suite == suite))
    fits = [pair for pair in pairs if wanted in (None, pair)]
    if wanted is not None and not fits:
        fits = [pair for pair in pairs if _plain(pair) == _plain(wanted)]
    if len(fits) == 1:
        return fits[0]
    if wanted is None or fits:
        problem = (
            "names no language pair, and has several" if wanted is None else f"{wanted} may be any of several pairs"
        )
        raise InputError(problem, path=path, remedy=f"write FOLDER#PAIR with one of: {', '.join(fits)}")
    raise InputError(f"has no language pair {wanted!r}", path=path, remedy=nearest(wanted, pairs))
