"""Auxiliary of the perfect: `er ist gegangen` becomes `er hat gegangen`."""

import re
from collections import Counter
from collections.abc import Iterator

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._texts import PlacedWord
from challenge_sets_suites.contrastive._words import alternatives

TO_SEIN = {
    **{"hat": "ist", "haben": "sind", "hatte": "war", "hatten": "waren", "hätte": "wäre", "hätten": "wären"},
    **{"hast": "bist", "habt": "seid", "habe": "sei"},
}
TO_HABEN = {
    **{"ist": "hat", "sind": "haben", "war": "hatte", "waren": "hatten", "wäre": "hätte", "wären": "hätten"},
    **{"bist": "hast", "seid": "habt", "sei": "habe", "seien": "hätten", "bin": "habe"},
}
BOTH = re.compile(rf"({alternatives('both_auxiliaries')})$")
"""Participles, with or without a particle in front, that people use with both auxiliaries, or in two senses."""
ALWAYS_SEIN = re.compile(
    r"^(worden|gewesen|geworden|geblieben|gestorben|geschehen|passiert|gelungen|misslungen|erschienen|entstanden"
    r"|verschwunden|eingeschlafen|aufgewacht|(zurück|an|aus|um|auf|ein|vor|hin|her|heraus|herein|hervor|vorbei|weg|mit"
    r"|los|nach|zusammen|unter|über|ent|ver|zu|ab|durch)?(gekommen|gegangen|gekehrt|gereist|gewachsen|gefallen|gestiegen"
    r"|gesunken|gestorben|gewesen|geblieben)|aufgetaucht|aufgetreten|eingetreten|beigetreten|eingetroffen|umgezogen"
    r"|ausgestiegen|angewachsen|verstorben|ertrunken|gescheitert|geflohen|geflüchtet|entkommen|zerfallen|verblieben)$"
)
"""Participles that no speaker uses with `haben`."""


class Auxiliary(ErrorMaker):
    """Swaps the auxiliaries `haben` and `sein` of a perfect, same number, tense and mood.

    `sein` becomes `haben` only with participles that have no object and no other auxiliary. `haben` becomes `sein` only
    beside an object, so that no passive of the state comes of it (`das Geschäft ist geöffnet`), or where the participle
    of the corpora has neither objects nor `sein`.
    """

    category = "verb_form"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        for auxiliary in text.words:
            if auxiliary.relation != "aux" or not auxiliary.whole or auxiliary.head < 0 or text.hyphenated(auxiliary):
                continue
            participle = text.words[auxiliary.head]
            if not _is_participle(participle) or BOTH.search(participle.lower):
                continue
            if other := _other(text, auxiliary, participle, resources):
                distance = text.distance(auxiliary, participle)
                yield Candidate((text.replaced(auxiliary, other),), (participle.form,), distance)


def _is_participle(word: PlacedWord) -> bool:
    """Return whether a word is a past participle, by its tag and its form."""
    formed = re.search(r"(ge.+(t|en)|(^|.)(be|ver|er|ent|zer|miss|emp).+(t|en)|iert|worden)$", word.lower)
    sure = word.participle or re.search(r"(^|.{2})ge.+(t|en)$|iert$", word.lower)
    return word.upos in ("VERB", "AUX") and bool(formed and sure)


def _other(text: TargetText, auxiliary: PlacedWord, participle: PlacedWord, resources: Resources) -> str | None:
    """Return the other auxiliary; None if it might be right as well."""
    subjects = text.children(participle, "nsubj")
    if len(subjects) > 1 or any(word.lower == "werden" for word in text.children(participle, "aux")):
        return None
    before = text.previous(auxiliary)
    others = [w for w in text.children(participle, "aux") if w.number != auxiliary.number and w.lower != "worden"]
    if others or (before is not None and before.lower == "zu"):
        # `zu haben`, `könnte gesehen haben`: an infinitive.
        return None
    first = any(word.lower == "ich" for word in subjects)
    seen = resources.auxiliaries.get(participle.lower, Counter())
    objects = [word for word in text.children(participle, "obj", "ccomp", "xcomp") if word.number != auxiliary.number]
    if auxiliary.lower in TO_HABEN:
        passive = participle.lower == "worden" or any(w.lower == "worden" for w in text.children(participle))
        if auxiliary.lower in ("ist", "sind", "war", "waren", "bin", "sei", "seien", "wäre", "wären") and passive:
            return TO_HABEN[auxiliary.lower]
        sure = ALWAYS_SEIN.search(participle.lower) and not seen["haben"]
        return TO_HABEN[auxiliary.lower] if sure and not text.children(participle, "obj") else None
    if auxiliary.lower not in TO_SEIN or ALWAYS_SEIN.search(participle.lower) or seen["sein"] > 0.1 * seen["haben"]:
        return None
    transitive = any(_accusative(text, word) for word in objects)
    if not subjects or (any(word.lower in ("es", "das", "was", "dies") for word in subjects) and not transitive):
        return None
    intransitive = not resources.with_object[participle.lower] and not seen["werden"] and seen["haben"] > 2
    if not transitive and not intransitive:
        return None
    return "bin" if first and auxiliary.lower == "habe" else TO_SEIN[auxiliary.lower]


def _accusative(text: TargetText, word: PlacedWord) -> bool:
    """Return whether an object has no preposition, which rules out a passive: a noun phrase, `sich`, or a clause."""
    return word.upos in ("NOUN", "PROPN", "PRON", "VERB") and not text.children(word, "case")
