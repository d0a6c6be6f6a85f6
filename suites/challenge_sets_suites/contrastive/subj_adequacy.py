"""Number of the verb of `sie`: `sie geht` (she) becomes `sie gehen` (they)."""

import itertools
from collections.abc import Iterator

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._subjects import JOINS, SubjectVerb, agreements
from challenge_sets_suites.contrastive._texts import PlacedWord
from challenge_sets_suites.contrastive._verbs import PLURAL, SINGULAR, number_of

SHE, IT, THEY, YOU = (
    {"she", "her", "herself", "hers"},
    {"it", "its", "itself"},
    {"they", "them", "their", "themselves", "those", "these"},
    {"you", "your", "yours", "yourself", "yourselves", "please"},
)


ALL = {"alle", "alles", "beide", "beides", "jeder", "jede", "jedes", "keiner", "keine", "viele", "einige", "manche"}
"""Pronouns that have the verb for themselves, `weil sie alle kennen`, or stand beside `sie`."""
PAIRED = {"entweder", "weder", "sowohl"}
DEFINITE = {"die", "das", "der", "diese", "dieses", "dieser", "jene", "jenes", "jener"}
"""Determiners of a noun that may be the subject behind an object `sie`; one with `eine` or `ihre` hardly is."""


class SubjectAdequacy(ErrorMaker):
    """Changes the number of the verb whose subject is `sie`: the sentence stays grammatical and means someone else.

    The formal `Sie` is left alone: its verb has one number. An English source must have `she` or, without `they`, `it`
    for a singular, and `they` for a plural; with another source language the German text alone decides.
    """

    category = "agreement"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        for pair in agreements(text, self.language, resources):
            subject = pair.subject
            if subject.lower != "sie" or subject.upos != "PRON":
                continue
            singular = number_of(pair.verb.lower, self.language, resources) == SINGULAR
            if _polite(text, subject) or not _source_agrees(text, singular) or not _clear(text, pair, resources):
                continue
            words = (pair.verb.form,)
            yield Candidate((text.replaced(pair.verb, pair.other),), words, text.distance(subject, pair.verb))


def _polite(text: TargetText, subject: PlacedWord) -> bool:
    """Return whether `Sie` may be the formal pronoun: not where a sentence or quotation begins without a `you`."""
    if subject.form != "Sie":
        return False
    before = text.previous(subject)
    begins = subject.number in text.firsts or (
        before is not None and before.upos == "PUNCT" and before.form not in ",;"
    )
    return not begins or bool(text.source_words & YOU)


def _clear(text: TargetText, pair: SubjectVerb, resources: Resources) -> bool:
    """Return whether `sie` is clearly the one subject of the clause's one verb, and no object in a relative clause."""
    subject, verb = pair.subject, pair.verb
    before, inside = text.previous(subject), text.between(subject, verb)
    if any(word.form in (",", ";", ":") or word.finite for word in inside):
        return False
    if before is not None and (before.lower in ("die", "was", "welche") or before.upos == "ADP"):
        return False
    if _shared(text, subject) or _may_be_object(text, pair, resources):
        return False
    heads = {subject.head, verb.number}
    joined = any(word.deprel == "conj" and word.head in heads for word in text.sentence_of(verb))
    if joined or "conj" in (verb.deprel, text.words[subject.head].deprel):
        return False
    # `Eine Sprecherin sagte, sie würden`: what is `they` in English may be `sie` in the singular.
    # `warnte die Politiker, sie könne`: what is `it` in English may be a plural in German.
    earlier = [w for w in text.sentence_of(verb) if w.number < subject.number and w.upos == "NOUN"]
    if number_of(verb.lower, "de", resources) == PLURAL:
        return not any(w.relation == "nsubj" and w.number_feature == SINGULAR for w in earlier)
    she = text.source_language != "en" or not text.source or bool(text.source_words & SHE)
    return she or not any(w.relation in ("nsubj", "obj", "iobj") and w.number_feature == PLURAL for w in earlier)


def _shared(text: TargetText, subject: PlacedWord) -> bool:
    """Return whether another word joins `sie` as the subject, or stands for it: `sie oder ihr Bruder`, `sie alle`."""
    sentence = text.sentence_of(subject)
    index = subject.number - sentence[0].number
    before, after = sentence[max(index - 2, 0) : index], sentence[index + 1 : index + 3]
    # A verb that follows ends the subject: `sie hört und sieht`.
    after = list(itertools.takewhile(lambda word: not word.finite, after))
    # `und sie` alone begins a clause.
    joined = len(before) == 2 and before[1].lower in JOINS and before[0].upos in ("NOUN", "PROPN", "PRON")
    paired = any(word.lower in PAIRED for word in before)
    return joined or paired or any(word.lower in ALL or word.lower in JOINS for word in after)


def _may_be_object(text: TargetText, pair: SubjectVerb, resources: Resources) -> bool:
    """Return whether `sie`, if not first in its sentence, may be the object, and a later noun the subject."""
    subject, verb = pair.subject, pair.verb
    if subject.number in text.firsts and subject.number < verb.number:
        return False
    number = number_of(verb.lower, "de", resources)
    others = text.children(text.words[subject.head], "obj", "iobj", "obl", "dep")
    return any(_may_be_subject(text, word, number) for word in others if word.number > subject.number)


def _may_be_subject(text: TargetText, word: PlacedWord, number: str) -> bool:
    if word.upos not in ("NOUN", "PROPN") or word.number_feature != number or text.children(word, "case"):
        return False
    determiners = [w.lower for w in text.children(word) if w.relation == "det"]
    return bool(set(determiners) & DEFINITE) or (word.upos == "PROPN" and not determiners)


def _source_agrees(text: TargetText, singular: bool) -> bool:
    """Return whether an English source has a fitting pronoun: `she`, or `it` without `they`; for a plural, `they`.

    `they` may be one person or a company, which `sie` in the singular translates. Any other source agrees.
    """
    if text.source_language != "en" or not text.source:
        return True
    she, it, they = (bool(text.source_words & words) for words in (SHE, IT, THEY))
    return she or (it and not they) if singular else they
