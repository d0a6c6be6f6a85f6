"""How well phenomena are found in the shipped parser's output, as in docs/lab/detector-quality.md.

    python benchmarks/detector_quality.py [--data ../shared/data] [--write docs/lab/detector-quality.md]

It prints the tables by phenomenon and by confidence. With --write the page gets those by confidence; its text is kept.
"""

import logging
from functools import cache
from pathlib import Path
from typing import NamedTuple

from _common import arguments_of, update_page

from challenge_sets_lab.quality import parser_measure, quality_page
from challenge_sets_lab.quality.gold_parts import GoldPart
from challenge_sets_lab.quality.parser_measure import MeasuredPart
from extractors.core.logs import log
from extractors.models.parsers import DEFAULT_PARSER, create_parser
from extractors.phenomena import DEFAULT_FILE, catalogue
from extractors.phenomena.catalogue import Phenomenon
from extractors.phenomena.detection import RAW


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
        "The parser was trained on the train part of EWT, which has other sentences of the same kinds of text, and on"
        " nothing of GUM or PUD.",
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


@cache
def parsed(group: Group, data: Path) -> tuple[list[MeasuredPart], str]:
    """Parse the treebanks of a group, and return the parts and the parser's signature. The result is cached."""
    parser = create_parser(DEFAULT_PARSER, language=group.language, model=None, options={})
    return parser_measure.parse_parts(parser, [GoldPart.of(spec) for spec in group.specs(data)]), parser.signature


def section(group: Group, data: Path, known: dict[str, Phenomenon]) -> str:
    """Render the section of a group: its description, the table, what cannot be found."""
    chosen = [p for p in known.values() if group.language in p.rules]
    experimental = [p.id for p in chosen if group.language in p.experimental]
    heading = f"## {group.title}\n\n{group.note} "
    parts, signature = parsed(group, data)
    table = parser_measure.measure(parts, chosen, language=group.language, parser=signature)
    return heading + quality_page.section(table, experimental=experimental)


def reliability(data: Path, known: dict[str, Phenomenon]) -> str:
    """Tabulate how often hits are right by their confidence, for each group not seen in training."""
    text = []
    for group in (group for group in GROUPS if not group.seen):
        chosen = [p for p in known.values() if group.language in p.rules]
        found = parser_measure.find(parsed(group, data)[0], chosen, group.language, RAW)
        text.append(f"{group.title}:\n\n{quality_page.reliability(found.values())}")
    return "\n\n".join(text)


def main() -> None:
    arguments = arguments_of(__doc__, data="ud/")
    arguments.add_argument("--write", type=Path, metavar="PAGE", help="put the tables by confidence into the page")
    given = arguments.parse_args()
    log.setLevel(logging.ERROR)
    known = catalogue.load(DEFAULT_FILE)
    by_confidence = reliability(given.data, known)
    print(*(section(group, given.data, known) for group in GROUPS), by_confidence, sep="\n\n")
    if given.write:
        update_page(given.write, {"reliability": by_confidence})


if __name__ == "__main__":
    main()
