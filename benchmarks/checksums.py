"""What the checksums of results cost, beside the work that they protect.

    python benchmarks/checksums.py results/demo-de-en [--repeats 20]

Reads a folder of results that a run has left. Prints the processor time of comparing all of its files with their
records, as at the start of a run; of the SHA-256 of scores.csv beside reading it; and of writing and reading
controls.parquet with checksums of its pages beside without, by turns. The best of the repeats counts. Exits with 1
above the bar.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq

from extractors.core import sums
from extractors.formats import tables
from extractors.formats.scores import SCORES
from extractors.formats.sets import CONTROLS

BAR = 0.25
"""The most that a checksum may add to reading or writing."""


def seconds(work: Callable[[], object], repeats: int) -> float:
    """The processor time of the fastest repeat."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, metavar="FOLDER", help="results/CORPUS")
    parser.add_argument("--repeats", type=int, default=20)
    arguments = parser.parse_args()
    folder, repeats = arguments.results, arguments.repeats

    found = sums.examine(folder)
    whole = seconds(lambda: sums.examine(folder), min(repeats, 3))
    print(f"comparing {found.files:,} files, {found.size / 1e6:.0f} MB: {whole:.2f} s")
    scores = folder / "scores.csv"
    tables.read(SCORES, scores)
    read, checked = (
        seconds(work, repeats) for work in (lambda: tables.read(SCORES, scores), lambda: sums.digest(scores))
    )
    ratios = {"SHA-256 of scores.csv, of the time of reading it": checked / read}
    controls = tables.read(CONTROLS, folder / "controls.parquet")
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "t.parquet")
        times: dict[bool, tuple[float, float]] = {False: (1e9, 1e9), True: (1e9, 1e9)}
        for pages in [False, True] * repeats:
            write = seconds(
                lambda pages=pages: pq.write_table(controls, path, compression="zstd", write_page_checksum=pages), 1
            )
            back = seconds(lambda pages=pages: pq.read_table(path, page_checksum_verification=pages), 1)
            times[pages] = min(write, times[pages][0]), min(back, times[pages][1])
    for place, what in enumerate(("writing", "reading")):
        ratios[f"page checksums, added to {what} controls.parquet"] = times[True][place] / times[False][place] - 1
    for what, ratio in ratios.items():
        print(f"{what}: {100 * ratio:.0f} %")
    return int(max(ratios.values()) > BAR)


if __name__ == "__main__":
    sys.exit(main())
