"""What makers of errors know: the user's parsed corpora, a lexicon and counts of training words."""

import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from challenge_sets_suites.contrastive._texts import is_finite, kind_of
from extractors.core import files
from extractors.core.digits import is_whole
from extractors.core.errors import InputError
from extractors.formats.treebank import Treebank, parse_feats

Counts = dict[str, Counter[str]]


def _counts() -> Counts:
    return defaultdict(Counter)


@dataclass
class Resources:
    """Words with their forms and company, as corpora and a lexicon have them. Words are in lower case but for nouns.

    All is added before anything is asked.

    Attributes:
        forms: how often each form, as it is written, is in the corpora.
        classes: of a form in lower case, how often it is of each part of speech.
        lemmas: of a verb's form, its lemmas.
        tenses: of a finite form, its tenses.
        cells: of (lemma, tense, number, person) of verbs in the indicative, the forms.
        articles: of a noun's form, the words that determine it: `der`, `einen`, and `zur`, `im` for a preposition
            with its article.
        particles: of a verb's lemma, the separable particles.
        auxiliaries: of a participle, its auxiliaries: `haben`, `sein`, `werden`.
        with_object: of a participle, how often it has an object.
        negated: of the part-of-speech tags before and behind a negation, how often.
        counts: of a word in the training data; None if nobody counted.
        seen: the texts of the corpora, without white space.
    """

    forms: Counter[str] = field(default_factory=Counter)
    classes: Counts = field(default_factory=_counts)
    lemmas: Counts = field(default_factory=_counts)
    tenses: Counts = field(default_factory=_counts)
    cells: dict[tuple[str, str, str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    articles: Counts = field(default_factory=_counts)
    particles: Counts = field(default_factory=_counts)
    auxiliaries: Counts = field(default_factory=_counts)
    with_object: Counter[str] = field(default_factory=Counter)
    negated: Counter[tuple[str, str]] = field(default_factory=Counter)
    counts: Mapping[str, int] | None = None
    seen: set[str] = field(default_factory=set)

    def add_treebank(self, treebank: Treebank) -> None:
        """Learn from a parsed corpus."""
        self.seen.update(squeezed("".join(tokens)) for tokens in treebank.surface.values())
        feats = treebank.feature_values()
        heads, first_of = treebank.head_word, treebank.children
        contracted = {w: form.lower() for first, last, form in treebank.multiword for w in range(first, last + 1)}
        tags = [(treebank.form[w], treebank.upos[w], feats[int(treebank.feats.codes[w])]) for w in range(len(treebank))]
        for w, (form, upos, features) in enumerate(tags):
            lower, head = form.lower(), int(heads[w])
            self.forms[form] += 1
            self.classes[lower][upos] += 1
            if upos in ("VERB", "AUX"):
                self._add_verb(lower, treebank.lemma[w].lower(), features)
            if upos == "DET" and head > w and head >= 0 and tags[head][1] == "NOUN":
                self.articles[tags[head][0]][contracted.get(w, lower)] += 1
            deprel = treebank.deprel[w]
            if deprel == "compound:prt" and head >= 0:
                self.particles[treebank.lemma[head].lower()][lower] += 1
            if deprel in ("aux", "aux:pass") and head >= 0:
                self.auxiliaries[tags[head][0].lower()][treebank.lemma[w].lower()] += 1
            if lower in ("nicht", "not") and 0 < w < len(tags) - 1:
                self.negated[kind_of(*tags[w - 1][1:]), kind_of(*tags[w + 1][1:])] += 1
            if upos == "VERB" and features.get("VerbForm") == "Part":
                dependents = first_of[1][first_of[0][w] : first_of[0][w + 1]]
                self.with_object[lower] += any(treebank.deprel[int(d)] == "obj" for d in dependents)

    def _add_verb(self, form: str, lemma: str, features: Mapping[str, str]) -> None:
        self.lemmas[form][lemma] += 1
        if not is_finite(features):
            return
        tense, number, person = (features.get(name, "") for name in ("Tense", "Number", "Person"))
        self.tenses[form][tense] += 1
        if features.get("Mood", "Ind") == "Ind":
            self.cells[lemma, tense, number, person][form] += 1

    def has_seen(self, text: str) -> bool:
        """Return whether the corpora have this text as a segment, ignoring white space."""
        return squeezed(text) in self.seen

    def add_lexicon(self, path: Path) -> None:
        """Learn from a lexicon: a form, lemma, part of speech and features (as in CoNLL-U) a line, with tabs."""
        for number, line in enumerate(files.read_lines(path), 1):
            fields = line.split("\t")
            if not line.strip() or line.startswith("#"):
                continue
            if len(fields) != 4 or not all(fields):
                raise InputError(
                    f"{len(fields)} columns, not 4, or an empty one",
                    path=path,
                    line=number,
                    remedy="write form, lemma, part of speech (UPOS) and features, with tabs between them; _ for none",
                )
            form, lemma, upos, feats = fields
            features = parse_feats(feats)
            self.forms[form] += 1
            self.classes[form.lower()][upos] += 1
            if upos in ("VERB", "AUX"):
                self._add_verb(form.lower(), lemma.lower(), features)
            elif upos == "NOUN" and features.get("Number") == "Sing":
                for gender in features.get("Gender", "").split(","):
                    self.articles[form].update(ARTICLES_OF_GENDER.get(gender, ()))

    def add_counts(self, path: Path) -> None:
        """Learn how often words are in the training data: a word and its count a line, with a tab."""
        counts = dict(self.counts or {})
        for number, line in enumerate(files.read_lines(path), 1):
            word, tab, count = line.partition("\t")
            if not line.strip():
                continue
            if not (word and tab and is_whole(count.strip())):
                raise InputError(
                    f"the line {line[:40]!r} is not a word and its count",
                    path=path,
                    line=number,
                    remedy="write a word, a tab and a whole number",
                )
            counts[word] = counts.get(word, 0) + int(count.strip())
        self.counts = counts

    def frequency(self, words: Iterable[str]) -> int | None:
        """Return how often the rarest of some words is in the training data; None if there are no counts or no words.

        A word that is not there as it is written, as at the start of a sentence, is looked up in lower case.
        """
        if (counts := self.counts) is None:
            return None
        return min((counts.get(word) or counts.get(word.lower(), 0) for word in words), default=None)

    def rarity(self, word: str) -> int:
        """Return how often a word is in the training data or, without counts, its count in the corpora less one."""
        return self.counts.get(word, 0) if self.counts is not None else self.forms[word] - 1

    def has_word(self, form: str, *classes: str) -> bool:
        """Return whether a form is in the corpora or the lexicon as one of these parts of speech."""
        classes_of_form = self.classes.get(form.lower())
        return classes_of_form is not None and any(classes_of_form[name] for name in classes)

    def mostly(self, form: str, *classes: str) -> bool:
        """Return whether a form is one of these parts of speech in more than half of its occurrences."""
        counts = self.classes.get(form.lower(), Counter())
        return 2 * sum(counts[name] for name in classes) > counts.total()

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self.classes)

    def begins(self, prefix: str) -> bool:
        """Return whether some word of the corpora or the lexicon begins with `prefix`."""
        index = bisect_left(self._sorted, prefix)
        return index < len(self._sorted) and self._sorted[index].startswith(prefix)

    @cached_property
    def noun_endings(self) -> dict[str, Counter[str]]:
        """`articles` by the noun's form in lower case, so that a compound's last part can be found."""
        endings: dict[str, Counter[str]] = defaultdict(Counter)
        for form, articles in self.articles.items():
            endings[form.lower()].update(articles)
        return endings


def squeezed(text: str) -> str:
    """Convert a text to Unicode NFC, and remove its white space."""
    return "".join(unicodedata.normalize("NFC", text).split())


ARTICLES_OF_GENDER = {
    "Masc": ("der", "den", "einen", "einem"),
    "Fem": ("die", "eine", "einer"),
    "Neut": ("das", "einem"),
}
