"""The other number of a finite verb, in German and in English."""

import re
from collections import Counter

from challenge_sets_suites.contrastive._resources import Resources
from challenge_sets_suites.contrastive._texts import PlacedWord

SINGULAR, PLURAL = "Sing", "Plur"

GERMAN = {
    **{"ist": "sind", "war": "waren", "wäre": "wären", "sei": "seien"},
    **{"hat": "haben", "hatte": "hatten", "hätte": "hätten", "habe": "haben"},
    **{"wird": "werden", "wurde": "wurden", "würde": "würden", "werde": "werden"},
    **{"kann": "können", "konnte": "konnten", "könnte": "könnten", "könne": "können"},
    **{"muss": "müssen", "musste": "mussten", "müsste": "müssten", "müsse": "müssen"},
    **{"will": "wollen", "wollte": "wollten", "wolle": "wollen", "soll": "sollen", "sollte": "sollten"},
    **{"solle": "sollen", "darf": "dürfen", "durfte": "durften", "dürfte": "dürften", "dürfe": "dürfen"},
    **{"mag": "mögen", "mochte": "mochten", "möchte": "möchten", "möge": "mögen", "weiß": "wissen"},
    **{"wusste": "wussten", "wisse": "wissen", "tut": "tun", "tat": "taten"},
}
"""Third person of verbs whose forms no rule gives, singular to plural."""
GERMAN_PLURAL = {plural: singular for singular, plural in reversed(GERMAN.items())}
GERMAN_FIRST = {"bin": "sind", "habe": "haben", "werde": "werden"}
GERMAN_FIRST_PLURAL = {**GERMAN_PLURAL, **{plural: singular for singular, plural in GERMAN_FIRST.items()}}
ENGLISH = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
ENGLISH_PLURAL = {plural: singular for singular, plural in ENGLISH.items()}


STRONG_PAST = re.compile(r"(hielt|trat|riet|bat|bot|galt|schalt|focht|flocht|litt|glitt|ritt|schnitt|schritt|stritt)$")
"""Pasts that end in `t`, as most presents do."""


def number_of(form: str, language: str, resources: Resources) -> str:
    """Return the number that a finite form shows: `Sing`, `Plur`, or an empty text if it shows none."""
    if language == "en":
        return _english_number(form, resources)
    if form in GERMAN or form in GERMAN_FIRST:
        return SINGULAR
    if form in GERMAN_PLURAL:
        return PLURAL
    return PLURAL if form.endswith("n") else SINGULAR


def _english_number(form: str, resources: Resources) -> str:
    if form in ENGLISH:
        return SINGULAR
    if form in ENGLISH_PLURAL:
        return PLURAL
    if form.endswith("s") and not form.endswith("ss"):
        return SINGULAR
    return PLURAL if resources.lemmas.get(form, Counter())[form] else ""


def other_number(verb: PlacedWord, language: str, resources: Resources, person: str) -> str | None:
    """Return a finite verb's form in the other number, same tense and mood; None if it is not known for sure.

    A form is known if it is irregular and listed, or regular and in the corpora or the lexicon as a verb. `person` is
    the person of the subject, `1` to `3`.
    """
    form = verb.lower
    other = _english(form, resources) if language == "en" else _german(verb, form, person, resources)
    return other if other and other != form else None


def _german(verb: PlacedWord, form: str, person: str, resources: Resources) -> str | None:
    if person == "1" and form in GERMAN_FIRST:
        return GERMAN_FIRST[form]
    if person == "1" and form in GERMAN_FIRST_PLURAL:
        return GERMAN_FIRST_PLURAL[form]
    if form in GERMAN or form in GERMAN_PLURAL:
        return GERMAN.get(form) or GERMAN_PLURAL[form]
    if regular := _regular_past(verb, form):
        return regular
    candidates = _to_singular(form, person, resources) if form.endswith("n") else _to_plural(form, resources)
    return next((other for other in candidates if resources.has_word(other, "VERB", "AUX")), None)


def _regular_past(verb: PlacedWord, form: str) -> str | None:
    """Return the other number of a past if its form gives it: `versuchte`, `versuchten`; `griff`, `griffen`."""
    if not verb.finite or verb.feats.get("Tense") != "Past" or verb.lemma.lower() == form:
        return None
    if form.endswith("te"):
        return form + "n"
    if re.search(r"[^e]t?eten$|[^aeiou]ten$", form) and not STRONG_PAST.search(form[:-2]):
        return form[:-1]
    return form + "en" if re.search(r"[aiouäöü].?[^aeiouäöütsßzx]$", form) else None


def _to_plural(form: str, resources: Resources) -> list[str]:
    """List the plurals that a singular may have, the likeliest first."""
    past = form + ("n" if form.endswith("e") else "en")
    if form.endswith("e"):
        return [past]
    if form.endswith("t"):
        present = [form[:-2] + "en"] if form.endswith("et") else [form[:-1] + "en", form[:-1] + "n"]
        infinitives = [other for other in present if resources.has_word(other, "VERB", "AUX")]
        # `sagt`: the verb has a weak past beside it. `gibt`: its infinitive is the lemma, by most parses.
        lemmas = resources.lemmas.get(form, Counter())
        named = [lemma for lemma, n in lemmas.most_common() if lemma.endswith("n") and 2 * n > lemmas.total()]
        named = [lemma for lemma in named if lemma[0] == form[0]]
        if STRONG_PAST.search(form):
            return [past]
        return [*(lemma for lemma in named if lemma in infinitives), *named, *infinitives]
    return [past] if resources.tenses.get(form) else []


def _to_singular(form: str, person: str, resources: Resources) -> list[str]:
    """List the singulars that a plural may have, the likeliest first."""
    weak = form[:-1]
    stem = form[:-2] if form.endswith("en") else form[:-1]
    infinitive = resources.lemmas.get(form, Counter())[form] > 0
    if not infinitive:
        # `hielten`, `hielt`; but `sagten`, `sagte` although there is `sagt`.
        strong = form.endswith("en") and (not form.endswith("ten") or mostly_past(stem, resources))
        return [stem] if strong else [weak]
    if person == "1":
        return [weak]
    third = resources.cells.get((form, "Pres", SINGULAR, "3"), Counter())
    attested = [other for other, n in third.most_common() if other.endswith("t") and other[0] == form[0] and n > 1]
    regular = stem + ("et" if stem[-1:] in "td" or stem[-2:] in ("gn", "fn", "chn", "dm", "tm") else "t")
    return [*attested, regular]


def mostly_past(form: str, resources: Resources) -> bool:
    tenses = resources.tenses.get(form, Counter())
    return 2 * tenses["Past"] > tenses.total()


def _english(form: str, resources: Resources) -> str | None:
    if form in ENGLISH or form in ENGLISH_PLURAL:
        return ENGLISH.get(form) or ENGLISH_PLURAL[form]
    if form.endswith("s"):
        lemmas = resources.lemmas.get(form, Counter())
        return next((lemma for lemma in lemmas if third_person(lemma) == form), None)
    third = third_person(form)
    return third if resources.has_word(third, "VERB") else None


def third_person(lemma: str) -> str:
    """Return the English third person singular of a regular verb."""
    if lemma.endswith(("s", "sh", "ch", "x", "z", "o")):
        return lemma + "es"
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return lemma[:-1] + "ies"
    return lemma + "s"
