"""How much faster our TER is than sacreBLEU's, over the same segments in the same run, and that all edits are equal.

    OMP_NUM_THREADS=1 python benchmarks/ter_speed.py [--data ../shared/data] [--pair en-de] [--system NAME]
        [--segments 500]

Both get the first segments of a WMT21 system's output with all references, and split them into words themselves.
Prints the ratio. Exits with 1 if a segment differs, or if the ratio is below 3.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import sacrebleu
from sacrebleu.metrics.ter import TER

from extractors.core import files
from extractors.score.metrics._sacrebleu import extract_statistics
from extractors.score.metrics.ter import Ter, agrees_with_sacrebleu

BAR = 3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--pair", default="en-de")
    parser.add_argument("--system", help="default: the first by name")
    parser.add_argument("--segments", type=int, default=500)
    arguments = parser.parse_args()
    folder = arguments.data / "wmt21" / arguments.pair
    outputs = {path.stem: path for path in sorted((folder / "systems").iterdir())}
    system = arguments.system or next(iter(outputs))
    hypotheses = files.read_lines(outputs[system])[: arguments.segments]
    references = [files.read_lines(path)[: arguments.segments] for path in sorted(folder.glob("reference.*"))]
    if not agrees_with_sacrebleu():
        print(f"sacreBLEU {sacrebleu.__version__} counts differently, so that its own code is used")
        return 1

    metric = Ter()
    start = time.perf_counter()
    ours = metric.statistics(hypotheses, references)
    middle = time.perf_counter()
    theirs = extract_statistics(TER(), hypotheses, references, 2)
    our_time, their_time = middle - start, time.perf_counter() - middle
    differing = int((ours[:, :2] != theirs).any(axis=1).sum())
    print(f"{system}, {len(hypotheses)} segments, {len(references)} references; {differing} segments differ")
    print(f"TER {metric.score(ours.sum(axis=0)):.4f}; sacreBLEU's {100 * np.divide(*theirs.sum(axis=0)):.4f}")
    print(f"sacreBLEU {sacrebleu.__version__} {their_time:8.2f} s")
    print(f"ours            {our_time:8.2f} s")
    print(f"ratio           {their_time / our_time:8.1f} (bar {BAR})")
    return 0 if not differing and their_time / our_time >= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
