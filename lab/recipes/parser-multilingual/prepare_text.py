"""Characters of treebanks, with where tokens and sentences end and how tokens split: chars.npz and chars.json."""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from recipe_data import Part, blocks, home, language_of, read_json, tokenizer_of, treebanks, write_json
from tokenizers import Tokenizer

NO_SPACE = {"zh", "ja", "th"}
FIRST_CHARACTER = 8
"""The numbers below are 0 for nothing, and kinds of characters (`kind`)."""
LONGEST = 1500
TEXT = "# text = "


class Token(NamedTuple):
    """A token of a text: from where to where, and its words; none where it is one word."""

    start: int
    end: int
    words: tuple[str, ...]


class Text(NamedTuple):
    """A sentence, or some one after another: `last` has the number of each sentence's last token."""

    text: str
    tokens: list[Token]
    last: list[int]


def texts(path: Path) -> Iterator[Text]:
    """Yield the sentences of a file whose tokens can be located in their text."""
    for lines in blocks(path):
        text, forms, until = "", [], 0
        for line in lines:
            if line.startswith(TEXT):
                text = line.removeprefix(TEXT).replace("\u00a0", " ")
            elif line[0] != "#":
                number, form, *_ = line.split("\t")
                if "-" in number:
                    until = int(number.split("-")[1])
                    forms.append((form.replace("\u00a0", " "), []))
                elif number.isdigit() and int(number) <= until:
                    forms[-1][1].append(form)
                elif number.isdigit():
                    forms.append((form.replace("\u00a0", " "), []))
        if forms and (found := _placed(text, forms)) is not None:
            yield Text(text, found, [len(found) - 1])


def _placed(text: str, forms: Sequence[tuple[str, list[str]]]) -> list[Token] | None:
    at, found = 0, []
    for form, words in forms:
        start = text.find(form, at)
        if start < 0 or text[at:start].strip():
            return None
        at = start + len(form)
        found.append(Token(start, at, tuple(words)))
    return None if text[at:].strip() else found


def rule(form: str, words: Sequence[str]) -> str:
    """Return the rule by which a token splits.

    This is `PREFIX>words|SUFFIX>words` around the stem that is kept, or `=words`.
    """
    low, parts = form.lower(), [word.lower() for word in words]
    best: tuple[int, int, int, int] | None = None
    for number, word in enumerate(parts):
        for size in range(min(len(word), len(low)), 0, -1):
            at = next((i for i in range(len(low) - size + 1) if low[i : i + size] in word), None)
            if at is not None:
                if best is None or size > best[0]:
                    best = size, number, at, word.find(low[at : at + size])
                break
    whole = "=" + "+".join(parts)
    if best is None or best[0] < 2:
        return whole
    size, number, at, inside = best
    word = parts[number]
    before = "+".join([*parts[:number], word[:inside]])
    after = "+".join([word[inside + size :], *parts[number + 1 :]])
    made = f"{low[:at]}>{before}|{low[at + size :]}>{after}"
    return made if applied(made, form) == parts else whole


def applied(made: str, form: str) -> list[str] | None:
    """Apply a split rule to a token, and return the words in lower case; None if the rule does not fit."""
    if made[0] == "=":
        return made[1:].split("+")
    prefix, suffix = made.split("|")
    begin, before = prefix.split(">")
    end, after = suffix.split(">")
    low = form.lower()
    if not (low.startswith(begin) and low.endswith(end) and len(low) > len(begin) + len(end)):
        return None
    return (before + low[len(begin) : len(low) - len(end)] + after).split("+")


def kind(character: str) -> int:
    tests = (str.isspace, str.isdigit, str.isupper, str.isalpha)
    return next((number for number, test in enumerate(tests, 1) if test(character)), 5)


def paragraphs(sentences: Sequence[Text], space: str, rng: random.Random) -> Iterator[Text]:
    """Join one to three consecutive sentences at random into paragraphs of less than LONGEST characters."""
    at = 0
    while at < len(sentences):
        number = rng.choice((1, 1, 2, 3))
        text, tokens, last = "", [], []
        for sentence in sentences[at : at + number]:
            text += space if text else ""
            tokens += [Token(start + len(text), end + len(text), words) for start, end, words in sentence.tokens]
            last.append(len(tokens) - 1)
            text += sentence.text
        at += number
        if len(text) < LONGEST:
            yield Text(text, tokens, last)


