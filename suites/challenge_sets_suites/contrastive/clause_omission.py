"""First or last main clause of a segment left out: `Er ging. Sie blieb.` becomes `Er ging.` or `Sie blieb.`"""

from collections.abc import Iterator, Sequence

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._texts import PlacedWord

ENDS = (".", "!", "?", ";")
SHORTEST = 4
"""Words at least of what goes and of what remains, signs not counted."""
OPENING = "„“”»«\"'`‚‘("


class ClauseOmission(ErrorMaker):
    """Leaves out what stands before the first sign that ends a clause, or behind the last: an end of the segment.

    So do the pairs of this name in DistilLingEval (Vamvas and Sennrich, BlackboxNLP 2021), which cut at any full stop,
    that of `1. Oktober` too. Here, what goes and what remains each have a finite verb, and quotation marks and brackets
    stay in pairs. What remains says nothing of a part of the source.
    """

    category = "omission"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        del resources
        ends = [word for word in text.words if self._ends_clause(text, word)]
        candidates = []
        for end in {word.number: word for word in (*ends[:1], *ends[-1:])}.values():
            first, last = text.words[: end.number + 1], text.words[end.number + 1 :]
            if not (self._whole(text, first) and self._whole(text, last)):
                continue
            if end is ends[-1]:
                kept = text.text[: end.end]
                candidates.append(kept[:-1] + text.text[last[-1].start :] if end.form == ";" else kept)
            if end is ends[0]:
                rest = text.text[last[0].start :]
                candidates.append(rest[:1].upper() + rest[1:])
        if candidates:
            yield Candidate(tuple(candidates))

    @staticmethod
    def _ends_clause(text: TargetText, word: PlacedWord) -> bool:
        """Return whether a sign ends a clause, with more text after it; the dots of `1.`, `Dr.` and `U.S.` do not."""
        if word.form not in ENDS or word.number in (0, len(text.words) - 1):
            return False
        before, after = text.words[word.number - 1], text.words[word.number + 1]
        begins = word.form == ";" or after.form[:1].isupper() or after.form[:1] in OPENING
        return begins and before.form.isalpha() and len(before.form) > 3 and word.end < after.start

    @staticmethod
    def _whole(text: TargetText, words: Sequence[PlacedWord]) -> bool:
        """Return whether words are a whole clause: with a finite verb, a last sign, and paired quotes and brackets."""
        part = text.text[words[0].start : words[-1].end]
        quotes = sum(part.count(sign) for sign in ('"', "„", "“", "”", "``", "''", "»", "«"))
        paired = quotes % 2 == 0 and part.count("(") == part.count(")") and part.count("[") == part.count("]")
        plain = sum(word.upos not in ("PUNCT", "SYM") for word in words) >= SHORTEST
        return paired and plain and any(word.finite for word in words) and words[-1].upos == "PUNCT"
