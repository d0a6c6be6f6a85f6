"""The German separable verbs that config/lexicons/separable_verbs.de.tsv lists, learnt from raw text.

    python -m lab.measurements.separable_verbs [--data ../shared/data] --parses FILE -o FILE

Takes the German of OPUS Books, Multi30k, newstest2013, WMT21, WMT23 and WMT24 (sources, references and systems'
outputs), each line once: 2.3 million words. The shipped parser parses them, in some six minutes of a free core, and
keeps the parses where --parses says; if they are there, they are read. The counting takes half a minute.

A verb is separable if *zu* and *ge* stand inside it: *teilzunehmen*, *teilgenommen*; *verstehen* has *zu verstehen* and
*verstanden*. So a pair of first part and verb is listed if text has

- *zu* inside it, and *ge* inside it or another form in one word (*dass er teilnimmt*), or
- *ge* inside it, and a form in one word that is no participle (*handgemacht* has none), of a first part that has *zu*
  inside another verb, or
- one of these, of a first part with five such verbs or more, or
- three forms in one word, of a first part with such verbs, and without participles that have no *ge* after it
  (*über*: *übersetzt*), or
- the first part apart before the verb (*infrage zu stellen*), three times, where it is a preposition grown together
  with its noun.

Other pairs that are written apart more often than in one word are left out: *gut machen* is not *gutmachen*.

Nothing of the text is in the list but the words and how often each proof was seen.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from benchmarks._common import arguments_of
from extractors.core import files
from extractors.extract.parse import parse_to_file
from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.models.parsers import DEFAULT_PARSER, create_parser

TEXTS = (
    "books/books.de.gz",
    "multi30k/train.de.gz",
    "newstest2013/newstest2013.de",
    "wmt21/de-en/source.de",
    "wmt21/en-de/reference.*.de",
    "documents/wmt23-de-en/source.de",
    "documents/*/reference.*.de.gz",
    "wmt21/en-de/systems/*.de",
    "documents/*/systems/*.de.gz",
)
PROOFS = ("zu", "ge", "joined", "apart")
"""What is counted of a pair: zu and ge inside it, other forms in one word, the first part apart before the verb."""
FUSED = re.compile("(ab|an|bei|im|in|über|von|zu)(.{3,})")
"""A preposition and what may be a noun: *infrage*, *zustande*."""
SHORTEST = 2
"""The letters of the shortest first part."""
TWICE = 2
"""How often a form of a verb by itself must be seen."""
VERB_SHARE = 0.3
"""The share of a form's words that are parsed as verbs, from which on it is taken for a form of a verb."""
INFINITIVE_SHARE = 0.1
"""The share of a form as a verb that is parsed as an infinitive, from which on it is taken for one."""
LEMMA_SHARE = 0.7
"""The share of a form's lemmas that are the form, from which on it is taken for an infinitive."""
BRACKET_SHARE = 0.6
"""The share of a fused word's places that are those of a first part, from which on it is taken for one."""
PRODUCTIVE = 5
"""The verbs from which on a first part is taken to make new ones."""
ENOUGH = 3
"""How often what is a weak proof by itself must be seen."""
AMBIGUOUS = 0.5
"""The share of a first part's participles that lack ge, from which on it makes inseparable verbs, too."""
NO_SEPARABLE = {"sein", "werden", "können", "müssen", "sollen", "wollen", "dürfen", "mögen"}
"""Verbs before which an adverb is written apart: *da sein*, *zurück müssen*."""

Pair = tuple[str, str]


def texts(data: Path) -> list[str]:
    """Read the different lines of all texts."""
    paths = [path for pattern in TEXTS for path in sorted(data.glob(pattern))]
    lines = (line.strip() for path in paths for line in files.read_lines(path))
    return [line for line in dict.fromkeys(lines) if line]


