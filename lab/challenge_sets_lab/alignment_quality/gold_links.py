"""Gold links: which words of two sentences people linked, surely or possibly."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from challenge_sets_lab.alignment_quality.link_files import Placed, first_token, is_naacl, of_lines, read_placed
from extractors.core import files, jsonfile
from extractors.core.errors import InputError
from extractors.models.aligners import Pair

REMEDY = "give a list of objects with the tokens by language, `sure` and `possible`, each a list of [0, 0] pairs"


@dataclass(frozen=True, slots=True)
class GoldPair:
    """A pair of segments with its gold links, 0-based (source token, target token)."""

    source: list[str]
    target: list[str]
    sure: frozenset[tuple[int, int]]
    possible: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class GoldLinks:
    """Gold links of some pairs.

    Attributes:
        name: of the file.
        first: the number of the first token in the file, 0 or 1.
        has_text: the pairs have their tokens.
    """

    name: str
    pairs: list[GoldPair]
    first: int
    has_text: bool

    @property
    def tokens(self) -> list[Pair]:
        """The sentences of each pair; without tokens where there is no text."""
        return [(pair.source, pair.target) for pair in self.pairs]

    @property
    def lengths(self) -> list[tuple[int, int]] | None:
        """The tokens of each source and target; None without text."""
        return [(len(pair.source), len(pair.target)) for pair in self.pairs] if self.has_text else None


def read(
    path: str | Path,
    *,
    tokens: Sequence[Pair] | None = None,
    first: int | None = None,
    languages: tuple[str, str] | None = None,
) -> GoldLinks:
    """Read gold links from a file, whose format is recognised from its content.

    JSON (`read_gold`); XL-WA's table (source, target and links, with tabs between); Pharaoh's and awesome-align's form
    (a line a pair, `0-0 1p2`); NAACL's (a line a link).

    Args:
        tokens: the sentences, which the last two forms do not hold; None without.
        first: the number of the first token, 0 or 1; None to find out.
        languages: of the source and the target, for JSON.
    """
    is_json = Path(path).suffix == ".json"
    lines = [] if is_json else files.read_lines(Path(path))
    is_table = next(filter(str.strip, lines), "").count("\t") == 2 and not is_naacl(lines)
    if (is_json or is_table) and tokens is not None:
        raise InputError("this gold holds its sentences, and others are given", path=path, remedy="leave out --text")
    if is_json:
        if languages is None:
            raise InputError(
                "gold in JSON names its tokens by language",
                path=path,
                remedy="give --source-language and --target-language",
            )
        if first == 1:
            raise InputError("gold in JSON counts tokens from 0", path=path, remedy="leave out --first 1")
        pairs = read_gold(path, source_language=languages[0], target_language=languages[1])
        return GoldLinks(Path(path).name, pairs, 0, True)
    if is_table:
        tokens, placed = _of_table(lines, path)
        return _placed_gold(path, placed, tokens, len(tokens), first)
    found = read_placed(path)
    if tokens is not None:
        found.check_pairs(len(tokens), "pairs of sentences")
    return _placed_gold(path, found.placed, tokens, found.pairs if tokens is None else len(tokens), first)


def _of_table(lines: Sequence[str], path: str | Path) -> tuple[list[Pair], list[Placed]]:
    """Return the tokenised sentence pairs and the links of an XL-WA table (source, target and links a line)."""
    rows = [line.split("\t") for line in lines]
    for number, row in enumerate(rows, 1):
        if len(row) != 3:
            raise InputError(
                f"has {len(row)} fields",
                path=path,
                line=number,
                remedy="write source, target and links, with tabs between them",
            )
    return [(source.split(), target.split()) for source, target, _ in rows], list(of_lines((r[2] for r in rows), path))


def _placed_gold(
    path: str | Path, placed: Sequence[Placed], tokens: Sequence[Pair] | None, count: int, first: int | None
) -> GoldLinks:
    lengths = None if tokens is None else [(len(source), len(target)) for source, target in tokens]
    start = first_token(placed, lengths, path=path, given=first, flag="--first")
    sure: list[set[tuple[int, int]]] = [set() for _ in range(count)]
    possible: list[set[tuple[int, int]]] = [set() for _ in range(count)]
    for of in placed:
        link = (of.link.source - start, of.link.target - start)
        possible[of.pair].add(link)
        if of.link.is_sure:
            sure[of.pair].add(link)
    if not any(sure):
        raise InputError("has no sure link", path=path, remedy="recall is of sure links: write those as 0-2, not 0p2")
    texts = [([], []) for _ in range(count)] if tokens is None else tokens
    pairs = [
        GoldPair(list(source), list(target), frozenset(s), frozenset(p))
        for (source, target), s, p in zip(texts, sure, possible, strict=True)
    ]
    return GoldLinks(Path(path).name, pairs, start, tokens is not None)


def read_gold(path: str | Path, *, source_language: str, target_language: str) -> list[GoldPair]:
    """Read gold links from JSON: a list of objects with `sure`, `possible` and the tokens by language code.

    A link is [i, j], with i a position in the tokens that come first in the object. Where that is the
    target language the links are turned round.
    """
    entries = jsonfile.load(path)
    if not isinstance(entries, list) or not entries:
        raise InputError("is not a list of pairs", path=path, remedy=REMEDY)
    try:
        return [_pair(entry, source_language, target_language) for entry in entries]
    except (LookupError, ArithmeticError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"has an entry that cannot be read: {error}", path=path, remedy=REMEDY) from None
    except InputError as error:
        raise InputError(error.problem, path=path, remedy=error.remedy) from None


def _pair(entry: dict[str, Any], source_language: str, target_language: str) -> GoldPair:
    languages = [name for name in entry if name in (source_language, target_language)]
    if sorted(languages) != sorted((source_language, target_language)):
        raise InputError(
            f"the pair {entry.get('id', '')!r} has no tokens of {source_language} and {target_language}", remedy=REMEDY
        )
    turned = languages[0] != source_language
    source, target = ([str(token) for token in entry[name]] for name in (source_language, target_language))

    def links(name: str) -> frozenset[tuple[int, int]]:
        pairs = frozenset((int(j), int(i)) if turned else (int(i), int(j)) for i, j in entry[name])
        if any(not (0 <= i < len(source) and 0 <= j < len(target)) for i, j in pairs):
            raise InputError(
                f"the pair {entry.get('id', '')!r} has links to tokens that it does not have",
                remedy="links count from 0, first the tokens that come first in the object",
            )
        return pairs

    sure = links("sure")
    return GoldPair(source, target, sure, sure | links("possible"))
