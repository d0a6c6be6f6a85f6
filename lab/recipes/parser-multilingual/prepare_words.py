"""Treebanks and raw text as arrays: gold.npz, raw.npz and labels.json."""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import treebank_cutting
from recipe_data import (
    BEGIN,
    END,
    Part,
    PieceCutter,
    language_of,
    tokenizer_of,
    treebanks,
    word_rows,
    write_json,
)

from extractors.core.files import read_lines
from extractors.formats import conllu
from extractors.models.parsers._multilingual import lemmas
from extractors.models.parsers._sentences import syntactic_words
from extractors.models.tokenizers import tokens

LONGEST, LONGEST_TEST, LONGEST_RAW = 220, 510, 160
"""Pieces of a sentence that is kept."""
WORDS_RAW = range(4, 81)
CHARACTERS_RAW = range(16, 400)
NO_LABEL = -100
BANK_OF = {"de": "de_gsd", "en": "en_ewt", "fr": "fr_gsd", "es": "es_gsd"}
"""Whose words raw text is cut into, where it is not the language's first treebank."""
Row = list[str]


def has_lemma(row: Row) -> bool:
    return row[2] != "_" or row[1] == "_"


def features(row: Row) -> dict[str, str]:
    return {} if row[5] == "_" else dict(pair.split("=", 1) for pair in row[5].split("|"))


def label_sets(banks: list[str], sets: list[str], train: Iterable[list[Row]]) -> dict[str, Any]:
    """Return the labels of the training part that are frequent enough to learn.

    Lemma rules must be seen twice, features ten times, their values three times.
    """
    upos: Counter[str] = Counter()
    relations: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    attributes: Counter[str] = Counter()
    for sentence in train:
        for row in sentence:
            upos[row[3]] += 1
            relations[row[7]] += 1
            if has_lemma(row):
                rules[lemmas.rule(row[1], row[2])] += 1
            for pair in features(row).items():
                pairs[pair] += 1
                attributes[pair[0]] += 1
    names = sorted(name for name, count in attributes.items() if count >= 10)
    return {
        "banks": banks,
        "sets": sets,
        "upos": sorted(upos),
        "rels": sorted(relations),
        "rules": sorted(rule for rule, count in rules.items() if count >= 2),
        "attrs": names,
        "values": {
            name: ["_", *sorted(value for (of, value), count in pairs.items() if of == name and count >= 3)]
            for name in names
        },
    }


class PieceRows:
    """The pieces of sentences, collected."""

    def __init__(self, pieces: PieceCutter) -> None:
        self._pieces = pieces
        self.ids: list[int] = []
        self.first: list[int] = []
        self.last: list[int] = []
        self.sizes: list[int] = []
        self.words: list[int] = []

    def add(self, forms: Sequence[str], longest: int) -> bool:
        """Take a sentence; False if it is too long."""
        cut = self._pieces(forms)
        size = 2 + sum(map(len, cut))
        if size > longest:
            return False
        at = 1
        self.ids.append(BEGIN)
        for word in cut:
            self.first.append(at)
            self.ids += word
            at += len(word)
            self.last.append(at - 1)
        self.ids.append(END)
        self.sizes.append(size)
        self.words.append(len(forms))
        return True

    def arrays(self) -> dict[str, np.ndarray]:
        short = {"first": self.first, "last": self.last, "slen": self.sizes, "wlen": self.words}
        made = {name: np.array(values, np.int16) for name, values in short.items()}
        return {"ids": np.array(self.ids, np.int32), **made}


def gold_arrays(
    sentences: Sequence[list[Row]], kinds: Sequence[tuple[int, int]], labels: dict[str, Any], pieces: PieceCutter
) -> dict[str, np.ndarray]:
    """Convert annotated sentences to the arrays of gold.npz; drop sentences with too many pieces.

    Args:
        kinds: for each sentence (0, number of its treebank) or (1, number of its test set).
    """
    upos, relations, rules = ({x: k for k, x in enumerate(labels[name])} for name in ("upos", "rels", "rules"))
    numbers = {name: {value: k for k, value in enumerate(values)} for name, values in labels["values"].items()}
    rows, kept, words = PieceRows(pieces), [], []
    for sentence, kind in zip(sentences, kinds, strict=True):
        if not rows.add([row[1] for row in sentence], LONGEST_TEST if kind[0] else LONGEST):
            continue
        kept.append(kind)
        words += sentence
    morphology = []
    for row in words:
        has = features(row)
        known = [numbers[name].get(has.get(name, "_"), NO_LABEL) for name in labels["attrs"]]
        morphology.append([*known, int(any(name not in numbers for name in has))])
    rule = [rules.get(lemmas.rule(row[1], row[2]), NO_LABEL) if has_lemma(row) else NO_LABEL for row in words]
    return rows.arrays() | {
        "upos": np.array([upos.get(row[3], NO_LABEL) for row in words], np.int8),
        "rel": np.array([relations.get(row[7], NO_LABEL) for row in words], np.int16),
        "lemma": np.array(rule, np.int16),
        "head": np.array([int(row[6]) for row in words], np.int16),
        "feats": np.array(morphology, np.int8),
        "kind": np.array(kept, np.int16),
    }


