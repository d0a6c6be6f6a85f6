"""Find the evidence of a source word in the references: words that show whether an output has translated it.

A source word's evidence in a reference is the words that its token is aligned to, but for punctuation and
for very frequent words (the, of, to), which almost any output has; these are taken where there are no others.
What a phenomenon is about is never dropped: the evidence of a negator is the reference's negator, that of a reflexive
its reflexive.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from extractors.core.errors import InputError
from extractors.formats.treebank import Treebank
from extractors.models.tokenizers import tokens
from extractors.words import roles

KNOWN_WORDS = 1 << 17
"""Distinct words of which is kept what is asked of each again and again."""
Places = tuple[int, ...]
"""Words of a segment of the target side, by their 0-based numbers, ascending."""
FEWEST_OCCURRENCES = 10
"""A word that occurs less often is not frequent, however small the texts are."""
Links = list[dict[int, list[int]]]
"""For each segment: source token -> words of a text."""


@dataclass(frozen=True)
class EvidenceText:
    """A text of the target language, cut into tokens and words: n segments.

    Attributes:
        tokens: the surface tokens of each segment.
        words: the syntactic words of each (`don't` is one token of two words).
        first: for each segment, the number of the first word of each token, and at the end that of words.
    """

    tokens: list[list[str]]
    words: list[list[str]]
    first: list[list[int]]

    @classmethod
    def of(cls, segments: Sequence[str], language: str) -> EvidenceText:
        """Cut as the aligners cut the references."""
        text = cls([], [], [])
        for segment in segments:
            surface = tokens(segment, language)
            first = [0]
            for token in surface:
                first.append(first[-1] + len(token.words))
            text.tokens.append([token.form for token in surface])
            text.words.append([word for token in surface for word in token.words])
            text.first.append(first)
        return text


@dataclass(frozen=True)
class Reference:
    """A reference and the evidence in it.

    Attributes:
        evidence: for each segment, source token -> the words of the reference that show it.
        silent: for each segment, the negators of the source that it shows by no word, so that it cannot tell
            whether an output has them.
        needed: for each segment, source token -> negators among its words, which an output must all have: those of
            a noun's negative determiner (`no traces`) belong to the noun.
    """

    name: str
    words: list[list[str]]
    evidence: list[dict[int, Places]]
    silent: list[frozenset[int]]
    needed: list[dict[int, Places]]

    def shown_by(self, segment: int, first: int, second: int) -> tuple[Places, Places]:
        """Return the words that show each of two source tokens."""
        return self.evidence[segment].get(first, ()), self.evidence[segment].get(second, ())

    def is_silent(self, segment: int, *tokens: int) -> bool:
        """Return whether this reference lacks evidence for any of these source tokens."""
        return not self.silent[segment].isdisjoint(tokens)


def frequent_words(texts: Iterable[EvidenceText], *, one_in: int) -> frozenset[str]:
    """Return the words, in lower case, that each make up at least one in `one_in` of all words, punctuation aside."""
    counts = Counter(
        word.casefold() for text in texts for segment in text.words for word in segment if any(map(str.isalnum, word))
    )
    least = max(FEWEST_OCCURRENCES, counts.total() / one_in)
    return frozenset(word for word, count in counts.items() if count >= least)


def references_with_evidence(
    links: pa.Table,
    texts: Mapping[str, EvidenceText],
    treebank: Treebank,
    *,
    one_in: int,
    path: str,
) -> list[Reference]:
    """Return the references that the alignment links to, in its order, with the evidence for each source token.

    Args:
        links: a table of the format ALIGNMENT.
        texts: the references by name.
        one_in: as of `frequent_words`.
    """
    names = links.column("reference").unique().to_pylist()
    if not names:
        raise InputError(
            "no word of the source is aligned to a reference",
            path=path,
            remedy="align the corpus (snakemake results/NAME/alignment.parquet)",
        )
    unknown = [name for name in names if name not in texts]
    if unknown:
        raise InputError(
            f"there are links to the reference {unknown[0]!r}, which the corpus does not have",
            path=path,
            remedy=f"align the references of the corpus: {', '.join(texts)}",
        )
    aligned = links_of(links, {name: texts[name] for name in names}, treebank, path=path)
    return evidence_in(aligned, texts, special_words(treebank), one_in=one_in)


class SpecialWords(NamedTuple):
    """Source tokens that have a rule of their own about what renders them, by segment.

    Attributes:
        roles: the role of each token that has one.
        determiners: the negative determiner of each noun that has one.
    """

    roles: Mapping[int, Mapping[int, int]]
    determiners: Mapping[int, Mapping[int, int]]


def evidence_in(
    links: Mapping[str, Links], texts: Mapping[str, EvidenceText], special: SpecialWords, *, one_in: int
) -> list[Reference]:
    """Return the references with the evidence for each source token.

    Args:
        links: those of each reference.
        texts: the references by name.
        one_in: as of `frequent_words`.
    """
    frequent = frequent_words((texts[name] for name in links), one_in=one_in)
    references = []
    for name, by_segment in links.items():
        evidence, silent, needed = [], [], []
        for segment, (by_token, words) in enumerate(zip(by_segment, texts[name].words, strict=True)):
            shown, silent_negators = evidence_of(by_token, words, special.roles.get(segment, {}), frequent)
            needed_words = {}
            for noun, determiner in special.determiners.get(segment, {}).items():
                # `no traces`: if no word shows `no`, the reference cannot tell about the noun either.
                if determiner in silent_negators:
                    silent_negators |= {noun}
                else:
                    needed_words[noun] = shown[determiner]
                    shown[noun] = tuple(sorted({*shown.get(noun, ()), *shown[determiner]}))
            evidence.append(shown)
            silent.append(silent_negators)
            needed.append(needed_words)
        references.append(Reference(name, texts[name].words, evidence, silent, needed))
    return references


def special_words(treebank: Treebank) -> SpecialWords:
    """Find the negators, reflexives and particles of the source, and the nouns of negative determiners."""
    special, determiners = defaultdict[int, dict[int, int]](dict), defaultdict[int, dict[int, int]](dict)
    word_roles, segments = roles.roles(treebank), treebank.segment[treebank.sentence]
    for word in np.flatnonzero(word_roles).tolist():
        segment, token, noun = int(segments[word]), int(treebank.token[word]), int(treebank.head_word[word])
        special[segment][token] = int(word_roles[word])
        is_determiner = word_roles[word] == roles.NEGATOR and treebank.deprel[word].partition(":")[0] == "det"
        if is_determiner and treebank.token[noun] != token:
            determiners[segment][int(treebank.token[noun])] = token
    return SpecialWords(special, determiners)


def evidence_of(
    linked: Mapping[int, Sequence[int]], words: Sequence[str], special: Mapping[int, int], frequent: frozenset[str]
) -> tuple[dict[int, Places], frozenset[int]]:
    """Return the words of a segment that show each source token, and the negators that no word shows.

    Args:
        linked: source token -> the words that it is aligned to.
        words: of the segment, in the target language.
        special: source token -> its role.
    """
    shown = {
        token: places
        for token, targets in linked.items()
        if (places := _showing(targets, words, special.get(token, roles.NO_ROLE), frequent))
    }
    negators = [token for token, role in special.items() if role == roles.NEGATOR]
    if not negators:
        return shown, frozenset()
    taken = {p for token in negators for p in shown.get(token, ()) if roles.is_negator(words[p])}
    # Negators that no source negator is linked to may render one whose link is missing or wrong.
    free = [p for p, word in enumerate(words) if roles.is_negator(word) and p not in taken]
    for token in negators:
        has_one = any(roles.is_negator(words[p]) for p in shown.get(token, ()))
        if free and not has_one:
            near = nearest(token, linked, len(words))
            chosen = min(free, key=lambda p: (abs(p - near), p))
            free.remove(chosen)
            shown[token] = (chosen,)
    return shown, frozenset(token for token in negators if token not in shown)


def nearest(token: int, linked: Mapping[int, Sequence[int]], words: int) -> float:
    """Estimate the place of an unaligned token's translation from the links of its nearest aligned neighbour."""
    if not linked:
        return words / 2
    neighbour = min(linked, key=lambda other: (abs(other - token), other))
    return sum(linked[neighbour]) / len(linked[neighbour])


