"""Makers of contrastive pairs for many languages, by a table: the wrong forms come from treebanks of the language.

A form is replaced by one of the same lemma that the treebanks have with another value of one feature, and otherwise
the same features (Universal Dependencies). The table is pair_kinds.yaml; what a kind leaves alone stands there and in
`FormSwap`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._texts import PlacedWord
from extractors.formats.treebank import Treebank

ELIDED = re.compile(r"\b(?:je|me|te|se|le|la|de|ne|que|ce) [aeiouyhàâéèêîôû]", re.IGNORECASE)
"""French words that lose their vowel before another."""
PRESENT = {"is", "are", "am", "has", "have", "do", "does", "can", "may", "s", "re"}
PAST = {"was", "were", "had", "did", "said", "told", "added", "could", "would", "made", "became", "began", "came"}
"""English words that show the tense of a text."""
Entry = Mapping[str, Any]
Cell = tuple[str, str, frozenset[tuple[str, str]]]
"""A lemma, its part of speech, and features."""


class Paradigm:
    """The forms of words, as treebanks have them."""

    def __init__(self, treebanks: Iterable[Treebank]) -> None:
        self._forms: dict[Cell, Counter[str]] = defaultdict(Counter)
        self._cells: dict[tuple[str, str], set[Cell]] = defaultdict(set)
        self._readings: dict[tuple[str, str, str], set[frozenset[tuple[str, str]]]] = defaultdict(set)
        self.words: set[str] = set()
        for treebank in treebanks:
            feats = treebank.feature_values()
            for w in range(len(treebank)):
                form, lemma, upos = treebank.form[w].lower(), treebank.lemma[w], treebank.upos[w]
                self.words.add(form)
                features = feats[int(treebank.feats.codes[w])]
                if lemma == "_" or not features or "Typo" in features or "Abbr" in features:
                    continue
                cell = (lemma, upos, _plain(features))
                self._forms[cell][form] += 1
                self._cells[lemma, upos].add(cell)
                self._readings[lemma, upos, form].add(cell[2])

    def other_forms(self, word: PlacedWord, change: str, forgets: Sequence[str], to: Collection[str]) -> list[str]:
        """Find the most frequent form for each value in `to` of the feature `change`, unless it may have the old value.

        One of the two forms may lack the features in `forgets`.
        """
        value, by_value = word.feats.get(change), dict[str, Counter[str]]()
        for cell in self._cells[word.lemma, word.upos]:
            features = dict(cell[2])
            if (
                features.get(change, value) != value
                and features[change] in to
                and _alike(word, features, change, forgets)
            ):
                by_value.setdefault(features[change], Counter()).update(self._forms[cell])
        forms = {max(sorted(counts), key=counts.__getitem__) for counts in by_value.values()}
        return sorted(form for form in forms if form != word.lower and not self._keeps(word, form, change, forgets))

    def _keeps(self, word: PlacedWord, form: str, change: str, forgets: Sequence[str]) -> bool:
        """Return whether a form may have the word's value of the feature."""
        readings = map(dict, self._readings[word.lemma, word.upos, form])
        return any(r.get(change) == word.feats.get(change) and _alike(word, r, change, forgets) for r in readings)

    def values(self, lemma: str, feature: str) -> set[str]:
        """Return the values of a feature that a noun has anywhere."""
        cells = [dict(cell[2]) for upos in ("NOUN", "PROPN") for cell in self._cells[lemma, upos]]
        return {features[feature] for features in cells if feature in features}

    def is_reading(self, word: PlacedWord, feature: str, value: str) -> bool:
        """Return whether the form of a word may have this value of a feature."""
        return any(dict(r).get(feature) == value for r in self._readings[word.lemma, word.upos, word.lower])


def _alike(word: PlacedWord, features: Mapping[str, str], change: str, forgets: Sequence[str]) -> bool:
    """Return whether a word has these features, except `change`, and any in `forgets` that only one of both has."""
    lacking = [name for name in forgets if (name in word.feats) != (name in features)]
    return _plain(word.feats, change, *lacking) == _plain(features, change, *lacking)


def _plain(features: Mapping[str, str], *left_out: str) -> frozenset[tuple[str, str]]:
    return frozenset((name, value) for name, value in features.items() if name not in left_out)