@dataclass
class Words:
    """What the parses say of lower-case forms.

    Attributes:
        all: how often each form occurs.
        verbs: of these as a verb; `participles`, `infinitives`: as such a form of one (STTS).
        lemmas: of each form as a verb.
        nouns: forms of nouns, as they are written.
        bracket: how often each stands where a first part written apart does.
        apart: how often each stands right before each form of a verb, or with zu between.
    """

    all: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    participles: Counter[str] = field(default_factory=Counter)
    infinitives: Counter[str] = field(default_factory=Counter)
    lemmas: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    nouns: set[str] = field(default_factory=set)
    bracket: Counter[str] = field(default_factory=Counter)
    apart: Counter[Pair] = field(default_factory=Counter)

    def add(self, treebank: Treebank) -> None:
        """Count the words of a parse."""
        columns = (treebank.form, treebank.upos, treebank.xpos, treebank.lemma)
        rows = [tuple(map(column.__getitem__, range(len(treebank)))) for column in columns]
        heads, sentences = treebank.head_word.tolist(), treebank.sentence.tolist()
        for place, (form, upos, xpos, lemma) in enumerate(zip(*rows, strict=True)):
            lower = form.lower()
            self.all[lower] += 1
            if upos in ("VERB", "AUX"):
                self.verbs[lower] += 1
                self.participles[lower] += xpos.endswith("PP")
                self.infinitives[lower] += xpos.endswith("INF")
                self.lemmas[lower][lemma] += 1
            elif upos == "NOUN":
                self.nouns.add(form)
            if form == lower and lower.isalpha():
                self._add_place(place, rows, heads, sentences)

    def _add_place(self, place: int, rows: list[tuple[str, ...]], heads: list[int], sentences: list[int]) -> None:
        """Count a word that may be a first part: right before a verb, or at the end of its verb's clause."""
        forms, upos, xpos, _ = rows
        verb = place + 1 + (forms[place + 1 : place + 2] == ("zu",))
        apart = verb < len(forms) and upos[verb] == "VERB" and xpos[verb].endswith(("PP", "INF", "IZU"))
        # zu hören is no zuhören, but zustande is taken for a preposition, too.
        may_be_part = upos[place] not in ("ADP", "PART", "SCONJ") or FUSED.fullmatch(forms[place])
        if apart and sentences[verb] == sentences[place] and may_be_part:
            self.apart[forms[place], forms[verb].lower()] += 1
            self.bracket[forms[place]] += 1
        elif 0 <= heads[place] < place and upos[heads[place]] == "VERB":
            after = place + 1
            ends = after == len(forms) or sentences[after] != sentences[place] or upos[after] in ("PUNCT", "CCONJ")
            self.bracket[forms[place]] += ends


@dataclass
class Verbs:
    """The forms of verbs that occur by themselves.

    Attributes:
        infinitives: the verbs, which are their own lemmas.
        forms: the verb of each of their forms that is no participle with ge-.
        participles: the verb of each participle with ge-.
    """

    infinitives: set[str]
    forms: dict[str, str]
    participles: dict[str, str]

    @cached_property
    def with_ge(self) -> set[str]:
        """The verbs whose participles have ge-."""
        return {*self.participles.values()}

    @classmethod
    def of(cls, words: Words) -> Verbs:
        lemma = {form: lemmas.most_common(1)[0][0] for form, lemmas in words.lemmas.items()}
        with_ge = {
            form for form, count in words.participles.items() if form.startswith("ge") and 2 * count > words.verbs[form]
        }
        infinitives = {
            form for form, of_form in lemma.items() if form == of_form and _is_infinitive(form, words)
        } - with_ge
        known = {f: verb for f, verb in lemma.items() if words.verbs[f] >= TWICE and verb in infinitives}
        participles = {}
        for form in with_ge:
            verb = lemma[form]
            # The lemma of a participle may have kept the ge-.
            bare = verb.removeprefix("ge")
            if bare in infinitives or verb in infinitives:
                participles[form] = bare if bare in infinitives else verb
        return cls(infinitives, {form: verb for form, verb in known.items() if form not in with_ge}, participles)


def _is_infinitive(form: str, words: Words) -> bool:
    """Return whether the parses call a form an infinitive often enough, and a vowel precedes its ending."""
    stem = form.removesuffix("n").removesuffix("e")
    enough = max(TWICE, words.verbs[form] * INFINITIVE_SHARE)
    # trugen, of which half the lemmas are tragen, is none.
    surely = words.lemmas[form][form] >= LEMMA_SHARE * words.verbs[form]
    return surely and stem != form and bool(re.search("[aeiouyäöü]", stem)) and words.infinitives[form] >= enough


def evidence(words: Words) -> dict[Pair, Counter[str]]:
    """Count how often each proof was seen for each pair of first part and verb."""
    verbs = Verbs.of(words)
    found: dict[Pair, Counter[str]] = defaultdict(Counter)
    candidates = [w for w in words.lemmas if words.verbs[w] >= VERB_SHARE * words.all[w]]
    for word in candidates:
        for part, rest in _cuts(word):
            # Of several places for zu the last is right: hinzu-zu-fügen.
            if rest.startswith("zu") and "zu" not in rest[2:] and rest[2:] in verbs.infinitives:
                found[part, rest[2:]]["zu"] += words.all[word]
            if rest in verbs.participles:
                found[part, verbs.participles[rest]]["ge"] += words.verbs[word]
    parts = {part for (part, _), proofs in found.items() if proofs["zu"]}
    for word in candidates:
        for part, rest in _cuts(word):
            if part in parts and rest in verbs.forms and rest.removeprefix("zu") not in verbs.infinitives - {rest}:
                verb = verbs.forms[rest]
                if verb in verbs.with_ge and 2 * words.participles[word] > words.verbs[word]:
                    found[part, verb]["bare"] += words.verbs[word]
                else:
                    found[part, verb]["joined"] += words.verbs[word]
    for (part, form), count in words.apart.items():
        verb = verbs.forms.get(form) or verbs.participles.get(form)
        if verb and ((part, verb) in found or _is_fused(part, words)):
            found[part, verb]["apart"] += count
    return found


