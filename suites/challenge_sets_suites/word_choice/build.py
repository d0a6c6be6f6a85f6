"""A suite of word choices from a parallel corpus: right is the translation that the reference has.

Source: Popović (2019), Evaluating Conjunction Disambiguation on English-to-German and French-to-German WMT 2019
Translation Hypotheses, WMT. There people said what is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from challenge_sets_suites.tables.items import Item, Suite, normalised, number_sentences
from challenge_sets_suites.word_choice.choice_catalogue import Alternative, WordChoice
from challenge_sets_suites.word_choice.words import WordList, without_parts
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats.alignment import Alignment, AlignmentParts
from extractors.formats.treebank import Treebank
from extractors.models.tokenizers import surface_tokens
from extractors.phenomena import grew
from extractors.phenomena.catalogue import Phenomenon
from extractors.phenomena.grew import Request
from extractors.phenomena.grew.matcher import find_all

Links = dict[tuple[int, int], list[int]]
"""(segment, source token) -> reference tokens."""

SEVERAL = "the source has the word several times, and there are no links"
NONE = "the reference has none of the translations"
NOT_LINKED = "none of the translations in the reference is aligned to the word"
MORE = "the reference has several of the translations"
TWICE = "the same source text stands before"
UNSURE = "the same source text has another of the translations elsewhere"


@dataclass(frozen=True, kw_only=True)
class Bitext:
    """The corpus that items are made of: n segments.

    Attributes:
        languages: of source and reference.
        place: where the source is from.
        treebank: the parsed source, if there is one; its tokens are the source tokens then.
        links: between the tokens, if there are any.
    """

    source: Sequence[str]
    reference: Sequence[str]
    source_tokens: Sequence[Sequence[str]]
    reference_tokens: Sequence[Sequence[str]]
    languages: tuple[str, str]
    place: str
    treebank: Treebank | None = None
    links: Links | None = None

    @classmethod
    def of(
        cls,
        source: Sequence[str],
        reference: Sequence[str],
        languages: tuple[str, str],
        *,
        place: str,
        treebank: Treebank | None = None,
    ) -> Bitext:
        """Cut a corpus into tokens; the source tokens come from the treebank, if there is one."""
        if treebank is None:
            source_tokens = [surface_tokens(text, languages[0]) for text in source]
        else:
            source_tokens = [treebank.surface.get(segment, []) for segment in range(len(source))]
        return cls(
            source=source,
            reference=reference,
            source_tokens=source_tokens,
            reference_tokens=[surface_tokens(text, languages[1]) for text in reference],
            languages=languages,
            place=place,
            treebank=treebank,
        )


def read_links(path: Path, source: Sequence[Sequence[str]], reference: Sequence[Sequence[str]]) -> Links:
    """Read the links of n segments, given as tokens, from the alignment of a run.

    If the table has several references, links to the first are read.
    """
    alignment = AlignmentParts(path, None).up_to()
    _check_links(alignment, source, reference, path)
    return alignment.targets


def _check_links(
    alignment: Alignment, source: Sequence[Sequence[str]], reference: Sequence[Sequence[str]], path: Path
) -> None:
    names = ("segment_id", "source", "source_form", "target", "target_form")
    rows = zip(*(alignment.links.column(name).to_pylist() for name in names), strict=True)
    for segment, i, source_form, j, target_form in rows:
        for side, texts, token, form in (("source", source, i, source_form), ("reference", reference, j, target_form)):
            tokens = texts[segment] if segment < len(texts) else []
            if token >= len(tokens) or tokens[token] != form:
                here = repr(tokens[token]) if token < len(tokens) else "nothing"
                raise InputError(
                    f"has {form!r} as {side} token {token} of segment {segment}, the {side} has {here}",
                    path=path,
                    remedy="give the texts and the parses (--parses) of the run that made it",
                )


def build(
    choice: WordChoice,
    alternatives: Sequence[Alternative],
    bitext: Bitext,
    *,
    phenomena: Mapping[str, Phenomenon] | None = None,
) -> Suite:
    """Build the items of a choice from a corpus.

    An item's right words are the forms of the one alternative that the reference has, its wrong words the forms of
    the others. With links, only what is aligned to the word counts; without, the source must have the word once.

    Args:
        alternatives: of the choice in the target language, with all forms.
        phenomena: by id, for a choice that names one.
    """
    candidates = _candidates(choice, bitext, phenomena or {})
    in_segment = Counter(segment for segment, _ in candidates)
    lists = [WordList(alternative.all_forms, bitext.languages[1]) for alternative in alternatives]
    left_out: Counter[str] = Counter()
    items = []
    for segment, token in candidates:
        if bitext.links is None and in_segment[segment] > 1:
            left_out[SEVERAL] += 1
            continue
        linked = None if bitext.links is None else bitext.links.get((segment, token), ())
        right = _right(lists, bitext.reference_tokens[segment], linked)
        if isinstance(right, str):
            left_out[right] += 1
        else:
            items.append(_item(choice, alternatives, right, bitext, segment, token))
    items = _distinct(items, left_out)
    log.info("%s: %d items of %d places with the word", choice.id, len(items), len(candidates))
    for item_phenomenon, count in Counter(item.phenomenon for item in items).items():
        log.info("  %d %s", count, item_phenomenon)
    for reason, count in left_out.most_common():
        log.info("  %d left out: %s", count, reason)
    if not items:
        raise InputError(
            f"no items: of the {len(candidates)} places with the word, none has exactly one of its translations",
            path=bitext.place,
            remedy="give a larger corpus, or another choice",
        )
    sentences = number_sentences([normalised(item.source) for item in items])
    return Suite(
        items=[replace(item, sentence=sentence) for item, sentence in zip(items, sentences, strict=True)],
        source_language=choice.language,
        target_language=bitext.languages[1],
        judge="lexical_choice",
    )


def _candidates(choice: WordChoice, bitext: Bitext, phenomena: Mapping[str, Phenomenon]) -> list[tuple[int, int]]:
    """Find each place with the word: (segment, token)."""
    hits = None
    if choice.needs_parses:
        if bitext.treebank is None:
            raise InputError(
                f"the word choice {choice.id!r} is found in parses, and none are given",
                remedy="give --parses FILE (challenge-sets parse)",
            )
        hits = _hits(_requests(choice, phenomena), bitext.treebank)
    if not choice.words:
        return sorted(hits or ())
    words = WordList(choice.words, choice.language)
    places = [(n, place.start) for n, segment in enumerate(bitext.source_tokens) for place in words.find(segment)]
    return [place for place in places if hits is None or place in hits]


def _requests(choice: WordChoice, phenomena: Mapping[str, Phenomenon]) -> list[tuple[Request, str, str]]:
    """Return the requests of a choice, each with two nodes that a hit binds, of which the second is the word."""
    if choice.request and choice.node:
        return [(grew.parse(choice.request, name=choice.id), choice.node, choice.node)]
    name = choice.phenomenon or ""
    rules = phenomena[name].rules.get(choice.language, ()) if name in phenomena else ()
    if not rules:
        raise InputError(
            f"the word choice {choice.id!r} names the phenomenon {name!r}, without a request for {choice.language!r}",
            remedy="name one of config/phenomena.yaml, or add the request there",
        )
    return [
        (rule.request, rule.dependent, rule.head)
        if choice.role == "head"
        else (rule.request, rule.head, rule.dependent)
        for rule in rules
    ]


def _hits(requests: Sequence[tuple[Request, str, str]], treebank: Treebank) -> set[tuple[int, int]]:
    """Find the words that the requests match: (segment, token)."""
    matches = find_all(treebank, {number: request for number, (request, _, _) in enumerate(requests)})
    words = [
        word
        for number, (_, other, node) in enumerate(requests)
        for word in matches[number].pairs(other, node)[:, 1].tolist()
    ]
    segments = treebank.segment[treebank.sentence]
    return {(int(segments[word]), int(treebank.token[word])) for word in words}


def _right(lists: Sequence[WordList], reference: Sequence[str], linked: Sequence[int] | None) -> int | str:
    """Find the one alternative that the reference has; if it has none or several, say why there is no item.

    Args:
        linked: the reference tokens that the word is aligned to; None if there are no links.
    """
    places = [words.find(reference) for words in lists]
    every = [place for spans in places for place in spans]
    places = [without_parts(spans, every) for spans in places]
    if not any(places):
        return NONE
    if linked is not None:
        places = [[place for place in spans if any(token in place for token in linked)] for spans in places]
    present = [number for number, spans in enumerate(places) if spans]
    if len(present) == 1:
        return present[0]
    return MORE if present else NOT_LINKED


def _item(
    choice: WordChoice, alternatives: Sequence[Alternative], right: int, bitext: Bitext, segment: int, token: int
) -> Item:
    source, tokens = bitext.source[segment], bitext.source_tokens[segment]
    wrong = [alternative for number, alternative in enumerate(alternatives) if number != right]
    return Item(
        item=f"{segment}.{token}",
        sentence=0,
        source=source,
        phenomenon=f"{choice.id} -> {alternatives[right].word}",
        category=choice.id,
        reference=bitext.reference[segment],
        origin=f"{bitext.place}:{segment + 1}",
        word=tokens[token],
        position=_position(tokens, token, surface_tokens(normalised(source), choice.language)),
        right_words=alternatives[right].all_forms,
        wrong_words=tuple(form for alternative in wrong for form in alternative.all_forms),
    )


def _position(tokens: Sequence[str], token: int, again: Sequence[str]) -> int | None:
    """Locate a token in the text cut `again`, as the parser may have cut it otherwise; None if it is not there."""
    which = list(tokens[:token]).count(tokens[token])
    places = [number for number, form in enumerate(again) if form == tokens[token]]
    return places[which] if which < len(places) else None


def _distinct(items: Sequence[Item], left_out: Counter[str]) -> list[Item]:
    """Drop repetitions of a source text, and all items of a text for which references disagree."""
    phenomena: dict[tuple[str, int | None], list[str]] = {}
    for item in items:
        phenomena.setdefault((normalised(item.source), item.position), []).append(item.phenomenon)
    kept: dict[tuple[str, int | None], Item] = {}
    for item in items:
        key = (normalised(item.source), item.position)
        if len(set(phenomena[key])) > 1:
            left_out[UNSURE] += 1
        elif key in kept:
            left_out[TWICE] += 1
        else:
            kept[key] = item
    return list(kept.values())
