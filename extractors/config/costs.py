"""What the job of a rule asks a cluster for: memory and time by the size of its inputs, as measured (costs.yaml)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extractors.core import yamlfile

COSTS = Path(__file__).with_name("costs.yaml")


@dataclass(frozen=True)
class Cost:
    """The needs of a rule's jobs: a base, and what each MB of input adds.

    Attributes:
        memory: MB of memory.
        minutes: of time.
    """

    memory: tuple[float, float]
    minutes: tuple[float, float]

    def asked(self, megabytes: float, attempt: int) -> Mapping[str, int]:
        """Snakemake's resources of a job; each new attempt asks for twice as much as the one before.

        Args:
            megabytes: the size of its inputs.
            attempt: 1 for the first.
        """
        needs = {"mem_mb": self.memory, "runtime": self.minutes}
        return {
            name: math.ceil((base + of_mb * megabytes) * 2 ** (attempt - 1)) for name, (base, of_mb) in needs.items()
        }


JOINING = Cost(memory=(1000.0, 0.0), minutes=(5.0, 0.02))
"""Of a job that puts shards together: it copies them, whatever their size."""


def wants_gpu(options: Mapping[str, Any]) -> bool:
    """Whether a parser, aligner or translator runs on a GPU: it has `device: cuda`, or Stanza's `gpu: true`."""
    return str(options.get("device", "")).startswith("cuda") or options.get("gpu") is True


def costs() -> Mapping[str, Cost]:
    """The measured costs, by rule."""
    table = yamlfile.load(COSTS).data
    return {rule: Cost(tuple(entry["memory"]), tuple(entry["minutes"])) for rule, entry in table.items()}
