"""The review of a config, as `run` and `validate` have it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from extractors.core.escapes import visible
from extractors.core.logs import warnings_only
from extractors.core.yamlfile import ValueOrigin

if TYPE_CHECKING:
    from extractors.config.run import RunConfig
    from extractors.config.validation.config_findings import ConfigFindings


def reviewed(run: RunConfig, origin: ValueOrigin, command: str) -> ConfigFindings:
    """What a run would refuse, and what only a run can tell."""
    from extractors.config.extras import require_extras

    require_extras(run, command)
    # The libraries of all stages, which take seconds to load.
    from extractors.config.validation.review import review

    with warnings_only():
        return review(run, origin)


def print_errors(findings: ConfigFindings) -> None:
    """Print each error of a review."""
    for error in findings.errors:
        print(f"error: {visible(str(error))}", file=sys.stderr)
