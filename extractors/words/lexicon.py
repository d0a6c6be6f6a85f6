"""The lemmas of word forms of the target language, the same whoever writes them.

A lemma comes from a parse of the references. A form that they lack is parsed by itself, out of context.
So an output is never parsed: a parser errs more on bad sentences than on good ones, and a system would be
charged with the parser's errors; and parsing the forms takes seconds where parsing all outputs takes minutes.
The price is that a form has all its lemmas everywhere (`left` is `leave` and `left`).
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa

from extractors.core.errors import InputError
from extractors.core.logs import log, progress
from extractors.formats import tables
from extractors.formats.accuracy import LEXICON
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.models.installed import find_shipped
from extractors.models.our_encoders import SHIPPED_PARSER, styles_of
from extractors.models.parsers import DEFAULT_PARSER, Parser, create_parser
from extractors.models.tokenizers import tokens
from extractors.words.roles import PARTICLE_RELATIONS, REFLEXIVES

Texts = Mapping[str, Sequence[str]]
"""Segments by the name of their reference or system."""

SMALLEST_SHARE = 0.1
"""A lemma that fewer of a form's occurrences have is taken for an error of the parser."""

PREFIXING = ("de", "nl", "af", "hu", "et")
"""Languages in which a separable particle is written in front of the verb where it is not separated."""
CONJUNCTIONS = frozenset(["und", "oder", "aber", "sondern", "denn", "als", "en", "of"])  # codespell:ignore oder,als
"""Words that a new clause or phrase begins with, before which a particle may stand."""
SENTENCE_ENDS = frozenset(".!?:;")
NEAR, NEXT = 5, 2
"""Words that a verb may stand before its particle in a language that does not write the two as one: a particle that
does not end its clause is next to the verb or one word away, or it is a preposition (`took the lead in May`)."""

NO_LEMMAS = "none"
"""The signature of a lexicon without lemmas: words are then compared by their forms only."""


