"""Whether an output renders a hit, from more evidence than the references' words, with the reason.

The evidence, in this order: the words of a reference; what several other texts have for the same source words; what
the source word became in other segments, or the user's lexicon; whether the source word is linked to anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import pyarrow as pa

from extractors.accuracy import roles
from extractors.accuracy.evidence import Text, frequent_words, nearest, token_roles
from extractors.accuracy.lexicon import Lexicon
from extractors.accuracy.matching import Item, Verdict
from extractors.accuracy.parts import Part, Parts
from extractors.accuracy.preparing import SHARE
from extractors.accuracy.renderings import (
    AlignedText,
    Keys,
    Shown,
    Texts,
    Thing,
    Translations,
    links_of,
)
from extractors.formats.accuracy import DIFFERENT, LITERAL, OMITTED, RENDERED, UNDECIDED
from extractors.formats.treebank import Treebank

NOT_RENDERED = (OMITTED, LITERAL, DIFFERENT)

AGREE = 2
"""Other texts that must have a word, groups of nearly the same texts counted once, for it to be right."""
AGREE_SHARE = 0.15
"""The share of the other texts that must have it."""
MAJORITY = 0.5
"""What a larger share of the other texts has is what the source word means here."""
LINKED = 0.7
"""A word that so large a share of the other texts has a word for can be omitted."""
ELSEWHERE = 1.0
"""Other segments in which a word translates the source word, each by the share of texts, for it to be a translation."""
FEWEST_TEXTS = 3
"""With fewer other texts nothing is told from them."""
AROUND = 4
"""How many words from the place where a translation is expected a word may stand that the aligner has missed."""
STEM = 5
"""Letters that two words have in common at their beginning, or as a whole word in the other, to be akin."""
REFLEXIVE_SHARE = 0.6
"""Of the other texts with the same verb, the share that has a reflexive where the verb needs one."""


class Finding(NamedTuple):
    """A verdict on a hit or a part of it, and the reason in words."""

    verdict: str
    reason: str


@dataclass
class Court:
    """Finds verdicts on the parts of hits in outputs.

    Attributes:
        particles: those of separable verbs of the target language.
    """

    texts: Texts
    translations: Translations
    frequent: frozenset[str]
    particles: frozenset[str]
    parts: Parts

    def hear(self, item: Item, number: int, verdict: Verdict) -> Finding | None:
        """The verdict on an item in the text of that number; None where no reference has anything for it.

        Args:
            verdict: what the references say.
        """
        if verdict.right is None:
            return None
        name = self.texts.texts[verdict.reference].name
        if verdict.right:
            return Finding(RENDERED, f"as in reference {name}")
        return of_parts([self._hear_part(part, number, verdict) for part in self.parts.of(*item)])

    def _hear_part(self, part: Part, number: int, verdict: Verdict) -> Finding:
        """A part is rendered if at least half of the words of the reference are there, unless all of them must be."""
        reference = self.texts.texts[verdict.reference]
        places = self.texts.shown(part.thing)[verdict.reference].places
        found = sum(p in verdict.found for p in places)
        if part.role not in (roles.NEGATOR, roles.PARTICLE) and places and found >= SHARE * len(places):
            return Finding(RENDERED, f"as in reference {reference.name}")
        return self.judge(part, number)

    def number(self, system: str) -> int:
        """The number of a system's text."""
        return next(n for n, text in enumerate(self.texts.texts) if text.name == system and not text.is_reference)

    def judge(self, part: Part, number: int) -> Finding:
        """The verdict on a part in the text of that number."""
        shown = self.texts.shown(part.thing)
        others = self.texts.others(number)
        if part.role == roles.NEGATOR:
            found = self._negator(part, number, shown, others)
        elif part.role == roles.REFLEXIVE:
            found = self._reflexive(part, number, shown, others)
        else:
            found = None
        return found or self._word(part, number, shown, others)

    def _word(self, part: Part, number: int, shown: Sequence[Shown], others: Sequence[list[int]]) -> Finding:
        text, segment, own = self.texts.texts[number], part.thing.segment, shown[number]
        support = self._support(part.thing, number)
        linked = support.pop("", 0)
        least = max(AGREE, AGREE_SHARE * len(others))
        has = text.has(segment)
        lost = self._lost_particle(part, text, own, support, least)
        if lost:
            return lost
        agreed = [k for k, n in support.items() if n >= least and k in has and (self._tells(k) or k in own.keys)]
        if agreed:
            best = max(agreed, key=lambda k: (support[k], k))
            return Finding(RENDERED, f"{_word_of(best)!r}, as {support[best]} of {len(others)} other texts")
        top, most = max(support.items(), key=lambda item: (item[1], item[0]), default=("", 0))
        bare = self._bare_verb(own, support, least)
        if bare:
            return Finding(
                DIFFERENT, f"{self._words(text, segment, own)}, not {_word_of(bare)!r}: the particle is lost"
            )
        known = self._known(part, own)
        if known and not (part.role == roles.PARTICLE and self._is_particle_alone(part, number)):
            return known
        if len(others) < FEWEST_TEXTS:
            return Finding(UNDECIDED, "too few other texts to compare with")
        akin = self._akin(support, least, has)
        if akin:
            return Finding(RENDERED, f"{akin[0]!r}, akin to {_word_of(akin[1])!r} in {support[akin[1]]} other texts")
        if not own.keys:
            return self._nothing(part, number, support, linked, len(others))
        words = self._words(text, segment, own)
        if part.role == roles.PARTICLE and self._is_particle_alone(part, number):
            alone = self._words(text, segment, self.texts.shown(part.particle)[number])  # type: ignore[arg-type]
            return Finding(LITERAL, f"the particle of {part.name!r} by itself as {alone}, which no other text has")
        told = any(
            support[k] or self.translations.elsewhere(part.lemma, k, segment) for k in own.keys if self._tells(k)
        )
        if told:
            return Finding(UNDECIDED, f"{words} for {part.name!r}, which few other texts have")
        if most > MAJORITY * max(linked, 1) and linked >= FEWEST_TEXTS:
            return Finding(DIFFERENT, f"{words} for {part.name!r}, for which {most} of {linked} have {_word_of(top)!r}")
        return Finding(UNDECIDED, f"{words} for {part.name!r}, for which the other texts differ")

    def _nothing(self, part: Part, number: int, support: Mapping[str, int], linked: int, others: int) -> Finding:
        """The verdict where no word is linked: omitted if the other texts have one and no spare word may be it."""
        text, segment = self.texts.texts[number], part.thing.segment
        if not part.is_content:
            return Finding(UNDECIDED, f"nothing is linked to {part.name!r}, a function word")
        if linked < LINKED * others:
            return Finding(UNDECIDED, f"nothing is linked to {part.name!r}, nor in {others - linked} other texts")
        shown, words = text.shown[segment], text.words[segment]
        taken = {p for places in shown.values() for p in places}
        expected = nearest(part.thing.tokens[0], shown, len(words))
        spare = [
            word
            for p, word in enumerate(words)
            if p not in taken
            and abs(p - expected) <= AROUND
            and any(map(str.isalpha, word))
            and self._tells(word.casefold())
        ]
        if spare:
            return Finding(UNDECIDED, f"nothing is linked to {part.name!r}, but {spare[0]!r} may be meant for it")
        top, most = max(support.items(), key=lambda item: (item[1], item[0]), default=("", 0))
        what = f"; most have {_word_of(top)!r}" if most > MAJORITY * linked else ""
        return Finding(OMITTED, f"nothing for {part.name!r}, for which {linked} of {others} have a word{what}")

    def _akin(self, support: Mapping[str, int], least: float, has: Keys) -> tuple[str, str] | None:
        """A word of the text that begins or ends like one that enough other texts have: compounds, derivations."""
        told = [k for k, count in support.items() if count >= least and len(_word_of(k)) >= STEM and self._tells(k)]
        forms = sorted({form for key in has if len(form := _word_of(key)) >= STEM}) if told else []
        for key in sorted(told, key=lambda k: (-support[k], k)):
            word = _word_of(key)
            for form in forms:
                shorter, longer = sorted((form, word), key=len)
                # `lehnen` in `ablehnen` is no derivation, but the verb without its particle.
                if longer.removesuffix(shorter) in self.particles:
                    continue
                if shorter in longer or word[:STEM] == form[:STEM]:
                    return form, key
        return None

    def _support(self, thing: Thing, number: int) -> Counter[str]:
        """How many of the other groups have each key for a thing; under an empty key those that have any word."""
        own = self.texts.group[number]
        having = self.texts.having(thing).items()
        return Counter({key: n for key, groups in having if (n := len(groups) - (own in groups))})

    def _tells(self, key: str) -> bool:
        return key.removeprefix("\0") not in self.frequent

    def _known(self, part: Part, own: Shown) -> Finding | None:
        segment = part.thing.segment
        for key in sorted(own.keys):
            if self.translations.is_given(part.lemma, key):
                return Finding(RENDERED, f"{_word_of(key)!r} is in the lexicon for {part.lemma!r}")
        times = {k: self.translations.elsewhere(part.lemma, k, segment) for k in own.keys if self._tells(k)}
        best = max(times, key=lambda k: (times[k], k), default="")
        if best and times[best] >= ELSEWHERE:
            return Finding(RENDERED, f"{_word_of(best)!r} translates {part.lemma!r} in other segments, too")
        return None

    def _bare_verb(self, own: Shown, support: Mapping[str, int], least: float) -> str | None:
        """The separable verb that others have, if this text has it without its particle."""
        lemmas = {key[1:] for key in own.keys if key.startswith("\0")}
        for key, count in sorted(support.items()):
            whole = key[1:]
            if key.startswith("\0") and count >= least and whole not in lemmas:
                for lemma in lemmas:
                    rest = whole.removesuffix(lemma) if whole.endswith(lemma) else whole.removeprefix(lemma).strip()
                    if rest != whole and rest in self.particles:
                        return key
        return None

    def _lost_particle(
        self, part: Part, text: AlignedText, own: Shown, support: Mapping[str, int], least: float
    ) -> Finding | None:
        """Different, if a reference has a separated verb for the part and this text its verb alone in that place.

        The verb must not be a rendering of another source word, nor one that enough other texts have here.
        """
        segment = part.thing.segment
        for reference, shown in zip(self.texts.texts, self.texts.shown(part.thing), strict=True):
            if not reference.is_reference:
                continue
            keys = reference.whole_keys[segment]
            linked = {keys[p][0] for p in shown.places if len(keys[p]) == 1 and keys[p][0].startswith("\0")}
            for key in sorted(linked):
                parts = [p for p, of_word in enumerate(keys) if of_word == (key,)]
                if len(parts) < 2 or _times(text, segment, key) >= _times(reference, segment, key):
                    continue
                verb = reference.words[segment][parts[0]].casefold()
                if key not in text.has(segment):
                    bare = [p for p in own.places if text.words[segment][p].casefold() == verb]
                else:
                    bare = []
                if len(_bare(text, segment, verb)) > len(_bare(reference, segment, verb)):
                    bare += [p for p in _bare(text, segment, verb) if self._is_free(part, text, own, p)]
                agreed = any(support.get(k, 0) >= least for p in bare for k in text.keys[segment][p])
                if bare and not agreed:
                    whole = f"{_word_of(key)!r} as in reference {reference.name}"
                    return Finding(DIFFERENT, f"{verb!r}, not {whole}: the particle is lost")
        return None

    def _is_free(self, part: Part, text: AlignedText, own: Shown, place: int) -> bool:
        """Whether a word of a text shows the part, or no word of the source."""
        shown = text.shown[part.thing.segment]
        return place in own.places or not any(place in places for places in shown.values())

    def _is_particle_alone(self, part: Part, number: int) -> bool:
        """Whether the particle has words of its own that no other text has for it, and no verb is made with them."""
        if part.particle is None:
            return False
        alone = self.texts.shown(part.particle)
        own = alone[number].keys
        verb = Thing((part.thing.segment, *(t for t in part.thing.tokens if t not in part.particle.tokens)))
        if not own or own & self.texts.shown(verb)[number].keys:
            return False
        others = [o for group in self.texts.others(number) for o in group]
        return not any(alone[o].keys & own for o in others)

    def _negator(self, part: Part, number: int, shown: Sequence[Shown], others: Sequence[list[int]]) -> Finding | None:
        def negated(text: AlignedText, of_text: Shown) -> str | None:
            words = text.words[part.thing.segment]
            return next((words[p] for p in of_text.places if roles.is_negator(words[p])), None)

        word = negated(self.texts.texts[number], shown[number])
        if word:
            return Finding(RENDERED, f"{word!r} negates")
        with_negator = sum(any(negated(self.texts.texts[o], shown[o]) for o in group) for group in others)
        if len(others) >= FEWEST_TEXTS and with_negator > MAJORITY * len(others):
            support = self._support(part.thing, number)
            own = [k for k in shown[number].keys if support[k] >= AGREE and self._tells(k)]
            if not own:
                return Finding(OMITTED, f"no negation, which {with_negator} of {len(others)} other texts have")
        return None

    def _reflexive(
        self, part: Part, number: int, shown: Sequence[Shown], others: Sequence[list[int]]
    ) -> Finding | None:
        def reflexive(text: AlignedText, of_text: Shown) -> str | None:
            words = text.words[part.thing.segment]
            linked = next((words[p] for p in of_text.places if words[p].casefold() in roles.REFLEXIVES), None)
            return linked or next((w for w in words if w.casefold() in roles.REFLEXIVES), None)

        verbs = self.texts.shown(part.verb) if part.verb else [Shown((), frozenset())] * len(shown)
        word = reflexive(self.texts.texts[number], shown[number])
        of_others = [any(reflexive(self.texts.texts[o], shown[o]) for o in group) for group in others]
        if word:
            references = any(
                reflexive(self.texts.texts[o], shown[o]) for g in others for o in g if self.texts.texts[o].is_reference
            )
            if len(others) > FEWEST_TEXTS and not references and sum(of_others) < AGREE:
                return Finding(
                    LITERAL,
                    f"{word!r}, where {len(others) - sum(of_others)} of {len(others)} other texts have no reflexive",
                )
            return Finding(RENDERED, f"{word!r} is there")
        own: Keys = verbs[number].keys
        with_verb = [any(verbs[o].keys & own for o in group) for group in others]
        same = [has for has, is_same in zip(of_others, with_verb, strict=True) if is_same]
        by_reference = any(
            has and is_same and self.texts.texts[group[0]].is_reference
            for has, is_same, group in zip(of_others, with_verb, others, strict=True)
        )
        if (by_reference or len(same) >= AGREE) and sum(same) >= REFLEXIVE_SHARE * len(same):
            return Finding(OMITTED, f"no reflexive, which {sum(same)} of {len(same)} other texts with this verb have")
        dropped = self._dropped_reflexive(part, number, shown, others)
        if dropped:
            return dropped
        if len(others) >= FEWEST_TEXTS and sum(of_others) <= MAJORITY * len(others):
            return Finding(RENDERED, "part of the verb, as in most other texts")
        return None

    def _dropped_reflexive(
        self, part: Part, number: int, shown: Sequence[Shown], others: Sequence[list[int]]
    ) -> Finding | None:
        """Omitted, if this text has a reference's words around its reflexive next to each other, as no other text."""
        segment = part.thing.segment
        words = self.texts.texts[number].words[segment]
        for reference, of_reference in zip(self.texts.texts, shown, strict=True):
            if not reference.is_reference:
                continue
            there = ["", *(word.casefold() for word in reference.words[segment]), ""]
            for place in of_reference.places:
                around = there[place], there[place + 2]
                if there[place + 1] not in roles.REFLEXIVES or not _has_pair(words, around):
                    continue
                texts = [self.texts.texts[o].words[segment] for group in others for o in group]
                if not any(_has_pair(other, around) for other in texts):
                    return Finding(OMITTED, f"no reflexive, which reference {reference.name} has in the same words")
        return None

    def _words(self, text: AlignedText, segment: int, shown: Shown) -> str:
        return repr(" ".join(text.words[segment][p] for p in shown.places))


