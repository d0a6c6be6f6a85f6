"""Audit the inputs: find what is wrong with the texts of a corpus before anything is computed from them.

Each check is cheap, and meant to be right when it speaks: it looks only at segments that are long enough to tell.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
import pyarrow as pa

from extractors.core import escapes
from extractors.extract.edited_outputs import EDITED_OUTPUT, edited_outputs
from extractors.extract.foreign_matter import (
    CHARACTERS,
    LEAST_TEXTS,
    SHARED_WORDS,
    UNLIKE,
    foreign_matter,
)
from extractors.extract.lost_negations import lost_negations
from extractors.extract.shifted_lines import shifted_stretches
from extractors.formats.segments import Corpus
from extractors.formats.testset_scores import INPUT_AUDIT
from extractors.inputs.placeholders import is_phrase, repeated
from extractors.inputs.text_language import LONG

SAME_SHARE, SAME_LEAST = 0.8, 5
"""Two systems are said to be copies if they share at least this share of their long outputs, and this many."""
SOURCE_CHARACTERS, SHORT = 60, 0.4
"""An output is called truncated if its source has at least this many characters, and it itself less than this part of
what the references lead to expect of it."""
ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#x[0-9a-fA-F]{1,6});")
BYTE_ORDER_MARK = "\ufeff"
INVISIBLE = frozenset(escapes.INVISIBLE) - {BYTE_ORDER_MARK, *map(chr, range(0xFE00, 0xFE10))}
"""But for byte-order marks, which have a finding of their own, and what chooses the looks of an emoji."""
CANARY = re.compile(r"\bcanary\b.*(?:[0-9a-f]{8}-[0-9a-f]{4}-|\bguid\b|\bdata\b|\bbenchmark\b)", re.IGNORECASE)
"""A sentence that says that a text is no data for training; the bird alone is none."""
FIRST, READ = 5, 50
SHIFTED, LOST_NEGATION, TRUNCATED = "shifted", "lost_negation", "truncated"
ARTEFACTS = (
    *("empty", "placeholder", "copied_source", "wrong_language", "wrong_script", TRUNCATED),
    *(SHARED_WORDS, CHARACTERS, UNLIKE),
)
"""Findings of an output that stand in the place of a translation: a table has all of their segments."""
TO_READ = (LOST_NEGATION,)
"""Other findings of which a person reads more than the first."""


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """What a check found in a text.

    Attributes:
        text: `source`, `references/NAME` or `systems/NAME`.
        kind: the value of the column `finding`.
        segments: the ids of the segments.
        of_segments: how many segments were looked at.
        of: the other text, or what was found.
    """

    text: str
    kind: str
    segments: tuple[int, ...]
    of_segments: int
    of: str = ""


def audit(corpus: Corpus, systems: Mapping[str, Sequence[str]]) -> list[AuditFinding]:
    """Check a corpus of n segments and the outputs of its systems, n texts each, and return the findings."""
    translations = {f"references/{name}": texts for name, texts in corpus.references.items()}
    # Without references, a system may be known by its scores alone.
    outputs = {name: texts for name, texts in systems.items() if corpus.references or any(texts)}
    translations |= {f"systems/{name}": list(texts) for name, texts in outputs.items()}
    findings = [*_source(corpus.source)]
    references = list(corpus.references.values())
    foreignness = foreign(_some(corpus.source), [text for texts in references for text in _some(texts)])
    usual_scripts = _scripts(text for texts in references for text in texts)
    ratio = _usual_ratio(corpus.source, references)
    for name, texts in translations.items():
        findings += _any_text(name, texts)
        findings += _placeholders(name, texts, corpus.source)
        findings += _copies(name, texts, {"source": corpus.source}, "copied_source")
        if name.startswith("systems/"):
            findings += _copies(
                name, texts, {n: t for n, t in translations.items() if n.startswith("references/")}, "copied_reference"
            )
            findings += _in_source_language(name, texts, corpus.source, references, foreignness)
            findings += _in_another_script(name, texts, usual_scripts)
            findings += _truncated(name, texts, corpus.source, ratio)
    for edited in edited_outputs(corpus.source, corpus.references, outputs):
        shared_with = f"systems/{edited.system}"
        reference = f"references/{edited.reference}"
        findings += _finding(reference, EDITED_OUTPUT, edited.segments, edited.of_segments, shared_with)
    system_texts = {name: texts for name, texts in translations.items() if name.startswith("systems/")}
    languages = corpus.source_language, corpus.target_language
    for name, lost in lost_negations(corpus.source, translations, languages, list(system_texts)):
        findings += _finding(name, LOST_NEGATION, lost, len(corpus.source), "source and most other texts negate")
    findings += [*_same_outputs(system_texts), *shifted(corpus.source, translations)]
    return [*findings, *matter_of(corpus.source, corpus.references, outputs, findings)]


def matter_of(
    source: Sequence[str],
    references: Mapping[str, Sequence[str]],
    outputs: Mapping[str, Sequence[str]],
    findings: Sequence[AuditFinding] = (),
) -> Iterator[AuditFinding]:
    """Find what stands in one output and in no other text; a line that has a name already is not unlike others, too.

    Args:
        findings: further names of lines.
    """
    named: dict[str, set[int]] = {}
    for finding in findings:
        if finding.kind in (*ARTEFACTS, SHIFTED):
            named.setdefault(finding.text, set()).update(finding.segments)
    for matter in foreign_matter(source, references, outputs):
        text = f"systems/{matter.system}"
        lines = [i for i in matter.lines if matter.kind != UNLIKE or i not in named.get(text, ())]
        if matter.kind == SHARED_WORDS:
            named.setdefault(text, set()).update(lines)
        yield from _finding(text, matter.kind, lines, len(source), matter.shown)


def untold(corpus: Corpus, systems: Mapping[str, Sequence[str]]) -> str | None:
    """Say what the audit cannot tell for want of other texts; None if there are enough."""
    if not systems or len(corpus.references) + len(systems) >= LEAST_TEXTS:
        return None
    return "with one output and fewer than two references, a refusal or the text of another segment is not told apart"


def shifted(source: Sequence[str], translations: Mapping[str, Sequence[str]]) -> Iterator[AuditFinding]:
    """Find stretches of lines that stand too early or too late, in the source or in a translation (by name)."""
    for stretch in shifted_stretches(source, translations):
        yield from _finding(stretch.text, SHIFTED, stretch.lines, len(source), stretch.words)


def _finding(text: str, kind: str, segments: Iterable[int], of_segments: int, of: str = "") -> Iterator[AuditFinding]:
    if ids := tuple(segments):
        yield AuditFinding(text, kind, ids, of_segments, of)


def _where(texts: Sequence[str], is_so: Callable[[str], object]) -> list[int]:
    return [i for i, text in enumerate(texts) if is_so(text)]


def _is_long(text: str) -> bool:
    return len(text.split(maxsplit=LONG)) >= LONG


def _any_text(name: str, texts: Sequence[str]) -> Iterator[AuditFinding]:
    yield from _finding(name, "empty", _where(texts, lambda text: not text.strip()), len(texts))
    yield from _finding(name, "canary", _where(texts, CANARY.search), len(texts))
    yield from _finding(name, "byte_order_mark", _where(texts, lambda text: BYTE_ORDER_MARK in text), len(texts))
    invisible = _where(texts, lambda text: not text.isascii() and not INVISIBLE.isdisjoint(text))
    yield from _finding(name, "invisible", invisible, len(texts), "soft hyphens, marks of direction and the like")
    entities = Counter(match[0] for text in texts for match in ENTITY.finditer(text))
    yield from _finding(name, "entities", _where(texts, ENTITY.search), len(texts), " ".join(sorted(entities)[:FIRST]))


def _source(texts: Sequence[str]) -> Iterator[AuditFinding]:
    yield from _any_text("source", texts)
    first: dict[str, int] = {}
    again = [i for i, text in enumerate(texts) if first.setdefault(text, i) < i and text.strip()]
    yield from _finding("source", "double_source", again, len(texts))


def _placeholders(name: str, texts: Sequence[str], source: Sequence[str]) -> Iterator[AuditFinding]:
    """Find phrases that tools print where the source has none, and an output that is repeated for many sources."""
    phrases = [i for i, text in enumerate(texts) if is_phrase(text) and not is_phrase(source[i])]
    stands_for_many = repeated(zip(source, texts, strict=True))
    same = [] if stands_for_many is None else [i for i, text in enumerate(texts) if text == stands_for_many]
    ids = sorted({*phrases, *same})
    yield from _finding(name, "placeholder", ids, len(texts), texts[ids[0]][:60] if ids else "")


def _copies(name: str, texts: Sequence[str], others: Mapping[str, Sequence[str]], kind: str) -> Iterator[AuditFinding]:
    """Find long segments that are the same as in another text, white space apart."""
    for other, compared in others.items():
        long = [i for i, text in enumerate(compared) if _is_long(text)]
        same = [i for i in long if texts[i] == compared[i] or texts[i].split() == compared[i].split()]
        yield from _finding(name, kind, same, len(long), other)


def _same_outputs(outputs: Mapping[str, Sequence[str]]) -> Iterator[AuditFinding]:
    """Find pairs of systems whose long outputs are mostly the same."""
    # Of each text but for its blanks a number, for the words of many systems take much memory.
    words = {name: np.array([hash(" ".join(text.split())) for text in texts]) for name, texts in outputs.items()}
    is_long = {name: np.array([_is_long(text) for text in texts], dtype=bool) for name, texts in outputs.items()}
    for first, second in combinations(outputs, 2):
        same = np.flatnonzero(is_long[first] & (words[first] == words[second])).tolist()
        long = int(is_long[first].sum())
        if len(same) >= max(SAME_LEAST, SAME_SHARE * long):
            yield from _finding(first, "same_output", same, long, second)


def _in_source_language(
    name: str,
    texts: Sequence[str],
    source: Sequence[str],
    references: Sequence[Sequence[str]],
    foreignness: Callable[[str], float] | None,
) -> Iterator[AuditFinding]:
    """Find outputs in the source language, except copies of the source."""
    if foreignness is None:
        return
    long = [i for i, text in enumerate(texts) if _is_long(text)]
    likely = [i for i in long if foreignness(texts[i]) > MARGIN and texts[i].split() != source[i].split()]
    # A segment of names is much like the source in the target language, too.
    usual = {i: max(foreignness(reference[i]) for reference in references) for i in likely}
    foreign_ones = [i for i in likely if foreignness(texts[i]) > MARGIN + usual[i]]
    yield from _finding(name, "wrong_language", foreign_ones, len(long), "source language")


def _in_another_script(name: str, texts: Sequence[str], usual: set[str]) -> Iterator[AuditFinding]:
    """Find outputs in a script that no reference uses; none without the `usual` scripts of long references."""
    others = [i for i, text in enumerate(texts) if _script(text) not in (None, *usual)] if usual else []
    yield from _finding(name, "wrong_script", others, len(texts), _script(texts[others[0]]) or "" if others else "")


SIZE = 3
"""Characters of the pieces that tell two languages apart."""
MARGIN = 0.4
"""An output is in the source's language if its pieces are, on average, likelier there by this (natural logarithm), and
more so by this than those of its references."""
LEAST_PIECES = 200
"""Pieces of each language from which on they can be told apart."""
LEARNT_FROM = 100_000
"""The most segments of a text that are read to know its language."""


def _some(texts: Sequence[str]) -> Sequence[str]:
    """Return at most LEARNT_FROM texts from all parts of a corpus, enough to learn its language from."""
    return texts[:: max(1, -(-len(texts) // LEARNT_FROM))]


class _Ratios(dict[str, float]):
    """Maps a piece to its ratio; unseen pieces get the ratio of a piece that neither text has."""

    def __init__(self, ratios: Mapping[str, float], new: float) -> None:
        super().__init__(ratios)
        self._new = new

    def __missing__(self, piece: str) -> float:
        return self._new


def foreign(source: Sequence[str], target: Sequence[str]) -> Callable[[str], float] | None:
    """Return a function that says how much more a text is like the source than like the target.

    It gives the mean log-likelihood ratio of the text's character trigrams under the two sides, smoothed by one; 0 for
    a text without any. Cavnar and Trenkle 1994 tell languages apart by character n-grams, too. The two sides of the
    corpus are all that it knows of the languages; None if they have too little text.
    """
    counts = [Counter(piece for text in texts for piece in _pieces(text)) for texts in (source, target)]
    totals = [sum(count.values()) for count in counts]
    if min(totals) < LEAST_PIECES:
        return None
    kinds = counts[0].keys() | counts[1].keys()
    # Of a piece that neither text has.
    new = math.log((totals[1] + len(kinds)) / (totals[0] + len(kinds)))
    ratios = _Ratios({p: new + math.log((counts[0][p] + 1) / (counts[1][p] + 1)) for p in kinds}, new)

    def foreignness(text: str) -> float:
        pieces = _pieces(text)
        return sum(map(ratios.__getitem__, pieces)) / max(len(pieces), 1)

    return foreignness


def _pieces(text: str) -> list[str]:
    letters = " ".join(re.findall(r"[^\W\d_]+", text.casefold()))
    return [letters[i : i + SIZE] for i in range(len(letters) - SIZE + 1)]


def _script(text: str) -> str | None:
    """Return the script of most letters in a long text (first word of their Unicode names); None for a short one."""
    latin = len(text.encode("ascii", "ignore").translate(None, NO_LETTERS))
    others = [] if text.isascii() else [letter for letter in BEYOND_ASCII.findall(text) if letter.isalpha()]
    if latin + len(others) < 4 * LONG:
        return None
    if latin > len(others):
        return "LATIN"
    scripts = Counter(map(_script_of, others))
    scripts["LATIN"] += latin
    return scripts.most_common(1)[0][0]


NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())
BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


@lru_cache(maxsize=1 << 16)
def _script_of(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _scripts(texts: Iterable[str]) -> set[str]:
    return {script for text in texts if (script := _script(text)) is not None}


def _usual_ratio(source: Sequence[str], references: Sequence[Sequence[str]]) -> float | None:
    """Return the number of reference characters per source character; None without references."""
    pairs = [pair for texts in references for pair in zip(source, texts, strict=True) if all(pair)]
    return sum(len(text) for _, text in pairs) / sum(len(text) for text, _ in pairs) if pairs else None


def _truncated(name: str, texts: Sequence[str], source: Sequence[str], ratio: float | None) -> Iterator[AuditFinding]:
    if ratio is None:
        return
    long = [i for i, text in enumerate(source) if len(text) >= SOURCE_CHARACTERS]
    cut = [i for i in long if texts[i].strip() and len(texts[i]) < SHORT * ratio * len(source[i])]
    yield from _finding(name, TRUNCATED, [i for i in cut if not is_phrase(texts[i])], len(long))


def table_of(findings: Sequence[AuditFinding]) -> pa.Table:
    return INPUT_AUDIT.from_columns(
        {
            "text": [f.text for f in findings],
            "finding": [f.kind for f in findings],
            "segments": [len(f.segments) for f in findings],
            "share": [len(f.segments) / f.of_segments for f in findings],
            "of": [f.of for f in findings],
            "first": [list(f.segments[: _most_listed(f)]) for f in findings],
        }
    )


def _most_listed(finding: AuditFinding) -> int | None:
    """Return how many segments the table lists; None for all."""
    if finding.kind in ARTEFACTS and finding.text.startswith("systems/"):
        return None
    return READ if finding.kind in (TRUNCATED, *TO_READ) else FIRST
