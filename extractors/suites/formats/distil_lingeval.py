"""DistilLingEval: contrastive pairs of English and German as folders of plain files.

    SET/src.en   SET/tgt.correct.de   SET/tgt.incorrect.de

A line is a pair. SET is PHENOMENON.human or PHENOMENON.mt, by who wrote the right text. The path is such a folder, or
one that holds several. A file of scores has all right texts of a set, then all wrong ones (`Suite.rest`: `blocks`).

Source: Vamvas and Sennrich, On the Limits of Minimal Pairs in Contrastive Evaluation, BlackboxNLP 2021;
https://github.com/ZurichNLP/distil-lingeval, README.md and contrastive_evaluation.py.
"""

import json
import re
from dataclasses import replace
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import read_lines
from extractors.formats.contrastive import GROUPS
from extractors.formats.items import Item, Suite, number_sentences
from extractors.suites.formats import SuiteReader, _checks

SOURCE = re.compile(r"src\.[a-z]{2,3}")
CATEGORIES = {**GROUPS, "clause_omission": "omission"}
"""By phenomenon; those that the authors made up to be implausible have none."""


class DistilLingeval(SuiteReader):
    """Reads one set of DistilLingEval, or all of a folder."""

    judge = "contrastive"

    def read(self, path: Path) -> Suite:
        """The pairs, set by set in the order of their names.

        Raises:
            InputError: no set in the folder, files of other lengths, or sets of several languages.
        """
        sets = self._sets(path)
        found = [_Set(folder) for folder in sets]
        pairs = {(one.source_language, one.target_language) for one in found}
        if len(pairs) > 1:
            raise InputError("sets of several language pairs", path=path, remedy="give the folder of one of them")
        items = [item for one in found for item in one.items()]
        numbers = number_sentences([item.source for item in items])
        numbered = [replace(item, sentence=number) for item, number in zip(items, numbers, strict=True)]
        rest = json.dumps({"reference_for": "item", "blocks": [len(one.source) for one in found]})
        return _checks.suite(self, numbered, path, pairs.pop(), rest=rest)

    def _sets(self, path: Path) -> list[Path]:
        folders = [path, *sorted(path.iterdir())] if path.is_dir() else []
        sets = [f for f in folders if f.is_dir() and any(SOURCE.fullmatch(file.name) for file in f.iterdir())]
        if not sets:
            raise InputError(
                "no set of DistilLingEval",
                path=path,
                remedy="name a folder with src.en, tgt.correct.de and tgt.incorrect.de, or one of such folders",
            )
        return sets


class _Set:
    """The files of a set, of the same length."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.resolve().name
        self.phenomenon = self.name.removesuffix(".human").removesuffix(".mt")
        self.files = [self._file(folder, kind) for kind in ("src", "tgt.correct", "tgt.incorrect")]
        self.source_language, self.target_language = (file.suffix[1:] for file in self.files[:2])
        self.source, self.right, self.wrong = map(read_lines, self.files)
        for file, lines in zip(self.files[1:], (self.right, self.wrong), strict=True):
            if len(lines) != len(self.source):
                raise InputError(
                    f"{len(lines)} lines, but {self.files[0].name} has {len(self.source)}",
                    path=file,
                    line=min(len(lines), len(self.source)) + 1,
                    remedy="give a line for each source text",
                )

    def items(self) -> list[Item]:
        """The pairs, numbered by their lines alone."""
        return [
            Item(
                item=f"{self.name}.{line}",
                sentence=line - 1,
                source=source,
                phenomenon=self.phenomenon,
                category=CATEGORIES.get(self.phenomenon, ""),
                reference=right,
                contrastive=wrong,
                origin=self.name,
            )
            for line, (source, right, wrong) in enumerate(zip(self.source, self.right, self.wrong, strict=True), 1)
        ]

    @staticmethod
    def _file(folder: Path, kind: str) -> Path:
        found = sorted(folder.glob(f"{kind}.*"))
        found = [file for file in found if re.fullmatch(r"[a-z]{2,3}", file.suffix[1:])]
        if len(found) != 1:
            raise InputError(
                f"{len(found)} files {kind}.LANGUAGE",
                path=folder,
                remedy="a set has one each of src, tgt.correct and tgt.incorrect",
            )
        return found[0]
