"""Number of the verb of `sie`: `sie geht` (she) becomes `sie gehen` (they)."""

from __future__ import annotations

from collections.abc import Iterator

from extractors.suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from extractors.suites.contrastive._subjects import SubjectVerb, agreements
from extractors.suites.contrastive._verbs import PLURAL, SINGULAR, number_of

SHE, THEY, YOU = (
    {"she", "it", "her", "herself", "its"},
    {"they", "them", "their", "themselves", "those", "these"},
    {"you", "your"},
)


class SubjectAdequacy(ErrorMaker):
    """Changes the number of the verb whose subject is `sie`: the sentence stays grammatical and means someone else.

    An English source must have a pronoun of the one reading and none of the other, since `they` is also said of a
    company, or of one person; with another source language the German text alone decides.
    """

    languages = ("de",)
    category = "agreement"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        for found in agreements(text, self.language, resources):
            subject = found.subject
            if subject.lower != "sie" or subject.upos != "PRON":
                continue
            singular = number_of(found.verb.lower, self.language, resources) == SINGULAR
            polite = subject.form == "Sie" and subject.number not in text.firsts
            if (singular and polite) or not _source_agrees(text, singular) or not _clear(text, found, resources):
                continue
            words = (found.verb.form,)
            yield Candidate((text.replaced(found.verb, found.other),), words, text.distance(subject, found.verb))


def _clear(text: TargetText, found: SubjectVerb, resources: Resources) -> bool:
    """Whether the clause has one verb and `sie` is its subject: no imperative, no relative clause of `die`."""
    subject, verb = found.subject, found.verb
    before, inside = text.previous(subject), text.between(subject, verb)
    if any(word.form in (",", ";", ":") or word.finite for word in inside):
        return False
    if before is not None and (before.lower in ("die", "was", "welche") or before.upos == "ADP"):
        return False
    first = text.previous(verb)
    asks_or_orders = subject.form == "Sie" and (first is None or first.upos in ("PUNCT", "CCONJ"))
    if asks_or_orders and verb.number < subject.number and not text.question(verb):
        return False
    heads = {subject.head, verb.number}
    joined = any(word.deprel == "conj" and word.head in heads for word in text.sentence_of(verb))
    if joined or "conj" in (verb.deprel, text.words[subject.head].deprel):
        return False
    # `Eine Sprecherin sagte, sie würden`: what is `they` in English may be `sie` in the singular.
    earlier = text.sentence_of(verb)[: subject.number - text.sentence_of(verb)[0].number]
    someone = any(w.relation == "nsubj" and w.upos == "NOUN" and w.number_feature == "Sing" for w in earlier)
    return not (someone and number_of(verb.lower, "de", resources) == PLURAL)


def _source_agrees(text: TargetText, singular: bool) -> bool:
    """Whether the source has `she` or `it` for a singular, `they` or `you` for a plural, and not both."""
    if text.source_language != "en" or not text.source:
        return True
    she, they = bool(text.source_words & SHE), bool(text.source_words & (THEY | YOU))
    return she and not they if singular else they and not she
