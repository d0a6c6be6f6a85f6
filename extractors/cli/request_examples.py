"""Check that the examples of phenomena give the results they should when they are parsed."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from extractors.core.errors import InputError
from extractors.core.terminal import columns
from extractors.extract.hit_rows import unite
from extractors.extract.parse import parse_text
from extractors.models.parsers import Parser
from extractors.phenomena.catalogue import Phenomenon
from extractors.phenomena.grew.matcher import find_all

Pairs = tuple[tuple[str, str], ...]
"""The two words of each hit."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of checking a phenomenon's two examples in a language.

    Attributes:
        hit_pairs, none_pairs: the hits in the example that has one, and in that which has none.
        missed: why the parser is known not to find the hit; None if it should.
    """

    phenomenon: Phenomenon
    language: str
    hit_pairs: Pairs
    none_pairs: Pairs
    missed: str | None = None

    @property
    def failed(self) -> list[tuple[str, str]]:
        """The examples that do not come out as they should, as (what is wrong, example)."""
        hit, none = self.phenomenon.examples[self.language].texts
        wrong = []
        if self.missed is None and not self.hit_pairs:
            wrong.append(("no hit in", hit))
        elif self.missed is not None and self.hit_pairs:
            wrong.append(("said to be missed, and found: take out `missed`:", hit))
        if self.none_pairs:
            wrong.append((f"a hit ({_words(self.none_pairs)}) in", none))
        return wrong

    @property
    def is_missed_as_known(self) -> bool:
        """Whether the hit is not found, as is known of the parser."""
        return self.missed is not None and not self.hit_pairs


def languages(phenomena: Sequence[Phenomenon]) -> list[str]:
    """Return the languages in which there are examples, sorted."""
    return sorted({language for phenomenon in phenomena for language in phenomenon.examples})


def check(known: Sequence[Phenomenon], parser: Parser, language: str, *, is_shipped: bool = False) -> list[Outcome]:
    """Parse all examples of a language in one batch, and look in each for its phenomenon.

    Phenomena without examples in the language are passed over.

    Args:
        is_shipped: the parser is the shipped one, which is known to miss some.
    """
    checked = [phenomenon for phenomenon in known if language in phenomenon.examples]
    if not checked:
        raise InputError(
            f"there are no examples in the language {language!r}",
            remedy=f"choose one of: {', '.join(languages(known))}",
        )
    treebank = parse_text(parser, [text for phenomenon in checked for text in phenomenon.examples[language].texts])
    matches = find_all(treebank, {(p.id, n): rule.request for p in checked for n, rule in enumerate(p.rules[language])})
    outcomes = []
    for place, phenomenon in enumerate(checked):
        rules = phenomenon.rules[language]
        pairs = unite(rules, [matches[phenomenon.id, number] for number in range(len(rules))])
        segments = treebank.segment[treebank.sentence[pairs[:, 0]]]
        hit_pairs, none_pairs = (
            tuple((treebank.form[h], treebank.form[d]) for h, d in pairs[segments == segment])
            for segment in (2 * place, 2 * place + 1)
        )
        missed = phenomenon.examples[language].missed if is_shipped else None
        outcomes.append(Outcome(phenomenon, language, hit_pairs, none_pairs, missed))
    return outcomes


def without(phenomena: Sequence[Phenomenon], language: str) -> list[str]:
    """Return the phenomena that can be looked for in a language and have no example in it."""
    return [
        phenomenon.id for phenomenon in phenomena if phenomenon.has(language) and language not in phenomenon.examples
    ]


def report(outcomes: Sequence[Outcome], *, also: str = "") -> str:
    """Tabulate the phenomena by language, then list the examples that fail, and count those that matched.

    Args:
        also: further arguments of the command that shows a failing example.
    """
    header = ("phenomenon", "language", "hit matched", "none not matched", "found in hit")
    lines, failures, misses = [], "", ""
    for outcome in outcomes:
        name, language = outcome.phenomenon.id, outcome.language
        shown = f"{language} (experimental)" if language in outcome.phenomenon.experimental else language
        matched = "known miss" if outcome.is_missed_as_known else _yes(bool(outcome.hit_pairs))
        lines.append([name, shown, matched, _yes(not outcome.none_pairs), _words(outcome.hit_pairs)])
        for problem, example in outcome.failed:
            command = f"try {name} --source-language {language} --text {shlex.quote(example)} --tree"
            failures += f"\n{name}, {language}: {problem}: {example}\n  challenge-sets {command}{also}\n"
        if outcome.is_missed_as_known:
            misses += f"\n{name}, {language}: the shipped parser misses it: {outcome.missed}\n"
    text = columns(header, lines, texts=len(header)) + failures + misses
    misses_known = sum(outcome.is_missed_as_known for outcome in outcomes)
    matched_hits = sum(bool(outcome.hit_pairs) for outcome in outcomes)
    empty = sum(not outcome.none_pairs for outcome in outcomes)
    total = len(outcomes)
    text += f"\n{matched_hits} of {total} hit examples matched, {empty} of {total} none examples not matched"
    return text + (f"; known misses: {misses_known}\n" if misses_known else "\n")


def _words(pairs: Pairs) -> str:
    return ", ".join(f"{head} + {dependent}" for head, dependent in pairs)


def _yes(value: bool) -> str:
    return "yes" if value else "NO"