class LemmaLexicon:
    """The lemmas of word forms.

    Args:
        rows: form, lemma and occurrences, as in the table LEXICON.
        signature: what parsed them.
    """

    def __init__(self, rows: Iterable[tuple[str, str | None, int]] = (), *, signature: str = NO_LEMMAS) -> None:
        self.signature = signature
        in_context: dict[str, Counter[str]] = defaultdict(Counter)
        self._alone: dict[str, str] = {}
        self._looked_up: set[str] = set()
        for form, lemma, occurrences in rows:
            self._looked_up.add(form.casefold() if occurrences else form)
            if lemma is not None and occurrences:
                in_context[form.casefold()][lemma.casefold()] += occurrences
            elif lemma is not None:
                self._alone[form] = lemma.casefold()
        self._in_context = {form: _frequent(lemmas) for form, lemmas in in_context.items() if " " not in form}
        self._keys: dict[str, tuple[str, ...]] = {}
        self._separated = self._separated_verbs(in_context)
        self._whole = cache(self._find_whole)
        # A language that writes some particle in front of its verb does so with all.
        self._particles_at_end = frozenset(p for (_, p), whole in self._separated.items() if " " not in whole)
        self.particles = frozenset(particle for _, particle in self._separated)
        self._lemmas = {lemma for lemmas in self._in_context.values() for lemma in lemmas} | set(self._alone.values())

    def _separated_verbs(self, in_context: Mapping[str, Counter[str]]) -> dict[tuple[str, str], str]:
        """(lemma of the verb alone, particle) -> lemma of the whole."""
        whole = {}
        for form, lemmas in in_context.items():
            verb, _, particle = form.partition(" ")
            # Parsers err: a bracket is no particle.
            if particle.isalpha():
                lemma = max(lemmas, key=lambda lemma: (lemmas[lemma], lemma))
                for of_verb in self.lemmas(verb) or (verb,):
                    whole[of_verb, particle] = lemma
        return whole

    @classmethod
    def of(cls, table: pa.Table) -> LemmaLexicon:
        """Of a table of the format LEXICON."""
        columns = (table.column(c.name).to_pylist() for c in LEXICON.columns)
        return cls(zip(*columns, strict=True), signature=_metadata(table, "lemmas") or "unknown")

    def lemmas(self, form: str) -> tuple[str, ...]:
        """The lemmas of a form, in lower case; none where no parser has seen it."""
        lemmas = self._in_context.get(form.casefold())
        if lemmas is None:
            return (self._alone[form],) if form in self._alone else ()
        return lemmas

    def lacks(self, form: str) -> bool:
        """Whether no parser was asked for the lemma of a form with letters, so that only its form is compared."""
        if form in self._looked_up or form.casefold() in self._in_context:
            return False
        return any(map(str.isalpha, form))

    def share_lacking(self, segments: Iterable[Sequence[str]]) -> float:
        """Of all words with letters in a text, the share that the lexicon lacks; 0 if there are none."""
        words = Counter(word for segment in segments for word in segment if any(map(str.isalpha, word)))
        lacking = sum(count for word, count in words.items() if self.lacks(word))
        return lacking / max(words.total(), 1)

    def keys(self, form: str) -> tuple[str, ...]:
        """The keys of a form: its lower-cased form and its lemmas. Words that share a key count as the same."""
        if form not in self._keys:
            self._keys[form] = (form.casefold(), *(f"\0{lemma}" for lemma in self.lemmas(form)))
        return self._keys[form]

    def both_keys(self, words: Sequence[str]) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
        """The keys of each word of a segment in an output, and in a reference.

        In an output both parts of a separated verb have the key of the whole besides their own, in a reference alone,
        since one of them is another verb. A reflexive of a reference has its form alone: `mich` and `ich` have one
        lemma.
        """
        of_output = [self.keys(word) for word in words]
        # The first key is the word in lower case.
        of_reference = [keys[:1] if keys[0] in REFLEXIVES else keys for keys in of_output]
        for verb, particle, lemma in self.separated(words):
            for place in (verb, particle):
                of_output[place] = (*of_output[place], f"\0{lemma}")
                of_reference[place] = (f"\0{lemma}",)
        return of_output, of_reference

    def separated(self, words: Sequence[str]) -> list[tuple[int, int, str]]:
        """The separated verbs of a segment: places of verb and particle, and the lemma of the whole.

        A verb and a particle are one if the parse of the references has them as one anywhere; where the particle is
        written in front of the whole (`anmelden`), also if their whole is a lemma that the lexicon knows. Then the
        particle must end its clause (a German particle does), and the verb is the nearest before it in the sentence;
        otherwise it must follow within five words, or two where it does not end its clause.
        """
        folded = [word.casefold() for word in words]
        if self.particles.isdisjoint(folded):
            return []
        found: list[tuple[int, int, str]] = []
        for place, particle in enumerate(folded):
            is_particle = particle in self.particles
            if not is_particle or (particle in self._particles_at_end and not _ends_clause(words, place)):
                continue
            for verb in range(place - 1, -1, -1):
                if words[verb] in SENTENCE_ENDS:
                    break
                lemma = self._whole(words[verb], particle)
                if lemma is None or any(verb == other for other, _, _ in found):
                    continue
                ends = _ends_clause(words, place)
                if place - verb <= (NEAR if ends else NEXT) if " " in lemma else ends:
                    found.append((verb, place, lemma))
                    break
        return found

    def _find_whole(self, verb: str, particle: str) -> str | None:
        """The lemma of the whole, if the two are one."""
        for lemma in self.lemmas(verb) or (verb.casefold(),):
            whole = self._separated.get((lemma, particle))
            if whole is not None:
                return whole
            if particle + lemma in self._lemmas:
                return particle + lemma
        return None


def _frequent(lemmas: Counter[str]) -> tuple[str, ...]:
    least = SMALLEST_SHARE * lemmas.total()
    return tuple(sorted(lemma for lemma, count in lemmas.items() if count >= least))


def default_parser(
    language: str, *, name: str | None = None, model: str | None = None, options: Mapping[str, Any] | None = None
) -> Parser | None:
    """The parser that gives lemmas; None, with a warning, where nobody named one and the default has no model."""
    if (name, model) == (None, None) and not has_shipped_lemmas(language):
        log.warning(
            "no model for %s gives lemmas: words are compared by their forms only, so that an inflected"
            " form counts as missed",
            language,
        )
        return None
    return create_parser(name or DEFAULT_PARSER, language=language, model=model, options=dict(options or {}))


def has_shipped_lemmas(language: str) -> bool:
    """Whether the shipped parser is here and gives lemmas of a language."""
    folder = find_shipped(SHIPPED_PARSER)
    return folder is not None and language in styles_of(folder)


