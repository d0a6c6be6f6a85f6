"""Treebanks of many languages, each in a part to train on and a part that no parser sees."""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from extractors.core.files import read_text, write_text

FILE = re.compile(r"(?P<treebank>(?P<language>[a-z]{2,3})_[a-z]+)(-ud)?-(?P<part>train|dev|test)\.conllu(\.gz)?")
"""How Universal Dependencies names its files: nl_alpino-ud-dev.conllu."""
SENTENCE_ID, DOCUMENT = "# sent_id = ", "# newdoc id = "
NUMBER = re.compile(r"(\.p\.\d+)?\.s\.\d+$|[-_]s?\d+$|(?<= [nw]\d{5})\d{3}$")
"""What follows the document's name in a sentence's: `-s12`, `_1477`, `.p.10.s.1`, and the last digits in PUD."""
BLOCKS, EVERY = 25, 5
"""A file is cut into blocks of about a 25th of its sentences, of which every fifth is the test part."""
LONG = 0.1
"""A document with a larger share of the file than this is cut anywhere: it is the whole collection."""


class Parts(NamedTuple):
    """The files of a language: to train on, and to test on, each treebank's train part first and largest first."""

    language: str
    train: list[Path]
    test: list[Path]


def parts(data: Path, output: Path) -> list[Parts]:
    """Find the training and test files of each language in a folder, the language with the least text first.

    A treebank that has a train part is trained on that and tested on its other parts. One without is parted
    (`_parted`), and its parts are written to `output`.
    """
    by_treebank: dict[tuple[str, str], dict[str, Path]] = defaultdict(dict)
    for path in sorted(data.iterdir()):
        if (name := FILE.fullmatch(path.name)) is not None:
            by_treebank[name["language"], name["treebank"]][name["part"]] = path
    made: dict[str, list[tuple[Path, list[Path]]]] = defaultdict(list)
    for (language, treebank), files in by_treebank.items():
        if "train" in files:
            tests = [path for part, path in files.items() if part != "train"]
            made[language].append((files["train"], tests))
        else:
            made[language] += [_write_parts(treebank, path, output) for path in files.values()]
    found = []
    for language, pairs in made.items():
        pairs.sort(key=lambda pair: -len(read_text(pair[0])))
        found.append(Parts(language, [train for train, _ in pairs], [path for _, tests in pairs for path in tests]))
    return sorted(found, key=lambda language: sum(len(read_text(path)) for path in language.train))


def name_of(path: Path) -> str:
    """Return the name of a file of Universal Dependencies without what all have: `nl_alpino-dev`."""
    return path.name.partition(".")[0].replace("-ud-", "-")


def cut_from(path: Path, data: Path) -> Path | None:
    """Return the file in a folder of treebanks that a part is a fifth of; None if the part is a file of that folder."""
    return None if path.parent == data else next(data.glob(f"{path.name.partition('-')[0]}-*"))


def _write_parts(treebank: str, path: Path, output: Path) -> tuple[Path, list[Path]]:
    sentences = [block for block in re.split(r"\n\n+", read_text(path).strip("\n")) if block]
    output.mkdir(parents=True, exist_ok=True)
    written = []
    for name, chosen in zip(("train", "test"), parted(sentences), strict=True):
        written.append(output / f"{treebank}-{name}.conllu")
        with write_text(written[-1]) as out:
            out.write("".join(f"{sentences[number]}\n\n" for number in chosen))
    return written[0], written[1:]


def parted(sentences: Sequence[str]) -> tuple[list[int], list[int]]:
    """Divide the sentences of a file into two lists of numbers: to train on, and to test on.

    Blocks consist of whole documents where `# newdoc` or the sentence ids tell them; every fifth block is tested on. So
    both lists cover everything in the file, such as news and encyclopaedia in PUD.
    """
    wanted = max(1, len(sentences) // BLOCKS)
    starts = [0]
    for first in _documents(sentences):
        if first - starts[-1] >= wanted:
            starts.append(first)
    blocks = [range(a, b) for a, b in pairwise([*starts, len(sentences)])]
    test = [number for block in blocks[EVERY - 1 :: EVERY] for number in block]
    return [number for number in range(len(sentences)) if number not in set(test)], test


def _documents(sentences: Sequence[str]) -> list[int]:
    """Return the numbers of the sentences that begin a document.

    In a document with more than LONG of the file, which is the whole collection, every sentence counts.
    """
    names = _names(sentences)
    starts = [number for number in range(len(names)) if number == 0 or names[number] != names[number - 1]]
    begins: list[int] = []
    for first, last in pairwise([*starts, len(sentences)]):
        begins += range(first, last) if last - first > LONG * len(sentences) else [first]
    return begins


def _names(sentences: Sequence[str]) -> list[str]:
    """Return the document of each sentence, from `# newdoc` or from the beginning of its id."""
    names: list[str] = []
    document = ""
    for number, block in enumerate(sentences):
        comments = [line for line in block.split("\n") if line.startswith("#")]
        document = next((line for line in comments if line.startswith(DOCUMENT)), document)
        identity = next((line for line in comments if line.startswith(SENTENCE_ID)), str(number))
        names.append(document or NUMBER.sub("", identity))
    return names
