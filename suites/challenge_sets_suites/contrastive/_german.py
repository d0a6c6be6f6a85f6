"""German: articles and the genders that they show, adjectives used as nouns, words that agree in two ways."""

import re
from collections import Counter

from challenge_sets_suites.contrastive._resources import Resources
from challenge_sets_suites.contrastive._texts import PlacedWord, TargetText
from challenge_sets_suites.contrastive._words import alternatives, words

FEMININE = words("feminine")
MASCULINE = words("masculine")
NEUTER = words("neuter")
NOT_FEMININE = words("not_feminine")
"""Determiners of a singular noun that show its gender. Those that a plural may have too are not among them."""

SUFFIXES = (
    ("Fem", re.compile(r".{2}(ung|heit|keit|schaft|tät|ion|enz|anz|ik|ur|rei|in)$")),
    ("Neut", re.compile(r".{2}(chen|lein|ment|tum)$")),
    ("Masc", re.compile(r".{3}(ismus|ling|ant|or)$")),
)
TWO_GENDERS = re.compile(rf"({alternatives('two_genders')})$", re.IGNORECASE)
"""Nouns with two genders, or with two meanings of two genders, and loans about whose gender people differ."""

ADJECTIVAL = re.compile(
    r"(ende?|nde|lich|ig|isch|ell|iert|igt|elt|ert|annt|andt|eut|tut|fremd|krank|tot|alt|gut|neu|grün|weiß|schwarz|rot"
    r"|blau|arm|reich|klein|groß|deutsch|ordnet|stellt|mächtigt|bekannt|wandt|lobt|klagt|bildet|fangen|storben"
    r"|letzt|teiligt|troffen|schädigt|schuldigt|wachsen|borgen|heim|frei|süchtig)(e|en|er|em|es)$"
)
"""Ends of adjectives and participles that are used as nouns: they have every gender."""


def genders(noun: str, resources: Resources) -> set[str]:
    """Return the genders of a noun's singular form by corpora and lexicon, or else by its ending; empty if unknown.

    A compound has the genders of its last part.
    """
    lower = noun.lower()
    articles: Counter[str] = Counter()
    for start in range(max(1, len(lower) - 3)):
        articles = resources.noun_endings.get(lower[start:], Counter())
        if (shown := _shown(articles)) and (start == 0 or len(lower) - start >= 4):
            return shown
    return next(({gender} for gender, suffix in SUFFIXES if suffix.search(lower)), set())


def _shown(articles: Counter[str]) -> set[str]:
    """Return the genders that the words before a noun show; rare ones, which may be parsing errors, are left out."""
    feminine = sum(articles[form] for form in FEMININE)
    masculine = sum(articles[form] for form in MASCULINE)
    neuter = sum(articles[form] for form in NEUTER)
    other = sum(articles[form] for form in NOT_FEMININE)
    total = feminine + masculine + neuter + other
    least = max(1, 0.05 * total)
    shown = {name for name, n in (("Fem", feminine), ("Masc", masculine), ("Neut", neuter)) if n and n >= least}
    if other >= least and not shown & {"Masc", "Neut"}:
        shown |= {"Masc"} if articles["der"] or articles["den"] else set()
    return shown


def may_be_plural(noun: str, resources: Resources) -> bool:
    """Return whether a noun's form may be a plural: not feminine, and seen with `die` or with an ending of plurals."""
    lower = noun.lower()
    articles = resources.noun_endings.get(lower, Counter())
    if articles["die"] and "Fem" not in genders(noun, resources):
        return True
    return bool(re.search(r"(er|el|en|chen|lein|s|nisse|e)$", lower)) and "Fem" not in genders(noun, resources)


def adjectival(noun: str, resources: Resources) -> bool:
    """Return whether a noun may be an adjective or a participle, which has every gender."""
    lower = noun.lower()
    stem = re.sub(r"(e|en|er|em|es)$", "", lower)
    inflected = stem != lower and len(stem) >= 3
    seen = inflected and any(resources.has_word(f, "ADJ") and resources.forms[f] for f in (stem, lower, stem + "e"))
    return bool(ADJECTIVAL.search(lower)) or seen


def noun_phrase(text: TargetText, determiner: PlacedWord) -> PlacedWord | None:
    """Find the noun of a determiner, with only adjectives, adverbs and numerals between; None if unsure.

    The first parts of a noun with hyphens (`ein Twitter-Beitrag`) count as parts of it.
    """
    noun = text.words[determiner.head]
    inside = [word for word in text.between(determiner, noun) if not (word.form == "-" or text.hyphenated(word))]
    if determiner.head < determiner.number or len(inside) > 3:
        return None
    plain = all(word.upos in ("ADJ", "ADV", "NUM") and word.head >= determiner.number for word in inside)
    return noun if noun.upos == "NOUN" and plain and noun.number > determiner.number else None
