"""Subordinate clause left out: `Er ging, weil er müde war.` becomes `Er ging.`"""

import re
from collections.abc import Iterator

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._texts import PlacedWord
from challenge_sets_suites.contrastive._words import words_by_language

SHORTEST = 4
"""Words of a clause at least, its comma not counted."""
CORRELATES = words_by_language("correlates")
"""Words that need the clause that follows."""
OPENERS = words_by_language("openers")
RELATIVES = words_by_language("relatives")
ZU_INFINITIVE = re.compile(
    r"^(ab|an|auf|aus|bei|ein|fest|her|hin|los|mit|nach|um|vor|weg|zurück|zusammen|.{2,6})zu.{3,}n$"
)

TIME = re.compile(
    r"^(tage?|wochen?|monate?|jahre?|stunden?|minuten?|sekunden?|(day|week|month|year|hour|minute|moment)s?)$"
)
"""What goes with `nachdem` and `bevor`: `zwei Tage, nachdem`."""


class SubordinateOmission(ErrorMaker):
    """Leaves out a relative or adverbial clause between a comma and the end of the sentence, or a second comma.

    What remains is a sentence that keeps its punctuation, and says less than the source. A clause has no comma inside,
    a German one ends in its verb. Between two commas only relative clauses are left out, of what stands before the verb
    of a main clause. The kind is our own; `clause_omission` leaves out whole main clauses.
    """

    category = "omission"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        del resources
        for verb in text.words:
            if verb.relation not in ("acl", "advcl") or verb.head < 0 or verb.head > verb.number:
                continue
            clause = self._clause(text, verb)
            comma = text.previous(clause[0]) if clause else None
            after = text.next(clause[-1]) if clause else None
            if comma is None or after is None or not self._can_go(text, clause, after):
                continue
            end = after.end if after.form == "," else clause[-1].end
            yield Candidate((text.text[: comma.start] + text.text[end:],))

    def _clause(self, text: TargetText, verb: PlacedWord) -> list[PlacedWord]:
        """Return the words of a clause if they are one stretch after a comma, without signs inside; none if not."""
        words = text.subtree(verb)
        while words and words[0].upos == "PUNCT":
            words = words[1:]
        while words and words[-1].upos == "PUNCT":
            words = words[:-1]
        if len(words) < SHORTEST or words[-1].number - words[0].number != len(words) - 1:
            return []
        comma = text.previous(words[0])
        signs = any(word.upos == "PUNCT" and word.form != "-" for word in words)
        if comma is None or comma.form != "," or signs or not self._opens(words):
            return []
        return words if self.language != "de" or self._ends_in_verb(words) else []

    def _opens(self, clause: list[PlacedWord]) -> bool:
        """Return whether a clause begins with a conjunction or a relative pronoun, perhaps after a preposition."""
        first = clause[0]
        if first.lower == "als" and clause[1].lower in ("ob", "wenn"):
            return False
        if first.lower in OPENERS[self.language] and not self._relative(clause):
            return True
        opener = clause[1] if first.upos == "ADP" else first
        return opener.lower in RELATIVES[self.language] and opener.upos in ("PRON", "DET", "ADV", "SCONJ")

    @staticmethod
    def _ends_in_verb(clause: list[PlacedWord]) -> bool:
        """Return whether a German clause ends in a finite verb or, after `um`, in an infinitive with `zu`."""
        last, before = clause[-1], clause[-2]
        if last.upos not in ("VERB", "AUX"):
            return False
        if last.upos == "VERB" and last.participle and not any(word.finite or word.upos == "AUX" for word in clause):
            return False
        infinitive = before.lower == "zu" or bool(ZU_INFINITIVE.search(last.lower))
        return infinitive == (clause[0].lower == "um")

    def _relative(self, clause: list[PlacedWord]) -> bool:
        return clause[0].lower in RELATIVES[self.language] or (clause[0].upos == "ADP" and clause[0].lower != "um")

    def _can_go(self, text: TargetText, clause: list[PlacedWord], after: PlacedWord) -> bool:
        """Return whether what remains without the clause is a sentence, with its commas."""
        if after.form not in (",", ".", "!"):
            return False
        before = [word for word in text.sentence_of(after) if word.number < clause[0].number - 1]
        relative = self._relative(clause)
        if len(before) < 2 or (relative and before[-1].upos not in ("NOUN", "PROPN")):
            return False
        needed = CORRELATES[self.language]
        if any(word.lower in needed or word.feats.get("Degree") == "Cmp" for word in before):
            return False
        if clause[0].lower == "als" and any(
            word.lower.endswith("er") and word.upos in ("ADJ", "ADV") for word in before
        ):
            return False
        if clause[0].lower in ("nachdem", "bevor", "after", "before") and TIME.search(before[-1].lower):
            return False
        if after.form != ",":
            return any(word.upos in ("VERB", "AUX") for word in before)
        following = text.next(after)
        open_already = any(word.form in ',:;–—„“"»(' or word.finite for word in before)
        return relative and not open_already and following is not None and following.finite
