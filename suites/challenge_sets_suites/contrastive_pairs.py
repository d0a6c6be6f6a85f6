"""A suite of contrastive pairs, made from the parses of right translations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.tables.items import Item, Suite, normalised, number_sentences
from extractors.core.errors import InputError
from extractors.core.logs import log


@dataclass(frozen=True, slots=True)
class ContrastivePair:
    """A right text and one with an error, which is one of those of a candidate."""

    text: TargetText
    kind: str
    contrastive: str
    candidate: Candidate


def make_pairs(
    texts: Sequence[TargetText], makers: Mapping[str, ErrorMaker], resources: Resources, *, limit: int | None, seed: int
) -> list[ContrastivePair]:
    """Make the pairs, in the order of the texts and, within a text, of the kinds.

    A change that gives the text itself, a text of the corpora, or what another change of the text gives, is dropped.
    Apart from these doubles, what a kind gives does not depend on which other kinds are asked for.
    """
    pairs_by_kind: dict[str, list[ContrastivePair]] = {kind: [] for kind in makers}
    dropped = 0
    for text in texts:
        texts_made = {normalised(text.text)}
        for kind, maker in makers.items():
            rng = Random(f"{seed}/{kind}/{text.segment}")
            for candidate in maker.make(text, resources):
                new = [
                    t for t in candidate.contrastive if normalised(t) not in texts_made and not resources.has_seen(t)
                ]
                if not new:
                    dropped += 1
                    continue
                contrastive = rng.choice(new)
                texts_made.add(normalised(contrastive))
                pairs_by_kind[kind].append(ContrastivePair(text, kind, contrastive, candidate))
    log.info("dropped %d changes that give the text itself, a text of the corpora or one made already", dropped)
    kept = [pair for kind, pairs in pairs_by_kind.items() for pair in _drawn(pairs, kind, limit, seed)]
    order = {kind: number for number, kind in enumerate(makers)}
    return sorted(kept, key=lambda pair: (pair.text.segment, order[pair.kind]))


def _drawn(pairs: list[ContrastivePair], kind: str, limit: int | None, seed: int) -> list[ContrastivePair]:
    if limit is None or len(pairs) <= limit:
        return pairs
    chosen = sorted(Random(f"{seed}/{kind}").sample(range(len(pairs)), limit))
    return [pairs[number] for number in chosen]


def make_suite(
    texts: Sequence[TargetText],
    *,
    makers: Mapping[str, ErrorMaker],
    resources: Resources,
    target_language: str,
    origin: str,
    limit: int | None = None,
    seed: int = 0,
) -> Suite:
    """Make a suite of the pairs that references and their parses allow.

    Args:
        texts: the references, as `target_texts` reads them.
        origin: of the texts, such as `newstest2021`: item texts get this, a dot and their 1-based line.
        limit: pairs of a kind at most, drawn at random; None for all.
    """
    pairs = make_pairs(_distinct(texts), makers, resources, limit=limit, seed=seed)
    if not pairs:
        raise InputError("no contrastive pair can be made of these texts", remedy="give more text, or name more kinds")
    return Suite(
        items=_items(pairs, makers, resources, origin),
        source_language=texts[0].source_language,
        target_language=target_language,
        judge="contrastive",
    )


def _distinct(texts: Sequence[TargetText]) -> list[TargetText]:
    """Keep the first text of each source: repetitions give copies of pairs, and items of a source share a reference."""
    first: dict[str, TargetText] = {}
    for text in texts:
        first.setdefault(text.source, text)
    repeated = sum(first[text.source].text == text.text for text in texts) - len(first)
    if repeated:
        log.warning("left out %d segments that repeat an earlier one", repeated)
    if others := len(texts) - len(first) - repeated:
        log.warning("left out %d references of source texts that have another one before", others)
    return list(first.values())


def _items(
    pairs: Sequence[ContrastivePair], makers: Mapping[str, ErrorMaker], resources: Resources, origin: str
) -> list[Item]:
    numbers: dict[tuple[int, str], int] = {}
    items = []
    for pair, sentence in zip(pairs, number_sentences([pair.text.source for pair in pairs]), strict=True):
        segment_kind = (pair.text.segment, pair.kind)
        numbers[segment_kind] = numbers.get(segment_kind, 0) + 1
        items.append(
            Item(
                item=f"{origin}.{pair.text.segment + 1}/{pair.kind}/{numbers[segment_kind]}",
                sentence=sentence,
                source=pair.text.source,
                phenomenon=pair.kind,
                category=makers[pair.kind].category,
                distance=pair.candidate.distance,
                frequency=resources.frequency(pair.candidate.words),
                reference=pair.text.text,
                origin=f"{origin}.{pair.text.segment + 1}",
                contrastive=pair.contrastive,
            )
        )
    return items
