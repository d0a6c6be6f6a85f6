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

from challenge_sets_suites.formats import SuiteReader, _checks
from challenge_sets_suites.tables.contrastive import GROUPS
from challenge_sets_suites.tables.items import Item, Suite, number_sentences
from extractors.core.errors import InputError
from extractors.core.files import read_lines

SOURCE = re.compile(r"src\.[a-z]{2,3}")
CATEGORIES = {**GROUPS, "clause_omission": "omission"}
"""By phenomenon; those that the authors made up to be implausible have none."""


class DistilLingeval(SuiteReader):
    """Reads one set of DistilLingEval, or all of a folder."""

    judge = "contrastive"

    def read(self, path: Path) -> Suite:
        """Read the pairs, set by set in the order of their names."""
        items: list[Item] = []
        blocks: list[int] = []
        pairs = set()
        for folder in self._sets(path):
            set_items, pair = _read_set(folder)
            items += set_items
            blocks.append(len(set_items))
            pairs.add(pair)
        if len(pairs) > 1:
            raise InputError("sets of several language pairs", path=path, remedy="give the folder of one of them")
        numbers = number_sentences([item.source for item in items])
        numbered = [replace(item, sentence=number) for item, number in zip(items, numbers, strict=True)]
        rest = json.dumps({"reference_for": "item", "blocks": blocks})
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


def _read_set(folder: Path) -> tuple[list[Item], tuple[str, str]]:
    """Read the pairs of a set, numbered by line within the set, and its languages."""
    name = folder.resolve().name
    phenomenon = name.removesuffix(".human").removesuffix(".mt")
    files = [_file(folder, kind) for kind in ("src", "tgt.correct", "tgt.incorrect")]
    texts = [read_lines(file) for file in files]
    for lines, file in zip(texts, files, strict=True):
        _checks.check_lines(lines, file, texts[0], files[0])
    items = [
        Item(
            item=f"{name}.{line}",
            sentence=line - 1,
            source=source,
            phenomenon=phenomenon,
            category=CATEGORIES.get(phenomenon, ""),
            reference=right,
            contrastive=wrong,
            origin=name,
        )
        for line, (source, right, wrong) in enumerate(zip(*texts, strict=True), 1)
    ]
    return items, (files[0].suffix[1:], files[1].suffix[1:])


def _file(folder: Path, kind: str) -> Path:
    files = [file for file in sorted(folder.glob(f"{kind}.*")) if re.fullmatch(r"[a-z]{2,3}", file.suffix[1:])]
    if len(files) != 1:
        raise InputError(
            f"{len(files)} files {kind}.LANGUAGE",
            path=folder,
            remedy="a set has one each of src, tgt.correct and tgt.incorrect",
        )
    return files[0]
