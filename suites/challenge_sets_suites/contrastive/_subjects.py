"""Subjects and their verbs: which words agree, and whether another number of the verb would be right too."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from challenge_sets_suites.contrastive._german import genders
from challenge_sets_suites.contrastive._resources import Resources
from challenge_sets_suites.contrastive._texts import PlacedWord, TargetText
from challenge_sets_suites.contrastive._verbs import PLURAL, SINGULAR, number_of, other_number
from challenge_sets_suites.contrastive._words import alternatives, words, words_by_language

EITHER_NUMBER = {language: re.compile(rf"({alternatives('either_number', language)})$") for language in ("de", "en")}
"""Heads of subjects that have the verb in either number, or a number that their form does not tell."""
SINGULAR_PRONOUNS = words_by_language("singular_pronouns")
PLURAL_PRONOUNS = words_by_language("plural_pronouns")
JOINS = {"und", "oder", "sowie", "and", "or", "&", "/", "noch", "nor"}
EITHER_IN_COPULA = words("either_in_copula")
"""German subjects of a copula that agrees with the predicate: `das sind Hunde`."""
NO_NUMBER = frozenset(
    ["can", "could", "may", "might", "must", "ought", "shall", "should", "will", "would", "'ll", "'d", "ca", "wo"]
)
"""English verbs that have one form for both numbers."""


@dataclass(frozen=True, slots=True)
class SubjectVerb:
    """A subject, its finite verb, and that verb in the other number."""

    subject: PlacedWord
    verb: PlacedWord
    other: str


def agreements(text: TargetText, language: str, resources: Resources) -> Iterator[SubjectVerb]:
    """Yield subjects and verbs that agree, with the verb's other number, wherever parse and forms are clear."""
    for subject in text.words:
        if subject.relation != "nsubj" or subject.head < 0:
            continue
        verb = finite_verb(text, text.words[subject.head], language)
        if verb is None or not verb.whole or text.hyphenated(verb) or verb.sentence != subject.sentence:
            continue
        person = _person(subject, language)
        if other := other_number(verb, language, resources, person):
            yield SubjectVerb(subject, verb, other)


def finite_verb(text: TargetText, head: PlacedWord, language: str) -> PlacedWord | None:
    """Find the one finite verb of a clause: its head, or the head's auxiliary or copula; None if it is not clear.

    A clause with two subjects, or in which a verb of another number joins, is not clear.
    """
    if len(text.children(head, "nsubj", "csubj")) != 1:
        return None
    helpers = [word for word in text.children(head, "aux", "cop") if _may_be_finite(word, language)]
    if len(helpers) == 1:
        return helpers[0]
    alone = not helpers and not text.children(head, "aux", "cop") and head.upos in ("VERB", "AUX")
    return head if alone and (_may_be_finite(head, language) or _plural_like_infinitive(text, head)) else None


def _may_be_finite(word: PlacedWord, language: str) -> bool:
    return word.finite and (language != "en" or word.lower not in NO_NUMBER)


def _plural_like_infinitive(text: TargetText, head: PlacedWord) -> bool:
    """Return whether a German verb parsed as an infinitive may be a plural: it heads a clause and has no `zu`."""
    before = text.previous(head)
    clause = head.deprel in ("root", "ccomp", "advcl", "acl", "acl:relcl", "parataxis")
    return head.upos == "VERB" and head.infinitive and clause and (before is None or before.lower != "zu")


def _person(subject: PlacedWord, language: str) -> str:
    if language == "de" and subject.upos == "PRON":
        return {"ich": "1", "wir": "1", "du": "2", "ihr": "2"}.get(subject.lower, "3")
    return "3"


def certain(text: TargetText, pair: SubjectVerb, language: str, resources: Resources) -> bool:
    """Return whether the verb's other number is certainly wrong.

    It is not where the subject is a coordination, a quantity or a collective noun, where its own number differs from
    the verb's, or where another noun of the clause may be the subject of the verb in its other number.
    """
    subject, verb = pair.subject, pair.verb
    number = number_of(verb.lower, language, resources)
    subtree = text.subtree(subject)
    if any(word.deprel in ("conj", "cc") for word in text.children(subject)) or coordinated(text, subject):
        return False
    if subject.upos == "PRON" or (subject.upos == "DET" and language == "de"):
        pronouns = SINGULAR_PRONOUNS if number == SINGULAR else PLURAL_PRONOUNS
        fits = subject.lower in pronouns[language] or _relative(text, subject, number, resources)
        fits = fits or (language == "de" and subject.lower == "ich" and number == SINGULAR)
    elif subject.upos in ("NOUN", "PROPN"):
        fits = _noun_fits(text, subject, number, language, resources)
    else:
        fits = False
    counted = [word for word in subtree if word.upos == "NUM" and (language == "en" or word.head == subject.number)]
    if not fits or (counted and number == SINGULAR):
        return False
    return not _rival(text, pair, number, language)


def coordinated(text: TargetText, subject: PlacedWord) -> bool:
    """Return whether a conjunction or a stroke is right before or after a subject, which may then be one of several."""
    before, after = text.previous(subject), text.next(subject)
    return any(word is not None and word.lower in JOINS for word in (before, after))


