"""How well phenomena are found in the shipped parsers' output: hits beside those in gold trees.

    python benchmarks/detector_quality.py [--data ../shared/data] [--write docs/detector-quality.md]
    python benchmarks/detector_quality.py --errors particle_verb [--languages en]

The same requests run over the gold tree of a sentence and over what the parser makes of its raw text, so that
errors in cutting words count. Prints a table a language, which --write puts on a page with an introduction.
"""

from __future__ import annotations

import argparse
import logging
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from _common import markdown_table, write_page
from _hits import Hit, Trees, scores

from extractors.core import files
from extractors.core.logs import log
from extractors.extract.parse import parse_to_file
from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.grew.portability import missing
from extractors.parsers import create_parser
from extractors.phenomena import catalogue
from extractors.phenomena.catalogue import Phenomenon
from extractors.settings.tools import DEFAULT_PARSER

FEWEST = 5
"""Gold hits below which no percentages are given."""
DISTANCES = (1, 3)


class Group(NamedTuple):
    """Parts of treebanks whose hits are counted together: (file, number of the first sentence)."""

    language: str
    title: str
    parts: tuple[tuple[str, int], ...]
    note: str


GROUPS = (
    Group(
        "en",
        "English: EWT dev, GUM dev, PUD",
        (("en_ewt-dev", 0), ("en_gum-dev", 0), ("en_pud", 0)),
        "The parser was trained on the train parts of EWT and GUM, which do not contain these sentences. But the EWT"
        " and GUM sentences here are of the same kinds of text, and EWT dev was used to develop the recipe.",
    ),
    Group(
        "de",
        "German, not seen in training: GSD dev from its 551st sentence",
        (("de_gsd-dev", 550),),
        "There are few sentences, so most phenomena are too rare to measure, and the figures of the others are rough."
        " The parser was not trained on these sentences, but they were used to develop the recipe.",
    ),
    Group(
        "de",
        "German, seen in training: PUD",
        (("de_pud", 0),),
        "**Optimistic**: the parser was trained on these sentences. The table shows the loss through word boundaries"
        " and through a parser that knows the text, not what to expect of new text.",
    ),
)

INTRODUCTION = """
# How well the phenomena are found

Sets are made from parses, and parsers make errors. This page runs the same requests (`config/phenomena.yaml`) over gold
trees and over the shipped parser's parses of the same sentences, and compares the hits. This measures the loss through
the parser. It does not measure whether a request expresses what a linguist means: for that, somebody has to read hits
in gold trees.

- **Text.** The default parser splits the raw text of each sentence into words, tags and parses it, one sentence a
  segment, as in a run. So wrong word boundaries count as errors.
- **A hit is right** if both of its words cover the same characters of the text as those of a gold hit, ignoring white
  space. A word inside a contraction covers the characters of the contraction, and must have the same form. In the
  column *token* only the dependent has to agree: for example, the particle is found, with any verb.
- **P / R / F1** are precision, recall and their harmonic mean, in percent. The columns d ≥ 1 and d ≥ 3 count only hits
  with at least that distance, each in its own tree.
- *gold* and *found* are numbers of hits. With fewer than {fewest} gold hits there are no percentages (-). With n gold
  hits, a figure near 80 % has a standard error of about 40 / √n points: 18 for 5 hits, 6 for 50, 3 for 200.
- Gold trees are uneven too. For example, German PUD hardly ever has `Reflex=Yes` on a pronoun of the first or second
  person, so some hits count as wrong and are right.
- An asterisk marks a phenomenon that is experimental in the language: it runs only if a config names it.

**Use.** If recall is low, a set lacks segments that it should have. If precision is low, it holds segments without the
phenomenon, which pulls its scores towards those of its controls. If the figure for d ≥ 3 is well below that for all
hits, the long-distance sets are the noisy ones. If *token* is much better than P / R / F1, the sets with d ≥ 0 are
better than the hits: the segment is right, but the distance is not.

**Data.** [Universal Dependencies](https://universaldependencies.org): English EWT (CC BY-SA 4.0), GUM (CC BY-NC-SA 4.0,
texts under their own licences) and PUD (CC BY-SA 3.0); German GSD (CC BY-SA 4.0) and PUD (CC BY-SA 3.0). Models:
`parser-en` and `parser-de`; [resources/models](../resources/models/README.md) lists their training data. The German
model was trained on PUD, LIT and the first 550 sentences of GSD dev. Of our German treebanks only the rest of GSD dev
is new to it, so German has two tables.

`python benchmarks/detector_quality.py --data DATA --write docs/detector-quality.md` makes this page; `DATA/ud` holds
the treebanks as `en_ewt-dev.conllu.gz` and so on.
"""


def read_gold(path: Path, first: int) -> tuple[Treebank, list[str]]:
    """The gold trees from a sentence on, and the raw text of each sentence."""
    blocks = files.read_text(path).strip().split("\n\n")[first:]
    mark = "# text = "
    texts = [next(line[len(mark) :] for line in block.split("\n") if line.startswith(mark)) for block in blocks]
    return conllu.parse("\n\n".join(blocks) + "\n\n", source=str(path)), texts


@dataclass
class Comparison:
    """A group's hits by phenomenon, gold and found, and the trees of its parts."""

    group: Group
    chosen: Sequence[Phenomenon]
    gold: dict[str, set[Hit]]
    found: dict[str, set[Hit]]
    trees: dict[str, tuple[Trees, Trees, list[str]]]
    sentences: int = 0
    words: int = 0


