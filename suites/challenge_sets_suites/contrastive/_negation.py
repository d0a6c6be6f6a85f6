"""What the six kinds of changed polarity share."""

import re

from challenge_sets_suites.contrastive._resources import Resources
from challenge_sets_suites.contrastive._texts import PlacedWord, TargetText
from challenge_sets_suites.contrastive._words import alternatives, words, words_by_language

NEGATIVE = words_by_language("negative")


WHOLE_SENTENCE = words("whole_sentence")
"""Words that another clause may have, with which one more negation says nothing, or the same."""
UN_ADJECTIVE = re.compile(rf"({alternatives('un_adjectives')})(e[nrms]?)?")
"""German adjectives of which `un` makes the opposite, with their endings."""


NOT_NEGATIVE = words("not_negative")
"""Words in which `un` is no negation, or a second one, or that say nothing where the word without it stands."""


def has_negation(text: TargetText, word: PlacedWord, language: str) -> bool:
    """Return whether the clause of a word has a negation, so that one more may leave the meaning as it is.

    A clause goes from one punctuation mark to the next; a word that limits the whole sentence counts in any clause.
    """
    negative = NEGATIVE[language]
    sentence = text.sentence_of(word)
    signs = [other.number for other in sentence if other.upos == "PUNCT" and other.form != "-"]
    first = max((number for number in signs if number < word.number), default=-1)
    last = min((number for number in signs if number > word.number), default=len(text.words))
    return any(
        other.lower in WHOLE_SENTENCE
        or (
            first < other.number < last
            and (other.lower in negative or (language == "de" and other.lower.startswith("kein")))
        )
        for other in sentence
    )


def neighbours(text: TargetText, word: PlacedWord) -> tuple[str, str]:
    """Return the words before and after, in lower case; empty at an end of the sentence."""
    before, after = text.previous(word), text.next(word)
    return before.lower if before else "", after.lower if after else ""


def opposite_known(form: str, resources: Resources, upos: str) -> bool:
    """Return whether a form of four letters or more is known, and mostly as this part of speech."""
    return len(form) >= 4 and resources.has_word(form, upos) and resources.mostly(form, upos)
