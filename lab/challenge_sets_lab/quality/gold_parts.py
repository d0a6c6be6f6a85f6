"""Treebanks to measure a parser on: parts of CoNLL-U files, with the raw text of each sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.models.tokenizers import Token

SPEC = re.compile(r"(?P<path>.+?)(\[(?P<first>\d*):(?P<last>\d*)\])?")
TEXT, SEGMENT = "# text = ", "# segment_id = "
SUFFIXES = (".gz", ".conllu")


@dataclass(frozen=True)
class GoldPart:
    """A part of a treebank, each of whose sentences is a segment.

    Attributes:
        name: the file's name without its suffixes, and which sentences of it: `de_gsd-dev[550:]`.
        texts: the raw text of each sentence; None where the treebank has none.
    """

    name: str
    treebank: Treebank
    texts: list[str] | None

    @classmethod
    def of(cls, spec: str) -> GoldPart:
        """Read a treebank given as `FILE`, or a slice of its sentences: `FILE[:550]`, `FILE[550:]`."""
        match = SPEC.fullmatch(spec)
        assert match is not None
        path = Path(match["path"])
        if not path.is_file():
            raise InputError(
                "there is no such file", path=spec, remedy="give a treebank in CoNLL-U, or FILE[550:] (some sentences)"
            )
        conllu.read(path)  # so that errors have the lines of the file
        blocks = _blocks(path)
        chosen = blocks[int(match["first"] or 0) : int(match["last"]) if match["last"] else None]
        if not chosen:
            raise InputError(
                f"has {len(blocks)} sentences, and none in the part asked for", path=path, remedy="correct [FIRST:LAST]"
            )
        lines = ["\n".join(line for line in block if not line.startswith(SEGMENT)) for _, block in chosen]
        name = path.name
        for suffix in SUFFIXES:
            name = name.removesuffix(suffix)
        part = "" if match["first"] is None else f"[{match['first']}:{match['last']}]"
        return cls(name + part, conllu.parse("\n\n".join(lines) + "\n\n", source=str(path)), _texts(chosen, path))

    @property
    def sentences(self) -> int:
        return len(self.treebank.segment)


def surface(treebank: Treebank) -> list[list[Token]]:
    """Return the surface tokens of each sentence with the syntactic words that each consists of."""
    return [
        [
            Token(form, tuple(treebank.form[w] for w in words), True)
            for form, words in treebank.tokens_between(start, stop)
        ]
        for start, stop in pairwise(treebank.sentence_start.tolist())
    ]


def sentence_texts(path: Path) -> list[str | None]:
    """Read the raw text of each sentence of a file; None for a sentence without `# text`."""
    return [_text(block) for _, block in _blocks(path)]


def _blocks(path: Path) -> list[tuple[int, list[str]]]:
    """Split a CoNLL-U file into sentences: the number of the first line of each, and its lines."""
    blocks: list[tuple[int, list[str]]] = []
    block: list[str] = []
    for number, line in enumerate([*read_text(path).split("\n"), ""], 1):
        if line:
            block.append(line)
        elif any(not held.startswith("#") for held in block):
            blocks.append((number - len(block), block))
            block = []
    return blocks


def _texts(blocks: list[tuple[int, list[str]]], path: Path) -> list[str] | None:
    """Return the raw text of each sentence, or None if no sentence has one.

    Raises InputError if some sentences have a text and others have not.
    """
    texts = [_text(block) for _, block in blocks]
    if None not in texts:
        return [text for text in texts if text is not None]
    if any(text is not None for text in texts):
        raise InputError(
            f"this sentence has no `{TEXT.strip()}`, and others have one",
            path=path,
            line=blocks[texts.index(None)][0],
            remedy="give it its text, or take the texts out of all sentences: then words alone are measured",
        )
    return None


def _text(block: list[str]) -> str | None:
    return next((line[len(TEXT) :] for line in block if line.startswith(TEXT)), None)
