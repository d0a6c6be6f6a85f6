"""Last Translation Benchmark: source texts that systems fail on, each with rules in words that a translation must meet.

The release v1.json is a list of

    {"id": 337, "source_text", "source_lang": "English", "source_lang_iso": "eng", "target_lang", "target_lang_iso",
     "source_instructions": null, "source_media": null, "verification_rules": ["Nurse must be ...", ...],
     "translations": [{"model": "human", "translation", "verified": [true, ...] or null}, ...],
     "linguistics": ["Morphological", ...], "tags": ["LTBv1", "LTBv1-eval"]}

Each rule is an item, whose question it is; `verified` has the verdict of the benchmark's language model on each rule.
Outputs of other systems are judged by people, or by a language model (`judge: llm`).
An output passes a text if it meets all of its rules: suite_accuracy has this as the average over whole texts. Texts
with a medium or with instructions are left out and counted, as a system's output here is of the text alone. The human
translation is the reference, and is judged like a system, called human.

Source: Zouhar et al. 2026 (arXiv 2609.04173); https://huggingface.co/datasets/zouhar/last-translation-benchmark,
CC BY 4.0; scripts/03a-prepare_release.py of zouharvi/last-translation-benchmark, which writes the file.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field

from challenge_sets_suites.formats import SuiteReader, _checks
from challenge_sets_suites.tables.items import Item, Suite
from challenge_sets_suites.tables.judgments import JUDGMENTS, MODEL, RIGHT, UNDECIDED, WRONG, Verdict, judgment
from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.languages import plain_language
from extractors.core.logs import log
from extractors.core.names import WrittenNames

HUMAN = "human"
OTHER = "other"
"""The phenomenon of texts without any."""


class LtbTranslation(_checks.JsonItem):
    """A translation, and whether it meets each rule."""

    model: _checks.Filled
    translation: str | None
    verified: list[bool | None] | None = None


class LtbExample(_checks.JsonItem):
    """A source text of the file."""

    id: int | str
    source_text: str
    source_lang: str
    target_lang: str
    source_lang_iso: str | None = None
    target_lang_iso: str | None = None
    source_instructions: str | None = None
    source_media: Any = None
    verification_rules: list[_checks.Filled] = Field(min_length=1)
    translations: list[LtbTranslation] = Field(default_factory=list)
    linguistics: list[str] = Field(default_factory=list)
    tags: list[str] = Field(default_factory=list)

    @property
    def pair(self) -> tuple[str, str]:
        """Source and target language: the code of each, its name where it has none."""
        return (
            plain_language(self.source_lang_iso or self.source_lang),
            plain_language(self.target_lang_iso or self.target_lang),
        )

    @property
    def called(self) -> str:
        """The language pair in the file's words and codes."""
        sides = ((self.source_lang, self.source_lang_iso), (self.target_lang, self.target_lang_iso))
        return " to ".join(name if code is None else f"{name} ({code})" for name, code in sides)


@dataclass(kw_only=True)
class Ltb(SuiteReader):
    """Reads the texts of one language pair.

    Args:
        source_language, target_language: which pair; both are needed where the file has several.
        tag: the texts to take, as `LTBv1-eval`; all of them if it is None.
    """

    judge = "people"

    tag: str | None = None

    def read(self, path: Path) -> Suite:
        """Read the suite, with the translations in its file as judgments by a language model."""
        objects = jsonfile.load_list(path)
        examples = [(line, LtbExample.at(entry, path, line)) for line, entry in objects]
        pair, examples = self._choose_pair(self._tagged(examples, path), path)
        texts = [entry for entry in examples if entry[1].source_media is None and entry[1].source_instructions is None]
        if left_out := len(examples) - len(texts):
            log.warning("%s: %d texts with a medium or instructions: left out", path, left_out)
        called = dict.fromkeys(example.called for _, example in texts)
        if len(called) > 1:
            log.warning("%s: %s are several pairs, read as one: %s", path, "-".join(pair), ", ".join(called))
        items, lines, rows = [], [], []
        systems = WrittenNames("system")
        # Two texts with one source text have rules of their own.
        for sentence, (line, example) in enumerate(texts):
            reference = next((t.translation for t in example.translations if t.model == HUMAN), None)
            if twice := [name for name, n in Counter(t.model for t in example.translations).items() if n > 1]:
                problem = f"several translations by {twice[0]!r} in the text {example.id}"
                raise InputError(problem, path=path, line=line, remedy="leave one")
            # A system was not asked where the file has null.
            asked = {
                systems.name(translation.model, path=path, line=line): translation
                for translation in example.translations
                if translation.translation is not None
            }
            for number, rule in enumerate(example.verification_rules):
                items.append(
                    Item(
                        item=f"{example.id}.{number + 1}",
                        sentence=sentence,
                        source=example.source_text,
                        phenomenon=next(iter(example.linguistics), OTHER),
                        question=rule,
                        reference=reference,
                    )
                )
                lines.append(line)
                rows += [
                    judgment(items[-1].item, name, t.translation, MODEL, _verdict(number, t, example, path, line))
                    for name, t in asked.items()
                ]
        return _checks.suite(self, items, path, pair, lines=lines, given=JUDGMENTS.table(rows) if rows else None)

    def _tagged(self, examples: list[tuple[int, LtbExample]], path: Path) -> list[tuple[int, LtbExample]]:
        if self.tag is None:
            return examples
        if not (tagged := [entry for entry in examples if self.tag in entry[1].tags]):
            tags = dict.fromkeys(tag for _, example in examples for tag in example.tags)
            raise InputError(f"no text has the tag {self.tag!r}", path=path, remedy=f"one of {', '.join(tags)}")
        return tagged

    def _choose_pair(
        self, examples: list[tuple[int, LtbExample]], path: Path
    ) -> tuple[tuple[str, str], list[tuple[int, LtbExample]]]:
        """Choose the language pair that the user asks for, or the only one; return it and its texts."""
        counts = Counter(example.pair for _, example in examples)
        asked = (self.source_language, self.target_language)
        fits = [pair for pair in counts if all(a in (None, b) for a, b in zip(asked, pair, strict=True))]
        if len(fits) != 1:
            listed = ", ".join(f"{'-'.join(pair)} ({counts[pair]})" for pair in (fits or counts))
            raise InputError(
                f"has texts of {len(fits)} language pairs" if fits else f"has no texts of {asked[0]} to {asked[1]}",
                path=path,
                remedy=f"give source_language and target_language, those of one of {listed or 'none'}",
            )
        return fits[0], [entry for entry in examples if entry[1].pair == fits[0]]


def _verdict(number: int, translation: LtbTranslation, example: LtbExample, path: Path, line: int) -> Verdict:
    """Return the verdict in the file on whether a translation meets rule `number`, counted from 0."""
    verified = translation.verified
    if verified is not None and len(verified) != len(example.verification_rules):
        raise InputError(
            f"{len(verified)} verdicts on {translation.model!r} in the text {example.id}, which has"
            f" {len(example.verification_rules)} rules",
            path=path,
            line=line,
            remedy="write one for each rule, null for none",
        )
    if not (translation.translation or "").strip():
        return Verdict(WRONG, "the output is empty")
    if verified is None or verified[number] is None:
        return Verdict(UNDECIDED, "the benchmark's file has no verdict")
    return Verdict(RIGHT if verified[number] else WRONG, "the benchmark's language model, as its file says")
