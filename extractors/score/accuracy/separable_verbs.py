"""Particles of separable verbs: lost in an output, or rendered by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from extractors.formats.accuracy import OMITTED
from extractors.score.accuracy.hit_parts import AccuracyFinding, HitPart
from extractors.score.accuracy.renderings import AlignedText, RenderedTexts, Shown, Thing
from extractors.score.accuracy.support import NEAR, word_of


@dataclass
class SeparableVerbs:
    """Finds what became of verbs with a particle, in the source or in the target language.

    Attributes:
        particles: those of the target language.
    """

    texts: RenderedTexts
    particles: frozenset[str]

    def lost_particle(
        self, part: HitPart, text: AlignedText, own: Shown, support: Mapping[str, int], least: float, others: int
    ) -> AccuracyFinding | None:
        """Omitted, if a reference has a separated verb for the part and this text its verb alone in that place.

        The verb must not be a rendering of another source word, nor one that enough other texts have here, and the
        words around it must be the reference's: another word may stand for the particle (`lag da`, `lag herum`).
        """
        segment = part.thing.segment
        shown_by = self.texts.shown(part.thing)
        for number, reference in self.texts.references:
            shown = shown_by[number]
            keys = reference.whole_keys[segment]
            linked = {keys[p][0] for p in shown.places if len(keys[p]) == 1 and keys[p][0].startswith("\0")}
            for key in sorted(linked):
                parts = [p for p, of_word in enumerate(keys) if of_word == (key,)]
                if (
                    len(parts) < 2
                    or _is_linked_elsewhere(reference, part.thing, parts[-1])
                    or _times(text, segment, key) >= _times(reference, segment, key)
                ):
                    continue
                verb = reference.words[segment][parts[0]].casefold()
                if key not in text.has(segment):
                    bare = [p for p in own.places if text.words[segment][p].casefold() == verb]
                else:
                    bare = []
                if len(_bare(text, segment, verb)) > len(_bare(reference, segment, verb)):
                    bare += [p for p in _bare(text, segment, verb) if self._is_free(part, text, own, p)]
                agreed = any(support.get(k, 0) >= least for p in bare for k in text.keys[segment][p])
                if bare and not agreed and not self._is_replaced(text, reference, segment, bare[0]):
                    whole = f"{word_of(key)!r} as in reference {reference.name}"
                    return AccuracyFinding(
                        OMITTED, f"{verb!r}, not {whole}: the particle is lost", support[key] / others
                    )
        return None

    def _is_replaced(self, text: AlignedText, reference: AlignedText, segment: int, verb: int) -> bool:
        """Whether a text has a word around its verb, or behind it in its clause, that a reference has not."""
        words, keys = text.words[segment], text.keys[segment]
        end = next((p for p in range(verb + 1, len(words)) if not any(map(str.isalnum, words[p]))), len(words))
        near = range(max(verb - NEAR, 0), max(end, min(verb + NEAR, len(words))))
        has = reference.has(segment)
        return any(has.isdisjoint(keys[p]) for p in near if any(map(str.isalnum, words[p])))

    def _is_free(self, part: HitPart, text: AlignedText, own: Shown, place: int) -> bool:
        """Whether a word of a text shows the part, or no word of the source."""
        shown = text.shown[part.thing.segment]
        return place in own.places or not any(place in places for places in shown.values())

    def is_particle_alone(self, part: HitPart, number: int) -> bool:
        """Whether the particle has words of its own that no other text has for it, and no verb is made with them."""
        if part.particle is None:
            return False
        alone = self.texts.shown(part.particle)
        own = alone[number].keys
        verb = Thing((part.thing.segment, *(t for t in part.thing.tokens if t not in part.particle.tokens)))
        if not own or own & self.texts.shown(verb)[number].keys:
            return False
        others = [o for group in self.texts.others[number] for o in group]
        return not any(alone[o].keys & own for o in others)


def _is_linked_elsewhere(text: AlignedText, thing: Thing, place: int) -> bool:
    """Whether a word shows a source word that is no part of a thing: `in` of `brought in`, which is a preposition."""
    shown = text.shown[thing.segment].items()
    return any(place in places for token, places in shown if token not in thing.tokens)


def _times(text: AlignedText, segment: int, key: str) -> int:
    """How many words of a segment have a key, both parts of a separated verb as one."""
    with_key = [p for p, keys in enumerate(text.whole_keys[segment]) if key in keys]
    parts = [p for p in with_key if text.whole_keys[segment][p] == (key,) and len(text.keys[segment][p]) > 1]
    separated = [p for p in parts if text.keys[segment][p] != text.whole_keys[segment][p]]
    return len(with_key) - len(separated) // 2


def _bare(text: AlignedText, segment: int, form: str) -> list[int]:
    """Where a segment has a form that is no part of a separated verb."""
    words, keys, whole = text.words[segment], text.keys[segment], text.whole_keys[segment]
    return [p for p, word in enumerate(words) if word.casefold() == form and keys[p][0] == whole[p][0]]
