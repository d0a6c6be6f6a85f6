"""How well phenomena are found in the shipped parsers' output: the page docs/lab/detector-quality.md.

    python benchmarks/detector_quality.py [--data ../shared/data] [--write docs/lab/detector-quality.md]
    python benchmarks/detector_quality.py --errors particle_verb [--languages en]

The tables of text that no parser was trained on come from the package, as `challenge-sets lab quality` wrote them;
that of text seen in training is measured. --errors parses the text and prints the wrong and the missed hits.
"""

import argparse
import logging
from pathlib import Path
from typing import NamedTuple

from _common import write_page

from extractors.core.logs import log
from extractors.formats import tables
from extractors.formats.quality import QUALITY
from extractors.lab.quality import calibrate, parser_measure, quality_page
from extractors.lab.quality.character_hits import Hit, TreesWithHits
from extractors.lab.quality.gold_parts import GoldPart
from extractors.lab.quality.parser_measure import MeasuredPart
from extractors.models.parsers import create_parser
from extractors.models.tool_settings import DEFAULT_PARSER
from extractors.phenomena import catalogue
from extractors.phenomena.catalogue import Phenomenon
from extractors.phenomena.detection import LEAST_FOUND
from extractors.phenomena.parser_quality import FEWEST, RAW, shipped
from extractors.phenomena.trust import LEAST_PRECISION


class Group(NamedTuple):
    """Parts of treebanks whose hits are counted together: files below DATA/ud, and which sentences of them."""

    language: str
    title: str
    parts: tuple[str, ...]
    seen: bool
    note: str

    def specs(self, data: Path) -> list[str]:
        return [str(data / "ud" / part) for part in self.parts]


