"""What a parser is trained on, from files: parts of treebanks, and parses of raw text that agree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from challenge_sets_lab.training.parser import emphasis, treebank_cutting
from challenge_sets_lab.training.parser.data import ParseExample, examples
from challenge_sets_lab.training.parser.emphasis import Emphasis
from challenge_sets_lab.training.parser.harmony import harmonise
from challenge_sets_lab.training.parser.parser_training import Material
from challenge_sets_lab.training.parser.silver import agreed
from extractors.core.errors import InputError
from extractors.core.files import sha256
from extractors.core.logs import log
from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.models.parsers._biaffine.cutting import Cutting

SPEC = re.compile(r"(?P<path>.+?)(\[(?P<first>\d*):(?P<last>\d*)\])?(\*(?P<times>\d+))?")


@dataclass(frozen=True, slots=True)
class TreebankPart:
    """A part of a treebank: a file, its sentences from `first` to before `last`, gone through `times` times."""

    path: Path
    first: int
    last: int | None
    times: int

    @property
    def name(self) -> str:
        """The treebank's name: that of the file up to the first `-` or `.`."""
        return re.split(r"[-.]", self.path.name)[0]

    @classmethod
    def of(cls, text: str) -> TreebankPart:
        """`FILE`, `FILE*2`, `FILE[:550]` or `FILE[550:]*3`."""
        match = SPEC.fullmatch(text)
        if match is None or not Path(match["path"]).is_file():
            raise InputError(
                "there is no such file",
                path=text,
                remedy="give a CoNLL-U file, or FILE*2 (twice an epoch), FILE[:550], FILE[550:] (some sentences)",
            )
        return cls(
            Path(match["path"]),
            int(match["first"] or 0),
            int(match["last"]) if match["last"] else None,
            int(match["times"] or 1),
        )

    def read(self) -> tuple[list[ParseExample], Treebank]:
        """Its sentences, and the whole treebank that they are a part of."""
        treebank = conllu.read(self.path)
        sentences = examples(treebank)[self.first : self.last]
        if not sentences:
            raise InputError("has no sentences in the part asked for", path=self.path, remedy="correct [FIRST:LAST]")
        return sentences, treebank

    def describe(self) -> str:
        """For the model card: the part and the file's checksum."""
        span = "" if (self.first, self.last) == (0, None) else f"[{self.first or ''}:{self.last or ''}]"
        times = "" if self.times == 1 else f" x {self.times}"
        return f"{self.path.name}{span}{times} (sha256 {sha256(self.path)[:8]})"


@dataclass(frozen=True, slots=True)
class TrainingTreebanks:
    """Treebanks, read.

    Attributes:
        parts: what was asked for.
        treebanks: the whole treebank of each part.
        sentences: those of each part.
    """

    language: str
    parts: Sequence[TreebankPart]
    treebanks: Sequence[Treebank]
    sentences: Sequence[list[ParseExample]]

    @classmethod
    def read(cls, parts: Sequence[TreebankPart], *, language: str, harmonised: bool) -> TrainingTreebanks:
        """Read parts of treebanks. `harmonised`: whether they are made to agree with the first."""
        read = [part.read() for part in parts]
        sentences = [of_part for of_part, _ in read]
        if harmonised and len(parts) > 1:
            sentences = harmonise([part.name for part in parts], sentences, language=language)
        return cls(language, parts, [treebank for _, treebank in read], sentences)

    def materials(self, wanted: Emphasis) -> list[Material]:
        """The treebanks, and of each the sentences that are to be gone through more often."""
        found = [
            Material(part.name, sentences, part.times)
            for part, sentences in zip(self.parts, self.sentences, strict=True)
        ]
        for part, treebank, sentences in zip(self.parts, self.treebanks, self.sentences, strict=True):
            times = emphasis.repetitions(treebank, wanted, language=self.language)[part.first : part.last]
            if times.any():
                again = [s for s, count in zip(sentences, times.tolist(), strict=True) for _ in range(count)]
                found.append(Material(part.name, again))
                log.info("%s: %d sentences are gone through more often", part.name, (times > 0).sum())
        return found

    def cutting(self) -> Cutting:
        """What the first treebank, in whose style the parser annotates, cuts otherwise than the tokenizer."""
        first = self.parts[0]
        return treebank_cutting.learn(
            first.path, self.treebanks[0], slice(first.first, first.last), language=self.language
        )


def silver_of(parts: Sequence[TreebankPart], treebank: str) -> Material:
    """The sentences of parses of one text that agree.

    Args:
        parts: the parses, by a parser each.
        treebank: in whose style they are: that of the parser which made them.
    """
    if any(part != TreebankPart(part.path, 0, None, 1) for part in parts):
        raise InputError("silver files are taken whole", remedy="leave out [FIRST:LAST] and *TIMES")
    sentences = agreed([conllu.read(part.path) for part in parts])
    words = sum(len(sentence.forms) for sentence in sentences)
    log.info("%d sentences (%d words) of silver data", len(sentences), words)
    return Material(treebank, sentences, gold=False)
