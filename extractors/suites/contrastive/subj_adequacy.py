"""Number of the verb of `sie`: `sie geht` (she) becomes `sie gehen` (they)."""

from collections.abc import Iterator

from extractors.suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from extractors.suites.contrastive._subjects import SubjectVerb, agreements
from extractors.suites.contrastive._texts import PlacedWord
from extractors.suites.contrastive._verbs import PLURAL, SINGULAR, number_of

SHE, IT, THEY, YOU = (
    {"she", "her", "herself", "hers"},
    {"it", "its", "itself"},
    {"they", "them", "their", "themselves", "those", "these"},
    {"you", "your", "yours", "yourself", "yourselves", "please"},
)


class SubjectAdequacy(ErrorMaker):
    """Changes the number of the verb whose subject is `sie`: the sentence stays grammatical and means someone else.

    The formal `Sie` is left alone: its verb has one number. An English source must have `she` or, without `they`, `it`
    for a singular, and `they` for a plural; with another source language the German text alone decides.
    """

    languages = ("de",)
    category = "agreement"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        for found in agreements(text, self.language, resources):
            subject = found.subject
            if subject.lower != "sie" or subject.upos != "PRON":
                continue
            singular = number_of(found.verb.lower, self.language, resources) == SINGULAR
            if _polite(text, subject) or not _source_agrees(text, singular) or not _clear(text, found, resources):
                continue
            words = (found.verb.form,)
            yield Candidate((text.replaced(found.verb, found.other),), words, text.distance(subject, found.verb))


def _polite(text: TargetText, subject: PlacedWord) -> bool:
    """Whether `Sie` may be the formal pronoun: it is, but where a sentence or a quotation begins without a `you`."""
    if subject.form != "Sie":
        return False
    before = text.previous(subject)
    begins = subject.number in text.firsts or (
        before is not None and before.upos == "PUNCT" and before.form not in ",;"
    )
    return not begins or bool(text.source_words & YOU)


def _clear(text: TargetText, found: SubjectVerb, resources: Resources) -> bool:
    """Whether the clause has one verb and `sie` is its subject: no relative clause of `die`."""
    subject, verb = found.subject, found.verb
    before, inside = text.previous(subject), text.between(subject, verb)
    if any(word.form in (",", ";", ":") or word.finite for word in inside):
        return False
    if before is not None and (before.lower in ("die", "was", "welche") or before.upos == "ADP"):
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
    """Whether the source has a pronoun of the number, and none that is said of one and of several.

    `they` may be one person or a company, which `sie` in the singular translates.
    """
    if text.source_language != "en" or not text.source:
        return True
    she, it, they = (bool(text.source_words & words) for words in (SHE, IT, THEY))
    return she or (it and not they) if singular else they
