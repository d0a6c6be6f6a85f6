"""What commands read of the folder of a scored corpus before its tables."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import settings_of
from extractors.score.statistics.statistics_settings import StatisticsSettings


def alpha_of(arguments: argparse.Namespace, folder: Path) -> float:
    """The level that `--alpha` gives, else that of the run that left the folder, so that all its outputs agree.

    Scores that have no manifest, as those of a run up to them, are marked at the default level; captions name it.
    """
    from extractors.config import manifest

    path = folder / "manifest.json"
    default = manifest.read(path).run.statistics if path.is_file() else StatisticsSettings()
    return settings_of(arguments, default).alpha
