"""How many hits each phenomenon has in gold treebanks, by language; beside the prototype matcher's, if it is named.

    python benchmarks/catalogue_counts.py [--data ../shared/data] [--write docs/lab/counts.md]
    python benchmarks/catalogue_counts.py --prototype ../shared/phenomena/prototype_matcher.py

Treebanks are the files LANGUAGE_NAME.conllu(.gz) in ud/ and ud-multilingual/. With the prototype the pairs of words
are compared, not just their numbers: a cell that differs reads `ours/prototype`, one whose request the prototype
cannot read `ours/?`, each is listed, and the exit status is 1 if one differs.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from _common import markdown_table, write_page
from match_requests import Prototype

from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.phenomena import catalogue
from extractors.phenomena.catalogue import Phenomenon, Rule
from extractors.phenomena.grew.matcher import find_all
from extractors.phenomena.grew.portability import missing

FIRST = ("en", "de")
"""Languages whose columns come first."""

INTRODUCTION = """
# How often the phenomena occur

The table counts the hits of each phenomenon of `config/phenomena.yaml` in gold trees, summed over the treebanks of a
language. *words* is the number of syntactic words searched. A pair of words that several requests of a phenomenon find
is one hit.

- Empty cell: the phenomenon has no request for the language.
- Dash: the treebanks of the language never contain something that the request needs (a feature, a relation). So it can
  find nothing, and the dash says nothing about the language.
- Asterisk: the phenomenon is experimental in this language, and runs only if a config names it.

**Use.** The table shows whether a phenomenon is frequent enough for a set: a corpus of 1,000 sentences has about 20,000
words. Do not compare counts of two languages: their treebanks differ in kind of text and in annotation.
[detector-quality.md](detector-quality.md) shows how many hits a parser finds.

