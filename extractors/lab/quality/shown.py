"""What a treebank or a parser does not annotate, because of which no request of a phenomenon can find anything.

Counted are tags, features and relations that a request needs: a form or a lemma that a text lacks says nothing of who
annotated it.
"""

from collections.abc import Sequence

from extractors.formats.treebank import Treebank
from extractors.phenomena.catalogue import Rule
from extractors.phenomena.grew import Request
from extractors.phenomena.grew.portability import missing, words_with
from extractors.phenomena.grew.syntax import Dependency
from extractors.phenomena.parser_quality import FEWEST

ANNOTATED = {"upos", "xpos", "feature", "relation"}


def not_annotated(rules: Sequence[Rule], treebank: Treebank) -> str | None:
    """What a treebank never once has of what each rule needs; None if one rule could find something."""
    lacking = [_lacking(rule.request, treebank) for rule in rules]
    return str(lacking[0][0]) if lacking and all(lacking) else None


def never_shown(rules: Sequence[Rule], parses: Sequence[Treebank], gold: Sequence[Treebank]) -> str | None:
    """What each rule needs and no parse has, though the gold trees of the texts have it five times or more.

    None if one rule could find something, or the gold trees have it too seldom to tell.
    """
    never: list[Dependency] = []
    for rule in rules:
        per_parse = [set(_lacking(rule.request, parse)) for parse in parses]
        lacking = [d for d in rule.request.depends_on if all(d in found for found in per_parse)]
        shown = [d for d in lacking if sum(words_with(d, rule.request, bank) for bank in gold) >= FEWEST]
        if not shown:
            return None
        never.append(shown[0])
    return str(never[0]) if never else None


def _lacking(request: Request, treebank: Treebank) -> list[Dependency]:
    return [d for d in missing(request, treebank) if all(trait.kind in ANNOTATED for trait in d.alternatives)]