class FormSwap(ErrorMaker):
    """Replaces a form by that with another value of a feature.

    Left alone are words that are part of a longer token, coordinations, numerals and quantities; verbs beside an object
    that may agree with the new form; nouns that have the new value in some treebank, or by their ending (`unsure`).
    """

    def __init__(
        self,
        language: str,
        entry: Entry,
        paradigm: Paradigm,
        unsure: re.Pattern[str] | None = None,
        nominative: Entry | None = None,
    ) -> None:
        self.language, self.category = language, entry["category"]
        self._words, self._change, self._forgets = entry["words"], entry["change"], entry["forgets"]
        self._to = defaultdict(tuple, entry["to"]) if isinstance(entry["to"], Mapping) else entry["to"]
        self._fits = {
            "subject": self._agrees_with_subject,
            "noun": self._agrees_with_noun,
            "adposition": self._is_governed,
            "nothing": self._is_main_verb,
        }[entry["agrees"]]
        self._paradigm, self._unsure, self._nominative = paradigm, unsure, nominative

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        del resources
        for word in text.words:
            if word.upos not in self._words or self._change not in word.feats or not word.whole:
                continue
            if text.hyphenated(word) or word.lower[-1:] in "'’" or (partner := self._fits(text, word)) is None:
                continue
            to = self._to[word.feats[self._change]] if isinstance(self._to, Mapping) else self._to
            others = self._paradigm.other_forms(word, self._change, self._forgets, to)
            others = [form for form in others if form[-1:] not in "'’" and form.isalpha() == word.lower.isalpha()]
            if self._nominative is not None:
                others = [form for form in others if re.search(self._nominative["form"], form)]
            if others:
                words = (word.form,) if partner is word else (word.form, partner.form)
                distance = None if partner is word else text.distance(word, partner)
                yield Candidate(tuple(text.replaced(word, form) for form in others), words, distance)

    def _agrees_with_subject(self, text: TargetText, word: PlacedWord) -> PlacedWord | None:
        """Find the subject that a finite verb shares its number with; None if it is not clear."""
        head = text.words[word.head] if word.relation in ("aux", "cop") and word.head >= 0 else word
        subjects = text.children(head, "nsubj", "csubj", "expl")
        finite = word.feats.get("VerbForm", "Fin") == "Fin" and ("Person" in word.feats or "Tense" in word.feats)
        if len(subjects) != 1 or not finite or subjects[0].relation != "nsubj" or word.feats.get("Person", "3") != "3":
            return None
        subject, number = subjects[0], word.feats[self._change]
        others = text.children(head, "aux", "cop")
        if head is word and any(other.finite for other in others):
            return None
        quantity = text.children(subject, "conj", "nummod", "appos", "cc") or (
            number == "Sing" and text.children(subject, "nmod", "flat", "acl")
        )
        rivals = [w for w in text.children(head, "obj", "iobj", "obl", "xcomp") if w.upos in ("NOUN", "PROPN", "PRON")]
        rival = any(w.number_feature != number and not text.children(w, "case") for w in rivals)
        named = head.upos in ("NOUN", "PROPN", "PRON", "NUM") and head.number_feature != number
        fits = subject.number_feature == number and subject.feats.get("Case", "Nom") in ("Nom", "Dir")
        clear = fits and subject.upos in ("NOUN", "PRON") and not (quantity or rival or named)
        return subject if clear and not text.hyphenated(subject) else None

    def _agrees_with_noun(self, text: TargetText, word: PlacedWord) -> PlacedWord | None:
        """Find the noun that a determiner or adjective modifies and agrees with; None if its form does not tell."""
        if word.relation not in ("det", "amod") or word.head < 0:
            return None
        noun = text.words[word.head]
        shared = [name for name in ("Gender", "Number", "Case") if name in word.feats and name in noun.feats]
        if noun.upos != "NOUN" or self._change not in shared or text.hyphenated(noun):
            return None
        if any(word.feats[name] != noun.feats[name] for name in shared) or not noun.form.islower():
            return None
        if text.children(noun, "conj", "nummod", "cc") or text.children(word, "conj", "cc") or self._is_unsure(noun):
            return None
        # `ces deux maisons`, `the New York office`: what stands between may be what agrees.
        plain = all(w.upos in ("ADJ", "ADV", "DET", "ADP", "NOUN") for w in text.between(word, noun))
        return noun if plain and abs(word.number - noun.number) <= 3 else None

    def _is_unsure(self, noun: PlacedWord) -> bool:
        """Return whether a noun may have another value of the feature in the same form."""
        value = noun.feats[self._change]
        if self._change == "Gender" and self._paradigm.values(noun.lemma, "Gender") - {value}:
            return True
        if self._change != "Case":
            for other in ("Sing", "Plur", "Masc", "Fem", "Neut", "Com"):
                if other != value and self._paradigm.is_reading(noun, self._change, other):
                    return True
        return bool(self._unsure and self._unsure.search(noun.lower))

    def _is_governed(self, text: TargetText, word: PlacedWord) -> PlacedWord | None:
        """Find the adposition of a noun without modifiers, which cannot be in the nominative then; None if unclear."""
        adpositions = text.children(word, "case")
        others = text.children(word, "det", "amod", "nummod", "conj", "cc", "appos", "flat", "fixed")
        clear = len(adpositions) == 1 and not others and word.relation in ("obl", "nmod") and word.form.islower()
        if self._nominative is not None:
            clear &= word.number_feature == "Sing" and word.feats.get("Gender") == self._nominative["gender"]
        return adpositions[0] if clear and word.feats["Case"] not in ("Nom", "Dir") else None

    def _is_main_verb(self, text: TargetText, word: PlacedWord) -> PlacedWord | None:
        """Return the word if it is the finite verb of a simple main clause whose tense the source has; else None."""
        head = text.words[word.head] if word.relation == "cop" and word.head >= 0 else word
        alone = not text.children(head, "aux", "mark", "advcl", "csubj", "ccomp", "parataxis")
        finite = word.feats.get("VerbForm", "Fin") == "Fin" and word.feats.get("Mood", "Ind") == "Ind"
        main = head.relation == "root" and word.relation in ("root", "cop") and word.upos in ("VERB", "AUX")
        clear = alone and finite and main and not text.question(word)
        return word if clear and self._source_tells(text, word.feats["Tense"]) else None

    @staticmethod
    def _source_tells(text: TargetText, tense: str) -> bool:
        """Return whether an English source has the tense, too: a present may stand for a past in a narration."""
        if text.source_language != "en" or not text.source:
            return True
        present, past = bool(text.source_words & PRESENT), bool(text.source_words & PAST)
        return not past and (present or tense == "Fut")


