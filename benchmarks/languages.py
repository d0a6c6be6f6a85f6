"""What one command gives for a language without a shipped parser: the tables of docs/languages.md.

python benchmarks/languages.py --data ../shared/data/ud-multilingual --out FOLDER [--write docs/languages.md]
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import resource
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from _language_parts import Parts, parts

from extractors.core.files import write_text
from extractors.core.logs import log

OPTIONS = "--epochs 10 --hidden 100"
"""Of train-parser: a network and a time that fit a thousand sentences."""


def train(language: Parts, out: Path, given: Sequence[str]) -> None:
    """Train the language's parser by the command, and note the command and its CPU time; not if it is there."""
    model, record = out / f"parser-{language.language}", out / f"parser-{language.language}.json"
    if model.exists() and record.exists():
        return
    resumed = model.with_name(model.name + ".training").exists()
    command = ["train-parser", "--language", language.language, "--train", *map(str, language.train)]
    command += ["--dev", *map(str, language.test), *given, "-o", str(model)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    subprocess.run([sys.executable, "-m", "extractors", *command], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    names = {str(path): path.name for path in (*language.train, *language.test, model)}
    typed = shlex.join(["challenge-sets", *(names.get(word, word) for word in command)])
    with write_text(record) as file:
        json.dump({"command": typed, "seconds": None if resumed else round(seconds, 1)}, file)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, default=Path("../shared/data/ud-multilingual"), help="UD treebanks")
    arguments.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="parsers and figures")
    arguments.add_argument("--languages", nargs="+", metavar="LANG", help="only these")
    arguments.add_argument("--options", default=OPTIONS, help=f"of train-parser (default: {OPTIONS})")
    given = arguments.parse_args()
    log.setLevel(logging.INFO)
    for language in parts(given.data, given.out / "treebanks"):
        if not given.languages or language.language in given.languages:
            train(language, given.out, given.options.split())


if __name__ == "__main__":
    main()
