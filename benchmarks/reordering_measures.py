"""How faithful two measures of reordering are when the word alignment is automatic, and whether they drift.

    python benchmarks/reordering_measures.py [--data ../shared/data] [--gold sure] [--aligner simalign]

`shift` is the paper's, the largest |i - j| over links between words; `crossing` the largest
max(|i - i'|, |j - j'|) over pairs of such links that cross (extractors.extract.reordering). Each is taken from gold
links and from the automatic ones of the shipped encoder, on 45 German-English pairs in both directions: 5 from
SimAlign's samples, 40 of news and TED aligned by a language model. A segment without a link, or without a
crossing, has the value 0. F1 is that of "the value is d or more". Drift: five unaligned words are put in front
of every target, which reorders nothing, and the segments are counted whose value changes, and those that are at
5 or more before and after. The automatic links are not made again for that. Both measures and the method inter
are symmetric, so the two directions may differ only where the aligner does.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from extractors.core.arrays import Int64
from extractors.lab.alignment_quality import reordering_quality
from extractors.lab.alignment_quality.reordering_quality import MEASURES, THRESHOLDS
from extractors.models.aligners import Links, Pair, create_aligner

PAPERS = 5
IN_FRONT = 5


def read_gold(path: Path, kind: str) -> tuple[list[Pair], list[Links]]:
    """The German-English pairs, and their gold links of a kind: sure, or possible (with the sure ones)."""
    entries = json.loads(path.read_text(encoding="utf-8"))
    return [(e["de"], e["en"]) for e in entries], [sorted({(i, j) for i, j in e[kind]}) for e in entries]


def values(measure: str, pairs: Sequence[Pair], links: Sequence[Links], in_front: int = 0) -> Int64:
    """(n,) the value of each pair, after so many unaligned words in front of its target."""
    moved = [(left, [*["so"] * in_front, *right]) for left, right in pairs]
    shifted = [[(i, j + in_front) for i, j in linked] for linked in links]
    return reordering_quality.distances(measure, moved, shifted)


def f1(gold: Int64, automatic: Int64, threshold: int) -> tuple[float, int]:
    """F1 in percent of "threshold or more", and how many gold values are."""
    sums = reordering_quality.counts(gold, automatic, threshold).sum(axis=0)
    return 100 * float(reordering_quality.SCORES["f1"](sums)), int(sums[1])


def drifts(measure: str, pairs: Sequence[Pair], links: Sequence[Links]) -> str:
    """How many values five words in front change, and how many segments reach the paper's 5 before and after."""
    before, after = (values(measure, pairs, links, words) for words in (0, IN_FRONT))
    return f"{(before != after).sum()} ({(before >= PAPERS).sum()} to {(after >= PAPERS).sum()})"


def compare(direction: str, pairs: Sequence[Pair], gold: Sequence[Links], automatic: Sequence[Links]) -> None:
    """Print the figures of both measures for one direction."""
    print(f"\n{direction}, {len(pairs)} pairs, {sum(map(len, gold))} gold links, {sum(map(len, automatic))} automatic")
    heading = "".join(f"{f'F1 >= {d} (n)':>14}" for d in THRESHOLDS)
    print(f"{'':<10}{heading}{'mean |diff|':>13}{'Spearman':>10}{'drift, gold':>18}{'automatic':>18}")
    for measure in MEASURES:
        wanted, found = values(measure, pairs, gold), values(measure, pairs, automatic)
        cells = "".join(f"{f'{score:.1f} ({n})':>14}" for score, n in (f1(wanted, found, d) for d in THRESHOLDS))
        drift = "".join(f"{drifts(measure, pairs, links):>18}" for links in (gold, automatic))
        difference = np.abs(wanted - found).mean()
        correlation = spearmanr(wanted, found).statistic
        print(f"{measure:<10}{cells}{difference:13.2f}{correlation:10.3f}{drift}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder with alignment/")
    parser.add_argument("--gold", choices=["sure", "possible"], default="sure", help="the gold links to take")
    parser.add_argument("--aligner", default="simalign")
    arguments = parser.parse_args()

    german_english, links = read_gold(arguments.data / "alignment" / "gold.json", arguments.gold)
    english_german: list[Pair] = [(en, de) for de, en in german_english]
    turned: list[Links] = [sorted((j, i) for i, j in linked) for linked in links]
    for source, target, pairs, gold in (("de", "en", german_english, links), ("en", "de", english_german, turned)):
        aligner = create_aligner(
            arguments.aligner, source_language=source, target_language=target, model=None, options={}
        )
        if source == "de":
            print(f"{aligner.signature}; gold links: {arguments.gold}")
        compare(f"{source}-{target}", pairs, gold, list(aligner.align(pairs)))


if __name__ == "__main__":
    main()