class NegationDeleted(ErrorMaker):
    """Deletes a negation: a word, two that go together (`ne ... pas`), or the prefix of a verb.

    Left alone are questions, sentences with a word that needs the negation or limits it, negations of a single word,
    and verbs whose object is in the genitive of negation.
    """

    def __init__(self, language: str, entry: Entry, paradigm: Paradigm, negation: Entry) -> None:
        self.language, self.category = language, entry["category"]
        self._words, self._pair = set(negation.get("words", ())), set(negation.get("pair", ()))
        self._kept_before = set(negation.get("before", ()))
        self._prefix: str | None = negation.get("prefix")
        self._concord = re.compile(negation["concord"])
        self._paradigm = paradigm

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        del resources
        for word in text.words:
            if not word.whole or text.hyphenated(word) or text.question(word):
                continue
            deleted = self._without_prefix(text, word) if self._prefix else self._without_word(text, word)
            if deleted and not any(
                self._concord.fullmatch(other.lower) for other in text.sentence_of(word) if other.number != word.number
            ):
                yield Candidate((deleted,))

    def _without_prefix(self, text: TargetText, word: PlacedWord) -> str | None:
        rest = word.lower.removeprefix(self._prefix or "")
        negated = word.feats.get("Polarity") == "Neg" and word.upos in ("VERB", "AUX") and rest != word.lower
        return text.replaced(word, rest) if negated and rest in self._paradigm.words else None

    def _without_word(self, text: TargetText, word: PlacedWord) -> str | None:
        if word.lower not in self._words or word.relation != "advmod" or word.head < 0 or word.number in text.firsts:
            return None
        head = text.words[word.head]
        before, after = text.previous(word), text.next(word)
        is_in_clause = head.upos in ("VERB", "AUX") or text.children(head, "cop", "aux")
        genitive = any(w.feats.get("Case") == "Gen" for w in text.children(head, "obj"))
        if not is_in_clause or genitive or before is None or after is None or after.upos == "PUNCT" == before.upos:
            return None
        if after.lower in self._kept_before:
            return None
        if not self._pair:
            return text.without(word.start, word.end)
        with_it = [w for w in text.children(head, "advmod") if w.lower in self._pair and w.number < word.number]
        if len(with_it) != 1 or with_it[0].number in text.firsts:
            return None
        return self._without_both(text, with_it[0], word)

    @staticmethod
    def _without_both(text: TargetText, first: PlacedWord, second: PlacedWord) -> str | None:
        """Return the text without two words; None where a word would need an elision (`je n'ai`, `de ne pas avoir`)."""
        later = text.text[: second.start].rstrip(" ") + text.text[second.end :]
        end = first.end + (first.lower[-1:] not in "'’")
        deleted = later[: first.start] + later[end:]
        return None if len(ELIDED.findall(deleted)) > len(ELIDED.findall(text.text)) else deleted