def raw_arrays(
    texts: Iterable[tuple[int, Sequence[str], Callable[[str], Sequence[str]]]], pieces: PieceCutter
) -> dict[str, np.ndarray]:
    """Convert raw lines to the arrays of raw.npz; drop lines with too few or too many words or pieces.

    Args:
        texts: for each language the number of a treebank, lines, and a function that cuts a line into words.
    """
    rows, banks = PieceRows(pieces), []
    for bank, lines, cut in texts:
        for line in lines:
            words = cut(line)
            if len(words) in WORDS_RAW and rows.add(words, LONGEST_RAW):
                banks.append(bank)
    return rows.arrays() | {"bank": np.array(banks, np.int16)}


def raw_lines(path: Path, most: int) -> list[str]:
    """Return at most `most` different lines of a text, in random order."""
    lines = sorted({line for line in map(str.strip, read_lines(path)) if len(line) in CHARACTERS_RAW})
    random.Random(1).shuffle(lines)
    return lines[:most]


def word_cutter(bank: str, train: Sequence[Part]) -> Callable[[str], Sequence[str]]:
    """Return a function that cuts text into words as the training part of a treebank does."""
    language = language_of(bank)
    part = next(part for part in train if part.name == bank)
    cutting = treebank_cutting.learn(part.path, conllu.read(part.path), part.sentences, language=language)
    return lambda line: syntactic_words(cutting(tokens(line, language))).forms


def raw_texts(
    folder: Path, most: int, train: Sequence[Part]
) -> Iterator[tuple[int, list[str], Callable[[str], Sequence[str]]]]:
    """Yield for each file NAME.LANGUAGE the number of a treebank, lines, and a function that cuts them into words."""
    banks = [part.name for part in train]
    for path in sorted(folder.iterdir()):
        language = path.suffix.removeprefix(".")
        bank = BANK_OF.get(language) or next((bank for bank in banks if language_of(bank) == language), None)
        if bank is None:
            raise SystemExit(f"{path}: no treebank of {language!r} is trained on; files are called NAME.LANGUAGE")
        yield banks.index(bank), raw_lines(path, most), word_cutter(bank, train)


def read_parts(train: Sequence[Part], test: Sequence[Part]) -> tuple[list[list[Row]], list[tuple[int, int]]]:
    """Read the sentences of all parts, and for each its kind: (0, training part) or (1, test part)."""
    sentences: list[list[Row]] = []
    kinds: list[tuple[int, int]] = []
    for kind, some in enumerate((train, test)):
        for number, part in enumerate(some):
            found = word_rows(part.path)[part.sentences]
            sentences += found
            kinds += [(kind, number)] * len(found)
    return sentences, kinds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="has ud-multilingual and ud")
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json of multilingual-e5-small")
    parser.add_argument("--raw", type=Path, metavar="FOLDER", help="raw text, as NAME.de (default: none)")
    parser.add_argument("--lines", type=int, default=60000, help="at most, of each file")
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    train, test = treebanks(arguments.data, arguments.output / "parts")
    banks = [part.name for part in train]
    sentences, kinds = read_parts(train, test)
    pieces = PieceCutter(tokenizer_of(arguments.tokenizer))
    trained = (sentence for sentence, (kind, _) in zip(sentences, kinds, strict=True) if kind == 0)
    labels = label_sets(banks, [part.name for part in test], trained)
    gold = gold_arrays(sentences, kinds, labels, pieces)
    print("sentences", len(gold["slen"]), "of", len(sentences), "words", len(gold["head"]), flush=True)
    np.savez(arguments.output / "gold.npz", **gold)
    write_json(arguments.output / "labels.json", labels)
    if arguments.raw is not None:
        raw = raw_arrays(raw_texts(arguments.raw, arguments.lines, train), pieces)
        print("lines", len(raw["slen"]), "words", len(raw["first"]))
        np.savez(arguments.output / "raw.new.npz", **raw)
        (arguments.output / "raw.new.npz").replace(arguments.output / "raw.npz")


if __name__ == "__main__":
    main()