GROUPS = (
    Group(
        "en",
        "English: EWT dev, GUM dev, PUD",
        ("en_ewt-dev.conllu.gz", "en_gum-dev.conllu.gz", "en_pud.conllu.gz"),
        False,
        "The parser was trained on the train parts of EWT and GUM, which do not contain these sentences. But the EWT"
        " and GUM sentences here are of the same kinds of text, and EWT dev was used to develop the recipe.",
    ),
    Group(
        "de",
        "German, not seen in training: GSD dev from its 551st sentence",
        ("de_gsd-dev.conllu.gz[550:]",),
        False,
        "There are few sentences, so most phenomena are too rare to measure, and the figures of the others are rough."
        " The parser was not trained on these sentences, but they were used to develop the recipe.",
    ),
    Group(
        "de",
        "German, seen in training: PUD",
        ("de_pud.conllu.gz",),
        True,
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
  column *token* only the dependent has to agree: for example, the particle is found, with any verb. The column *gold
  words* is P / R / F1 of both words where the parser got the words of the treebank.
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

`python benchmarks/detector_quality.py --data DATA --write docs/lab/detector-quality.md` makes this page; `DATA/ud`
holds the treebanks as `en_ewt-dev.conllu.gz` and so on. The tables of unseen text are the files
`extractors/phenomena/parser_quality.parser-*.csv`, which these commands wrote:

```
challenge-sets lab quality --gold DATA/ud/en_ewt-dev.conllu.gz DATA/ud/en_gum-dev.conllu.gz DATA/ud/en_pud.conllu.gz \\
    -o extractors/phenomena/parser_quality.parser-en.csv
challenge-sets lab quality --gold 'DATA/ud/de_gsd-dev.conllu.gz[550:]' \\
    -o extractors/phenomena/parser_quality.parser-de.csv
```

## What a run does with the figures

A phenomenon is **not run by default** if, with the parser of the run, less than {least} % of its hits are right (both
words; at least {found} hits found), or if the parser never gives what its requests need. The second is known by this
rule: each request asks for a tag, a feature or a relation that no word of the parses has, and that {fewest} words or
more of the treebank have. Log, report and `challenge-sets list --source-language LANG` name such phenomena with their
figures. `phenomena:` in the config runs those that it names, `imprecise: true` all. Of fewer than {found} hits nothing
is said: the phenomenon is run, and marked as not measured. Figures hold for one parser (by its checksum) and one
definition of a phenomenon. A treebank that has not once a tag, feature or relation that all requests of a phenomenon
need is not counted for it: it annotates differently.

**Read hits come first.** Where a person read {found} hits of a phenomenon in news or more
([read-hits.md](read-hits.md)), their precision takes the place of the treebanks' in this rule. An unsure hit counts as
wrong. A gold tree may annotate a construction in another way: of embedded questions, 63 % are right on treebanks, and
31 of 31 in news. Log, report and `list` name both figures. They hold for the same parser and definition, too. The
precision mode below does not use them: too few were read at each confidence.

**A parser of your own.** Nothing is known of it before you measure it, and a run says so. Take a treebank that the
parser was not trained on, and name the file in the config:

```
challenge-sets lab quality --gold nl_alpino-dev.conllu --parser stanza -o quality-nl.csv
```

```yaml
parse: {{parser: stanza, quality: quality-nl.csv}}   # or by language: quality: {{nl: quality-nl.csv}}
```

Parses of any other program are measured by `--parser conllu --model PARSES`, which must be of the treebank's `# text`
lines, in their order. The run refuses figures of another parser than its own.

**Precision mode.** `minimum_precision: 0.9` in the config takes, for each phenomenon, the lowest confidence from which
on 90 % of the hits are right, by the lower bound (one-sided, 80 %, Wilson 1927) of {found} hits or more. Log and report
say what recall this costs. A phenomenon that reaches it at no confidence, or was not measured, is not run. To test the
choice, thresholds were chosen on a random half of the sentences and tried on the other, 40 times: with 0.9, 93 % of the
English hits were right (at worst 90 %), with 0.8, 90 % (85 %). For a single phenomenon it is less certain: three in
four reached 90 % there. German has too few hits to test: one or two phenomena reach it on a half.
"""

CALIBRATION = """
## Is a hit right as often as its confidence says?

The confidence of a hit begins with that of its least sure arc, and a curve for each parser turns it into how often such
hits are right: a logistic regression (Platt 1999) with an offset for each phenomenon, pulled to 0 where hits are few
(`extractors/extract/calibration.yaml`, fitted by `challenge-sets lab quality --calibrate`). So unsure tags and features
count on the average over a phenomenon. The curves were fitted on the sentences of the tables above. Here each hit has
the confidence of a curve that was fitted without its fiftieth of the sentences. *said* is the mean confidence, *s.e.*
the standard error of *right* if *said* is true; the last columns are those of the least sure arcs.

In English each tenth with 200 hits or more is within 3.3 points, and within two standard errors; in German only the
last tenth has enough hits to say.
Text of another kind may differ: a curve fitted on EWT and GUM alone is up to 9 points off on a tenth of PUD, whose
trees are annotated differently, too.
""".strip()


def parsed(group: Group, data: Path) -> tuple[list[MeasuredPart], str]:
    """The parts of a group with their parses from raw text and from gold words, and the parser's signature."""
    parser = create_parser(DEFAULT_PARSER, language=group.language, model=None, options={})
    return parser_measure.parse_parts(parser, [GoldPart.of(spec) for spec in group.specs(data)]), parser.signature


def section(group: Group, data: Path, known: dict[str, Phenomenon]) -> str:
    """The section of a group: what it is, the table, what cannot be found; of unseen text also the calibration."""
    chosen = [p for p in known.values() if group.language in p.rules]
    experimental = [p.id for p in chosen if group.language in p.experimental]
    heading = f"## {group.title}\n\n{group.note} "
    if not group.seen:
        path = shipped()[f"parser-{group.language}"].path
        return heading + quality_page.section(tables.read(QUALITY, path), experimental=experimental)
    parts, signature = parsed(group, data)
    table = parser_measure.measure(parts, chosen, language=group.language, parser=signature)
    return heading + quality_page.section(table, experimental=experimental)


def calibration(data: Path, known: dict[str, Phenomenon]) -> str:
    """How often hits of a confidence are right: of each unseen group, by curves of other sentences."""
    text = CALIBRATION
    for group in GROUPS:
        if not group.seen:
            chosen = [p for p in known.values() if group.language in p.rules]
            found = calibrate.samples(parsed(group, data)[0], chosen, group.language)
            text += f"\n\n{group.title}:\n\n{quality_page.calibration(calibrate.crossed(found), found)}"
    return text


def print_errors(group: Group, data: Path, phenomenon: Phenomenon, limit: int) -> None:
    """The hits that are missed and those that are wrong, with what both trees say of the two words."""
    parts, _ = parsed(group, data)
    found = parser_measure.find(parts, [phenomenon], group.language, RAW)[phenomenon.id]
    print(f"\n== {phenomenon.id}, {group.title}")
    trees = {
        part.gold.name: (TreesWithHits.of(part.gold.treebank), TreesWithHits.of(part.parses[RAW]), part.gold.texts)
        for part in parts
    }
    for what, hits, others in (("missed", found.gold, set(found.hits)), ("wrong", set(found.hits), found.gold)):
        known = {hit[:3] for hit in others}
        errors = sorted(hit for hit in hits if hit[:3] not in known)
        print(f"-- {what}: {len(errors)} of {len(hits)}")
        for hit in errors[:limit]:
            print_error(hit, *trees[hit.segment[0]])


def print_error(hit: Hit, gold: TreesWithHits, parses: TreesWithHits, texts: list[str]) -> None:
    (part, segment), *words, distance = hit
    print(f"{part}, sentence {segment + 1}, d={distance}: {texts[segment]}")
    for role, place in zip(("head", "dependent"), words, strict=True):
        says = [trees.describe(segment, place) for trees in (gold, parses)]
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
    groups = [group for group in GROUPS if group.language in given.languages]
    if given.errors:
        for group in groups:
            if group.language in known[given.errors].rules:
                print_errors(group, given.data, known[given.errors], given.limit)
        return
    least = f"{100 * LEAST_PRECISION:.0f}"
    sections = [INTRODUCTION.format(fewest=FEWEST, least=least, found=LEAST_FOUND).strip()]
    sections += [section(group, given.data, known) for group in groups]
    sections.append(calibration(given.data, known))
    text = "\n\n".join(sections)
    print(text)
    if given.write:
        write_page(given.write, text)


if __name__ == "__main__":
    main()