def court_of(
    *,
    treebank: Treebank,
    references: Mapping[str, Text],
    links: pa.Table,
    outputs: Mapping[str, Text],
    output_links: pa.Table,
    lexicon: Lexicon,
    order: Sequence[str],
    one_in: int,
    translations: Mapping[str, Collection[str]],
) -> Court:
    """What verdicts need of a corpus and its outputs.

    Args:
        links, output_links: tables of the format ALIGNMENT, to the references and to the outputs by name.
        order: the names of the references as `Judge` has them.
        one_in: a word is frequent if at least one word in `one_in` is it.
        translations: the user's lexicon: for a source lemma the lemmas that are right.

    Raises:
        InputError: links of other texts.
    """
    chosen = {name: references[name] for name in order}
    frequent, special = frequent_words(chosen.values(), one_in=one_in), token_roles(treebank)
    texts = []
    for is_reference, of_kind, table in ((True, chosen, links), (False, outputs, output_links)):
        linked = links_of(table, of_kind, treebank, path="<alignment>")
        for name, text in of_kind.items():
            make = AlignedText.of(name, text, linked[name], lexicon, special, frequent, is_reference=is_reference)
            texts.append(make)
    all_texts, parts = Texts(texts), Parts(treebank)
    return Court(
        all_texts,
        Translations(all_texts, parts.all_words(), translations),
        frequent,
        lexicon.particles,
        parts,
    )


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


def _has_pair(words: Sequence[str], around: tuple[str, str]) -> bool:
    """Whether two words stand next to each other; an empty one is the edge of the segment."""
    folded = ["", *(word.casefold() for word in words), ""]
    return around in pairwise(folded)


def _word_of(key: str) -> str:
    return key.removeprefix("\0")


def of_parts(findings: Sequence[Finding]) -> Finding:
    """The verdict on a hit from those on its parts: the first that is not rendered, else one that is undecided."""
    for verdict in (OMITTED, LITERAL, DIFFERENT, UNDECIDED):
        of_verdict = [f for f in findings if f.verdict == verdict]
        if of_verdict:
            return of_verdict[0]
    return Finding(RENDERED, "; ".join(dict.fromkeys(f.reason for f in findings)))
