"""How long the workflow takes from nothing, charts and report too: the clock, and CPU time and memory of each stage.

    python -m benchmarks.whole_run --config config/wmt21.yaml --data FOLDER [--cores 2]
    python -m benchmarks.whole_run --large RESULTS [--segments 1000000] [--cores 2] [--folder DIR]

The first runs a config whose texts are in FOLDER (`data_dir`): `extract score report`. The second repeats the segments
of RESULTS, what a run left, with other words in the place of some (benchmarks/scale.py), gives parses and links as a
user's own, and runs to scores of two systems by BLEU, chrF and RIBES. DIR is where the corpus of the second is made and
stays; a million segments take 10 GB there with their results.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from benchmarks import _large, _runs

METRICS = ("bleu", "chrf", "ribes")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    what = arguments.add_mutually_exclusive_group(required=True)
    what.add_argument("--config", type=Path)
    what.add_argument("--large", type=Path, metavar="RESULTS")
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--segments", type=int, default=1_000_000)
    arguments.add_argument("--folder", type=Path)
    arguments.add_argument("--cores", type=int, default=2)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        if given.config:
            folder = Path(temporary)
            config = ["--configfile", str(given.config.resolve()), "--config", f"data_dir={given.data.resolve()}"]
            targets = ["extract", "score", "report"]
        else:
            folder = given.folder or Path(temporary)
            if not (folder / "config.yaml").exists():
                _large.make(given.large.resolve(), given.segments, folder, metrics=METRICS, accuracy=False)
            config, targets = ["--configfile", "config.yaml"], ["score"]
        print(_runs.table(_runs.run(folder, [*config, "--", *targets], cores=given.cores)))


if __name__ == "__main__":
    main()