def lexicon_table(
    references: Texts, outputs: Iterable[Sequence[str]], language: str, parser: Parser | None, *, kept: Path | None
) -> pa.Table:
    """The lexicon of a corpus and its systems, a table LEXICON.

    Args:
        outputs: the segments of each system.
        parser: one of that language; None for a lexicon without lemmas.
        kept: an earlier lexicon, if it is there, from which only what is new is looked up. One that was made by another
            parser or from other references is not used.
    """
    if parser is None:
        return tables.with_metadata(LEXICON.table([]), lemmas=NO_LEMMAS)
    texts = [text for segments in references.values() for text in segments]
    made_from = {
        "lemmas": parser.signature,
        "references": hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16],
        "words": "separated verbs as one",
    }
    earlier = None if kept is None else _earlier(kept)
    if earlier is not None and all(_metadata(earlier, key) == value for key, value in made_from.items()):
        rows = list(zip(*(earlier.column(c.name).to_pylist() for c in LEXICON.columns), strict=True))
    else:
        log.info("lemmas of %d reference segments with %s", len(texts), parser.signature)
        counts = Counter(_lemmas(parser, texts, language))
        rows = [(form, lemma, count) for (form, lemma), count in sorted(counts.items())]
    known = {form.casefold() if count else form for form, _, count in rows}
    forms = {
        word for output in outputs for segment in output for token in tokens(segment, language) for word in token.words
    }
    new = sorted({f for f in forms if f.casefold() not in known and f not in known and any(map(str.isalpha, f))})
    log.info("lemmas of %d word forms that the references lack", len(new))
    for form, sentences in zip(new, parser.parse(new), strict=True):
        words = [word for sentence in sentences for word in sentence.words]
        # A form that the parser cuts into several words has no lemma of its own.
        lemma = words[0].lemma if len(words) == 1 and words[0].lemma != "_" else None
        rows.append((form, lemma, 0))
    columns = dict(zip((c.name for c in LEXICON.columns), zip(*rows, strict=True), strict=True)) if rows else {}
    table = LEXICON.from_columns(columns) if rows else LEXICON.table([])
    return tables.with_metadata(table, **made_from)


def _earlier(path: Path) -> pa.Table | None:
    """The lexicon that is there; None if there is none, or a damaged one."""
    if not path.is_file():
        return None
    try:
        return tables.read(LEXICON, path)
    except InputError as error:
        log.warning("%s; all words are looked up again", error.problem)
        return None


def lexicon_to_file(
    *, segments: str | Path, systems: Iterable[str | Path], parser: Parser | None, lexicon: str | Path
) -> None:
    """Write the lexicon of a corpus and its systems (tables of `ingest`); what the file has is not looked up again."""
    corpus = read_corpus(segments)
    outputs = (read_hypotheses(path) for path in systems)
    table = lexicon_table(corpus.references, outputs, corpus.target_language, parser, kept=Path(lexicon))
    tables.write(table, lexicon)


def _lemmas(parser: Parser, texts: Sequence[str], language: str) -> Iterator[tuple[str, str]]:
    """Every word with its lemma, where it has one, and every separated verb, as `meldet an`, with that of the whole."""
    for sentences in progress(parser.parse(texts), what="lemmas", total=len(texts)):
        for sentence in sentences:
            yield from ((word.form, word.lemma) for word in sentence.words if word.lemma not in ("_", ""))
            for place, word in enumerate(sentence.words):
                verb = sentence.words[word.head - 1]
                if word.deprel in PARTICLE_RELATIONS and 0 < word.head <= place and verb.lemma not in ("_", ""):
                    yield f"{verb.form} {word.form}", whole_lemma(verb.lemma, word.form, language)


def whole_lemma(verb: str, particle: str, language: str) -> str:
    """The lemma of a separated verb: `ablehnen` of `lehnen` and `ab`, in English `turn down`."""
    verb, particle = verb.casefold(), particle.casefold()
    if language not in PREFIXING:
        return f"{verb} {particle}"
    return verb if verb.startswith(particle) else particle + verb


def _ends_clause(words: Sequence[str], place: int) -> bool:
    after = words[place + 1] if place + 1 < len(words) else "."
    return not any(map(str.isalnum, after)) or after.casefold() in CONJUNCTIONS


def _metadata(table: pa.Table, key: str) -> str | None:
    value = (table.schema.metadata or {}).get(key.encode())
    return None if value is None else str(value.decode())