def compare(group: Group, data: Path, known: dict[str, Phenomenon]) -> Comparison:
    chosen = [p for p in known.values() if group.language in p.rules]
    result = Comparison(group, chosen, {p.id: set() for p in chosen}, {p.id: set() for p in chosen}, {})
    parser = create_parser(DEFAULT_PARSER, language=group.language, model=None, options={})
    for part, first in group.parts:
        gold, texts = read_gold(data / "ud" / f"{part}.conllu.gz", first)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "parsed.conllu"
            parse_to_file(parser, texts, path)
            parsed = conllu.read(path)
        gold_trees, parsed_trees = Trees.of(gold), Trees.of(parsed)
        result.trees[part] = gold_trees, parsed_trees, texts
        result.sentences += len(texts)
        result.words += len(gold)
        for trees, hits in ((gold_trees, result.gold), (parsed_trees, result.found)):
            for name, hit, _ in trees.hits(part, chosen, group.language):
                hits[name].add(hit)
    return result


def cell(gold: set[Hit], found: set[Hit], *, token: bool = False, distance: int = 0) -> str:
    if sum(hit.distance >= distance for hit in gold) < FEWEST:
        return "-"
    return " / ".join(f"{score:.0f}" for score in scores(gold, found, token=token, distance=distance))


def as_markdown(result: Comparison) -> str:
    """The section of a group: what it is, the table, what cannot be found."""
    group = result.group
    heading = ["phenomenon", "gold", "found", "P / R / F1", "token"]
    for d in DISTANCES:
        heading += [f"gold d ≥ {d}", "P / R / F1"]
    rows = []
    measured = []
    for phenomenon in result.chosen:
        gold, found = result.gold[phenomenon.id], result.found[phenomenon.id]
        star = r" \*" if group.language in phenomenon.experimental else ""
        row: list[object] = [f"`{phenomenon.id}`{star}", len(gold), len(found)]
        row += [cell(gold, found), cell(gold, found, token=True)]
        for d in DISTANCES:
            row += [sum(hit.distance >= d for hit in gold), cell(gold, found, distance=d)]
        rows.append(row)
        if len(gold) >= FEWEST:
            measured.append(scores(gold, found)[2])
    text = f"## {group.title}\n\n{group.note} {result.sentences:,} sentences, {result.words:,} words.\n\n"
    text += markdown_table(heading, rows)
    if measured:
        text += (
            f"\n\nMedian F1 of the {len(measured)} phenomena with {FEWEST} gold hits or more:"
            f" {statistics.median(measured):.0f}."
        )
    if never := unreachable(result):
        text += "\n\nNever found, because the parser never produces what the request needs: " + never + "."
    return text


def unreachable(result: Comparison) -> str:
    """The phenomena that need what no parse of the group has, with what that is."""
    parses = [parsed.treebank for _, parsed, _ in result.trees.values()]
    lacking = []
    for phenomenon in result.chosen:
        by_rule = [
            [missing(rule.request, parse) for parse in parses] for rule in phenomenon.rules[result.group.language]
        ]
        if all(all(by_parse) for by_parse in by_rule):
            needed = " or ".join(str(trait) for trait in by_rule[0][0][0].alternatives)
            lacking.append(f"`{phenomenon.id}` ({needed})")
    return ", ".join(lacking)


def print_errors(result: Comparison, name: str, limit: int) -> None:
    """The hits that are missed and those that are wrong, with what both trees say of the two words."""
    if name not in result.gold:
        return
    print(f"\n== {name}, {result.group.title}")
    gold, found = result.gold[name], result.found[name]

    def key(hit: Hit) -> tuple[object, ...]:
        return hit[:3]

    for what, hits, others in (("missed", gold, found), ("wrong", found, gold)):
        known = {key(hit) for hit in others}
        errors = sorted(hit for hit in hits if key(hit) not in known)
        print(f"-- {what}: {len(errors)} of {len(hits)}")
        for (part, segment), *words, distance in errors[:limit]:
            gold_trees, parsed_trees, texts = result.trees[part]
            first = dict(result.group.parts)[part]
            print(f"{part}, sentence {first + segment + 1}, d={distance}: {texts[segment]}")
            for role, place in zip(("head", "dependent"), words, strict=True):
                says = [trees.describe(segment, place) for trees in (gold_trees, parsed_trees)]
                print(f"    {role:<10} gold {says[0]:<45} parsed {says[1]}")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder with ud/")
    arguments.add_argument("--phenomena", type=Path, default=Path("config/phenomena.yaml"))
    arguments.add_argument("--languages", nargs="+", default=["en", "de"], choices=["en", "de"])
    arguments.add_argument("--write", type=Path, metavar="PAGE", help="write the page there")
    arguments.add_argument("--errors", metavar="PHENOMENON", help="print its errors instead of the tables")
    arguments.add_argument("--limit", type=int, default=20, help="errors of a kind to print")
    given = arguments.parse_args()
    log.setLevel(logging.ERROR)
    known = catalogue.load(given.phenomena)
    if given.errors and given.errors not in known:
        arguments.error(f"no phenomenon {given.errors!r} in {given.phenomena}")
    if given.errors:
        known = {given.errors: known[given.errors]}

    sections = [INTRODUCTION.format(fewest=FEWEST).strip()]
    for group in GROUPS:
        if group.language in given.languages:
            result = compare(group, given.data, known)
            if given.errors:
                print_errors(result, given.errors, given.limit)
                continue
            sections.append(as_markdown(result))
            print(f"{sections[-1]}\n", flush=True)
    if given.write and not given.errors:
        write_page(given.write, "\n\n".join(sections))


if __name__ == "__main__":
    main()
