"""Slope and intercept that make the confidences of a converted model right on the last sentences of test parts."""

import argparse
from pathlib import Path

import numpy as np
from recipe_data import language_of, word_rows
from scipy.optimize import minimize

from extractors.models.parsers.multilingual import MultilingualParser
from extractors.models.tokenizers import Token

SENTENCES = 30
"""Of each file, its last."""
SMALLEST = 1e-6


def confidences(model: Path, path: Path) -> tuple[list[float], list[bool]]:
    """Parse the last sentences of a treebank, and return for each word its confidence and whether it is right.

    A word is right if its head and relation are.
    """
    treebank = path.name.split("-")[0]
    parser = MultilingualParser(language=language_of(treebank), model=str(model), treebank=treebank)
    gold = word_rows(path)[-SENTENCES:]
    given, right = [], []
    parsed = parser.parse_words([[Token(row[1], (row[1],), True) for row in rows] for rows in gold])
    for sentence, rows in zip(parsed, gold, strict=True):
        for word, row in zip(sentence.words, rows, strict=True):
            given.append(word.confidence)
            right.append(word.head == int(row[6]) and word.deprel == row[7])
    return given, right


def fitted(given: list[float], right: list[bool]) -> tuple[float, float]:
    """Fit the slope and intercept by logistic regression on the log odds of the confidences."""
    share = np.clip(np.array(given), SMALLEST, 1 - SMALLEST)
    odds, sign = np.log(share / (1 - share)), 2 * np.array(right) - 1

    def loss(line: np.ndarray) -> float:
        return float(np.logaddexp(0, -sign * (line[0] * odds + line[1])).mean())

    slope, intercept = minimize(loss, [0.5, 0.0], method="Nelder-Mead").x
    return float(slope), float(intercept)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True, help="of convert.py, with calibration 1 0")
    parser.add_argument("files", type=Path, nargs="+", help="test parts of treebanks, TREEBANK-test.conllu")
    arguments = parser.parse_args()
    given, right = [], []
    for path in arguments.files:
        some, whether = confidences(arguments.model, path)
        given += some
        right += whether
    slope, intercept = fitted(given, right)
    print(f"words {len(given)} right {np.mean(right):.3f} mean {np.mean(given):.3f}")
    print(f"--calibration {slope:.4f} {intercept:.4f}")


if __name__ == "__main__":
    main()
