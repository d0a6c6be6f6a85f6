"""What is found of a config, as `run` and `validate` tell it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from extractors.core.escapes import visible
from extractors.core.logs import warnings_only

if TYPE_CHECKING:
    from extractors.config.config_findings import ConfigFindings
    from extractors.config.run import RunConfig


def open_all(run: RunConfig, findings: ConfigFindings, command: str) -> None:
    """Open all that a config names, for a command."""
    from extractors.config.extras import require_extras

    require_extras(run, command)
    # The libraries of all stages, which take seconds to load.
    from extractors.config.opening import open_run

    with warnings_only():
        open_run(run, findings)


def print_errors(findings: ConfigFindings) -> bool:
    """Print each error; whether there is one."""
    for error in findings.errors:
        print(f"error: {visible(str(error))}", file=sys.stderr)
    return bool(findings.errors)
