"""How fast CoNLL-U is read and checked, beside a loop that only cuts lines and beside the package conllu.

    python benchmarks/read_conllu.py [--data ../shared/data] [--repeats 5]

All read UD English EWT train from its .gz in this process on one core, by turns; the best of the repeats
counts. The loop gives a list of fields for each word and checks nothing; ours gives columns, with every
sentence known to be a tree. The package conllu (pip install conllu) is left out where it is not installed.
Exits with 1 below the bar, or if the readers differ in the number of words.
"""

import argparse
import gzip
import importlib.util
import sys
import time
from collections.abc import Callable
from pathlib import Path

from extractors.formats import conllu

BAR = 300_000
"""Words a second."""


def ours(path: Path) -> int:
    return len(conllu.read(path))


def plain_loop(path: Path) -> int:
    """Sentences as lists of words, words as lists of fields; comments and ranges left out."""
    sentences: list[list[list[str]]] = [[]]
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line == "\n":
                sentences.append([])
            elif line[0] != "#":
                fields = line.rstrip("\n").split("\t")
                if fields[0].isdecimal():
                    sentences[-1].append(fields)
    return sum(map(len, sentences))


def package(path: Path) -> int:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        sentences = list(importlib.import_module("conllu").parse_incr(lines))
    return sum(isinstance(token["id"], int) for sentence in sentences for token in sentence)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder with ud/")
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    path = arguments.data / "ud" / "en_ewt-train.conllu.gz"

    readers: dict[str, Callable[[Path], int]] = {"ours": ours, "plain loop": plain_loop, "conllu": package}
    if importlib.util.find_spec("conllu") is None:
        del readers["conllu"]
        print("conllu: not installed")
    best = dict.fromkeys(readers, float("inf"))
    words = dict.fromkeys(readers, 0)
    for _ in range(arguments.repeats):
        for name, read in readers.items():
            begin = time.perf_counter()
            words[name] = read(path)
            best[name] = min(best[name], time.perf_counter() - begin)

    speed = {name: words[name] / seconds for name, seconds in best.items()}
    for name, seconds in best.items():
        ratio = "" if name == "ours" else f", ours is {speed['ours'] / speed[name]:.2f} times as fast"
        print(f"{name:<10} {words[name]:,} words {seconds:6.2f} s {speed[name]:10,.0f} words/s{ratio}")
    print(f"bar        {BAR:,} words/s: {speed['ours'] / BAR:.1f} times")
    return 0 if speed["ours"] >= BAR and len(set(words.values())) == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