def _showing(places: Sequence[int], words: Sequence[str], role: int, frequent: frozenset[str]) -> Places:
    """Return the places of words with meaning; frequent words count only if there are no others."""
    # An only word counts even if it is frequent.
    if len(places) == 1:
        return tuple(places) if _has_letter_or_digit(words[places[0]]) else ()
    words_with_letters = sorted(p for p in set(places) if _has_letter_or_digit(words[p]))
    kind = {roles.NEGATOR: roles.NEGATORS, roles.REFLEXIVE: roles.REFLEXIVES}.get(role, frozenset())
    return tuple(
        [p for p in words_with_letters if words[p].casefold() in kind]
        or [p for p in words_with_letters if words[p].casefold() not in frequent]
        or words_with_letters
    )


@lru_cache(maxsize=KNOWN_WORDS)
def _has_letter_or_digit(word: str) -> bool:
    return any(map(str.isalnum, word))


def links_of(table: pa.Table, texts: Mapping[str, EvidenceText], treebank: Treebank, *, path: str) -> dict[str, Links]:
    """Return the links of each text, from source tokens to words.

    Args:
        table: of the format ALIGNMENT; its column `reference` names the texts. Links of others are passed over.
    """
    missing = sorted(set(texts) - set(table.column("reference").unique().to_pylist()))
    if missing:
        raise InputError(
            f"there are no links to {missing[0]}",
            path=path,
            remedy="align all texts (snakemake results/NAME/alignment.parquet)",
        )
    links: dict[str, Links] = {name: [{} for _ in text.words] for name, text in texts.items()}
    columns = ("segment_id", "reference", "source", "target", "source_form", "target_form")
    surface = treebank.surface
    for segment, name, source, target, source_form, target_form in zip(
        *(table.column(c).to_pylist() for c in columns), strict=True
    ):
        if name not in texts:
            continue
        text = texts[name]
        tokens = text.tokens[segment] if segment < len(text.tokens) else []
        check_form(surface.get(segment, []), source, source_form, f"source token {source} of segment {segment}", path)
        check_form(tokens, target, target_form, f"token {target} of segment {segment} of {name}", path)
        words = text.first[segment]
        links[name][segment].setdefault(source, []).extend(range(words[target], words[target + 1]))
    return links


def check_form(forms: Sequence[str], number: int, form: str, what: str, path: str) -> None:
    """Refuse links of another text."""
    if number >= len(forms) or forms[number] != form:
        here = repr(forms[number]) if number < len(forms) else "no token"
        raise InputError(
            f"the alignment has {form!r} as {what}, but the corpus has {here}",
            path=path,
            remedy="align this parse with these texts (snakemake results/NAME/alignment.parquet)",
        )
