"""What commands read of the folder of a scored corpus before its tables."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import settings_of
from extractors.core.errors import InputError
from extractors.score.statistics.statistics_settings import StatisticsSettings

MOST_SHOWN = 10


def check_scored(folder: Path, file: str = "scores.parquet") -> None:
    """Refuse a folder that is not that of a scored corpus.

    Raises:
        InputError: with the folders of scored corpora below it, or below the folder of results here.
    """
    if (folder / file).is_file():
        return
    problem = f"no {file} in the folder" if folder.is_dir() else "no such folder"
    tops = (folder, folder / "results", Path("results"))
    seen = [path.parent for top in tops for path in sorted(top.glob("*/scores.parquet"))]
    known = ", ".join(dict.fromkeys(map(str, seen[:MOST_SHOWN])))
    remedy = f"scored corpora are in {known}" if seen else "score the corpus first: snakemake score"
    raise InputError(problem, path=folder, remedy=remedy)


def alpha_of(arguments: argparse.Namespace, folder: Path) -> float:
    """The level that `--alpha` gives, else that of the run that left the folder, so that all its outputs agree.

    Scores that have no manifest, as those of a run up to them, are marked at the default level; captions name it.
    """
    from extractors.config import manifest

    path = folder / "manifest.json"
    default = manifest.read(path).run.statistics if path.is_file() else StatisticsSettings()
    return settings_of(arguments, default).alpha
