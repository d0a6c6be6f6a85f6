"""Separable particle: `er hört auf` becomes `er hört bei`."""

from collections.abc import Iterator
from functools import cache

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._texts import PlacedWord
from challenge_sets_suites.contrastive._words import words
from extractors.core.shipped import shipped
from extractors.phenomena.grew import lexicons

GERMAN = ("ab", "an", "auf", "aus", "bei", "ein", "nach", "um", "vor", "zu")
"""Particles that replace another: they change what the verb means; `mit` or `los` go with nearly every verb."""
GERMAN_ALL = words("particles")
ENGLISH = ("away", "down", "in", "off", "out", "over", "up")
ALIKE = (
    {"aus", "heraus", "hinaus", "raus", "hervor", "los"},
    {"ein", "herein", "hinein", "rein"},
    {"auf", "hinauf", "herauf", "empor", "an", "zu"},
    {"an", "ein"},
    {"an", "vor"},
    {"ab", "aus"},
    {"ab", "weg", "fort", "los", "herunter", "hinunter", "herab", "hinab", "nieder"},
    {"um", "herum", "umher"},
    {"vor", "voran", "voraus", "hervor"},
    {"nach", "hinterher"},
    {"zu", "hinzu", "bei", "dazu"},
    {"away", "off", "out"},
    {"over", "down"},
)
"""Particles that may mean nearly the same with a verb."""

SEPARABLE = "config/lexicons/separable_verbs.de.tsv"
EITHER_PARTICLE = {"fill", "close", "slow", "burn", "load", "fence"}
"""English verbs that mean much the same with two particles: `fill in`, `fill out`."""


@cache
def separable_verbs() -> frozenset[tuple[str, ...]]:
    """Read the German separable verbs in the shipped lexicon, as (particle, verb)."""
    return frozenset(lexicons.read(shipped(SEPARABLE), "separable_verbs").part(("part", "verb")))


class VerbParticle(ErrorMaker):
    """Replaces a separable particle by one that makes no verb with it, as far as the corpora and the lexicon know."""

    category = "verb_form"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        for particle in text.words:
            if particle.deprel != "compound:prt" or not particle.whole or text.hyphenated(particle):
                continue
            verb = text.words[particle.head]
            if not self._apart(text, particle, verb):
                continue
            particles = GERMAN if self.language == "de" else ENGLISH
            others = [other for other in particles if self._unseen(other, particle.lower, verb, resources)]
            if others:
                contrastive = tuple(text.replaced(particle, other) for other in others)
                yield Candidate(contrastive, (verb.form,), text.distance(verb, particle))

    def _apart(self, text: TargetText, particle: PlacedWord, verb: PlacedWord) -> bool:
        """Return whether a particle belongs to a verb before it and is no preposition: in German it ends its clause."""
        if verb.upos != "VERB" or verb.number > particle.number or verb.lemma in EITHER_PARTICLE:
            return False
        after = text.next(particle)
        if self.language == "en":
            adverb = particle.lower in ("up", "out", "down", "off", "over", "in", "on", "away", "back", "around")
            up_to = after is not None and after.lower in ("to", "until", "till")
            return adverb and not up_to and not text.children(particle)
        ends = after is None or after.upos in ("PUNCT", "CCONJ") or after.lower in ("als", "wie")
        return particle.lower in GERMAN_ALL and ends and verb.finite and particle.deprel == "compound:prt"

    def _unseen(self, other: str, particle: str, verb: PlacedWord, resources: Resources) -> bool:
        """Return whether `other` is never seen with the verb, and means something else than the verb's own particle."""
        if other == particle or any(other in group and particle in group for group in ALIKE):
            return False
        lemma = verb.lemma.lower()
        if resources.particles[lemma][other]:
            return False
        if self.language == "en":
            return True
        if (other, lemma) in separable_verbs():
            return False
        stem = lemma.removesuffix("n").removesuffix("e")
        return not any(resources.begins(other + middle + stem) for middle in ("", "ge", "zu"))
