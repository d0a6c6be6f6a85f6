"""The level at which commands mark what they read from the folder of a scored corpus."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from extractors.cli.commands._arguments import settings_of

if TYPE_CHECKING:
    from extractors.api.results_folder import Results


def alpha_of(arguments: argparse.Namespace, results: Results) -> float:
    """The level that `--alpha` gives, else that of the run, so that all its outputs agree."""
    return settings_of(arguments, results.statistics).alpha
