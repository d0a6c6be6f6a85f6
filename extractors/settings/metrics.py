"""The block `metrics`: the metrics of a run, each with options of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Options = Mapping[str, Any]
"""The options of a metric, which its class knows and checks (extractors.metrics)."""

DEFAULT_METRICS = ("bleu", "chrf", "ribes")