**Data.** [Universal Dependencies](https://universaldependencies.org), each treebank under its own licence, most under
CC BY-SA 4.0 (PUD: CC BY-SA 3.0); words searched: {treebanks}.

`python benchmarks/catalogue_counts.py --data DATA --write docs/lab/counts.md` makes this page; `DATA/ud` and
`DATA/ud-multilingual` hold the treebanks under these names.
"""

Pairs = set[tuple[int, int]]


@dataclass
class Cell:
    """A phenomenon in a language."""

    hits: int = 0
    theirs: int | None = None
    differs: bool = False
    annotated: bool = False
    experimental: bool = False

    def text(self, *, with_prototype: bool) -> str:
        text = f"{self.hits:,}" if self.annotated or self.hits else "–"
        if with_prototype and self.differs:
            text += f"/{'?' if self.theirs is None else format(self.theirs, ',')}"
        return text + r" \*" * self.experimental


@dataclass
class Counts:
    """All cells by phenomenon and language, and the words of each treebank by language."""

    cells: dict[tuple[str, str], Cell] = field(default_factory=dict)
    words: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def languages(self) -> list[str]:
        searched = {language for _, language in self.cells}
        return [*(x for x in FIRST if x in searched), *sorted(searched.difference(FIRST))]


def find_treebanks(data: Path) -> list[Path]:
    paths = [path for folder in ("ud", "ud-multilingual") for path in sorted((data / folder).glob("*.conllu*"))]
    if not paths:
        raise SystemExit(f"no treebanks in {data}/ud or {data}/ud-multilingual; name their folder by --data")
    return paths


def our_pairs(treebank: Treebank, chosen: Iterable[Phenomenon], language: str) -> dict[str, Pairs]:
    rules = {(p.id, n): rule for p in chosen for n, rule in enumerate(p.rules[language])}
    found = find_all(treebank, {key: rule.request for key, rule in rules.items()})
    pairs: dict[str, Pairs] = {}
    for (name, n), rule in rules.items():
        rows = found[name, n].pairs(rule.head, rule.dependent)
        pairs.setdefault(name, set()).update((int(a), int(b)) for a, b in rows)
    return pairs


def prototype_pairs(prototype: Prototype, rules: Sequence[Rule]) -> Pairs:
    """Raises whatever the prototype raises at a request that it cannot read."""
    pairs: Pairs = set()
    found = prototype.find({str(n): rule.request for n, rule in enumerate(rules)})
    for n, rule in enumerate(rules):
        nodes = rule.request.pattern_nodes
        head, dependent = nodes.index(rule.head), nodes.index(rule.dependent)
        # -1 is the virtual root.
        pairs |= {(b[head], b[dependent]) for b in found[str(n)] if min(b[head], b[dependent]) >= 0}
    return pairs


def count(path: Path, known: dict[str, Phenomenon], counts: Counts, prototype: Path | None) -> None:
    """Add the hits in one treebank."""
    language = path.name.partition("_")[0]
    chosen = [p for p in known.values() if language in p.rules]
    if not chosen:
        return
    treebank = conllu.read(path)
    counts.words.setdefault(language, {})[path.name.partition(".")[0]] = len(treebank)
    theirs = None if prototype is None else Prototype(prototype, treebank)
    ours = our_pairs(treebank, chosen, language)
    for phenomenon in chosen:
        pairs, rules = ours[phenomenon.id], phenomenon.rules[language]
        cell = counts.cells.setdefault((phenomenon.id, language), Cell())
        cell.hits += len(pairs)
        cell.experimental = language in phenomenon.experimental
        cell.annotated |= not all(missing(rule.request, treebank) for rule in rules)
        if theirs is not None:
            compare(cell, pairs, theirs, rules, f"{path.name} {phenomenon.id}")


def compare(cell: Cell, pairs: Pairs, prototype: Prototype, rules: Sequence[Rule], what: str) -> None:
    """Take down the prototype's hits, and print a difference."""
    try:
        theirs = prototype_pairs(prototype, rules)
    except Exception as error:  # noqa: BLE001 - it has a class of its own, and others escape from it
        print(f"{what}: the prototype cannot read a request ({type(error).__name__}: {error})")
        cell.theirs, cell.differs = None, True
        return
    if cell.theirs is not None or not cell.differs:
        cell.theirs = (cell.theirs or 0) + len(theirs)
    if theirs != pairs:
        cell.differs = True
        print(f"{what}: ours {len(pairs)}, prototype {len(theirs)}, of which {len(pairs & theirs)} are the same")


def as_markdown(counts: Counts, known: dict[str, Phenomenon], *, with_prototype: bool) -> str:
    languages = counts.languages
    total = {language: sum(words.values()) for language, words in counts.words.items()}
    rows: list[list[str]] = [["*words*", *(f"{total[language]:,}" for language in languages)]]
    for name in known:
        cells = [counts.cells.get((name, language)) for language in languages]
        if any(cells):
            texts = ["" if cell is None else cell.text(with_prototype=with_prototype) for cell in cells]
            rows.append([f"`{name}`", *texts])
    return markdown_table(["phenomenon", *languages], rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder with ud/, ud-multilingual/")
    parser.add_argument("--phenomena", type=Path, default=Path("config/phenomena.yaml"))
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the page there")
    parser.add_argument("--prototype", type=Path, help="the prototype matcher, a Python file")
    arguments = parser.parse_args()

    known = catalogue.load(arguments.phenomena)
    counts = Counts()
    for path in find_treebanks(arguments.data):
        count(path, known, counts, arguments.prototype)
    print(as_markdown(counts, known, with_prototype=True))
    hits = np.array([cell.hits for cell in counts.cells.values()])
    print(f"\n{len(hits)} phenomena by language, {hits.sum():,} hits, {(hits == 0).sum()} without any")
    unread = [cell for cell in counts.cells.values() if cell.differs and cell.theirs is None]
    differing = [cell for cell in counts.cells.values() if cell.differs and cell.theirs is not None]
    if arguments.prototype is not None:
        same = len(hits) - len(unread) - len(differing)
        print(f"prototype: the same hits in {same}, others in {len(differing)}, {len(unread)} that it cannot read")
    if arguments.write:
        names = ", ".join(f"{name} ({words:,})" for of in counts.words.values() for name, words in sorted(of.items()))
        table = as_markdown(counts, known, with_prototype=False)
        write_page(arguments.write, f"{INTRODUCTION.format(treebanks=names).strip()}\n\n{table}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