def _cuts(word: str) -> Iterator[tuple[str, str]]:
    """Yield each way to cut a word into a first part and a rest."""
    return ((word[:place], word[place:]) for place in range(SHORTEST, len(word) - 1))


def _is_fused(word: str, words: Words) -> bool:
    """Return whether a word is a preposition fused with a noun (*infrage*) and stands where first parts do."""
    match = FUSED.fullmatch(word)
    noun = match is not None and match[2].capitalize() in words.nouns
    # Adjectives have endings: intakte; abwaschen is a verb.
    other = words.all[f"{word}e"] > 0 or words.verbs[word] >= VERB_SHARE * words.all[word]
    return noun and not other and words.bracket[word] >= BRACKET_SHARE * words.all[word]


def separable(found: dict[Pair, Counter[str]], ambiguous: set[str], fused: set[str]) -> set[Pair]:
    """Select the pairs with enough proofs that are written as one word more often than as two (unlike *gut machen*).

    Args:
        fused: first parts that are prepositions grown together with nouns.
        ambiguous: first parts that make inseparable verbs, too.
    """

    def has(pair: Pair, proof: str) -> bool:
        # hinzufügen is hinzu-fügen, and no zu inside hin-fügen.
        return found[pair][proof] > 0 and not (proof == "zu" and (f"{pair[0]}zu", pair[1]) in found)

    pairs = [pair for pair in found if pair[1] not in NO_SEPARABLE]
    with_zu = {pair[0] for pair in pairs if has(pair, "zu") and (has(pair, "ge") or has(pair, "joined"))}
    certain = {p for p in pairs if has(p, "zu") + has(p, "ge") + has(p, "joined") > 1 and p[0] in with_zu}
    verbs = Counter(part for part, _ in certain)
    productive = {p for p in pairs if (has(p, "zu") or has(p, "ge")) and verbs[p[0]] >= PRODUCTIVE}
    joined = {p for p in pairs if found[p]["joined"] >= ENOUGH and verbs[p[0]] and p[0] not in ambiguous}
    kept = {p for p in certain | productive | joined if found[p]["apart"] <= sum(found[p][x] for x in PROOFS[:3])}
    kept |= {p for p in pairs if found[p]["apart"] >= ENOUGH and p[0] in fused}
    # Of the cuts of vorangehen, voran-gehen is right; and vor-anzugehen has another verb's zu.
    whole = {part + infix + verb for part, verb in kept for infix in ("", "zu")}
    return {(part, verb) for part, verb in kept if verb not in whole}


def ambiguous_parts(found: dict[Pair, Counter[str]]) -> set[str]:
    """Return the first parts whose participles often lack ge, such as *über* in *übersetzt*."""
    lacking: Counter[str] = Counter()
    having: Counter[str] = Counter()
    for (part, _), proofs in found.items():
        lacking[part] += proofs["bare"]
        having[part] += proofs["ge"]
    return {part for part in lacking if lacking[part] >= AMBIGUOUS * (lacking[part] + having[part])}


def lexicon(words: Words) -> list[tuple[str, ...]]:
    """Return the rows of the list, sorted by first part and verb: both, and the count of each of PROOFS."""
    found = evidence(words)
    fused = {part for part in {pair[0] for pair in found} if _is_fused(part, words)}
    kept = sorted(separable(found, ambiguous_parts(found), fused))
    return [(*pair, *(str(found[pair][proof]) for proof in PROOFS)) for pair in kept]


def write(path: Path, rows: Sequence[tuple[str, ...]]) -> None:
    """Write the list as a lexicon of requests."""
    with files.write_text(path) as out:
        out.writelines("\t".join(row) + "\n" for row in [("part", "verb", *PROOFS), *rows])


def count(parts: Iterable[Treebank]) -> Words:
    """Count the word forms of all parses."""
    words = Words()
    for part in parts:
        words.add(part)
    return words


def main() -> None:
    parser = arguments_of(__doc__, data="books/, multi30k/, newstest2013/, wmt21/, documents/")
    parser.add_argument(
        "--parses",
        type=Path,
        required=True,
        metavar="FILE",
        help="the parses of the text, .conllu.gz; made if they are not there",
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the list, .tsv")
    given = parser.parse_args()
    if not given.parses.is_file():
        parser_of_german = create_parser(DEFAULT_PARSER, language="de", model=None, options={})
        parse_to_file(parser_of_german, texts(given.data), given.parses)
    words = count(conllu.read_parts(given.parses))
    rows = lexicon(words)
    write(given.output, rows)
    print(f"{sum(words.all.values()):,} words; {len(rows):,} pairs of {len({row[0] for row in rows})} first parts")


if __name__ == "__main__":
    main()
