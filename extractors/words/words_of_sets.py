"""Judge outputs at the words of a published set, which has places in the source and neither parse nor links.

The segments that count are aligned here; all else is as in a run: the evidence of a word, the judge, and the control
words of a hit, which are those of the run that the set comes from.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Int64
from extractors.formats.control_words import HIT, NEGATOR, ORDER, PLACES, REFLEXIVE
from extractors.formats.sets import check_ids
from extractors.models.aligners import Aligner
from extractors.models.spans import Span, covering_spans
from extractors.models.tokenizers import surface_tokens
from extractors.scoring.documents import SegmentClusters
from extractors.words import roles
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.evidence import EvidenceText, Links, Reference, SpecialWords, evidence_in
from extractors.words.lemmas import TargetLemmas
from extractors.words.preparing import LIMITS
from extractors.words.rendering_judge import MatchItem, RenderingJudge
from extractors.words.systems_at_words import Evidence, Key
from extractors.words.word_order import OF_HIT, OrderJudge, spans_of

Outputs = Sequence[Sequence[Sequence[str]]]
"""The words of each segment of each output."""
ROLES = {NEGATOR: roles.NEGATOR, REFLEXIVE: roles.REFLEXIVE}


@dataclass(frozen=True, kw_only=True)
class SetTexts:
    """A published set with its texts.

    Attributes:
        words: the table CONTROL_WORDS.
        source: n segments.
        references: n segments of each.
        source_language, target_language: ISO 639 codes.
    """

    words: pa.Table
    source: Sequence[str]
    references: Mapping[str, Sequence[str]]
    source_language: str
    target_language: str


def evidence_of_outputs(
    texts: SetTexts, outputs: Mapping[str, Sequence[str]], *, aligner: Aligner, clusters: SegmentClusters
) -> dict[Key, Evidence]:
    """Judge outputs at the hits and the control words of a set.

    Args:
        outputs: by name, n segments each; they are the columns of the values.
        aligner: links source and references.
        clusters: what is independent of each other.

    Returns:
        By phenomenon and question.
    """
    located = _Located.of(texts)
    target = {name: EvidenceText.of(lines, texts.target_language) for name, lines in texts.references.items()}
    links = {name: _links(located.tokens, text, aligner) for name, text in target.items()}
    references = evidence_in(links, target, located.special, one_in=LIMITS.one_in)
    lemmas = TargetLemmas.of(texts.target_language)
    words = [_words_of_segments(lines, located.tokens, texts.target_language) for lines in outputs.values()]
    cluster = clusters.of_segments(len(texts.source))
    return {
        **_at_words(located, references, words, lemmas, cluster),
        **_in_order(located, references, words, lemmas, cluster),
    }


def _words_of_segments(lines: Sequence[str], segments: Collection[int], language: str) -> list[list[str]]:
    """Return the words of each segment of an output, none of other segments."""
    return EvidenceText.of([line if number in segments else "" for number, line in enumerate(lines)], language).words


def _at_words(
    located: _Located, references: Sequence[Reference], words: Outputs, lemmas: TargetLemmas, cluster: Int64
) -> dict[Key, Evidence]:
    """Return whether outputs have the words of hits and of control words."""
    items = list(dict.fromkeys(located.items))
    judge = RenderingJudge(references, items, lemmas)
    verdicts = [
        [np.nan if verdict.right is None else verdict.right for verdict in judge.judge(output)] for output in words
    ]
    values = np.array(verdicts, dtype=np.float64).T
    number_of = {item: number for number, item in enumerate(items)}
    return {
        (phenomenon, False): Evidence(
            is_hit=np.array([located.is_hit[row] for row in rows]),
            stratum=np.array([located.strata[row] for row in rows], dtype=np.int64),
            cluster=cluster[[located.items[row].segment for row in rows]],
            # Slopes over distances are not asked of two systems.
            distance=np.zeros(len(rows), dtype=np.int64),
            values=values[[number_of[located.items[row]] for row in rows]],
        )
        for phenomenon, rows in located.rows.items()
    }


def _in_order(
    located: _Located, references: Sequence[Reference], words: Outputs, lemmas: TargetLemmas, cluster: Int64
) -> dict[Key, Evidence]:
    """Return whether outputs put the words of hits where a reference does."""
    evidence: dict[Key, Evidence] = {}
    for phenomenon, rows in located.ordered.items():
        spans = spans_of(rows, references, name=phenomenon, seed=AccuracySettings().seed)
        judge = OrderJudge(references, spans.spans, lemmas)
        evidence[phenomenon, True] = Evidence(
            is_hit=spans.is_hit,
            stratum=spans.stratum,
            cluster=cluster[[span.segment for span in spans.spans]],
            distance=spans.distance,
            values=np.stack([judge.judge(output) for output in words], axis=1),
        )
    return evidence


@dataclass(frozen=True, kw_only=True)
class _Located:
    """The rows of CONTROL_WORDS with numbers of tokens for places.

    Attributes:
        tokens: of each segment that has rows, its tokens, those of the rows among them.
        items, strata, is_hit: of each hit and each control word.
        rows: the numbers of these by phenomenon.
        ordered: by phenomenon, the hits of which the order of words is asked, as of `spans_of`.
        special: negators and reflexives.
    """

    tokens: dict[int, list[str]]
    items: list[MatchItem] = field(default_factory=list)
    strata: list[int] = field(default_factory=list)
    is_hit: list[bool] = field(default_factory=list)
    rows: dict[str, list[int]] = field(default_factory=dict)
    ordered: dict[str, list[dict[str, int]]] = field(default_factory=dict)
    special: SpecialWords

    @classmethod
    def of(cls, texts: SetTexts) -> _Located:
        table = texts.words
        check_ids(table.column("segment_id").to_numpy(), len(texts.source), "a control word")
        segments = table.column("segment_id").to_pylist()
        start, length, other_start, other_length = (table.column(name).to_pylist() for name in PLACES)
        first = [(a, a + size) for a, size in zip(start, length, strict=True)]
        others = zip(first, other_start, other_length, strict=True)
        # A hit or control of one word has no second place.
        second = [span if a is None else (a, a + size) for span, a, size in others]
        spans = defaultdict[int, set[Span]](set)
        for segment, *hit_spans in zip(segments, first, second, strict=True):
            spans[segment].update(hit_spans)
        cut = {
            s: tokens_around(texts.source[s], segment_spans, texts.source_language)
            for s, segment_spans in spans.items()
        }
        special_roles, determiners = defaultdict[int, dict[int, int]](dict), defaultdict[int, dict[int, int]](dict)
        located = cls(
            tokens={segment: forms for segment, (forms, _) in cut.items()},
            special=SpecialWords(special_roles, determiners),
        )
        about = (table.column(name).to_pylist() for name in ("kind", "phenomenon", "stratum"))
        for segment, span, other_span, kind, phenomenon, stratum in zip(segments, first, second, *about, strict=True):
            numbers = cut[segment][1]
            if kind == ORDER:
                # Without distances, since they are asked of single words alone, which links of the set would choose.
                ends = (segment, numbers[span], numbers[other_span], 0)
                located.ordered.setdefault(phenomenon, []).append(dict(zip(OF_HIT, ends, strict=True)))
            elif phenomenon is not None:
                located.rows.setdefault(phenomenon, []).append(len(located.items))
                located.items.append(MatchItem(segment, numbers[span], numbers[other_span]))
                located.strata.append(stratum)
                located.is_hit.append(kind == HIT)
            elif kind in ROLES:
                special_roles[segment][numbers[span]] = ROLES[kind]
                if other_span != span:
                    determiners[segment][numbers[other_span]] = numbers[span]
        return located


def tokens_around(text: str, spans: set[Span], language: str) -> tuple[list[str], dict[Span, int]]:
    """Cut a text into tokens by rules, and further so that the words at some places are tokens.

    A parser may cut otherwise (`co-`, `owner`): of a token that such a word is a part of, the rest is a token, too.

    Returns:
        The tokens, and the number of each of the places.
    """
    forms = surface_tokens(text, language)
    tokens = dict(zip(covering_spans(text, forms) or (), forms, strict=False))
    for span in tokens.keys() - spans:
        inside = sorted(
            (max(start, span[0]), min(end, span[1])) for start, end in spans if start < span[1] and span[0] < end
        )
        if inside:
            del tokens[span]
            begins, ends = [span[0], *(end for _, end in inside)], [*(start for start, _ in inside), span[1]]
            rest = ((start, end) for start, end in zip(begins, ends, strict=True) if text[start:end].strip())
            tokens |= {(start, end): text[start:end] for start, end in rest}
    tokens = {span: text[slice(*span)] for span in spans} | tokens
    ordered = sorted(tokens)
    return [tokens[span] for span in ordered], {span: number for number, span in enumerate(ordered)}


def _links(tokens: Mapping[int, Sequence[str]], text: EvidenceText, aligner: Aligner) -> Links:
    """Link source tokens to words of a reference; there are no links in segments without tokens."""
    links: Links = [{} for _ in text.words]
    pairs = [(forms, text.tokens[segment]) for segment, forms in tokens.items()]
    for segment, linked in zip(tokens, aligner.align(pairs), strict=True):
        first = text.first[segment]
        for source, target in linked:
            links[segment].setdefault(source, []).extend(range(first[target], first[target + 1]))
    return links