def _noun_fits(text: TargetText, noun: PlacedWord, number: str, language: str, resources: Resources) -> bool:
    either = EITHER_NUMBER[language]
    if either.search(noun.lower) or either.search(noun.lemma.lower()) or text.hyphenated(noun):
        return False
    if noun.number_feature != number:
        return False
    if noun.upos == "PROPN":
        # People write `Apple have`, and names in the plural (`die Niederlande`, `the Lakers`) have their own ways.
        return number == SINGULAR and language == "de" and noun.lower not in ("usa", "niederlande", "philippinen")
    unclear = text.children(noun, "appos" if language == "de" and number == PLURAL else "nummod", "appos")
    if any(text.children(word, "conj", "cc") or word.relation == "nummod" for word in unclear) or (
        unclear and language == "en"
    ):
        return False
    if language == "en":
        return _english_noun_fits(text, noun, number)
    determiner = next((word.lower for word in text.children(noun) if word.relation == "det"), "")
    if determiner in ("die", "diese", "keine", "jene", "welche") and (shown := genders(noun.form, resources)):
        return ("Fem" in shown) == (number == SINGULAR)
    return True


def _english_noun_fits(text: TargetText, noun: PlacedWord, number: str) -> bool:
    # `the number of people`, `one in five`, `either of`: the noun of the `of` may agree.
    joined = any(
        word.lower in ("of", "in", "with", "as") for c in text.children(noun, "nmod") for word in text.children(c)
    )
    determiners = {word.lower for word in text.children(noun, "det")}
    plural_form = noun.lower.endswith("s") and not noun.lower.endswith("ss")
    unclear = determiners & {"no", "any", "either", "neither", "each", "every", "what", "which"}
    return not unclear and not (joined and number == SINGULAR) and plural_form == (number == PLURAL)


def _relative(text: TargetText, pronoun: PlacedWord, number: str, resources: Resources) -> bool:
    """Return whether a relative pronoun certainly has the verb's number; `die` has the number of the noun before it."""
    if not pronoun.relative_pronoun or pronoun.lower not in ("der", "die", "das"):
        return False
    comma = text.previous(pronoun)
    noun = text.previous(comma) if comma and comma.form == "," else None
    if noun is None or noun.upos != "NOUN" or noun.relation in ("conj", "nmod", "appos"):
        return False
    if EITHER_NUMBER["de"].search(noun.lower) or text.children(noun, "conj") or text.hyphenated(noun):
        return False
    if pronoun.lower != "die":
        return number == SINGULAR and noun.number_feature == SINGULAR
    shown = genders(noun.form, resources)
    return (not shown or ("Fem" in shown) == (number == SINGULAR)) and noun.number_feature == number


def _rival(text: TargetText, pair: SubjectVerb, number: str, language: str) -> bool:
    """Return whether another word of the clause may allow, or force, the other number of the verb."""
    head = text.words[pair.subject.head]
    if language == "en":
        return _english_rival(text, pair, head)
    if head.upos in ("NOUN", "PROPN", "PRON", "NUM") and not _agrees_with_subject(text, pair.subject, head, number):
        return True
    if _nominative(text, pair.subject):
        return False
    wanted = PLURAL if number == SINGULAR else SINGULAR
    for word in text.children(head):
        bare = word.relation in ("obj", "iobj", "obl", "xcomp", "dep", "appos") and not text.children(word, "case")
        if not bare or word.upos not in ("NOUN", "PROPN", "PRON"):
            continue
        determiner = next((w.lower for w in text.children(word) if w.relation == "det"), "")
        marked = determiner.endswith(("em", "en")) or determiner in ("des", "eines")
        if word.upos == "PRON":
            if word.lower in ("sie", "es", "das", "dies", "alle", "beide", "viele", "was"):
                return True
        elif not marked and word.number_feature == wanted and pair.subject.upos != "PRON":
            return True
    return False


def _agrees_with_subject(text: TargetText, subject: PlacedWord, predicate: PlacedWord, number: str) -> bool:
    """Return whether a copula must agree with its subject, as `er`; in `Das Problem sind die Kosten` it need not."""
    if subject.lower in EITHER_IN_COPULA:
        return False
    if subject.upos == "PRON" or number == PLURAL:
        return subject.lower in ("er", "ich", "wir", "man") or subject.upos == "NOUN"
    return predicate.number_feature == SINGULAR and not text.children(predicate, "conj") and predicate.upos == "NOUN"


def _nominative(text: TargetText, subject: PlacedWord) -> bool:
    """Return whether a subject can be nothing else: `ich`, `er`, or a masculine noun with `der` in the nominative."""
    if subject.upos == "PRON":
        return subject.lower in ("ich", "er", "wir", "man") or (subject.lower == "der" and subject.relative_pronoun)
    article = next((word.lower for word in text.children(subject, "det")), "")
    masculine = subject.feats.get("Gender") == "Masc" and subject.feats.get("Case") == "Nom"
    return masculine and article in ("der", "dieser", "jener", "jeder")


def _english_rival(text: TargetText, pair: SubjectVerb, head: PlacedWord) -> bool:
    verb, subject = pair.verb, pair.subject
    words = {word.lower for word in text.sentence_of(verb)[: verb.number]}
    clause = {word.lower for word in text.subtree(head)}
    if verb.lower in ("was", "were") and words & {"if", "wish", "though", "unless", "as"}:
        return True
    if verb.lower not in ("is", "are", "was", "were") and clause & {"that", "lest"}:
        # `He asks that she go`: the subjunctive has no ending.
        return any(child.lower == "that" and child.relation == "mark" for child in text.children(head))
    # `What we need are tools`: a copula between two nouns agrees with either.
    between_nouns = head.upos in ("NOUN", "PROPN") and verb.lower in ("is", "are", "was", "were")
    return subject.number > verb.number or text.question(verb) or between_nouns
