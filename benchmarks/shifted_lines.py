"""How often a stretch of shifted lines is found in WMT's texts, by its length, and how often one where none is planted.

    python benchmarks/shifted_lines.py --data FOLDER [--pairs PAIR,PAIR]

FOLDER holds WMT's unpacked archives (wmt21/txt and so on). First every text of every pair is looked at as it is. Then
a stretch of a reference, or of an output where a pair has none, is moved by one or two lines, early or late: beside the
source alone, beside one output, and beside all texts. One is found if its text is named, with half of its lines and of
no others more; `another` is named instead, or besides. About a quarter of an hour on one core; --pairs takes some.
"""

import random
import re
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from _common import arguments_of, markdown_table

from extractors.core.files import read_lines
from extractors.extract.shifted_lines import ShiftedStretch, shifted_stretches

LENGTHS = (10, 30, 70, 0)
"""Of planted stretches; 0 for the rest of the text."""
SHIFTS = (1, -1, 2, -2)
BESIDE = {"the source alone": 0, "one output": 1, "all texts": 100}
SEED = 46


class PairTexts(NamedTuple):
    """The texts of a pair that have as many lines as the source."""

    name: str
    source: list[str]
    references: dict[str, list[str]]
    outputs: dict[str, list[str]]


def pairs(folder: Path) -> Iterator[PairTexts]:
    for source in sorted(folder.glob("wmt2?/txt/sources/*")):
        match = re.search("[a-z]{2,3}-[a-z]{2,3}", source.name)
        assert match is not None
        txt, lines = source.parent.parent, read_lines(source)
        texts: dict[str, dict[str, list[str]]] = {"references": {}, "system-outputs": {}}
        for kind, of_kind in texts.items():
            for path in sorted((txt / kind).rglob(f"*{match[0]}*")):
                for file in sorted(path.iterdir()) if path.is_dir() else [path]:
                    if len(text := read_lines(file)) == len(lines):
                        of_kind[f"{kind}/{file.name}"] = text
        yield PairTexts(f"{txt.parent.name} {match[0]}", lines, texts["references"], texts["system-outputs"])


def planted(text: Sequence[str], lines: range, late: int) -> list[str]:
    """Return a text in which a stretch of lines is shifted by `late` lines, so that as many lines are lost."""
    moved = list(text[lines.start : lines.stop])
    moved = [""] * late + moved[:-late] if late > 0 else moved[-late:] + [""] * -late
    return [*text[: lines.start], *moved, *text[lines.stop :]]


def is_found(found: Sequence[ShiftedStretch], name: str, lines: range, late: int) -> bool:
    named = {line for one in found if (one.text, one.late) == (name, late) for line in one.lines}
    inside = len(named & {*lines})
    return 2 * inside >= len(lines) and 2 * inside >= len(named)


def counts(of: PairTexts, draw: random.Random) -> Iterator[tuple[str, int, bool, bool]]:
    """Plant stretches in the texts of a pair.

    Yields for each what it stands beside, its length, whether it is found, and whether another text is named.
    """
    texts = of.references or of.outputs
    for beside, most in BESIDE.items():
        for length in LENGTHS:
            for late in SHIFTS:
                name = draw.choice(list(texts))
                start = draw.randrange(len(of.source) // 10, len(of.source) * 8 // 10 - length)
                lines = range(start, start + length if length else len(of.source))
                others = [*of.outputs, *of.references] if most > 1 else list(of.outputs)
                others = [other for other in others if other != name]
                chosen = draw.sample(others, min(most, len(others)))
                every = {other: (of.outputs | of.references)[other] for other in chosen}
                found = shifted_stretches(of.source, {name: planted(texts[name], lines, late), **every})
                others_named = any(one.text != name for one in found)
                yield beside, length, is_found(found, name, lines, late), others_named


def main() -> None:
    parser = arguments_of(__doc__, data="WMT's unpacked archives")
    parser.add_argument("--pairs", default="", help="of which stretches are planted; all by default")
    arguments = parser.parse_args()
    wanted = set(filter(None, arguments.pairs.split(",")))
    results: dict[tuple[str, int], list[tuple[bool, bool]]] = defaultdict(list)
    texts, lines, seconds, draw = 0, 0, 0.0, random.Random(SEED)
    for of in pairs(arguments.data):
        every = of.references | of.outputs
        if not every:
            continue
        begin = time.perf_counter()
        for one in shifted_stretches(of.source, every):
            print(f"{of.name}: {one.text}, {one.words}")
        seconds += time.perf_counter() - begin
        texts, lines = texts + len(every), lines + len(of.source) * len(every)
        if not wanted or of.name.split()[1] in wanted:
            for beside, length, found, other in counts(of, draw):
                results[beside, length].append((found, other))
    print(f"{texts} texts with {lines} lines looked at in {seconds:.0f} s\n")
    rows = [
        [
            beside,
            str(length or "rest"),
            str(len(of)),
            *(f"{100 * sum(column) / len(of):.0f} %" for column in zip(*of, strict=True)),
        ]
        for (beside, length), of in results.items()
    ]
    print(markdown_table(["beside", "lines", "planted", "found", "another"], rows))


if __name__ == "__main__":
    main()
