"""How much faster our RIBES is than NLTK's, over the same words in the same run.

    python benchmarks/ribes_speed.py [--data ../shared/data] [--pair en-de] [--systems 5]

Both get WMT21 output that is tokenised (13a) and in lower case already: NLTK as lists of words, ours as text
that it still splits at white space. Prints the ratio, the ratio with our tokenising added to our time alone,
and how many segments differ and why they may. Exits with 1 if the ratio is below 10.
"""

import argparse
import sys
import time
from pathlib import Path

import nltk
import numpy as np
from nltk.translate.ribes_score import corpus_ribes, sentence_ribes

from extractors.core import files
from extractors.score.metrics._sacrebleu import word_splitter
from extractors.score.metrics.ribes import Ribes

BAR = 10


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--pair", default="en-de")
    parser.add_argument("--systems", type=int, default=5)
    arguments = parser.parse_args()
    folder = arguments.data / "wmt21" / arguments.pair
    raw = [files.read_lines(path) for path in sorted(folder.glob("reference.*"))]
    split, _ = word_splitter("13a", lowercase=True)
    references = list(map(split, raw))
    by_segment = list(zip(*references, strict=True))
    texts = [[" ".join(words) for words in reference] for reference in references]
    ours = Ribes(tokenize="none", lowercase=False)

    times = np.zeros(3)
    segments = differing = 0
    for path in sorted((folder / "systems").iterdir())[: arguments.systems]:
        output = files.read_lines(path)
        start = time.perf_counter()
        hypotheses = split(output)
        tokenising = time.perf_counter() - start
        text = [" ".join(words) for words in hypotheses]
        start = time.perf_counter()
        theirs = corpus_ribes(by_segment, hypotheses)
        middle = time.perf_counter()
        statistics = ours.statistics(text, texts)
        times += (middle - start, time.perf_counter() - middle, tokenising)
        singly = [sentence_ribes(r, h) for r, h in zip(by_segment, hypotheses, strict=True)]
        differing += int((np.abs(statistics[:, 0] - singly) > 1e-12).sum())
        segments += len(output)
        print(f"{path.stem:<20} NLTK {theirs:.6f}  ours {ours.score(statistics.sum(axis=0)):.6f}")
    nltks, mine, tokenising = times
    print(f"{segments} segments, {len(references)} references; {differing} segments differ")
    print(f"NLTK {nltk.__version__} {nltks:8.2f} s")
    print(f"ours         {mine:8.2f} s ({mine + tokenising:.2f} s with the tokenising of the outputs)")
    print(f"ratio        {nltks / mine:8.1f} (bar {BAR}; {nltks / (mine + tokenising):.1f} with our tokenising)")
    return 0 if nltks / mine >= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
