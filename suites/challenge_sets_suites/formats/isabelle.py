"""Hand-made sentences with a yes/no question each, and systems' outputs that people judged.

The challenge set of Isabelle, Cherry and Foster, "A Challenge Set Approach to Evaluating Machine Translation" (EMNLP
2017), https://aclanthology.org/D17-1263/, Appendix B, as JSON: a list of

    {"id": "S1a", "category": "Morpho-syntactic", "subcategory": "...", "question": "Is ... correct?",
     "source": "...", "reference": "...", "outputs": {"SYSTEM": {"text": "...", "pass": true}}}

`pass` is the majority of the annotators; null, or none, is an output that nobody has judged. `outputs` and `reference`
may be left out. Other keys are passed over.
"""

from pathlib import Path

from pydantic import Field

from challenge_sets_suites.formats import SuiteReader, _checks
from challenge_sets_suites.tables.items import Item, Suite, number_sentences
from challenge_sets_suites.tables.judgments import JUDGMENTS, RIGHT, UNDECIDED, WRONG, Verdict, judgment
from extractors.core import jsonfile


class IsabelleOutput(_checks.JsonItem):
    """A system's output, and whether most annotators called it right."""

    text: str
    passed: bool | None = Field(None, alias="pass")

    @property
    def verdict(self) -> Verdict:
        if self.passed is None:
            return Verdict(UNDECIDED, "no person has judged this output")
        return Verdict(RIGHT if self.passed else WRONG, "the majority of annotators, as the suite's file says")


class IsabelleItem(_checks.JsonItem):
    """An item of the file."""

    id: _checks.Filled
    category: str
    subcategory: _checks.Filled
    question: str
    source: _checks.Filled
    reference: str | None = None
    outputs: dict[str, IsabelleOutput] = Field(default_factory=dict)


class Isabelle(SuiteReader):
    """Reads the JSON of Isabelle et al.; the file names no languages, so the user does."""

    judge = "people"

    def read(self, path: Path) -> Suite:
        """Read the suite, with the outputs in its file as judgments by people."""
        objects = jsonfile.load_list(path)
        lines = [line for line, _ in objects]
        entries = [IsabelleItem.at(entry, path, line) for line, entry in objects]
        items = [
            Item(
                item=entry.id,
                sentence=sentence,
                source=entry.source,
                phenomenon=entry.subcategory,
                category=entry.category,
                question=entry.question,
                reference=entry.reference,
            )
            for entry, sentence in zip(entries, number_sentences([entry.source for entry in entries]), strict=True)
        ]
        rows = [
            judgment(entry.id, system, output.text, self.judge, output.verdict)
            for entry in entries
            for system, output in entry.outputs.items()
        ]
        return _checks.suite(self, items, path, lines=lines, given=JUDGMENTS.table(rows) if rows else None)
