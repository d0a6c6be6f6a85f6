"""How long the workflow takes from nothing, charts and report too: the clock, and CPU time and memory of each stage.

    python -m benchmarks.whole_run --config config/wmt21.yaml --data FOLDER [--cores 2]
    python -m benchmarks.whole_run --large RESULTS [--segments 1000000] [--cores 2] [--folder DIR]
    python -m benchmarks.whole_run --large RESULTS --models --segments 20000

The first runs a config whose texts are in FOLDER (`data_dir`): `extract score report`. The second repeats the segments
of RESULTS, what a run left, with other words in the place of some (benchmarks/scale.py), gives parses and links as a
user's own, and runs to scores of two systems by BLEU, chrF and RIBES. With `--models` shipped models parse and align
it, and accuracy, charts and report are made. DIR is where the corpus is made and stays; a million take 10 GB there
with their results. `--csv FILE` adds a line for each stage, for benchmarks/scale_costs.py.
"""

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
    arguments.add_argument("--models", action="store_true")
    arguments.add_argument("--folder", type=Path)
    arguments.add_argument("--cores", type=int, default=2)
    arguments.add_argument("--csv", type=Path, help="where to add what the stages took")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        if given.config:
            folder = Path(temporary)
            config = ["--configfile", str(given.config.resolve()), "--config", f"data_dir={given.data.resolve()}"]
            targets = ["extract", "score", "report"]
        else:
            folder = given.folder or Path(temporary)
            if not (folder / "config.yaml").exists():
                results, models = given.large.resolve(), given.models
                _large.make(results, given.segments, folder, metrics=METRICS, accuracy=models, own=not models)
            config = ["--configfile", "config.yaml"]
            targets = ["extract", "score", "report"] if given.models else ["score"]
        run = _runs.run(folder, [*config, "--", *targets], cores=given.cores)
        print(_runs.table(run))
        if given.csv:
            _runs.add_to(given.csv, run, given.segments, "models" if given.models else "own")


if __name__ == "__main__":
    main()