class Characters:
    """The arrays of texts, collected.

    char: a known character, or its kind. label: 0 inside, 1 the end of a token, 2 of a sentence, 3 and 4 of a token
    of several words. script: the rule by which that splits, -1 none. piece, place: the piece that a character stands
    in, and 1, first 2, last 3 or both 4 of it.
    """

    def __init__(self, tokenizer: Tokenizer, characters: Sequence[str], rules: Sequence[str]) -> None:
        self._tokenizer = tokenizer
        self._characters = {character: k + FIRST_CHARACTER for k, character in enumerate(characters)}
        self._rules = {made: k for k, made in enumerate(rules)}
        self._arrays: dict[str, list[Any]] = {name: [] for name in ("char", "label", "script", "piece", "place")}
        self._texts: dict[str, list[int]] = {name: [] for name in ("len", "bank", "set")}

    def add(self, given: Text, bank: int, test_set: int = -1) -> None:
        size = len(given.text)
        made = {"label": np.zeros(size, np.int8), "script": np.full(size, -1, np.int16)}
        made |= {"piece": np.zeros(size, np.int32), "place": np.zeros(size, np.int8)}
        ends = set(given.last)
        for number, (start, end, words) in enumerate(given.tokens):
            made["label"][end - 1] = (3 if words else 1) + (number in ends)
            if words:
                made["script"][end - 1] = self._rules.get(rule(given.text[start:end], words), -1)
        self._put_pieces(given.text, made["piece"], made["place"])
        made["char"] = np.array([self._characters.get(c, kind(c)) for c in given.text], np.int32)
        for name, values in made.items():
            self._arrays[name].append(values)
        for name, value in {"len": size, "bank": bank, "set": test_set}.items():
            self._texts[name].append(value)

    def _put_pieces(self, text: str, piece: np.ndarray, place: np.ndarray) -> None:
        words, starts, at = [], [], 0
        for word in text.split(" "):
            if word:
                words.append(word)
                starts.append(at)
            at += len(word) + 1
        encoded = self._tokenizer.encode(words, is_pretokenized=True, add_special_tokens=False)
        for number, word, (start, end) in zip(encoded.ids, encoded.word_ids, encoded.offsets, strict=True):
            if end > start:
                a, b = start + starts[word], end + starts[word]
                piece[a:b], place[a:b] = number, 1
                place[a] += 1
                place[b - 1] += 2

    def arrays(self) -> dict[str, np.ndarray]:
        joined = {name: np.concatenate(values) for name, values in self._arrays.items()}
        return joined | {name: np.array(values, np.int32) for name, values in self._texts.items()}


def of_part(part: Part) -> list[Text]:
    return list(texts(part.path))[part.sentences]


def vocabulary(train: Sequence[Sequence[Text]]) -> dict[str, list[str]]:
    """Return the characters seen at least three times, and the split rules seen at least twice."""
    characters: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    for text, tokens, _ in (sentence for some in train for sentence in some):
        characters.update(text)
        rules.update(rule(text[token.start : token.end], token.words) for token in tokens if token.words)
    return {
        "chars": sorted(character for character, count in characters.items() if count >= 3),
        "scripts": sorted(made for made, count in rules.items() if count >= 2),
    }


def collect(
    train: Sequence[tuple[str, Sequence[Text]]],
    test: Sequence[tuple[str, Sequence[Text]]],
    banks: list[str],
    tokenizer: Tokenizer,
) -> tuple[dict[str, np.ndarray], dict[str, list[str]]]:
    """Return the arrays of chars.npz and the content of chars.json.

    Args:
        train, test: treebanks and test sets, each a name and its sentences.
    """
    known = vocabulary([some for _, some in train])
    found, rng = Characters(tokenizer, known["chars"], known["scripts"]), random.Random(1)
    for name, some in train:
        for paragraph in paragraphs(some, "" if language_of(name) in NO_SPACE else " ", rng):
            found.add(paragraph, banks.index(name))
    for number, (name, some) in enumerate(test):
        for sentence in some:
            found.add(sentence, home(name, banks), number)
    return found.arrays(), known


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="has ud-multilingual and ud")
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json of multilingual-e5-small")
    parser.add_argument("-o", "--output", type=Path, required=True, help="where prepare_words.py wrote")
    arguments = parser.parse_args()
    train, test = treebanks(arguments.data, arguments.output / "parts")
    banks = read_json(arguments.output / "labels.json")["banks"]
    arrays, known = collect(
        [(part.name, of_part(part)) for part in train],
        [(part.name, of_part(part)) for part in test],
        banks,
        tokenizer_of(arguments.tokenizer),
    )
    print("characters", len(arrays["char"]), "paragraphs", len(arrays["len"]), "rules", len(known["scripts"]))
    write_json(arguments.output / "chars.json", known)
    np.savez(arguments.output / "chars.new.npz", **arrays)
    (arguments.output / "chars.new.npz").replace(arguments.output / "chars.npz")


if __name__ == "__main__":
    main()
