"""Check: whether the examples of phenomena come out as they should when they are parsed."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from extractors.core.errors import InputError
from extractors.core.terminal import columns
from extractors.extract.hit_rows import unite
from extractors.extract.parse import parse_text
from extractors.models.parsers import Parser
from extractors.phenomena.catalogue import Phenomenon
from extractors.phenomena.grew.matcher import find_all


class HitPair(NamedTuple):
    """The two words of a hit."""

    head: str
    dependent: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of checking a phenomenon's two examples in a language.

    Attributes:
        hit, none: the examples.
        hit_pairs, none_pairs: the hits in each.
        missed: why the parser is known not to find the hit; None if it should.
    """

    phenomenon: str
    language: str
    experimental: bool
    hit: str
    none: str
    hit_pairs: tuple[HitPair, ...]
    none_pairs: tuple[HitPair, ...]
    missed: str | None = None

    @property
    def failed(self) -> list[tuple[str, str]]:
        """The examples that do not come out as they should, as (what is wrong, example)."""
        wrong = [("no hit in", self.hit)] * (not self.hit_pairs and self.missed is None)
        wrong += [("said to be missed, and found: take out `missed`:", self.hit)] * self.is_found_again
        return wrong + [(f"a hit ({_words(self.none_pairs)}) in", self.none)] * bool(self.none_pairs)

    @property
    def is_missed_as_known(self) -> bool:
        """Whether the hit is not found, as is known of the parser."""
        return self.missed is not None and not self.hit_pairs

    @property
    def is_found_again(self) -> bool:
        """Whether the hit is found, though it is said that the parser misses it."""
        return self.missed is not None and bool(self.hit_pairs)


def languages(known: Sequence[Phenomenon]) -> list[str]:
    """The languages in which there are examples, sorted."""
    return sorted({language for phenomenon in known for language in phenomenon.examples})


def check(known: Sequence[Phenomenon], parser: Parser, language: str, *, is_shipped: bool = False) -> list[Outcome]:
    """Parse all examples of a language in one batch, and look in each for its phenomenon.

    Phenomena without examples in the language are passed over.

    Args:
        is_shipped: the parser is the shipped one, which is known to miss some.

    Raises:
        InputError: none has any.
    """
    checked = [phenomenon for phenomenon in known if language in phenomenon.examples]
    if not checked:
        raise InputError(f"no example in the language {language!r}", remedy=f"there are: {', '.join(languages(known))}")
    treebank = parse_text(parser, [text for phenomenon in checked for text in phenomenon.examples[language]])
    matches = find_all(treebank, {(p.id, n): rule.request for p in checked for n, rule in enumerate(p.rules[language])})
    outcomes = []
    for place, phenomenon in enumerate(checked):
        rules = phenomenon.rules[language]
        pairs = unite(rules, [matches[phenomenon.id, number] for number in range(len(rules))])
        segments = treebank.segment[treebank.sentence[pairs[:, 0]]]
        hit_pairs, none_pairs = (
            tuple(HitPair(treebank.form[h], treebank.form[d]) for h, d in pairs[segments == segment])
            for segment in (2 * place, 2 * place + 1)
        )
        outcomes.append(
            Outcome(
                phenomenon=phenomenon.id,
                language=language,
                experimental=language in phenomenon.experimental,
                hit=phenomenon.examples[language][0],
                none=phenomenon.examples[language][1],
                hit_pairs=hit_pairs,
                none_pairs=none_pairs,
                missed=phenomenon.missed.get(language) if is_shipped else None,
            )
        )
    return outcomes


def without(known: Sequence[Phenomenon], language: str) -> list[str]:
    """The phenomena that can be looked for in a language and have no example in it."""
    return [phenomenon.id for phenomenon in known if phenomenon.has(language) and language not in phenomenon.examples]


def report(outcomes: Sequence[Outcome], *, also: str = "") -> str:
    """A table with a line for each phenomenon and language, the examples that fail, and the sum.

    Args:
        also: further arguments of the command that shows a failing example.
    """
    header = ("phenomenon", "language", "hit matched", "none not matched", "found in hit")
    lines = []
    for outcome in outcomes:
        language = outcome.language + " (experimental)" * outcome.experimental
        matched = "known miss" if outcome.is_missed_as_known else _yes(bool(outcome.hit_pairs))
        clean = _yes(not outcome.none_pairs)
        lines.append([outcome.phenomenon, language, matched, clean, _words(outcome.hit_pairs)])
    text = columns(header, lines, texts=len(header))
    for outcome in outcomes:
        for problem, example in outcome.failed:
            command = (
                f"try {outcome.phenomenon} --source-language {outcome.language} --text {shlex.quote(example)} --tree"
            )
            text += f"\n{outcome.phenomenon}, {outcome.language}: {problem}: {example}\n"
            text += f"  challenge-sets {command}{also}\n"
    known = [outcome for outcome in outcomes if outcome.is_missed_as_known]
    for outcome in known:
        text += f"\n{outcome.phenomenon}, {outcome.language}: the shipped parser misses it: {outcome.missed}\n"
    found = sum(bool(outcome.hit_pairs) for outcome in outcomes)
    empty = sum(not outcome.none_pairs for outcome in outcomes)
    total = len(outcomes)
    text += f"\n{found} of {total} hit examples matched, {empty} of {total} none examples not matched"
    return text + (f"; known misses: {len(known)}\n" if known else "\n")


def _words(pairs: Sequence[HitPair]) -> str:
    return ", ".join(f"{head} + {dependent}" for head, dependent in pairs)


def _yes(value: bool) -> str:
    return "yes" if value else "NO"
