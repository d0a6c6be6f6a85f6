"""Whether an output renders a hit, from more evidence than the references' words, with the reason.

The evidence, in this order: the words of a reference; what several other texts have for the same source words; what
the source word became in other segments, or the user's lexicon; whether the source word is linked to anything.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

import pyarrow as pa

from extractors.formats.accuracy import OMITTED, RENDERED, UNDECIDED
from extractors.formats.treebank import Treebank
from extractors.score.accuracy import roles
from extractors.score.accuracy.evidence import EvidenceText, frequent_words, links_of, nearest, token_roles
from extractors.score.accuracy.function_words import FunctionWords
from extractors.score.accuracy.hit_parts import AccuracyFinding, HitPart, Parts, of_parts
from extractors.score.accuracy.lexicon import LemmaLexicon
from extractors.score.accuracy.negators import NegativeWords
from extractors.score.accuracy.rendering_judge import SHARE, MatchItem, RenderingVerdict
from extractors.score.accuracy.renderings import AlignedText, RenderedTexts, Shown, Thing, Translations
from extractors.score.accuracy.separable_verbs import SeparableVerbs
from extractors.score.accuracy.support import AGREE, AGREE_SHARE, AROUND, FEWEST_TEXTS, MAJORITY, Support, word_of

LINKED = 0.7
"""A word that so large a share of the other texts has a word for can be omitted."""
REGION = 5
"""Source words before and after one that may be omitted."""
FEWER = 0.6
"""Of the words that other texts have for these, the share that a text has at most that omits some."""
ELSEWHERE = 1.0
"""Other segments in which a word translates the source word, each by the share of texts, for it to be a translation."""


@dataclass
class EvidenceJudge:
    """Judges whether outputs render the parts of hits, from all evidence."""

    texts: RenderedTexts
    translations: Translations
    parts: Parts
    support: Support
    separable_verbs: SeparableVerbs
    function_words: FunctionWords
    _judged: dict[tuple[Thing, int], AccuracyFinding] = field(default_factory=dict, repr=False)

    def judge_item(self, item: MatchItem, number: int, verdict: RenderingVerdict) -> AccuracyFinding | None:
        """The verdict on an item in the text of that number; None where no reference has anything for it.

        Args:
            verdict: what the references say.
        """
        if verdict.right is None:
            return None
        if verdict.right:
            return AccuracyFinding(RENDERED, f"as in reference {self.texts.texts[verdict.reference].name}")
        return of_parts([self._judge_item_part(part, number, verdict) for part in self.parts.of(*item)])

    def _judge_item_part(self, part: HitPart, number: int, verdict: RenderingVerdict) -> AccuracyFinding:
        """A part is rendered if at least half of the words of the reference are there, unless all of them must be."""
        places = self.texts.shown(part.thing)[verdict.reference].places
        found = sum(p in verdict.found for p in places)
        if part.role not in (roles.NEGATOR, roles.PARTICLE) and places and found >= SHARE * len(places):
            return AccuracyFinding(RENDERED, f"as in reference {self.texts.texts[verdict.reference].name}")
        return self.judge_part(part, number)

    def number(self, system: str) -> int:
        """The number of a system's text."""
        return next(n for n, text in enumerate(self.texts.texts) if text.name == system and not text.is_reference)

    def keys(self, system: str) -> list[list[tuple[str, ...]]]:
        """The keys of each word of a system's text (`LemmaLexicon.both_keys`)."""
        return self.texts.texts[self.number(system)].keys

    def judge_part(self, part: HitPart, number: int) -> AccuracyFinding:
        """The verdict on a part in the text of that number; found once, as a word may be of many hits and controls."""
        place = (part.thing, number)
        if place not in self._judged:
            self._judged[place] = self._judge(part, number)
        return self._judged[place]

    def _judge(self, part: HitPart, number: int) -> AccuracyFinding:
        shown = self.texts.shown(part.thing)
        others = self.texts.others[number]
        if not shown[number].places:
            nothing = self._nothing(part, number)
            if nothing.verdict == OMITTED:
                return nothing
        if part.role == roles.NEGATOR:
            found = self.function_words.negator(part, number, shown, others)
        elif part.role == roles.REFLEXIVE:
            found = self.function_words.reflexive(part, number, shown, others)
        else:
            found = None
        return found or self._word(part, number, shown, others)

    def _word(self, part: HitPart, number: int, shown: Sequence[Shown], others: Sequence[list[int]]) -> AccuracyFinding:
        text, segment, own = self.texts.texts[number], part.thing.segment, shown[number]
        support = self.support.of(part.thing, number)
        linked = support.pop("", 0)
        least = max(AGREE, AGREE_SHARE * len(others))
        has = text.has(segment)
        lost = self.separable_verbs.lost_particle(part, text, own, support, least, len(others))
        if lost:
            return lost
        agreed = [k for k, n in support.items() if n >= least and k in has and (self.support.tells(k) or k in own.keys)]
        if agreed:
            best = max(agreed, key=lambda k: (support[k], k))
            return AccuracyFinding(RENDERED, f"{word_of(best)!r}, as {support[best]} of {len(others)} other texts")
        top, most = max(support.items(), key=lambda item: (item[1], item[0]), default=("", 0))
        known = self._known(part, own)
        if known and not (part.role == roles.PARTICLE and self.separable_verbs.is_particle_alone(part, number)):
            return known
        if len(others) < FEWEST_TEXTS:
            return AccuracyFinding(UNDECIDED, "too few other texts to compare with")
        akin = self.support.akin(support, least, has)
        if akin:
            return AccuracyFinding(
                RENDERED, f"{akin[0]!r}, akin to {word_of(akin[1])!r} in {support[akin[1]]} other texts"
            )
        if not own.keys:
            return self._nothing(part, number)
        words = self._words(text, segment, own)
        if part.role == roles.PARTICLE and self.separable_verbs.is_particle_alone(part, number):
            alone = self._words(text, segment, self.texts.shown(part.particle)[number])  # type: ignore[arg-type]
            return AccuracyFinding(
                UNDECIDED, f"the particle of {part.name!r} by itself as {alone}, which no other text has"
            )
        most_have = f"; {most} of {linked} have {word_of(top)!r}" if most > MAJORITY * max(linked, 1) else ""
        return AccuracyFinding(UNDECIDED, f"{words} for {part.name!r}, which few other texts have{most_have}")

    def _nothing(self, part: HitPart, number: int) -> AccuracyFinding:
        """The verdict where no word is linked: omitted if words around are lost, too, and no spare word is there."""
        if not self._is_lost_around(part, number):
            return AccuracyFinding(UNDECIDED, f"nothing is linked to {part.name!r}, but the words around it are there")
        spare = self._spare(part, number)
        if spare:
            return AccuracyFinding(UNDECIDED, f"nothing is linked to {part.name!r}, but {spare!r} may be meant for it")
        share = self.support.of(part.thing, number)[""] / len(self.texts.others[number])
        return AccuracyFinding(
            OMITTED, f"nothing for {part.name!r} and the words around it, which most others have", share
        )

    def _is_lost_around(self, part: HitPart, number: int) -> bool:
        """Whether a text has nothing for a part that most others have, and fewer words than they for those around it.

        A word alone without a link is often a wrong link: that to its translation was given to its neighbour.
        """
        others = self.texts.others[number]
        if (
            not (part.is_content or part.role)
            or not others
            or self.support.of(part.thing, number)[""] < LINKED * len(others)
        ):
            return False
        segment, tokens = part.thing.segment, part.thing.tokens
        around = range(tokens[0] - REGION, tokens[-1] + REGION + 1)

        def words(text: AlignedText) -> int:
            shown = text.shown[segment]
            return len({p for token in around for p in shown.get(token, ())})

        own = words(self.texts.texts[number])
        of_others = sorted(median(words(self.texts.texts[o]) for o in group) for group in others)
        return own <= FEWER * median(of_others) and own < of_others[int((1 - LINKED) * len(of_others))]

    def _spare(self, part: HitPart, number: int) -> str | None:
        """A word near where a translation is expected that no source word is linked to."""
        text, segment = self.texts.texts[number], part.thing.segment
        shown, words = text.shown[segment], text.words[segment]
        taken = {p for places in shown.values() for p in places}
        expected = nearest(part.thing.tokens[0], shown, len(words))
        for p, word in enumerate(words):
            is_near = p not in taken and abs(p - expected) <= AROUND
            if is_near and any(map(str.isalpha, word)) and self.support.tells(word.casefold()):
                return word
        return None

    def _known(self, part: HitPart, own: Shown) -> AccuracyFinding | None:
        segment = part.thing.segment
        for key in sorted(own.keys):
            if self.translations.is_given(part.lemma, key):
                return AccuracyFinding(RENDERED, f"{word_of(key)!r} is in the lexicon for {part.lemma!r}")
        times = {k: self.translations.elsewhere(part.lemma, k, segment) for k in own.keys if self.support.tells(k)}
        best = max(times, key=lambda k: (times[k], k), default="")
        if best and times[best] >= ELSEWHERE:
            return AccuracyFinding(RENDERED, f"{word_of(best)!r} translates {part.lemma!r} in other segments, too")
        return None

    def _words(self, text: AlignedText, segment: int, shown: Shown) -> str:
        return repr(" ".join(text.words[segment][p] for p in shown.places))


def evidence_judge_of(
    *,
    treebank: Treebank,
    references: Mapping[str, EvidenceText],
    links: pa.Table,
    outputs: Mapping[str, EvidenceText],
    output_links: pa.Table,
    lexicon: LemmaLexicon,
    order: Sequence[str],
    one_in: int,
    translations: Mapping[str, Collection[str]],
    negators: Sequence[str],
) -> EvidenceJudge:
    """A judge with the evidence of a corpus and its outputs.

    Args:
        links, output_links: tables of the format ALIGNMENT, to the references and to the outputs by name.
        order: the names of the references as `RenderingJudge` has them.
        one_in: as of `frequent_words`.
        translations: of the user (`read_translations`).
        negators: as of `NegativeWords`.

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
    all_texts, parts = RenderedTexts(texts), Parts(treebank)
    support = Support(all_texts, frequent, lexicon.particles)
    return EvidenceJudge(
        texts=all_texts,
        translations=Translations(all_texts, parts.all_words(), translations),
        parts=parts,
        support=support,
        separable_verbs=SeparableVerbs(all_texts, lexicon.particles),
        function_words=FunctionWords(all_texts, parts, support, NegativeWords(negators, lexicon)),
    )
